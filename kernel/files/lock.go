package files

import (
	"errors"
	"os"
	"syscall"
)

// ErrLocked says that another process has the lock.
var ErrLocked = errors.New("another process has the lock")

// Lock opens a file and locks it for this process, or fails at once with ErrLocked. flag may be os.O_CREATE. The lock ends with
// the file, at the latest with the process.
func Lock(path string, flag int) (*os.File, error) { return lock(path, flag, syscall.LOCK_NB) }

// LockWait is Lock, but waits while another process has the lock.
func LockWait(path string, flag int) (*os.File, error) { return lock(path, flag, 0) }

func lock(path string, flag, how int) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|flag, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|how); err {
		case nil:
			return f, nil
		case syscall.EINTR: // by a signal, while it waited
		case syscall.EWOULDBLOCK:
			f.Close()
			return nil, ErrLocked
		default:
			f.Close()
			return nil, &os.PathError{Op: "lock", Path: path, Err: err}
		}
	}
}
