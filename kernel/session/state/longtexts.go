package state

import (
	"strings"

	"github.com/mercer-go/mercer/kernel/store"
)

// longText stands before the name of a long text in its place. No Go text has such a byte.
const longText = "\x00"

// withLongTexts returns a state, as a commit has it, with its long texts in the places of their names.
func (st State) withLongTexts(from *store.Store) (State, error) {
	var failed error // the first
	text := func(text string) string {
		name, long := strings.CutPrefix(text, longText)
		if !long {
			return text
		}
		full, err := from.Text(name)
		if err != nil && failed == nil {
			failed = err
		}
		return full
	}
	st.Defs = st.Defs.MapTexts(text)
	cells := make([]*Record, len(st.Cells))
	for i, c := range st.Cells {
		if full := text(c.Code); full != c.Code {
			other := *c
			other.Code, c = full, &other
		}
		cells[i] = c
	}
	st.Cells = cells
	return st, failed
}
