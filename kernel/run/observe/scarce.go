package observe

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
)

// This file tells whether the memory of the machine, or of the control group, is nearly used up, by whomever.

// A program of which there is a large share of the memory is ended when less than a small share is left, or when all that
// runs has waited for memory for more than mostPressure percent of the last ten seconds.
const (
	largeShare   = 8  // an eighth
	smallShare   = 32 // a thirty-second
	mostPressure = 40
)

// scarce reports whether little memory is left; root is "/" but in tests.
func scarce(root string) bool {
	if full, ok := pressure(root); ok && full > mostPressure {
		return true
	}
	info := fields(filepath.Join(root, "proc/meminfo"), 1<<10)
	total, available := info["MemTotal:"], info["MemAvailable:"]
	if total > 0 && available < total/smallShare && info["SwapFree:"] < total/smallShare {
		return true
	}
	group := filepath.Join(root, "sys/fs/cgroup")
	limit, limited := number(filepath.Join(group, "memory.max"))
	used, known := number(filepath.Join(group, "memory.current"))
	if !limited || !known {
		return false
	}
	stat := fields(filepath.Join(group, "memory.stat"), 1)
	cache := stat["inactive_file"] + stat["active_file"] // is given back when it is needed
	return limit+cache < used+limit/smallShare
}

// pressure is the share of the last ten seconds, in percent, in which all that runs waited for memory.
func pressure(root string) (full float64, ok bool) {
	data, err := os.ReadFile(filepath.Join(root, "proc/pressure/memory"))
	if err != nil {
		return 0, false
	}
	_, rest, found := bytes.Cut(data, []byte("full avg10="))
	value, _, _ := bytes.Cut(rest, []byte(" "))
	full, err = strconv.ParseFloat(string(value), 64)
	return full, found && err == nil
}

// fields reads lines that begin with a name and a number, which it multiplies.
func fields(path string, times uint64) map[string]uint64 {
	values := map[string]uint64{}
	data, err := os.ReadFile(path)
	if err != nil {
		return values
	}
	for line := range bytes.Lines(data) {
		if f := bytes.Fields(line); len(f) >= 2 {
			if n, err := strconv.ParseUint(string(f[1]), 10, 64); err == nil {
				values[string(f[0])] = n * times
			}
		}
	}
	return values
}

// number reads a file that holds one number.
func number(path string) (uint64, bool) {
	data, err := os.ReadFile(path)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseUint(string(bytes.TrimSpace(data)), 10, 64)
	return n, err == nil
}
