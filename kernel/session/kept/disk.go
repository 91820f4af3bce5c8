package kept

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/mercer-go/mercer/kernel/store"
)

// Remove removes the values of a session that no kernel has open, and returns what they took.
func Remove(dir string) (int64, error) {
	old, _, err := store.Open(dir)
	if errors.Is(err, store.ErrLocked) {
		return 0, err
	}
	size, sizeErr := Size([]string{dir})
	if err == nil {
		old.Close()
	}
	return size, errors.Join(sizeErr, os.RemoveAll(dir))
}

// Size returns the size of the files in directories. What goes away meanwhile counts nothing.
func Size(dirs []string) (size int64, err error) {
	for _, dir := range dirs {
		err = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() {
				return ignoreGone(err)
			}
			info, err := e.Info()
			if err == nil {
				size += info.Size()
			}
			return ignoreGone(err)
		})
		if err != nil {
			return size, fmt.Errorf("the disk that %s takes: %w", dir, err)
		}
	}
	return size, nil
}

func ignoreGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
