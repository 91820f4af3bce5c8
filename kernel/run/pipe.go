package run

import (
	"os"
	"syscall"
)

// pipe reads one standard stream of a program as it comes. The reading is done under the process's lock, so that
// whoever holds the lock knows that nothing read is still on its way.
type pipe struct {
	r  *os.File
	fd int
	to *stream
	p  *process

	first *pipe // what this one holds comes before, if both hold something (see cellrt/bare)
}

const (
	readSize = 64 << 10
	maxPipe  = 1 << 20 // bytes that a pipe holds at the most: what Linux allows without privileges
)

func newPipe(p *process, r *os.File, to *stream) (*pipe, error) {
	raw, err := r.SyscallConn()
	if err != nil {
		return nil, err
	}
	q := &pipe{r: r, to: to, p: p}
	if err := raw.Control(func(fd uintptr) { q.fd = int(fd) }); err != nil {
		return nil, err
	}
	return q, nil
}

// pump reads until the end of the stream, or until its read deadline.
func (q *pipe) pump() {
	raw, err := q.r.SyscallConn()
	if err != nil {
		return
	}
	buf := make([]byte, readSize)
	for {
		open := false
		err := raw.Read(func(uintptr) bool {
			q.p.mu.Lock()
			defer q.p.mu.Unlock()
			if q.first != nil {
				q.first.drain(q.p.written.buf)
			}
			n, again := q.read(buf)
			open = n > 0
			return !again
		})
		if err != nil || !open {
			return
		}
	}
}

// drain takes what the pipe holds now, without waiting. What a program goes on writing meanwhile is left: a pipe
// holds no more than maxPipe. buf is for the reading. The process's lock is held.
func (q *pipe) drain(buf []byte) {
	for taken := 0; taken < maxPipe; {
		n, _ := q.read(buf)
		if n <= 0 {
			return
		}
		taken += n
	}
}

// read reads once and passes on what it got; again says that there is nothing now but may be later.
func (q *pipe) read(buf []byte) (n int, again bool) {
	for {
		n, err := syscall.Read(q.fd, buf)
		switch {
		case err == syscall.EINTR:
			continue
		case err == syscall.EAGAIN:
			return 0, true
		case n > 0:
			q.to.write(buf[:n])
			q.p.scheduleFlush()
		}
		return n, false
	}
}
