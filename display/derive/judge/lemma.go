package judge

import "github.com/mercer-go/mercer/display/formula/syntax"

// This file sees steps that put one side of an equation in the place of the other: an earlier
// line of the answer, which is a rule, or what is to be shown itself, which is none.

// equation is a line of an answer, or the ends of a chain.
type equation struct{ left, right syntax.Expr }

// mostEquations bounds how many earlier lines are tried.
const mostEquations = 24

// remember keeps a line for those that follow, unless it is what is to be shown. before is the
// right side of the line above.
func (s *speller) remember(left, x, y syntax.Expr, usable bool) {
	if s.above == nil || s.above != left {
		s.first = x
	}
	if !usable || len(s.lines) >= mostEquations {
		return
	}
	s.lines = append(s.lines, equation{x, y})
	if s.first != x {
		s.lines = append(s.lines, equation{s.first, y})
	}
}

// byLine tells whether a step is an earlier line inserted, perhaps with notation written out.
func (s *speller) byLine(x, y syntax.Expr) bool {
	if len(s.lines) == 0 {
		return false
	}
	tries := []syntax.Expr{x, x} // all lines, from left to right and from right to left
	for _, e := range s.lines {
		tries[0] = s.Substituted(tries[0], e.left, e.right)
		tries[1] = s.Substituted(tries[1], e.right, e.left)
		tries = append(tries, s.Substituted(x, e.left, e.right), s.Substituted(x, e.right, e.left))
	}
	plain := s.Side(x)
	for _, t := range tries {
		if s.Side(t) == plain {
			continue
		}
		if s.same(t, y) || s.same(syntax.Expand(t, s.lets), syntax.Expand(y, s.lets)) {
			return true
		}
	}
	return false
}

// byConclusion tells whether a step is what is to be shown, inserted.
func (s *speller) byConclusion(x, y syntax.Expr) bool {
	if len(s.wholes) != 2 || isShort(s.wholes[0]) || isShort(s.wholes[1]) {
		return false
	}
	there := s.Substituted(x, s.wholes[0], s.wholes[1])
	back := s.Substituted(x, s.wholes[1], s.wholes[0])
	plain, want := s.ordered.Side(x), s.ordered.Side(y)
	return plain != want && (s.ordered.Side(there) == want || s.ordered.Side(back) == want)
}

// isShort tells whether a formula is a letter or a number.
func isShort(x syntax.Expr) bool {
	x = syntax.Unbracketed(x)
	return isPlain(x) || syntax.IsName(x)
}

// same tells whether two formulas are alike at sight, or when like terms are collected, or
// products multiplied out.
func (s *speller) same(x, y syntax.Expr) bool {
	return s.ordered.Side(x) == s.ordered.Side(y) || s.collect.Collected(x, y, s.claimed) == "" ||
		s.collect.MultipliedOut(x, y)
}
