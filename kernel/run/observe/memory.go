package observe

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// memoryPeriod is how often a program's size is looked at.
const memoryPeriod = 50 * time.Millisecond

// WatchMemory kills the process through kill once it holds more than limit bytes of anonymous memory, or holds much when
// little of the machine's memory is left, so that the machine does not choose a victim of its own, nor stand still. The
// files that describe the machine are read below root, which is "/" but in tests. It returns when stop is closed. Where
// the system does not tell a process's size (only Linux does, through /proc), it does nothing.
func WatchMemory(
	pid int, limit uint64, root string, stop <-chan struct{}, kill func(used uint64, scarce bool),
) {
	much := memoryOf(root) / largeShare
	tick := time.NewTicker(memoryPeriod)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
			used, ok := AnonymousMemory(pid)
			if !ok {
				return
			}
			if scarce := used <= limit && used >= much && scarce(root); scarce || used > limit {
				kill(used, scarce)
				return
			}
		}
	}
}

// AnonymousMemory returns the resident memory of a process that no file backs.
func AnonymousMemory(pid int) (uint64, bool) {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		return 0, false
	}
	fields := strings.Fields(string(data))
	if len(fields) < 3 {
		return 0, false
	}
	resident, err1 := strconv.ParseUint(fields[1], 10, 64)
	shared, err2 := strconv.ParseUint(fields[2], 10, 64)
	if err1 != nil || err2 != nil || shared > resident {
		return 0, false
	}
	return (resident - shared) * uint64(os.Getpagesize()), true
}

// MachineMemory returns the memory that this process and its children may use: the machine's, or the control group's
// limit where it is lower. It is 4 EiB where the system does not say, which WatchMemory never reaches.
var MachineMemory = sync.OnceValue(func() uint64 { return memoryOf("/") })

// memoryOf is MachineMemory of the machine whose files are below root.
func memoryOf(root string) uint64 {
	memory := uint64(1) << 62
	if total, ok := fields(filepath.Join(root, "proc/meminfo"), 1<<10)["MemTotal:"]; ok {
		memory = total
	}
	if limit, ok := number(filepath.Join(root, "sys/fs/cgroup/memory.max")); ok {
		memory = min(memory, limit)
	}
	return memory
}
