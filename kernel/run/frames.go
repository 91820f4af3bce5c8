package run

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/mercer-go/mercer/display/frame"
)

// serveFrames answers the program's frames until it ends.
func (p *process) serveFrames(r io.Reader, w *os.File) {
	for {
		kind, payload, err := frame.Read(r)
		if err != nil {
			return
		}
		answer, refusal, asked := p.handleFrame(kind, payload)
		if !asked {
			continue
		}
		reply := frame.Reply
		if refusal != nil {
			reply, answer = frame.Refuse, []byte(refusal.Error())
		}
		if frame.Write(w, reply, answer) != nil {
			return
		}
	}
}

// handleFrame acts on one frame; asked says that it wants an answer.
func (p *process) handleFrame(kind frame.Kind, payload []byte) (answer []byte, refusal error, asked bool) {
	switch kind {
	case frame.Commit:
		return nil, p.commit(payload, false), true
	case frame.Finish:
		return nil, p.commit(payload, true), true
	case frame.Input:
		line, err := p.input(payload)
		return []byte(line), err, true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case kind.Shown():
		return nil, p.show(kind, payload), true
	case kind.Notice():
		p.notice(kind, string(payload))
		return nil, nil, true
	}
	switch kind {
	case frame.Hello:
		p.outcome.Start = time.Since(p.start)
	case frame.Failure:
		failed := new(frame.Failed)
		if failed.UnmarshalBinary(payload) != nil {
			failed = &frame.Failed{Name: "error", Value: "the cell failed"}
		}
		p.outcome.Failure = failed
	case frame.Done:
		p.outcome.Done = true
	}
	return nil, nil, false
}

// notice hands on what the run-time has to say, after the text written before it. The lock is held.
func (p *process) notice(kind frame.Kind, text string) {
	p.settle()
	if kind == frame.Loss {
		p.cmd.Out.Notice(text)
	} else {
		p.cmd.Out.Note(text)
	}
}

// show hands on something to display, after the text written before it. The lock is held.
func (p *process) show(kind frame.Kind, payload []byte) error {
	p.settle()
	if kind == frame.Clear {
		p.cmd.Out.Clear(len(payload) > 0 && payload[0] == 1)
		return nil
	}
	var b frame.Bundle
	if err := b.UnmarshalBinary(payload); err != nil {
		return err
	}
	switch kind {
	case frame.Result:
		p.cmd.Out.Result(b)
	default:
		p.cmd.Out.Display(b, kind == frame.Update)
	}
	return nil
}

// commit commits the program's values, unless it has been interrupted: after that nothing may change. With the last
// commit the cell has ended well, however the process ends from there.
func (p *process) commit(manifest []byte, last bool) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd.Commit == nil {
		return fmt.Errorf("values are not kept here")
	}
	if p.outcome.Interrupted || p.outcome.OverMemory > 0 || p.outcome.Failure != nil {
		return fmt.Errorf("the cell has been ended")
	}
	err := p.cmd.Commit(manifest)
	p.finished = last && err == nil
	return err
}

func (p *process) input(payload []byte) (string, error) {
	if len(payload) == 0 {
		return "", fmt.Errorf("input request is empty")
	}
	return p.ask(string(payload[1:]), payload[0] == 1)
}
