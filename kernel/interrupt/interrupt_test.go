package interrupt

import (
	"context"
	"errors"
	"testing"
)

var errStop = errors.New("stop")

// An interrupt goes to the newest handler that takes it, and ends the context once none does.
func TestInterrupt(t *testing.T) {
	ctx, source := New(t.Context())
	var took []string
	taker := func(name string, times int) func() bool {
		return func() bool {
			times--
			if times >= 0 {
				took = append(took, name)
			}
			return times >= 0
		}
	}
	stopOuter := Handle(ctx, taker("outer", 1))
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	stopInner := Handle(within, taker("inner", 1))
	source.Interrupt(errStop)
	source.Interrupt(errStop)
	if ctx.Err() != nil || len(took) != 2 || took[0] != "inner" || took[1] != "outer" {
		t.Fatalf("taken by %v, the context: %v", took, ctx.Err())
	}
	stopInner()
	stopOuter()
	source.Interrupt(errStop)
	if context.Cause(within) != errStop {
		t.Errorf("the cause is %v", context.Cause(within))
	}
}

// Ending asks nobody, and contexts of others have no interrupts.
func TestEnd(t *testing.T) {
	ctx, source := New(t.Context())
	Handle(ctx, func() bool { return true })
	Handle(t.Context(), func() bool { return true })()
	source.End(errStop)
	if context.Cause(ctx) != errStop {
		t.Errorf("the cause is %v", context.Cause(ctx))
	}
}
