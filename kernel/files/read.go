package files

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// ErrNoFile says that something else has the name of a file: a directory, a device, or a pipe, which could have nothing to read for ever.
var ErrNoFile = errors.New("it is no file")

// Open opens a file for reading. It waits for nobody: what is no file is ErrNoFile.
func Open(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if errors.Is(err, syscall.ENXIO) { // a socket, or a device that is not there
		return nil, &os.PathError{Op: "open", Path: path, Err: ErrNoFile}
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &os.PathError{Op: "open", Path: path, Err: ErrNoFile}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Read is os.ReadFile for what [Open] opens.
func Read(path string) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	data := make([]byte, 0, info.Size()+1)
	for {
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		n, err := f.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err == io.EOF {
			return data, nil
		}
		if err != nil {
			return data, err
		}
	}
}
