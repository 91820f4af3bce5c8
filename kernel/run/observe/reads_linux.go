package observe

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"unsafe"
)

// ReadWatch looks whether a program waits for its standard input: whether one of its threads is in the system call read
// on that pipe, which is empty.
type ReadWatch struct {
	pid   int
	w     *os.File
	inode string // "pipe:[123]", as the links to open files call it
	tree  bool   // look at what the program has started, too, and at those that wait for one of several files
}

// NewReadWatch returns nil where /proc does not tell.
func NewReadWatch(pid int, w *os.File, tree bool) *ReadWatch {
	if calls == nil {
		return nil
	}
	if _, err := os.ReadFile("/proc/self/syscall"); err != nil {
		return nil
	}
	var st syscall.Stat_t
	if err := control(w, func(fd int) error { return syscall.Fstat(fd, &st) }); err != nil {
		return nil
	}
	return &ReadWatch{pid: pid, w: w, inode: fmt.Sprintf("pipe:[%d]", st.Ino), tree: tree}
}

// control calls f with the file's descriptor, which stays as it is.
func control(file *os.File, f func(fd int) error) (err error) {
	raw, err := file.SyscallConn()
	if err != nil {
		return err
	}
	if bad := raw.Control(func(fd uintptr) { err = f(int(fd)) }); bad != nil {
		return bad
	}
	return err
}

func (r *ReadWatch) Reading() bool {
	if !Drained(r.w) {
		return false
	}
	pids := []int{r.pid}
	if r.tree {
		pids = family(r.pid)
	}
	for _, pid := range pids {
		if link, err := os.Readlink(filepath.Join("/proc", strconv.Itoa(pid), "fd/0")); err != nil || link != r.inode {
			continue
		}
		for _, tid := range threads(pid) {
			if r.waits(filepath.Join(taskDir(pid), strconv.Itoa(tid), "syscall")) {
				return true
			}
		}
	}
	return false
}

// Drained reports whether everything that was written to a pipe has been read.
func Drained(w *os.File) bool {
	const fionread = 0x541B
	var n int32
	err := control(w, func(fd int) error {
		if _, _, e := syscall.Syscall(syscall.SYS_IOCTL, uintptr(fd), fionread, uintptr(unsafe.Pointer(&n))); e != 0 {
			return e
		}
		return nil
	})
	return err == nil && n == 0
}

// waits reads a thread's system call: its number and its arguments, or "running".
func (r *ReadWatch) waits(path string) bool {
	data, err := os.ReadFile(path)
	if err != nil {
		return false
	}
	number, rest, _ := strings.Cut(string(data), " ")
	first, _, _ := strings.Cut(rest, " ")
	switch calls[number] {
	case callRead:
		return first == "0x0"
	case callPoll:
		return r.tree
	}
	return false
}

// The system calls with which a program waits for its standard input, alone or among others.
type call int

const (
	callRead call = iota + 1
	callPoll
)

var calls = map[string]map[string]call{
	"amd64": {"0": callRead, "19": callRead, "7": callPoll, "23": callPoll, "270": callPoll, "271": callPoll, "232": callPoll, "281": callPoll},
	"arm64": {"63": callRead, "65": callRead, "72": callPoll, "73": callPoll, "22": callPoll},
}[runtime.GOARCH]

// family returns the process and those that descend from it, as far as their parents live.
func family(pid int) []int {
	parents := map[int][]int{}
	for _, p := range numbersIn("/proc") {
		parents[parentOf(p)] = append(parents[parentOf(p)], p)
	}
	all := []int{pid}
	for i := 0; i < len(all); i++ {
		all = append(all, parents[all[i]]...)
	}
	return all
}

// parentOf returns the parent of a process, 0 where there is none.
func parentOf(pid int) int {
	data, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(data), ") ") // the name before may hold anything
	if fields := strings.Fields(rest); len(fields) > 1 {
		parent, _ := strconv.Atoi(fields[1])
		return parent
	}
	return 0
}
