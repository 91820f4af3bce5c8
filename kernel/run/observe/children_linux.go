package observe

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Marked returns the living processes whose environment has an entry such as "NAME=value", or which are in the process group pid. Only
// processes that were started after the process pid are looked at.
func Marked(pid int, entry string) []Child {
	bytewise := append([]byte(entry), 0)
	from := pid
	if lastPid() < pid { // the numbers have begun anew
		from = 0
	}
	var found []Child
	for _, p := range numbersIn("/proc") {
		if p <= from {
			continue
		}
		dir := filepath.Join("/proc", strconv.Itoa(p))
		if !inGroup(p, pid) && !hasEntry(dir, bytewise) {
			continue
		}
		name, _ := os.ReadFile(filepath.Join(dir, "comm"))
		found = append(found, Child{p, strings.TrimSpace(string(name))})
	}
	return found
}

// inGroup says whether a process that lives is in a process group.
func inGroup(pid, group int) bool {
	of, err := syscall.Getpgid(pid)
	return err == nil && of == group && state(pid, pid) != 'Z'
}

// hasEntry says whether the environment of the process that dir describes has an entry, which ends with a zero byte.
func hasEntry(dir string, entry []byte) bool {
	env, err := os.ReadFile(filepath.Join(dir, "environ"))
	return err == nil && (bytes.HasPrefix(env, entry) || bytes.Contains(env, append([]byte{0}, entry...)))
}

// lastPid is the number of the newest process.
func lastPid() int {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(data))
	if len(fields) == 0 {
		return 0
	}
	last, _ := strconv.Atoi(fields[len(fields)-1])
	return last
}
