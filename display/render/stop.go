package render

import (
	"context"
	"fmt"
	"io"
)

// Drawing can be stopped: what takes long looks at the context as it goes, and since neither the drawing library nor the
// functions that it calls return errors, it leaves by a panic that caught turns into one.

// stopped is the panic of drawing whose context has ended.
type stopped struct{ err error }

// proceed panics when ctx has ended.
func proceed(ctx context.Context) {
	if err := ctx.Err(); err != nil {
		panic(stopped{err})
	}
}

// caught turns a panic into an error. One of the drawing library, for a figure that cannot be drawn, must not end the
// kernel.
func caught(err *error) {
	switch p := recover().(type) {
	case nil:
	case stopped:
		*err = fmt.Errorf("render: %w", p.err)
	default:
		*err = fmt.Errorf("render: %v", p)
	}
}

// stoppable is a writer that fails when its context has ended.
type stoppable struct {
	ctx context.Context
	io.Writer
}

// Write implements io.Writer.
func (w stoppable) Write(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.Writer.Write(p)
}
