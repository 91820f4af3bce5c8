package session

import (
	"github.com/mercer-go/mercer/kernel/cell"
)

// IsComplete says whether a text can be run as it stands, and how the next line should be indented if not.
func (s *Session) IsComplete(code string) (status, indent string) {
	st, indent := cell.Complete(code)
	return string(st), indent
}
