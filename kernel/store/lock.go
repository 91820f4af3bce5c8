package store

import (
	"errors"
	"fmt"
	"os"

	"github.com/mercer-go/mercer/kernel/files"
)

// acquire takes the lock file at path for this process. The lock ends with the file, at the latest with the process.
func acquire(path string) (*os.File, error) {
	f, err := files.Lock(path, os.O_CREATE)
	if errors.Is(err, files.ErrLocked) {
		return nil, ErrLocked
	}
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	return f, nil
}
