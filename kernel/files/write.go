package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Write writes a file that its user alone may write, and makes the directories above it for the user alone.
func Write(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return Explain(err)
	}
	return Explain(os.WriteFile(name, data, 0o644))
}

// Replace writes a file so that readers see the old or the new one. It makes the directories above it for the user alone.
func Replace(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return Explain(err)
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), tempPrefix+"*")
	if err != nil {
		return Explain(err)
	}
	_, err = tmp.Write(data)
	if err = errors.Join(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return Explain(err)
}

// tempPrefix begins the names of files that are about to replace others.
const tempPrefix = ".tmp-"

// Explain says plainly what stands behind an error of the file system, which it wraps.
func Explain(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return fmt.Errorf("no space left on the disk: %w", err)
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("cannot write, set XDG_CACHE_HOME or TMPDIR to a directory that can be written: %w", err)
	}
	return err
}
