package derive

import (
	"errors"
	"fmt"
	"strings"

	"github.com/mercer-go/mercer/display/internal/numeral"
)

// report is an evaluated derivation.
type report struct {
	title, origin string
	points        int
	tol           float64
	blocks        [][]line
	problem       string // why it cannot hold at all
}

// statements counts the lines that state something.
func (r *report) statements() int {
	n := 0
	for _, lines := range r.blocks {
		for _, l := range lines {
			if l.claims() {
				n++
			}
		}
	}
	return n
}

func (l line) claims() bool { return !l.prose && !l.open && l.rel != first }

// failure tells on one line what does not hold, or is empty.
func (r *report) failure() string {
	if r.problem != "" {
		return r.title + ": " + r.problem
	}
	number := 0
	for _, lines := range r.blocks {
		for _, l := range lines {
			if l.prose {
				continue
			}
			number++
			if !l.ok {
				return fmt.Sprintf("%s: line %d does not hold: %s at %s", r.title, number, strings.TrimSpace(l.symbol()+" "+l.latex), strings.ReplaceAll(l.counter, "\n", ", "))
			}
		}
	}
	return ""
}

func (r *report) err() error {
	if f := r.failure(); f != "" {
		return errors.New(f)
	}
	return nil
}

func (l line) symbol() string {
	switch {
	case l.arrow == `\Rightarrow`:
		return "⇒"
	case l.arrow == `\Leftrightarrow`:
		return "⇔"
	}
	return relationText[l.rel]
}

// found tells what was found at the points: the largest deviation or the smallest slack.
func (l line) found() string {
	switch l.rel {
	case equal:
		return "deviation " + numeral.Small(l.dev)
	case approx:
		return "deviation " + numeral.Small(l.dev) + ", tolerance " + numeral.Small(l.tol)
	case atMost, atLeast, less, greater:
		return "slack " + numeral.Small(l.slack)
	}
	return ""
}

func (r *report) head() string {
	return fmt.Sprintf("%s, tolerance %s", r.origin, numeral.Small(r.tol))
}

// text is the derivation as text.
func (r *report) text() string {
	var b strings.Builder
	b.WriteString(r.title + " (" + r.head() + ")\n")
	for _, lines := range r.blocks {
		for _, l := range lines {
			b.WriteString(l.text())
		}
	}
	if r.problem != "" {
		b.WriteString("✗ does not hold: " + r.problem + "\n")
	}
	return b.String()
}

func (l line) text() string {
	switch {
	case l.prose:
		return l.latex + "\n"
	case !l.claims() && l.ok:
		return "    " + l.latex + "\n"
	}
	mark := "✓"
	if !l.ok {
		mark = "✗"
	}
	s := "  " + mark + " " + strings.TrimSpace(l.symbol()+" "+l.latex)
	var notes []string
	for _, n := range []string{l.reason, l.found()} {
		if n != "" {
			notes = append(notes, n)
		}
	}
	if len(notes) > 0 {
		s += "   [" + strings.Join(notes, "; ") + "]"
	}
	s += "\n"
	if !l.ok {
		s += "      " + strings.ReplaceAll(l.counter, "\n", "\n      ") + "\n"
	}
	return s
}
