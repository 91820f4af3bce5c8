package jupyter

import (
	"context"
	"sync"
)

// running is the shell request that runs, if there is one. An interrupt comes from elsewhere.
type running struct {
	mu      sync.Mutex
	cancel  context.CancelCauseFunc // ends it; nil when there is none
	parent  []byte                  // header of the newest one
	closing bool                    // there will be no other
}

// begin makes the context of a request with this header, which an interrupt ends. When the server is closing it has ended already.
func (r *running) begin(header []byte) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cancel, r.parent = cancel, header
	if r.closing {
		cancel(ErrShutdown)
	}
	return ctx, func() {
		r.mu.Lock()
		r.cancel = nil
		r.mu.Unlock()
		cancel(nil)
	}
}

// interrupt ends the request that runs, if there is one.
func (r *running) interrupt() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cancel != nil {
		r.cancel(ErrInterrupted)
	}
}

// end stops the request that runs, and those that follow, for good.
func (r *running) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closing = true
	if r.cancel != nil {
		r.cancel(ErrShutdown)
	}
}

// newest returns the header of the newest request.
func (r *running) newest() []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.parent
}
