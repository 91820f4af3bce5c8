package debug

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/google/go-dap"
)

// How long an adapter may take to answer.
const (
	askTime     = 10 * time.Second
	attachTime  = 30 * time.Second // all that is said before the program begins
	releaseTime = 300 * time.Millisecond
)

// target is the program of a cell, seen through its adapter.
type target struct {
	adapter Adapter
	seen    func(message) // of events, in order
	ended   chan struct{} // the adapter has, and all of its events were seen

	mu      sync.Mutex // guards what follows
	seq     int
	pending map[int]chan message
	events  []message
	closed  bool // the adapter says nothing any more
	leaving bool // and may end
	filled  chan struct{}
}

// message is what an adapter says, as far as it matters here.
type message struct {
	Type       string          `json:"type"`
	RequestSeq int             `json:"request_seq"`
	Success    bool            `json:"success"`
	Message    string          `json:"message"`
	Event      string          `json:"event"`
	Body       json.RawMessage `json:"body"`
}

// errGone is why an adapter does not answer that has ended.
var errGone = errors.New("the debugger has ended")

// newTarget begins a conversation with an adapter. seen is called with its events, gone when it has ended without having been told to.
func newTarget(a Adapter, seen func(message), gone func(error)) *target {
	t := &target{adapter: a, seen: seen, ended: make(chan struct{}), pending: map[int]chan message{}, filled: make(chan struct{}, 1)}
	go t.read()
	go t.serve(gone)
	return t
}

// read takes what the adapter says.
func (t *target) read() {
	r := bufio.NewReader(t.adapter)
	for {
		data, err := dap.ReadBaseMessage(r)
		var m message
		if err == nil {
			err = json.Unmarshal(data, &m)
		}
		if err != nil {
			t.close()
			return
		}
		t.take(m)
	}
}

// take hands a message to who waits for it.
func (t *target) take(m message) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch m.Type {
	case "response":
		if waiting := t.pending[m.RequestSeq]; waiting != nil {
			delete(t.pending, m.RequestSeq)
			waiting <- m
		}
	case "event":
		t.events = append(t.events, m)
		t.wake()
	}
}

// wake lets serve look. The lock is held.
func (t *target) wake() {
	select {
	case t.filled <- struct{}{}:
	default:
	}
}

// close tells all who wait that nothing comes any more.
func (t *target) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	for seq, waiting := range t.pending {
		delete(t.pending, seq)
		close(waiting)
	}
	t.wake()
}

// serve hands on events until the adapter has ended.
func (t *target) serve(gone func(error)) {
	defer close(t.ended)
	for {
		t.mu.Lock()
		list, closed, leaving := t.events, t.closed, t.leaving
		t.events = nil
		t.mu.Unlock()
		for _, m := range list {
			t.seen(m)
		}
		switch {
		case len(list) > 0:
		case closed:
			t.adapter.Kill() // what says nothing any more has no other use
			if err := t.adapter.Wait(); !leaving {
				gone(howEnded(err))
			}
			return
		default:
			<-t.filled
		}
	}
}

func howEnded(err error) error {
	if err == nil {
		return errGone
	}
	return fmt.Errorf("%w: %w", errGone, err)
}

// ask sends a request and waits for the answer, at most for limit. An answer that refuses is an error.
func (t *target) ask(ctx context.Context, limit time.Duration, command string, args any) (json.RawMessage, error) {
	answer, seq, err := t.send(command, args, command == farewell)
	if err != nil {
		return nil, err
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case m, ok := <-answer:
		switch {
		case !ok:
			return nil, errGone
		case !m.Success:
			return m.Body, refusal(m)
		}
		return m.Body, nil
	case <-timer.C:
		err = fmt.Errorf("the debugger has not answered %s within %v", command, limit)
	case <-ctx.Done():
		err = ctx.Err()
	}
	t.mu.Lock()
	delete(t.pending, seq)
	t.mu.Unlock()
	return nil, err
}

// farewell is the request after which an adapter ends. One that has ended before was lost.
const farewell = "disconnect"

// send sends a request, after which the adapter may end if it is the last one. The channel is closed if the adapter ends before it answers.
func (t *target) send(command string, args any, last bool) (chan message, int, error) {
	answer := make(chan message, 1)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil, 0, errGone
	}
	t.seq++
	data, err := json.Marshal(map[string]any{"seq": t.seq, "type": "request", "command": command, "arguments": args})
	if err != nil {
		return nil, 0, err
	}
	t.pending[t.seq] = answer
	if err := dap.WriteBaseMessage(t.adapter, data); err != nil {
		delete(t.pending, t.seq)
		return nil, 0, fmt.Errorf("%w: %w", errGone, err)
	}
	t.leaving = t.leaving || last
	return answer, t.seq, nil
}

// refusal is why an adapter refuses a request.
func refusal(m message) error {
	var body dap.ErrorResponseBody
	if json.Unmarshal(m.Body, &body) == nil && body.Error != nil && body.Error.Format != "" {
		return errors.New(body.Error.Format)
	}
	return errors.New(m.Message)
}

// leave says that the adapter may end.
func (t *target) leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.leaving = true
}

// detach has the adapter let go of the program, and end. What does not within limit is ended; the error says so.
func (t *target) detach(limit time.Duration) error {
	_, err := t.ask(context.Background(), limit, farewell, map[string]any{"terminateDebuggee": false})
	if err == nil || errors.Is(err, errGone) {
		select {
		case <-t.ended:
			return nil
		case <-time.After(limit):
		}
	}
	t.leave()
	t.adapter.Kill()
	<-t.ended
	return err
}
