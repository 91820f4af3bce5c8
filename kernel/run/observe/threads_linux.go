package observe

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"
)

// The threads of a program are compared over sampleTime, and again, for at most maxSamples times, as long as none of them has
// run for leastRun: on a busy machine they may have to wait for a processor, while the runtime's monitor, which wakes now and then
// for some microseconds, waits less.
const (
	sampleTime = 10 * time.Millisecond
	maxSamples = 10
	leastRun   = time.Millisecond
)

// QuitBusiest sends SIGQUIT to the thread of the process that runs most. It is false when none runs, or nothing can be told.
func QuitBusiest(pid int) bool {
	runs := func(tid int) bool { return state(pid, tid) == 'R' }
	tid := watchBusiest(func() map[int]time.Duration { return threadTimes(pid) }, runs, time.Sleep)
	return Quit(pid, tid)
}

// Quit sends SIGQUIT to a thread of the process, and reports whether there is one.
func Quit(pid, tid int) bool { return tid != 0 && syscall.Tgkill(pid, tid, syscall.SIGQUIT) == nil }

// watchBusiest returns the thread that has run most while it was watched, or, when none has got a processor for long enough to tell,
// in its whole life; 0 when none runs.
func watchBusiest(times func() map[int]time.Duration, runs func(tid int) bool, sleep func(time.Duration)) int {
	before, now := times(), map[int]time.Duration(nil)
	for range maxSamples {
		sleep(sampleTime)
		now = times()
		if tid := busiest(before, now, runs); now[tid]-before[tid] >= leastRun {
			return tid
		}
	}
	return busiest(nil, now, runs)
}

// busiest returns the thread that has run most between two moments; of threads that have run equally long, the one with the
// lowest number. Only threads that run, or wait for a processor, count. It is 0 when there are none.
func busiest(before, after map[int]time.Duration, runs func(tid int) bool) (best int) {
	most := time.Duration(-1)
	for tid, t := range after {
		if ran := t - before[tid]; (ran > most || ran == most && tid < best) && runs(tid) {
			best, most = tid, ran
		}
	}
	return best
}

// threadTimes returns how long each thread of a process has run so far.
func threadTimes(pid int) map[int]time.Duration {
	times := map[int]time.Duration{}
	for _, tid := range threads(pid) {
		data, err := os.ReadFile(filepath.Join(taskDir(pid), strconv.Itoa(tid), "schedstat"))
		ran, _, _ := bytes.Cut(data, []byte(" "))
		ns, bad := strconv.ParseInt(string(ran), 10, 64)
		if err == nil && bad == nil {
			times[tid] = time.Duration(ns)
		}
	}
	return times
}

// threads returns the ids of the threads of a process.
func threads(pid int) []int { return numbersIn(taskDir(pid)) }

func taskDir(pid int) string { return filepath.Join("/proc", strconv.Itoa(pid), "task") }

// numbersIn returns the entries of a directory that are numbers.
func numbersIn(dir string) []int {
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer d.Close()
	names, _ := d.Readdirnames(-1)
	var ns []int
	for _, name := range names {
		if n, err := strconv.Atoi(name); err == nil {
			ns = append(ns, n)
		}
	}
	return ns
}

// Maps says whether the memory from lo to hi belongs to the process.
func Maps(pid int, lo, hi uint64) bool {
	data, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "maps"))
	if err != nil {
		return false
	}
	at := lo // what is known to belong so far ends here
	for line := range bytes.Lines(data) {
		from, to, ok := addresses(line)
		if ok && from <= at && at < to {
			at = to
		}
	}
	return at >= hi
}

// addresses reads the beginning of a line of a process's maps, "from-to ".
func addresses(line []byte) (from, to uint64, ok bool) {
	span, _, _ := bytes.Cut(line, []byte(" "))
	a, b, _ := bytes.Cut(span, []byte("-"))
	from, err1 := strconv.ParseUint(string(a), 16, 64)
	to, err2 := strconv.ParseUint(string(b), 16, 64)
	return from, to, err1 == nil && err2 == nil
}

// RanSoFar returns how long all threads of a process have run.
func RanSoFar(pid int) (sum time.Duration) {
	for _, t := range threadTimes(pid) {
		sum += t
	}
	return sum
}

// Dying says that a process may still be about to end: it has ended and nobody has noticed yet, or it waits for a
// processor and has not run until the given time of its own, or stands still at the will of a debugger.
func Dying(pid int, until time.Duration) bool {
	if s := state(pid, pid); s == 'Z' || s == 't' {
		return true
	}
	if RanSoFar(pid) >= until {
		return false
	}
	return slices.ContainsFunc(threads(pid), func(tid int) bool { return state(pid, tid) == 'R' })
}

// Asleep reports whether no thread of a process runs or is about to. The threads are looked at one after the other, so
// none may have run meanwhile: it could have woken one that was seen asleep.
func Asleep(pid int) bool {
	before := threadTimes(pid)
	if len(before) == 0 { // it has ended, or the system does not tell
		return true
	}
	for _, tid := range threads(pid) {
		if s := state(pid, tid); s == 'R' || s == 'D' {
			return false
		}
	}
	return maps.Equal(before, threadTimes(pid))
}

// Halted reports whether a process stands still because of a signal such as SIGSTOP.
func Halted(pid int) bool { return state(pid, pid) == 'T' }

// state returns the letter by which the system tells what a thread does, or 0.
func state(pid, tid int) byte {
	data, err := os.ReadFile(filepath.Join(taskDir(pid), strconv.Itoa(tid), "stat"))
	_, rest, ok := bytes.Cut(data, []byte(") ")) // after the name, which may hold anything but this
	if err != nil || !ok || len(rest) == 0 {
		return 0
	}
	return rest[0]
}
