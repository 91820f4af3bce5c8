package session

import (
	"context"
	"errors"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
)

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
	x.replaced = true
	x.payload = append(x.payload, Payload{Source: "set_next_input", Text: text, Replace: true})
	return nil
}
