package observe

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func TestMaps(t *testing.T) {
	data, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Skip("this system does not tell of a process's memory")
	}
	from, to, ok := addresses([]byte(strings.SplitAfter(string(data), "\n")[0]))
	if !ok || !Maps(os.Getpid(), from, to) || !Maps(os.Getpid(), from+1, to-1) || Maps(os.Getpid(), from-1, to) || Maps(os.Getpid(), from, 1<<63) {
		t.Errorf("memory from %#x to %#x", from, to)
	}
	if Maps(-1, from, to) {
		t.Error("a process that does not exist has memory")
	}
}

// TestDying looks at a process that has ended unnoticed, at one that sleeps and at one that runs.
func TestDying(t *testing.T) {
	ended, sleeps := exec.Command("true"), exec.Command("sleep", "60")
	for _, cmd := range []*exec.Cmd{ended, sleeps} {
		if err := cmd.Start(); err != nil {
			t.Skip(err)
		}
		defer cmd.Wait()
	}
	defer sleeps.Process.Kill()
	for state(ended.Process.Pid, ended.Process.Pid) != 'Z' || state(sleeps.Process.Pid, sleeps.Process.Pid) != 'S' {
		time.Sleep(time.Millisecond)
	}
	self := os.Getpid()
	if !Dying(ended.Process.Pid, 0) || Dying(sleeps.Process.Pid, time.Hour) || Dying(self, RanSoFar(self)) || !Dying(self, time.Hour) {
		t.Errorf("ended %v, sleeps %v, has run %v, runs %v", Dying(ended.Process.Pid, 0), Dying(sleeps.Process.Pid, time.Hour),
			Dying(self, RanSoFar(self)), Dying(self, time.Hour))
	}
}

func TestThreads(t *testing.T) {
	times := threadTimes(os.Getpid())
	if len(times) == 0 || len(times) > len(threads(os.Getpid()))+1 {
		t.Errorf("%d threads, %d with times", len(threads(os.Getpid())), len(times))
	}
	if len(threads(-1)) != 0 || Dying(-1, 0) || state(-1, 1) != 0 || QuitBusiest(-1) {
		t.Error("a process that does not exist has threads")
	}
}

// A thread that could not run in the sample, since others had the processors, is told from one that hardly ever does.
func TestBusiest(t *testing.T) {
	type times = map[int]time.Duration
	for _, test := range []struct {
		name          string
		before, after times
		sleeps, want  int
		ran           time.Duration
	}{
		{"nobody", times{}, times{}, 0, 0, 0},
		{"one of two", times{7: 5, 8: 50}, times{7: 9, 8: 50}, 0, 7, 4},
		{"a new one", times{7: 5}, times{7: 6, 9: 3}, 0, 9, 3},
		{"one that sleeps now", times{7: 5, 8: 5}, times{7: 9, 8: 6}, 7, 8, 1},
		{"all had to wait", times{7: 5, 8: 50, 9: 6}, times{7: 5, 8: 50, 9: 6}, 0, 8, 0},
	} {
		for range 20 { // the order in which threads are looked at is none
			if tid, ran := busiest(test.before, test.after, func(tid int) bool { return tid != test.sleeps }); tid != test.want || ran != test.ran {
				t.Fatalf("%s: thread %d, which ran %d, want %d, %d", test.name, tid, ran, test.want, test.ran)
			}
		}
	}
}
