package jupyter

import (
	"context"
	"testing"

	"github.com/mercer-go/mercer/kernel/interrupt"
)

// An interrupt is offered to the program of the request that runs before it ends the request; a shutdown is not.
func TestInterruptIsOffered(t *testing.T) {
	var r running
	ctx, done := r.begin(nil)
	offers := 0
	interrupt.Handle(ctx, func() bool { offers++; return offers == 1 })
	r.interrupt()
	if offers != 1 || ctx.Err() != nil {
		t.Fatalf("%d offers, %v", offers, ctx.Err())
	}
	r.interrupt()
	if offers != 2 || context.Cause(ctx) != ErrInterrupted {
		t.Fatalf("%d offers, %v", offers, context.Cause(ctx))
	}
	done()
	r.interrupt() // nothing runs
	ctx, done = r.begin(nil)
	defer done()
	interrupt.Handle(ctx, func() bool { return true })
	r.end()
	if context.Cause(ctx) != ErrShutdown {
		t.Errorf("shutdown: %v", context.Cause(ctx))
	}
}
