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

// A process that sleeps is asleep, as is one that has ended; one that looks at itself is not.
func TestAsleep(t *testing.T) {
	sleeps := exec.Command("sleep", "60")
	if err := sleeps.Start(); err != nil {
		t.Skip(err)
	}
	for !Asleep(sleeps.Process.Pid) { // until it has begun
		time.Sleep(time.Millisecond)
	}
	if Asleep(os.Getpid()) {
		t.Error("this process is asleep")
	}
	sleeps.Process.Kill()
	sleeps.Wait()
	if !Asleep(sleeps.Process.Pid) {
		t.Error("a process that has ended is not asleep")
	}
}

// What was written to a pipe is in it until it is read.
func TestDrained(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	for _, want := range []bool{true, false, true} {
		if got := Drained(w); got != want {
			t.Errorf("drained: %v, want %v", got, want)
		}
		if want {
			w.Write([]byte("x"))
		} else {
			r.Read(make([]byte, 1))
		}
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

// A thread that could not run while it was watched, since others had the processors, is told from one that hardly ever does.
func TestBusiest(t *testing.T) {
	type times = map[int]time.Duration
	const wake = 20 * time.Microsecond // of the runtime's monitor
	loop := func(total time.Duration) times { return times{7: total, 8: wake} }
	for _, test := range []struct {
		name   string
		seen   []times // the last one for ever
		sleeps int     // a thread that does
		want   int
	}{
		{"nobody", []times{{}}, 0, 0},
		{"one of two", []times{{7: 5, 8: 50}, {7: 5 + 4*leastRun, 8: 50}}, 0, 7},
		{"a new one", []times{{7: 5}, {7: 6, 9: 3 * leastRun}}, 0, 9},
		{"one that sleeps now", []times{{7: 5, 8: 5}, {7: 9 * leastRun, 8: 6 * leastRun}}, 7, 8},
		{"all have to wait", []times{{7: 5, 8: 50, 9: 6}}, 0, 8},
		{"all sleep", []times{{7: 5}, {7: 9 * leastRun}}, 7, 0},
		{"only the monitor runs", []times{loop(time.Second), {7: time.Second, 8: 2 * wake}}, 0, 7},
		{"the loop gets a processor after the monitor", []times{loop(wake), {7: wake, 8: 9 * wake}, {7: 2 * leastRun, 8: 9 * wake}}, 0, 7},
	} {
		for range 20 { // the order in which threads are looked at is none
			seen := test.seen
			look := func() times {
				now := seen[0]
				seen = seen[min(1, len(seen)-1):]
				return now
			}
			if tid := watchBusiest(look, func(tid int) bool { return tid != test.sleeps }, func(time.Duration) {}); tid != test.want {
				t.Fatalf("%s: thread %d, want %d", test.name, tid, test.want)
			}
		}
	}
}
