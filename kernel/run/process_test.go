package run

import (
	"context"
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
)

// interruptWhen is an Output that ends a context when the program has written something.
type interruptWhen struct {
	recorder
	cancel context.CancelFunc
}

func (i *interruptWhen) Stream(name, text string) {
	i.recorder.Stream(name, text)
	i.cancel()
}

// TestInterrupts interrupts programs that handle it, that do not, and that are deaf to it.
func TestInterrupts(t *testing.T) {
	for _, test := range []struct {
		program string
		notify  bool
		exit    int
		signal  string
		want    string
	}{
		{"notifies", true, 0, "", "up\ninterrupt\n"},
		{"deaf", true, -1, "killed", "up\n"},
		{"loop", false, 2, "", "looping\n"},
	} {
		t.Run(test.program, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			out := &interruptWhen{cancel: cancel}
			o, _ := runProgram(t, ctx, test.program, func(c *Command) { c.Notify, c.Out = test.notify, out })
			if !o.Interrupted || o.Done || o.ExitCode != test.exit || o.Signal != test.signal || out.text.String() != test.want {
				t.Errorf("got %+v, output %q", o, out.text.String())
			}
		})
	}
}

// TestInterruptBeforeTheStart runs a program whose context has ended already.
func TestInterruptBeforeTheStart(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o, _ := runProgram(t, ctx, "loop", nil)
	if !o.Interrupted || o.Done {
		t.Errorf("got %+v", o)
	}
}

// TestKilled runs a program that is killed from outside.
func TestKilled(t *testing.T) {
	o, rec := runProgram(t, t.Context(), "kills itself", nil)
	if o.Done || o.Signal != "killed" || rec.text.String() != "before" {
		t.Errorf("got %+v, output %q", o, rec.text.String())
	}
}

// TestInterruptDuringACommit interrupts while the values are being committed: they are, and the cell has ended well;
// once it is interrupted, nothing is committed any more.
func TestInterruptDuringACommit(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	commits := 0
	o, _ := runProgram(t, ctx, "finishes twice", func(c *Command) {
		c.Commit = func([]byte) error {
			commits++
			cancel()
			<-ctx.Done()
			return nil
		}
	})
	if commits != 1 || !o.Done {
		t.Errorf("%d commits, got %+v", commits, o)
	}
}

// TestRefusedCommit commits where that fails, and the program says so.
func TestRefusedCommit(t *testing.T) {
	o, rec := runProgram(t, t.Context(), "commit", func(c *Command) {
		c.Commit = func([]byte) error { return errors.New("no space left on device") }
	})
	if o.Done || rec.text.String() != "refused: no space left on device\n" {
		t.Errorf("got %+v, output %q", o, rec.text.String())
	}
}

// TestNotesAndQuestions goes through the frames that are no displays.
func TestNotesAndQuestions(t *testing.T) {
	o, rec := runProgram(t, t.Context(), "notes", nil)
	if !o.Done || rec.text.String() != "<clear>=42" || strings.Join(rec.notes, "|") != "careful" {
		t.Errorf("got %+v, output %q, notes %q", o, rec.text.String(), rec.notes)
	}
	o, rec = runProgram(t, t.Context(), "asks", func(c *Command) {
		c.Input = func(_ context.Context, prompt string, password bool) (string, error) {
			if prompt != "name" || !password {
				return "", errors.New("asked for " + prompt)
			}
			return "Ada", nil
		}
	})
	if want := "Ada <nil>\ninput request is empty\nframe: payload ends early\n"; !o.Done || rec.text.String() != want {
		t.Errorf("got %+v, output %q", o, rec.text.String())
	}
	o, rec = runProgram(t, t.Context(), "asks", nil)
	if !strings.HasPrefix(rec.text.String(), " the front end does not take input here\n") {
		t.Errorf("got %+v, output %q", o, rec.text.String())
	}
}

// TestFaultyFrames sends bytes that are no frames: the program's end is seen all the same.
func TestFaultyFrames(t *testing.T) {
	o, rec := runProgram(t, t.Context(), "no frames", nil)
	if o.Done || o.ExitCode != 0 || rec.text.String() != "still here\n" {
		t.Errorf("got %+v, output %q", o, rec.text.String())
	}
}

// TestNoPlaceForPipes makes named pipes where there can be none.
func TestNoPlaceForPipes(t *testing.T) {
	cmd := &Command{Path: os.Args[0], GoNB: true, PipeDir: "/does/not/exist", Out: &recorder{}}
	if _, err := cmd.Run(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "run: ") {
		t.Errorf("got %v", err)
	}
	cmd = &Command{Path: os.Args[0], Dir: "/does/not/exist", Out: &recorder{}}
	if _, err := cmd.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "working directory") {
		t.Errorf("got %v", err)
	}
}

// TestOutOfDescriptors starts a program when no file can be opened any more.
func TestOutOfDescriptors(t *testing.T) {
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &old); err != nil {
		t.Skip(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &old)
	small := old
	small.Cur = 3
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &small); err != nil {
		t.Skip(err)
	}
	_, err := (&Command{Path: os.Args[0], Out: &recorder{}}).Run(t.Context())
	if err == nil || !errors.Is(err, syscall.EMFILE) {
		t.Errorf("got %v", err)
	}
}
