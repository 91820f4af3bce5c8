// Package disk reads and writes the files of a commit: packs of segments, and extents of blobs at page boundaries. It does
// without os.File.Stat and package filepath, which would link much into every cell's program.
package disk

import (
	"errors"
	"os"
)

// Path is the path of the file called name in dir.
func Path(dir, name string) string { return dir + string(os.PathSeparator) + name }

// Open opens a file in dir and checks that it has at least n bytes; it returns how many it has.
func Open(dir, name string, n int64) (*File, int64, error) {
	f, err := open(Path(dir, name), os.O_RDONLY)
	if err != nil {
		return nil, 0, err
	}
	size, err := f.size()
	if err == nil && size < n {
		err = errors.New(name + " is cut short")
	}
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, size, nil
}

// OpenPath opens a file by its path.
func OpenPath(path string) (*File, error) { return open(path, os.O_RDONLY) }

// Read reads n bytes at an offset of a file in dir; all of it if n is negative.
func Read(dir, name string, off, n int64) ([]byte, error) {
	f, size, err := Open(dir, name, off+max(n, 0))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if n < 0 {
		n = size
	}
	buf := make([]byte, n)
	if n > 0 {
		_, err = f.ReadAt(buf, off)
	}
	return buf, err
}
