package session

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// noLeftovers gives the test a temporary directory of its own, and checks at its end that no child process, goroutine or
// temporary file of its sessions is left. It is called before the sessions are made.
func noLeftovers(t *testing.T) {
	t.Helper()
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	goroutines := runtime.NumGoroutine()
	t.Cleanup(func() {
		var left []string
		for range 100 { // what ends by itself may take its time
			left = append(children(), filesIn(tmp)...)
			if len(left) == 0 && runtime.NumGoroutine() <= goroutines {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
		for _, l := range left {
			t.Errorf("left behind: %s", l)
		}
		if n := runtime.NumGoroutine(); n > goroutines {
			buf := make([]byte, 1<<20)
			t.Errorf("left behind: %d goroutines\n%s", n-goroutines, buf[:runtime.Stack(buf, true)])
		}
	})
}

// filesIn lists what is left in a temporary directory. The first level is enough.
func filesIn(dir string) []string {
	entries, _ := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		names = append(names, filepath.Join(dir, e.Name()))
	}
	return names
}

// children lists the child processes of this one, with their command lines. It is empty where there is no /proc.
func children() []string {
	var list []string
	for _, pid := range childPIDs() {
		cmdline, _ := os.ReadFile("/proc/" + pid + "/cmdline")
		list = append(list, "process "+pid+" "+strings.ReplaceAll(string(cmdline), "\x00", " "))
	}
	return list
}

func childPIDs() []string {
	files, _ := filepath.Glob("/proc/self/task/*/children")
	var pids []string
	for _, f := range files {
		data, _ := os.ReadFile(f)
		pids = append(pids, strings.Fields(string(data))...)
	}
	return pids
}

// cellPIDs are the child processes that run a cell: they have the value store in their environment.
func cellPIDs() []string {
	var pids []string
	for _, pid := range childPIDs() {
		if env, _ := os.ReadFile("/proc/" + pid + "/environ"); strings.Contains(string(env), "MERCER_STORE=") {
			pids = append(pids, pid)
		}
	}
	return pids
}
