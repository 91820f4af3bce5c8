package send

import (
	"os"
	"strings"

	"github.com/mercer-go/mercer/display/frame"
)

// terminal prints the text alternative on the standard output. Nothing is updated in place.
type terminal struct{}

func (terminal) display(b *frame.Bundle) {
	if text := Text(b); text != "" {
		_, _ = os.Stdout.WriteString(strings.TrimSuffix(text, "\n") + "\n")
	}
}

func (terminal) update(b *frame.Bundle)   { terminal{}.display(b) }
func (t terminal) result(b *frame.Bundle) { t.display(b) }
func (terminal) clear(bool)               {}
func (terminal) flush()                   {}
func (terminal) live() bool               { return false }
