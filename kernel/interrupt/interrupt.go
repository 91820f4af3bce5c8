// Package interrupt lets a program that handles interrupts end by itself. An interrupt of the user is first offered to the
// program that runs, which may take it; otherwise, and when the user interrupts once more, the context of the request ends.
package interrupt

import (
	"context"
	"slices"
	"sync"
)

// Source is where the interrupts of one request come from.
type Source struct {
	cancel context.CancelCauseFunc

	mu       sync.Mutex
	handlers []*handler
}

// handler is a function that may take an interrupt.
type handler struct{ take func() bool }

type sourceKey struct{}

// New returns a context that the source's interrupts end, unless a handler takes them.
func New(parent context.Context) (context.Context, *Source) {
	ctx, cancel := context.WithCancelCause(parent)
	s := &Source{cancel: cancel}
	return context.WithValue(ctx, sourceKey{}, s), s
}

// Interrupt offers an interrupt to the handlers, the newest first, and ends the context for a reason if none takes it.
func (s *Source) Interrupt(cause error) {
	s.mu.Lock()
	handlers := slices.Clone(s.handlers)
	s.mu.Unlock()
	for _, h := range slices.Backward(handlers) {
		if h.take() {
			return
		}
	}
	s.cancel(cause)
}

// End ends the context for a reason, without asking anybody.
func (s *Source) End(cause error) { s.cancel(cause) }

// Handle has interrupts of ctx offered to take, which reports whether it takes one. The function that is returned ends
// that. A context without a Source has no interrupts to offer.
func Handle(ctx context.Context, take func() bool) (stop func()) {
	s, _ := ctx.Value(sourceKey{}).(*Source)
	if s == nil {
		return func() {}
	}
	h := &handler{take}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.handlers = append(s.handlers, h)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.handlers = slices.DeleteFunc(s.handlers, func(other *handler) bool { return other == h })
	}
}
