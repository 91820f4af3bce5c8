package bases

import (
	"os"
	"syscall"

	"github.com/mercer-go/mercer/kernel/files"
)

// readFile maps a file of Go's build cache, of which a base has hundreds, into memory. It is there until done is called. Such files are
// removed or replaced, but never changed.
func readFile(path string) (data []byte, done func(), err error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if info.Size() == 0 {
		return nil, func() {}, nil
	}
	data, err = syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_PRIVATE)
	if err != nil {
		return nil, nil, &os.PathError{Op: "map", Path: path, Err: err}
	}
	return data, func() { _ = syscall.Munmap(data) }, nil
}
