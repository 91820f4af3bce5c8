//go:build !linux

package disk

import (
	"io"
	"os"
)

// File is an open file.
type File struct{ *os.File }

// open opens a file by its path.
func open(name string, flags int) (*File, error) {
	f, err := os.OpenFile(name, flags, 0o600)
	if err != nil {
		return nil, err
	}
	return &File{f}, nil
}

// remove removes a file.
func remove(name string) { _ = os.Remove(name) }

// size is the number of its bytes.
func (f *File) size() (int64, error) { return f.Seek(0, io.SeekEnd) }
