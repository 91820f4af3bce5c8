package session

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// tempDir is a session's temporary directory. Its lock tells the sessions that start later whether the session still
// lives: a kernel that was killed could not remove it.
type tempDir struct {
	path string
	lock *os.File
}

// Temporary directories are made under the first name and get the second with their lock.
const (
	newTempPrefix = "mercer-new-"
	tempPrefix    = "mercer-session-"
	tempLock      = "lock"
)

// newTempDir makes a temporary directory, and removes those that dead sessions have left.
func newTempDir() (tempDir, error) {
	sweepTempDirs(os.TempDir())
	dir, err := os.MkdirTemp("", newTempPrefix)
	if err != nil {
		return tempDir{}, fmt.Errorf("session: no temporary directory: %w", err)
	}
	d := tempDir{path: filepath.Join(filepath.Dir(dir), tempPrefix+strings.TrimPrefix(filepath.Base(dir), newTempPrefix))}
	if d.lock, err = lockFile(filepath.Join(dir, tempLock), os.O_CREATE); err == nil {
		err = os.Rename(dir, d.path)
	}
	if err != nil {
		os.RemoveAll(dir)
		return tempDir{}, fmt.Errorf("session: no temporary directory: %w", err)
	}
	return d, nil
}

func (d tempDir) remove() {
	if d.path != "" {
		os.RemoveAll(d.path)
		d.lock.Close()
	}
}

// sweepTempDirs removes the temporary directories whose lock nobody holds.
func sweepTempDirs(in string) {
	dirs, _ := filepath.Glob(filepath.Join(in, tempPrefix+"*"))
	for _, dir := range dirs {
		lock, err := lockFile(filepath.Join(dir, tempLock), 0)
		if err != nil {
			continue // it is in use, or somebody else's
		}
		os.RemoveAll(dir)
		lock.Close()
	}
}

// lockFile opens a file and locks it for this process, or fails.
func lockFile(path string, flag int) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|flag, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
