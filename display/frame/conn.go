package frame

import (
	"io"
	"os"
	"strconv"
	"sync"
	"syscall"
)

// Conn is a program's end of its two pipes to the kernel. Its methods may be called from several goroutines.
type Conn struct {
	mu      sync.Mutex // one frame, and one question with its answer, at a time
	out     io.Writer
	in      io.Reader
	version int // of the kernel
}

// Final returns the connection for what a program says at its end: nothing else is sent any more, and while an answer is
// awaited, the thread that waits keeps the right to run Go code. Otherwise a program with many goroutines that wake all
// the time would get on only when each of them has had its turn.
func (c *Conn) Final() *Conn {
	c.mu.Lock()
	return &Conn{out: holding(c.out).(io.Writer), in: holding(c.in).(io.Reader), version: c.version}
}

// Version is that of the grammar which the kernel speaks. It is for what came later than version 1: a kernel does not answer frames of a kind
// that it does not know.
func (c *Conn) Version() int { return c.version }

// Default returns the connection to the kernel, or nil when the program was not started by one. The descriptors are
// marked close-on-exec, so that programs started by the cell do not hold them open.
var Default = sync.OnceValue(func() *Conn {
	text := os.Getenv(Env)
	version, err := strconv.Atoi(os.Getenv(EnvVersion))
	if err != nil {
		version = 1
	}
	_ = os.Unsetenv(Env) // they are not for the programs that this one starts
	_ = os.Unsetenv(EnvVersion)
	comma := 0
	for comma < len(text) && text[comma] != ',' {
		comma++
	}
	out, err1 := strconv.Atoi(text[:comma])
	in, err2 := strconv.Atoi(text[min(comma+1, len(text)):])
	if err1 != nil || err2 != nil {
		return nil
	}
	syscall.CloseOnExec(out)
	syscall.CloseOnExec(in)
	c := &Conn{out: os.NewFile(uintptr(out), "frames"), in: os.NewFile(uintptr(in), "replies"), version: version}
	if c.Send(Hello, []byte{Version}) != nil {
		return nil
	}
	return c
})

// Send sends a frame. For the kinds that are answered it waits for the answer: what shows something is answered when the
// kernel has shown it, after what the program wrote to its standard output before, so that text and pictures keep their
// order.
func (c *Conn) Send(k Kind, payload []byte) error {
	if k.Asks() {
		_, err := c.Ask(k, payload)
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return Write(c.out, k, payload)
}

// Refusal is the error of a question that the kernel has refused, with its reason. Other errors of Ask say that the
// kernel is gone, and leave open whether it had done what it was asked.
type Refusal string

// Error implements the error interface.
func (r Refusal) Error() string { return string(r) }

// Ask sends a frame and waits for its reply, whose payload it returns. A refusal is returned as a [Refusal].
func (c *Conn) Ask(k Kind, payload []byte) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := Write(c.out, k, payload); err != nil {
		return nil, err
	}
	kind, reply, err := Read(c.in)
	if err != nil {
		return nil, err
	}
	if kind == Refuse {
		return nil, Refusal(reply)
	}
	return reply, nil
}
