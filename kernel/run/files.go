package run

import (
	"os"
	"strconv"
	"time"

	"github.com/mercer-go/mercer/display/frame"
)

// descriptors are the two ends of everything between the kernel and a program.
type descriptors struct {
	child          []*os.File // the program's descriptors, in order; closed here once it runs
	env            []string
	stdin          *os.File // we write
	stdout, stderr *os.File // we read
	frames         *os.File // we read
	replies        *os.File // we write
	gonb           *gonbPipes
	gate           *os.File // a program waits there for its debugger
	ours           []*os.File
}

// openFiles makes the pipes that the command needs.
func openFiles(c *Command) (f *descriptors, err error) {
	f = &descriptors{}
	defer func() {
		if err != nil {
			f.close()
		}
	}()
	if f.stdin, err = f.toChild(); err != nil {
		return f, err
	}
	if f.stdout, err = f.fromChild(); err != nil {
		return f, err
	}
	if f.stderr, err = f.fromChild(); err != nil {
		return f, err
	}
	if c.Frames {
		if f.frames, err = f.fromChild(); err != nil {
			return f, err
		}
		if f.replies, err = f.toChild(); err != nil {
			return f, err
		}
		f.env = append(f.env, frame.Env+"=3,4", frame.EnvVersion+"="+strconv.Itoa(frame.Version))
	}
	if c.Tracer != nil {
		if err = f.openGate(); err != nil {
			return f, err
		}
	}
	if c.GoNB {
		if f.gonb, err = newGonbPipes(c.PipeDir); err != nil {
			return f, err
		}
		f.env = append(f.env, f.gonb.env()...)
	}
	return f, nil
}

func (f *descriptors) fromChild() (*os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	f.child, f.ours = append(f.child, w), append(f.ours, r)
	return r, nil
}

func (f *descriptors) toChild() (*os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	f.child, f.ours = append(f.child, r), append(f.ours, w)
	return w, nil
}

// expire makes reads that still wait after t end.
func (f *descriptors) expire(t time.Time) {
	for _, r := range []*os.File{f.stdout, f.stderr, f.frames, f.gate} {
		if r != nil {
			r.SetReadDeadline(t)
		}
	}
	if f.gonb != nil {
		f.gonb.r.SetReadDeadline(t)
	}
}

func (f *descriptors) closeChild() {
	for _, x := range f.child {
		x.Close()
	}
	f.child = nil
}

func (f *descriptors) closeOurs() {
	for _, x := range f.ours {
		x.Close()
	}
	f.ours = nil
}

func (f *descriptors) close() {
	f.closeChild()
	f.closeOurs()
	if f.gonb != nil {
		f.gonb.remove()
	}
}
