package frame

import (
	"io"
	"os"
	"syscall"
	"unsafe"
)

// holding returns a pipe whose reads and writes do not tell the Go scheduler that they wait.
func holding(pipe any) any {
	if f, ok := pipe.(*os.File); ok {
		return held(f.Fd())
	}
	return pipe
}

// held is a descriptor.
type held uintptr

// Read implements io.Reader.
func (h held) Read(b []byte) (int, error) {
	n, err := h.call(syscall.SYS_READ, b)
	if n == 0 && err == nil && len(b) > 0 {
		err = io.EOF
	}
	return n, err
}

// Write implements io.Writer.
func (h held) Write(b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		var more int
		more, err = h.call(syscall.SYS_WRITE, b[n:])
		n += more
	}
	return n, err
}

func (h held) call(number uintptr, b []byte) (int, error) {
	for {
		n, _, e := syscall.RawSyscall(number, uintptr(h), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)))
		switch e {
		case 0:
			return int(n), nil
		case syscall.EINTR:
		default:
			return 0, e
		}
	}
}
