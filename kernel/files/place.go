package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// This file makes room in a cache, where whatever is in the place of a directory or file that is needed may go.

// MakeDir makes a directory below base, for its user alone. What is in the place of it, or of a directory above it and below
// base, and is no directory, is removed.
func MakeDir(base string, names ...string) error {
	path := base
	for name := range strings.SplitSeq(filepath.Join(names...), string(filepath.Separator)) {
		path = filepath.Join(path, name)
		if os.MkdirAll(path, 0o700) == nil {
			continue
		}
		// Unlink leaves a directory alone that another process has made meanwhile.
		if err := ignoreGone(syscall.Unlink(path)); err != nil && !errors.Is(err, syscall.EISDIR) && !errors.Is(err, syscall.EPERM) {
			return Explain(err)
		}
		if err := os.MkdirAll(path, 0o700); err != nil {
			return Explain(err)
		}
	}
	return nil
}

// ClearFile removes what is in the place of a file and is none.
func ClearFile(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().IsRegular() {
		return nil
	}
	return os.RemoveAll(path)
}
