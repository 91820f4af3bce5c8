package observe

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// memoryPeriod is how often a program's size is looked at.
const memoryPeriod = 50 * time.Millisecond

// WatchMemory kills the process through kill once it holds more than limit bytes of anonymous memory, so that the
// machine does not choose a victim of its own. It returns when stop is closed. Where the system does not tell a
// process's size (only Linux does, through /proc), it does nothing.
func WatchMemory(pid int, limit uint64, stop <-chan struct{}, kill func(used uint64)) {
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
			if used > limit {
				kill(used)
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
// limit where it is lower. It is 0 where the system does not say, which WatchMemory never reaches.
var MachineMemory = sync.OnceValue(func() uint64 {
	total := uint64(1) << 62
	if data, err := os.ReadFile("/proc/meminfo"); err == nil {
		s := bufio.NewScanner(bytes.NewReader(data))
		for s.Scan() {
			if f := strings.Fields(s.Text()); len(f) >= 2 && f[0] == "MemTotal:" {
				if kb, err := strconv.ParseUint(f[1], 10, 64); err == nil {
					total = kb << 10
				}
			}
		}
	}
	if data, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if limit, err := strconv.ParseUint(strings.TrimSpace(string(data)), 10, 64); err == nil {
			total = min(total, limit)
		}
	}
	return total
})
