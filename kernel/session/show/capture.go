package show

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// capture is the file of %capture. What cannot be written to it is an error of the cell.
type capture struct {
	f    *os.File
	err  error       // the first
	stop func() bool // no more attention to the interrupt
}

// openCapture opens the file for writing. A named pipe that nobody reads is an error; one that is not read on holds the
// cell up until ctx ends.
func openCapture(ctx context.Context, path string, flag int) (*capture, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|syscall.O_NONBLOCK|flag, 0o644)
	if errors.Is(err, syscall.ENXIO) {
		return nil, fmt.Errorf("nobody reads the pipe %s", path)
	}
	if err != nil {
		return nil, err
	}
	return &capture{f: f, stop: context.AfterFunc(ctx, func() { f.SetWriteDeadline(time.Unix(1, 0)) })}, nil
}

// Write implements io.Writer. It does not fail; see close.
func (c *capture) Write(p []byte) (int, error) {
	if c.err == nil {
		_, c.err = c.f.Write(p)
	}
	return len(p), nil
}

// close closes the file and returns the first error of writing to it.
func (c *capture) close() error {
	c.stop()
	if err := errors.Join(c.err, c.f.Close()); err != nil {
		return fmt.Errorf("%%capture: %w", err)
	}
	return nil
}
