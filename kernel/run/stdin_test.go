package run

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/mercer-go/mercer/kernel/run/observe"
)

// answers is an Input that gives one line after the other, and then fails.
type answers struct {
	mu    sync.Mutex
	lines []string
	asked int
}

func (a *answers) input(context.Context, string, bool) (string, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked++
	if len(a.lines) == 0 {
		return "", errors.New("no more answers")
	}
	line := a.lines[0]
	a.lines = a.lines[1:]
	return line, nil
}

func needWatch(t *testing.T) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if observe.NewReadWatch(os.Getpid(), w, false) == nil {
		t.Skip("this system does not tell what a program waits for")
	}
}

// TestReadingAsks runs programs that read: they are asked when they do, and only then.
func TestReadingAsks(t *testing.T) {
	needWatch(t)
	const atEnd = "The standard input of this cell is at its end: no more answers."
	for _, test := range []struct {
		program string
		reads   Reads
		lines   []string
		want    string
		asked   int
		notes   string
	}{
		{program: "scan", reads: Asked, lines: []string{"Ada", "36"}, want: "Name? Age? Ada is 36\n", asked: 2},
		{program: "scan", reads: Asked, lines: []string{"Ada 36"}, want: "Name? Age? Ada is 36\n", asked: 1},
		{program: "scan", reads: Asked, lines: []string{"Ada", "\x04"}, want: "Name? Age? Ada is 0\n", asked: 2},
		{program: "scan", reads: Asked, lines: []string{"Ada 36\x04", "more"}, want: "Name? Age? Ada is 36\n", asked: 1},
		{program: "child reads", reads: Prompted, lines: []string{"\x04"}, asked: 1},
		{program: "scan", reads: Asked, want: "Name? Age?  is 0\n", asked: 1, notes: atEnd},
		{program: "scan", reads: Prompted, lines: []string{"Ada", "36"}, want: "Name? Age? Ada is 36\n", asked: 2},
		{program: "does not read", reads: Asked, lines: []string{"x"}, want: "no\n"},
		{program: "reads something else", reads: Asked, lines: []string{"x"}, want: "piped\n"},
		{program: "child reads", reads: Prompted, lines: []string{"x"}, want: "x\n", asked: 1},
		{program: "scan", want: "Name? Age?  is 0\n"},
	} {
		t.Run(test.program, func(t *testing.T) {
			a := &answers{lines: test.lines}
			o, rec := runProgram(t, t.Context(), test.program, func(c *Command) { c.Reads, c.Input = test.reads, a.input })
			if !o.Done || rec.text.String() != test.want || a.asked != test.asked || strings.Join(rec.notes, "|") != test.notes {
				t.Errorf("done %v, got %q, asked %d times, notes %q", o.Done, rec.text.String(), a.asked, rec.notes)
			}
		})
	}
}

// TestInputEndsWithTheProgram asks for a program that ends before there is an answer.
func TestInputEndsWithTheProgram(t *testing.T) {
	asked := make(chan struct{})
	ended := make(chan error, 1)
	o, _ := runProgram(t, t.Context(), "asks and ends", func(c *Command) {
		c.Input = func(ctx context.Context, _ string, _ bool) (string, error) {
			close(asked)
			<-ctx.Done()
			ended <- ctx.Err()
			return "", ctx.Err()
		}
	})
	<-asked
	if err := <-ended; err == nil || o.ExitCode != 0 {
		t.Errorf("got %v, outcome %+v", err, o)
	}
}

// TestInterruptEndsAQuestion interrupts a program that waits for an answer.
func TestInterruptEndsAQuestion(t *testing.T) {
	needWatch(t)
	ctx, cancel := context.WithCancel(t.Context())
	o, rec := runProgram(t, ctx, "scan", func(c *Command) {
		c.Reads = Asked
		c.Input = func(ctx context.Context, _ string, _ bool) (string, error) {
			cancel()
			<-ctx.Done()
			return "", ctx.Err()
		}
	})
	if !o.Interrupted || o.Done || len(rec.notes) != 0 {
		t.Errorf("got %+v, notes %q", o, rec.notes)
	}
}
