package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/files"
)

// serveFrames answers the program's frames until it ends. A payload of more than most bytes is refused unread.
func (p *process) serveFrames(ctx context.Context, r io.Reader, w *os.File, most int) {
	for {
		kind, payload, err := frame.ReadUpTo(r, most)
		var answer []byte
		asked := kind.Asks()
		switch {
		case errors.Is(err, frame.ErrTooLarge):
			err = fmt.Errorf("over %s", files.SizeText(uint64(most)))
		case err != nil:
			return
		case asked:
			answer, err = p.answer(ctx, kind, payload)
		default:
			p.take(kind, payload)
		}
		if !asked {
			continue
		}
		if kind.Judged() && ctx.Err() != nil {
			return // the program is being ended, and is not to fail for another reason before
		}
		reply := frame.Reply
		if err != nil {
			reply, answer = frame.Refuse, []byte(err.Error())
		}
		if frame.Write(w, reply, answer) != nil {
			return
		}
	}
}

// answer acts on a frame that wants an answer; its error is a refusal.
func (p *process) answer(ctx context.Context, kind frame.Kind, payload []byte) ([]byte, error) {
	switch kind {
	case frame.Values:
		if p.cmd.Values == nil {
			return nil, errNoValues
		}
		return p.cmd.Values(strings.Fields(string(payload)))
	case frame.Commit, frame.Finish:
		return nil, p.commit(payload, kind == frame.Finish)
	case frame.Input:
		if len(payload) == 0 {
			return nil, errors.New("input request is empty")
		}
		line, err := p.ask(ctx, string(payload[1:]), payload[0] == 1)
		if line == endOfInput {
			return nil, io.EOF
		}
		return []byte(line), err
	case frame.Judge, frame.Answers:
		return p.hearings.answer(ctx, kind, payload)
	case frame.Interact, frame.Called:
		return p.interact(kind, payload)
	case frame.Note, frame.Loss:
		p.say(kind, string(payload))
		return nil, nil
	case frame.Clear:
		p.show(&event{kind: kind, wait: len(payload) > 0 && payload[0] == 1}, 0)
		return nil, nil
	}
	e := &event{kind: kind}
	if err := e.bundle.UnmarshalBinary(payload); err != nil {
		return nil, err
	}
	p.show(e, len(payload))
	return nil, nil
}

// take acts on a frame that wants no answer.
func (p *process) take(kind frame.Kind, payload []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch kind {
	case frame.Hello:
		p.outcome.Start = time.Since(p.start)
		p.greet(payload)
	case frame.Failure:
		failed := new(frame.Failed)
		if failed.UnmarshalBinary(payload) != nil {
			failed = &frame.Failed{Name: "error", Value: "the cell failed"}
		}
		p.outcome.Failure = failed
	case frame.Sizes:
		p.sizes = string(payload)
	case frame.Took:
		ns, _ := strconv.ParseInt(string(payload), 10, 64)
		p.outcome.Took = time.Duration(ns)
	case frame.Done:
		p.outcome.Done = p.ctx.Err() == nil // after an interrupt nothing may change
		p.outcome.Interrupted = !p.outcome.Done
	}
}

// greet notes it where a program speaks a newer grammar than ours. The lock is held.
func (p *process) greet(hello []byte) {
	if len(hello) == 1 && hello[0] > frame.Version {
		note := fmt.Sprintf("This program was linked with a newer Mercer than the kernel's: it may ask what the kernel does not know. (version %d of the frames, the kernel has %d)",
			hello[0], frame.Version)
		p.outlet.call(func(out Output) { out.Notice(note) })
	}
}

// say hands on what the run-time has to say, after the text written before it.
func (p *process) say(kind frame.Kind, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.written.settle()
	p.outlet.call(func(out Output) {
		if kind == frame.Loss {
			out.Notice(text)
		} else {
			out.Note(text)
		}
	})
}

// interact hands on what the program says of controls, after what it has shown before, and returns what it is to do.
func (p *process) interact(kind frame.Kind, payload []byte) (answer []byte, err error) {
	if p.cmd.Interact == nil {
		return nil, errors.New("controls cannot be shown here")
	}
	var call frame.Call
	err = errEnded
	p.mu.Lock()
	p.written.settle()
	done := p.outlet.call(func(Output) { call, err = p.cmd.Interact(kind, payload) })
	p.mu.Unlock()
	<-done
	if err != nil {
		return nil, err
	}
	return call.AppendBinary(nil)
}

// waitFor is the payload in bytes from which the sender of an update waits until it is handed on.
const waitFor = 1 << 20

// show hands on something to display, after the text written before it, and waits until it is handed on: so the program
// does not run ahead of what its reader sees. Small updates are not waited for.
func (p *process) show(e *event, size int) {
	if done := p.queueShow(e, size); done != nil && (e.kind != frame.Update || size >= waitFor || p.outlet.crowded()) {
		<-done
	}
}

func (p *process) queueShow(e *event, size int) (done <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.written.settle()
	now, note := p.written.shows.admit(e, size)
	if note != "" {
		p.outlet.call(func(out Output) { out.Notice(note) })
	}
	if !now {
		return nil
	}
	return p.outlet.show(e)
}

var errNoValues = errors.New("values are not kept here")

// commit commits the program's values, unless it has been interrupted: after that nothing may change. With the last
// commit the cell has ended well, however the process ends from there.
func (p *process) commit(manifest []byte, last bool) error {
	if p.cmd.Commit == nil {
		return errNoValues
	}
	p.mu.Lock()
	over := p.ctx.Err() != nil || p.outcome.OverMemory > 0 || p.outcome.Failure != nil
	p.mu.Unlock()
	if over {
		return errEnded
	}
	if err := p.cmd.Commit(manifest); err != nil {
		return err
	}
	p.mu.Lock()
	p.finished = last
	p.mu.Unlock()
	return nil
}
