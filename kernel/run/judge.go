package run

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/mercer-go/mercer/display/frame"
)

// Judge judges a derivation: question and verdict are encodings of package display/derive/proof, as are the calls of functions of the program
// and their answers that go through ask. It returns soon after ctx ends.
type Judge func(ctx context.Context, question []byte, ask func(calls []byte) (answers []byte, err error)) (verdict []byte, err error)

// maxHearings bounds the derivations of a program that wait for answers of its functions.
const maxHearings = 256

// hearings are the derivations of a program that are being judged. A derivation whose judge asks back stays while the program, between
// two frames, calls its own functions: these may show things, or have another derivation judged.
type hearings struct {
	judge Judge

	mu   sync.Mutex
	last uint64
	open map[uint64]*hearing
	done sync.WaitGroup
}

// hearing is one derivation.
type hearing struct {
	number  uint64
	said    chan said   // what the judge says next
	answers chan []byte // what the program answers
}

// said is calls of functions of the program or, at the end, the verdict or an error.
type said struct {
	calls, verdict []byte
	err            error
}

// answer acts on a frame about a derivation and returns what the judge says next.
func (h *hearings) answer(ctx context.Context, kind frame.Kind, payload []byte) ([]byte, error) {
	if h.judge == nil {
		return nil, errors.New("derivations are not judged here")
	}
	if kind == frame.Judge {
		one, err := h.begin(ctx, payload)
		if err != nil {
			return nil, err
		}
		return h.next(ctx, one)
	}
	var n frame.Numbered
	if err := n.UnmarshalBinary(payload); err != nil {
		return nil, err
	}
	h.mu.Lock()
	one := h.open[n.Number]
	h.mu.Unlock()
	if one == nil {
		return nil, fmt.Errorf("there is no derivation %d that waits for answers", n.Number)
	}
	select {
	case one.answers <- n.Body:
		return h.next(ctx, one)
	case <-ctx.Done():
		return nil, errEnded
	}
}

var errEnded = errors.New("the cell has been ended")

// begin has a judge begin with a question.
func (h *hearings) begin(ctx context.Context, question []byte) (*hearing, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.open) >= maxHearings {
		return nil, fmt.Errorf("%d derivations wait for answers of functions; there may be no more at once", len(h.open))
	}
	h.last++
	one := &hearing{number: h.last, said: make(chan said), answers: make(chan []byte)}
	if h.open == nil {
		h.open = map[uint64]*hearing{}
	}
	h.open[one.number] = one
	h.done.Go(func() { one.tell(ctx, one.run(ctx, h.judge, question)) })
	return one, nil
}

// next is what the judge says next, as the program is told.
func (h *hearings) next(ctx context.Context, one *hearing) ([]byte, error) {
	var s said
	select {
	case s = <-one.said:
	case <-ctx.Done():
		s.err = errEnded
	}
	reply := frame.Numbered{Number: one.number, Body: s.calls}
	if s.calls == nil {
		reply = frame.Numbered{Body: s.verdict}
		h.mu.Lock()
		delete(h.open, one.number)
		h.mu.Unlock()
	}
	if s.err != nil {
		return nil, s.err
	}
	return reply.AppendBinary(nil)
}

// run is what the judge says last. A panic of the judge is a fault of ours that only the cell suffers from.
func (one *hearing) run(ctx context.Context, judge Judge, question []byte) (s said) {
	defer func() {
		if p := recover(); p != nil {
			s = said{err: fmt.Errorf("the derivation could not be judged, by a fault of Mercer: %v", p)}
		}
	}()
	verdict, err := judge(ctx, question, func(calls []byte) ([]byte, error) {
		one.tell(ctx, said{calls: calls})
		select {
		case answers := <-one.answers:
			return answers, nil
		case <-ctx.Done():
			return nil, errEnded
		}
	})
	return said{verdict: verdict, err: err}
}

// endTime is how long the end of a program waits for its judges, which are told by their context.
const endTime = 300 * time.Millisecond

// end waits until all judges have ended, for a moment: one that is in the middle of a long operation ends after it.
func (h *hearings) end() {
	done := make(chan struct{})
	go func() {
		h.done.Wait()
		close(done)
	}()
	within(endTime, done)
}

// tell says something to the program, unless that has ended.
func (one *hearing) tell(ctx context.Context, s said) {
	select {
	case one.said <- s:
	case <-ctx.Done():
	}
}
