package files

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// TempDir is a temporary directory whose lock tells other processes whether its owner still lives: one that was killed
// could not remove it.
type TempDir struct {
	Path string
	lock *os.File
}

// lockName is the file in a temporary directory whose lock its owner holds. A directory is made under another name, so
// that nobody sees it without its lock.
const (
	lockName  = "lock"
	newPrefix = "new-"
)

// NewTempDir makes a temporary directory in the given one whose name begins with prefix, and removes those with the same
// prefix that dead processes have left.
func NewTempDir(in, prefix string) (TempDir, error) {
	if err := os.MkdirAll(in, 0o700); err != nil {
		return TempDir{}, Explain(err)
	}
	Sweep(in, prefix)
	dir, err := os.MkdirTemp(in, newPrefix+prefix)
	if err != nil {
		return TempDir{}, fmt.Errorf("no temporary directory: %w", Explain(err))
	}
	d := TempDir{Path: filepath.Join(in, strings.TrimPrefix(filepath.Base(dir), newPrefix))}
	if d.lock, err = Lock(filepath.Join(dir, lockName), os.O_CREATE); err == nil {
		err = os.Rename(dir, d.Path)
	}
	if err != nil {
		d.lock.Close()
		os.RemoveAll(dir)
		return TempDir{}, fmt.Errorf("no temporary directory: %w", Explain(err))
	}
	return d, nil
}

// Remove removes the directory.
func (d TempDir) Remove() error {
	if d.Path == "" {
		return nil
	}
	err := RemoveAll(d.Path)
	d.lock.Close()
	return err
}

// RemoveAll removes a directory, though directories below it may not be written to or read.
func RemoveAll(dir string) error {
	err := os.RemoveAll(dir)
	if err == nil {
		return nil
	}
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, _ error) error {
		if e != nil && e.IsDir() {
			_ = os.Chmod(path, 0o700) // before it is read
		}
		return nil
	})
	return os.RemoveAll(dir)
}

// Sweep removes the temporary directories in the given one with a prefix whose lock nobody holds.
func Sweep(in, prefix string) {
	dirs, _ := filepath.Glob(filepath.Join(in, prefix+"*"))
	for _, dir := range dirs {
		lock, err := Lock(filepath.Join(dir, lockName), 0)
		if err != nil {
			continue // it is in use, or somebody else's
		}
		_ = RemoveAll(dir)
		lock.Close()
	}
}
