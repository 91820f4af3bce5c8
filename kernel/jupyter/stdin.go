package jupyter

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/mercer-go/mercer/kernel/jupyter/wire"
)

// ErrNoInput says that the front end which sent the request cannot be asked.
var ErrNoInput = errors.New("the front end does not take questions (allow_stdin is false, or its stdin channel is not connected)")

// connectWait is how long a question waits for the stdin channel of a front end that is just connecting.
const connectWait = 5 * time.Second

// question is an input_request that waits for its answer.
type question struct {
	id     string // of the input_request
	peer   string // identity of the front end
	answer chan string
}

// asking is the question that waits, if there is one.
type asking struct {
	mu sync.Mutex
	q  *question
}

func (a *asking) set(q *question) {
	a.mu.Lock()
	a.q = q
	a.mu.Unlock()
}

// answer gives the question that waits its answer. Answers to earlier questions, and from others than who was asked, are not taken.
func (a *asking) answer(peer, parent, value string) (taken bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	q := a.q
	if q == nil || q.peer != peer || parent != "" && parent != q.id {
		return false
	}
	a.q = nil
	q.answer <- value
	return true
}

// ask sends a question to the front end that sent the request, and waits for the answer or the end of ctx.
func (s *Server) ask(ctx context.Context, r request, content wire.InputRequest) (string, error) {
	if err := s.awaitStdin(ctx, r.Identities[0]); err != nil {
		return "", err
	}
	m, err := s.wire.New(wire.TypeInputRequest, r.RawHeader, content)
	if err != nil {
		return "", err
	}
	m.Identities = r.Identities
	frames, err := s.wire.Encode(m)
	if err != nil {
		return "", err
	}
	q := &question{id: m.Header.ID, peer: string(r.Identities[0]), answer: make(chan string, 1)}
	s.asking.set(q)
	defer s.asking.set(nil)
	if err := s.channels.stdin.Send(frames); err != nil {
		return "", fmt.Errorf("%w: %w", ErrNoInput, err)
	}
	select {
	case text := <-q.answer:
		return text, nil
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// awaitStdin waits until the peer is connected to the stdin channel.
func (s *Server) awaitStdin(ctx context.Context, peer []byte) error {
	late := time.NewTimer(connectWait)
	defer late.Stop()
	for {
		connected, changed := s.channels.stdin.Connected(peer)
		if connected {
			return nil
		}
		select {
		case <-changed:
		case <-late.C:
			return ErrNoInput
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// receiveStdin gives an answer to the question that waits for it. Some front ends do not say what they answer.
func (s *Server) receiveStdin(frames [][]byte) {
	r, ok := s.receive("stdin", frames)
	if !ok {
		return
	}
	c, ok := r.content.(wire.InputReply)
	if !ok {
		s.cfg.Log.Warn("dropped a message", "channel", "stdin", "type", r.Header.Type)
		return
	}
	if parent := r.ParentID(); !s.asking.answer(string(r.Identities[0]), parent, c.Value) {
		s.cfg.Log.Info("dropped an answer that nobody waits for", "parent", parent)
	}
}
