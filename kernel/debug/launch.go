package debug

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"

	"github.com/mercer-go/mercer/kernel/run/observe"
)

// Adapter is a process, or what stands for one, that speaks the Debug Adapter Protocol.
type Adapter interface {
	io.Reader
	io.Writer
	// Kill ends it at once; its Reader then ends.
	Kill()
	// Wait waits until it has ended, which its Reader's end announces, and says how if that was not of its own will.
	Wait() error
}

// Launch returns a function that starts a program with arguments as an adapter on its standard streams.
func Launch(program string, args ...string) func() (Adapter, error) {
	return func() (Adapter, error) {
		a := &process{cmd: exec.Command(program, args...)}
		a.cmd.SysProcAttr = observe.Attributes()
		a.cmd.Stderr = &a.said
		in, err := a.cmd.StdinPipe()
		if err != nil {
			return nil, err
		}
		out, err := a.cmd.StdoutPipe()
		if err != nil {
			return nil, err
		}
		a.Writer, a.Reader = in, out
		a.wait = sync.OnceValue(a.cmd.Wait)
		if err := a.cmd.Start(); err != nil {
			return nil, fmt.Errorf("the debugger does not start: %w", err)
		}
		return a, nil
	}
}

// process is an adapter that is one.
type process struct {
	io.Reader
	io.Writer
	cmd  *exec.Cmd
	said head
	wait func() error
}

func (a *process) Kill() {
	if err := a.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		_ = a.cmd.Process.Release()
	}
}

func (a *process) Wait() error {
	err := a.wait()
	if text := a.said.text(); err != nil && text != "" {
		return fmt.Errorf("%w: %s", err, text)
	}
	return err
}

// head keeps the beginning of what is written to it.
type head struct{ kept []byte }

func (h *head) Write(p []byte) (int, error) {
	const most = 4096
	h.kept = append(h.kept, p[:min(len(p), max(0, most-len(h.kept)))]...)
	return len(p), nil
}

// text is the first line.
func (h *head) text() string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(h.kept)), "\n")
	return cmp.Or(strings.TrimPrefix(line, "mercer-debugger: "), "")
}
