package run

import (
	"bytes"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/mercer-go/mercer/kernel/files"
)

// batchDelay is how long text may wait for more before it is handed on; batchSize is how much waits at the most.
const (
	batchDelay = 4 * time.Millisecond
	batchSize  = 32 << 10
)

// stream collects one standard stream of a program. Its methods are called with the process's lock held.
type stream struct {
	name   string
	out    *outlet
	limits Limits

	pending []byte // read, not yet handed on
	shown   int    // bytes handed on so far
	tail    []byte // after limits.Head: the last bytes, up to twice limits.Tail
	dropped int    // bytes cut from the front of tail
	crash   *crashCatcher
	other   *stream // what it holds came before what is read of this one now
}

// write takes what was read from the pipe.
func (s *stream) write(p []byte) {
	if s.crash != nil {
		p = s.crash.filter(p)
	}
	if len(p) > 0 && s.other != nil {
		s.other.flush(false)
	}
	if room := s.limits.Head - s.shown - len(s.pending); room > 0 && len(s.tail) == 0 {
		n := min(room, len(p))
		s.pending = append(s.pending, p[:n]...)
		p = p[n:]
	}
	if len(s.pending) >= batchSize {
		s.flush(false)
	}
	if len(p) > 0 {
		s.keepTail(p)
	}
}

// keepTail keeps the end of what is over the limit.
func (s *stream) keepTail(p []byte) {
	if len(s.tail) == 0 && s.dropped == 0 {
		s.flush(true)
		s.notice(fmt.Sprintf("%s is over %s: from here on only its end is kept, and shown when the cell ends.", s.name, files.SizeText(uint64(s.limits.Head))))
	}
	if over := len(p) - s.limits.Tail; over > 0 {
		s.dropped += len(s.tail) + over
		s.tail = append(s.tail[:0], p[over:]...)
		return
	}
	s.tail = append(s.tail, p...)
	if over := len(s.tail) - s.limits.Tail; over > s.limits.Tail {
		s.dropped += over
		s.tail = append(s.tail[:0], s.tail[over:]...)
	}
}

// flush hands on what is pending; unless all is set, an incomplete UTF-8 sequence at its end waits for the rest.
func (s *stream) flush(all bool) {
	n := len(s.pending)
	if !all {
		n -= incomplete(s.pending)
	}
	if n == 0 {
		return
	}
	s.out.stream(s.name, bytes.ToValidUTF8(s.pending[:n], []byte("\uFFFD")))
	s.pending = append(s.pending[:0], s.pending[n:]...)
	s.shown += n
}

func (s *stream) notice(text string) { s.out.call(func(out Output) { out.Notice(text) }) }

// close hands on everything, the tail included.
func (s *stream) close() {
	if c := s.crash; c != nil && !c.fatal {
		s.crash = nil
		s.write(c.release())
	}
	s.flush(true)
	if len(s.tail) == 0 {
		return
	}
	if over := len(s.tail) - s.limits.Tail; over > 0 {
		s.dropped += over
		s.tail = s.tail[over:]
	}
	if s.dropped > 0 {
		s.notice(fmt.Sprintf("%s of %s left out here.", files.SizeText(uint64(s.dropped)), s.name))
	}
	for len(s.tail) > 0 && !utf8.RuneStart(s.tail[0]) {
		s.tail = s.tail[1:]
	}
	s.out.stream(s.name, bytes.ToValidUTF8(s.tail, []byte("\uFFFD")))
}

// incomplete returns the length of an unfinished UTF-8 sequence at the end of p.
func incomplete(p []byte) int {
	for i := 1; i <= min(utf8.UTFMax-1, len(p)); i++ {
		if c := p[len(p)-i]; utf8.RuneStart(c) {
			if !utf8.FullRune(p[len(p)-i:]) {
				return i
			}
			return 0
		}
	}
	return 0
}

// written is what a program has written and shown, and what of it waits to be handed on. Its methods are called with the process's lock
// held.
type written struct {
	stdout   *stream
	stderr   *stream
	shows    *shows
	pipes    []*pipe
	buf      []byte // for reading the pipes
	flushing bool   // a flush is scheduled
}

func newWritten(out *outlet, limits Limits) written {
	stdout := &stream{name: "stdout", out: out, limits: limits}
	stderr := &stream{name: "stderr", out: out, limits: limits, crash: &crashCatcher{}, other: stdout}
	stdout.other = stderr
	return written{
		stdout: stdout,
		stderr: stderr,
		shows:  &shows{limits: limits},
		buf:    make([]byte, readSize),
	}
}

// flush hands on what is pending on both streams.
func (w *written) flush(all bool) {
	w.stdout.flush(all)
	w.stderr.flush(all)
}

// settle hands on what the program has written so far, before something else is shown.
func (w *written) settle() {
	for _, q := range w.pipes {
		q.drain(w.buf)
	}
	w.flush(true)
}

// close hands on everything, what was kept for the end included.
func (w *written) close(out *outlet) {
	w.stdout.close()
	w.stderr.close()
	w.shows.close(out)
}
