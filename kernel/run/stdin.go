package run

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"github.com/mercer-go/mercer/kernel/run/observe"
)

// readPeriod is how often it is looked whether a program reads; it grows from the first to the second value, since a
// program that has computed for long is not in a hurry. promptAfter is when a program is asked for that cannot be watched.
const (
	firstReadPeriod = 5 * time.Millisecond
	lastReadPeriod  = 50 * time.Millisecond
	promptAfter     = 200 * time.Millisecond
)

var errNoInput = errors.New("the front end does not take input here")

// ask asks the user for a line.
func (p *process) ask(ctx context.Context, prompt string, password bool) (string, error) {
	if p.cmd.Input == nil {
		return "", errNoInput
	}
	p.handOn()
	return p.cmd.Input(ctx, prompt, password)
}

// handOn waits until everything that the program has shown is handed on.
func (p *process) handOn() {
	p.mu.Lock()
	p.written.settle()
	p.mu.Unlock()
	p.outlet.sync()
}

// feedStdin gives the program what it reads: the fixed input, or what the user answers, until ctx ends with the program.
func (p *process) feedStdin(ctx context.Context, w *os.File) {
	switch {
	case p.cmd.Reads != NotAsked:
		p.answerReads(ctx, w)
	case p.cmd.Stdin != nil:
		w.Write(p.cmd.Stdin) // a program that does not read it is no error
		w.Close()
	case !p.cmd.GoNB:
		w.Close()
	}
}

// answerReads asks the user for a line whenever the program waits for one.
func (p *process) answerReads(ctx context.Context, w *os.File) {
	for p.awaitRead(ctx, w) {
		line, err := p.ask(ctx, "", p.cmd.Password)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			p.notice("The standard input of this cell is at its end: " + err.Error() + ".")
			break
		}
		text, end := typed(line)
		if _, err := io.WriteString(w, text); err != nil {
			return
		}
		if end {
			break
		}
	}
	w.Close()
}

// endOfInput is what front ends send for Ctrl-D.
const endOfInput = "\x04"

// typed is what a program reads of an answer, and whether the input ends there: at Ctrl-D, before which a line may be unfinished.
func typed(answer string) (text string, end bool) {
	if text, _, end = strings.Cut(answer, endOfInput); end {
		return text, true
	}
	return answer + "\n", false
}

// awaitRead waits until the program reads what w writes, as far as that can be told. It is false when it cannot, or when
// ctx has ended.
func (p *process) awaitRead(ctx context.Context, w *os.File) bool {
	watch := observe.NewReadWatch(p.proc.Pid, w, p.cmd.Reads == Prompted)
	if watch == nil {
		return p.cmd.Reads == Prompted && sleep(ctx, promptAfter)
	}
	for period := firstReadPeriod; sleep(ctx, period); period = min(period+period/4, lastReadPeriod) {
		if watch.Reading() {
			return true
		}
	}
	return false
}

// sleep waits for d, or until ctx ends, in which case it is false.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
