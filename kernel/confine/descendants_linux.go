package confine

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Adopt makes this process the parent of all that its descendants leave behind, so that KillDescendants finds it.
func Adopt() error {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("processes that are left behind cannot be found: %w", err)
	}
	return nil
}

// KillDescendants kills all processes that this one has started, and that those have started, and returns when none
// lives. Adopt must have been called before the first was started.
func KillDescendants() error {
	for begin := time.Now(); ; {
		list, err := descendants(os.Getpid())
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return nil
		}
		if time.Since(begin) > time.Minute {
			return errors.New("processes that are left behind do not end")
		}
		for _, pid := range list { // none can start another while the rest is being killed
			_ = syscall.Kill(pid, syscall.SIGSTOP)
		}
		for _, pid := range list {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		for {
			if pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); pid <= 0 || err != nil {
				break
			}
		}
		time.Sleep(time.Millisecond)
	}
}

// descendants are the processes below one, those that have ended and are not waited for included.
func descendants(of int) (list []int, err error) {
	children := map[int][]int{}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		data, err := os.ReadFile(filepath.Join("/proc", e.Name(), "stat"))
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ESRCH):
			continue // it has ended
		case err != nil:
			return nil, err // what is not seen may be one of them
		}
		fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
		if len(fields) > 1 {
			parent, _ := strconv.Atoi(string(fields[1]))
			children[parent] = append(children[parent], pid)
		}
	}
	for queue := []int{of}; len(queue) > 0; queue = queue[1:] {
		list = append(list, children[queue[0]]...)
		queue = append(queue, children[queue[0]]...)
	}
	return list, nil
}
