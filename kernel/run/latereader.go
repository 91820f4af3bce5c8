package run

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// lateReader reads a pipe of a program until the read deadline, and then what the pipe still holds, up to some bytes: on a machine
// that is busy this process may come to read it late, and a program that has ended has said all that it had to say.
type lateReader struct {
	f    *os.File
	left int
}

func (r *lateReader) Read(p []byte) (n int, err error) {
	n, err = r.f.Read(p)
	if n > 0 || r.left == 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
		return n, err
	}
	raw, failed := r.f.SyscallConn()
	if failed != nil {
		return 0, err
	}
	var late error
	failed = raw.Control(func(fd uintptr) { n, late = syscall.Read(int(fd), p[:min(len(p), r.left)]) })
	switch {
	case failed != nil, late != nil, n < 0:
		return 0, err
	case n == 0:
		return 0, io.EOF
	}
	r.left -= n
	return n, nil
}
