package jupyter

import (
	"context"
	"sync"

	"github.com/mercer-go/mercer/kernel/interrupt"
)

// running is the shell request that runs, if there is one. An interrupt comes from elsewhere.
type running struct {
	mu      sync.Mutex
	source  *interrupt.Source // of its interrupts; nil when there is none
	parent  []byte            // header of the newest one
	closing bool              // there will be no other
}

// begin makes the context of a request with this header, which an interrupt ends. When the server is closing it has ended already.
func (r *running) begin(header []byte) (context.Context, func()) {
	ctx, source := interrupt.New(context.Background())
	r.mu.Lock()
	defer r.mu.Unlock()
	r.source, r.parent = source, header
	if r.closing {
		source.End(ErrShutdown)
	}
	return ctx, func() {
		r.mu.Lock()
		r.source = nil
		r.mu.Unlock()
		source.End(nil)
	}
}

// interrupt ends the request that runs, if there is one, unless its program takes the interrupt.
func (r *running) interrupt() {
	r.mu.Lock()
	source := r.source
	r.mu.Unlock()
	if source != nil {
		source.Interrupt(ErrInterrupted)
	}
}

// end stops the request that runs, and those that follow, for good.
func (r *running) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closing = true
	if r.source != nil {
		r.source.End(ErrShutdown)
	}
}

// newest returns the header of the newest request.
func (r *running) newest() []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.parent
}
