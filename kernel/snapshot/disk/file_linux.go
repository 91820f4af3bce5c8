package disk

import (
	"io"
	"os"
	"syscall"
	"unsafe"
)

// File is an open file whose thread keeps the right to run Go code while it reads or writes. To yield it costs nothing where few
// goroutines run; where hundreds wake all the time, Go's scheduler comes back to one that has yielded only after seconds, and
// the end of a cell must not wait for goroutines that it ends.
type File struct {
	fd   uintptr
	name string
}

// call makes a system call, again if a signal came between.
func (f *File) call(op string, number, a, b, c uintptr) (uintptr, error) {
	for {
		n, _, e := syscall.RawSyscall6(number, f.fd, a, b, c, 0, 0)
		switch e {
		case 0:
			return n, nil
		case syscall.EINTR:
		default:
			return 0, &os.PathError{Op: op, Path: f.name, Err: e}
		}
	}
}

// workingDir stands for the directory to which paths are relative (AT_FDCWD).
var workingDir = -100

// open opens a file by its path.
func open(name string, flags int) (*File, error) {
	path, err := syscall.BytePtrFromString(name)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: name, Err: err}
	}
	const mode = 0o600
	f := &File{fd: uintptr(workingDir), name: name}
	fd, err := f.call("open", syscall.SYS_OPENAT, uintptr(unsafe.Pointer(path)), uintptr(flags|syscall.O_CLOEXEC), mode)
	if err != nil {
		return nil, err
	}
	f.fd = fd
	return f, nil
}

// remove removes a file.
func remove(name string) {
	if path, err := syscall.BytePtrFromString(name); err == nil {
		syscall.RawSyscall(syscall.SYS_UNLINKAT, uintptr(workingDir), uintptr(unsafe.Pointer(path)), 0)
	}
}

// Fd is the file's descriptor.
func (f *File) Fd() uintptr { return f.fd }

// size is the number of its bytes.
func (f *File) size() (int64, error) {
	n, err := f.call("seek", syscall.SYS_LSEEK, 0, io.SeekEnd, 0)
	return int64(n), err
}

// ReadAt implements io.ReaderAt.
func (f *File) ReadAt(b []byte, off int64) (n int, err error) {
	for n < len(b) {
		more, err := f.call("read", syscall.SYS_PREAD64, uintptr(unsafe.Pointer(&b[n])), uintptr(len(b)-n), uintptr(off)+uintptr(n))
		if err != nil {
			return n, err
		}
		if more == 0 {
			return n, io.EOF
		}
		n += int(more)
	}
	return n, nil
}

// Write implements io.Writer.
func (f *File) Write(b []byte) (n int, err error) {
	for n < len(b) {
		more, err := f.call("write", syscall.SYS_WRITE, uintptr(unsafe.Pointer(&b[n])), uintptr(len(b)-n), 0)
		switch {
		case err != nil:
			return n, err
		case more == 0:
			return n, io.ErrShortWrite
		}
		n += int(more)
	}
	return n, nil
}

// Sync makes the file durable.
func (f *File) Sync() error {
	_, err := f.call("sync", syscall.SYS_FSYNC, 0, 0, 0)
	return err
}

// Close implements io.Closer.
func (f *File) Close() error {
	if _, _, e := syscall.RawSyscall(syscall.SYS_CLOSE, f.fd, 0, 0); e != 0 && e != syscall.EINTR {
		return &os.PathError{Op: "close", Path: f.name, Err: e}
	}
	return nil
}
