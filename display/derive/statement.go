package derive

import (
	"fmt"

	"github.com/mercer-go/mercer/display/internal/numeral"
)

// statement is something that is true or false at a point.
type statement[P any] struct {
	relation, latex string
	holds           func(p P) bool
	reason          string
	open            bool          // claims nothing by itself
	needBefore      bool          // is equivalent to before
	before          *statement[P] // nil where there is none
}

// evaluate implements part.
func (s *statement[P]) evaluate(points []P, tol float64) []line {
	l := line{rel: states, arrow: s.relation, latex: s.latex, reason: s.reason, open: s.open, ok: true, tol: tol}
	switch {
	case s.holds == nil:
		l.refute("", "", "the function of this statement is nil")
	case s.needBefore && (s.before == nil || s.before.holds == nil):
		l.refute("", "", "there is no statement before this one")
	case !s.open:
		s.check(points, &l)
	}
	return []line{l}
}

func (s *statement[P]) check(points []P, l *line) {
	for k, p := range points {
		got, want := s.holds(p), true
		if s.needBefore {
			want = s.before.holds(p)
		}
		if got != want {
			point := fmt.Sprintf("point %d: %s", k, numeral.Cut(fmt.Sprintf("%+v", p), 400))
			l.refute(point, "", fmt.Sprintf("the statement is %t there, it should be %t", got, want))
			return
		}
	}
}

// prose is text between the lines.
type prose[P any] string

// evaluate implements part.
func (s prose[P]) evaluate([]P, float64) []line {
	return []line{{latex: string(s), prose: true, ok: true}}
}
