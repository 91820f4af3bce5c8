package session

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/mathcell"
)

// This file implements the commands about the cell itself: %fmt, %%derive, %time.

// cmdFmt formats the cell, less its own line, and asks the front end to put the result in its place.
func (x *execution) cmdFmt(_ context.Context, c cell.Command) error {
	text, err := cell.Format(x.req.Code)
	if err != nil {
		return err
	}
	lines := strings.SplitAfter(text, "\n")
	source := strings.SplitAfter(x.req.Code, "\n")
	for i, line := range lines { // Format keeps the lines of commands
		if line == source[c.Line-1] {
			lines = append(lines[:i:i], lines[i+c.Lines:]...)
			break
		}
	}
	if text = strings.Join(lines, ""); strings.TrimSpace(text) == "" {
		return errors.New("formats the rest of its cell, which is empty")
	}
	x.payload = append(x.payload, Payload{Source: "set_next_input", Text: text, Replace: true})
	return nil
}

// derive runs a derivation as the Go cell that proves it.
func (x *execution) derive(ctx context.Context, s *cell.Script) error {
	code, err := mathcell.Translate(x.Cell.Source, s, mathcell.Types(x.before.Defs.All()))
	if err != nil {
		return err
	}
	x.Cell = &cell.Cell{Source: x.Cell.Source, Go: code}
	return x.runGo(ctx)
}

// tellTime reports what the parts of the cell have taken, for %time: first the cell's own statements. Those of a program that
// does not send their time have all that is not another part's.
func (x *execution) tellTime() {
	phases := x.times.phases
	ran := phases["run"]
	text := fmt.Sprintf("%s, of which %s to check and compile", elapsed(ran+phases["compose"]+phases["build"]), elapsed(phases["compose"]+phases["build"]))
	if start := phases["start"]; start > 0 {
		text += fmt.Sprintf(", %s to load values", elapsed(start))
	}
	if commit := phases["commit"]; commit > 0 {
		text += fmt.Sprintf(", %s to keep them", elapsed(commit))
	}
	own, measured := phases["statements"]
	if !measured {
		own = ran - phases["start"] - phases["commit"]
	}
	x.out.Stream("stdout", fmt.Sprintf("%s: the whole cell took %s\n", elapsed(own), text))
}

// elapsed writes a time with three digits.
func elapsed(d time.Duration) string {
	switch d = max(d, 0); {
	case d >= time.Second:
		return fmt.Sprintf("%.3g s", d.Seconds())
	case d >= time.Millisecond:
		return fmt.Sprintf("%.3g ms", float64(d)/1e6)
	}
	return fmt.Sprintf("%.3g µs", float64(d)/1e3)
}
