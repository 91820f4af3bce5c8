package layout

import "strings"

// This file breaks formulas that are wider than the page: before an arrow or a connective, else before a relation, else before a sign, outside
// of all brackets.

// cut is a place in a formula before which it can be broken; those of the lowest level are the best.
type cut struct{ at, level int }

// The levels of cuts.
var (
	arrows = words(`\iff \implies \Leftrightarrow \Rightarrow \land \lor`)
	signs  = words(`+ -`)
)

// hanging is by how much the lines of a formula behind the first are indented, in em.
const hanging = 2

// shortest is the room that a formula has at least, in em, even beside a wide left side: it is not broken into single signs.
const shortest = 20

// breakFormula is a formula in lines of at most so many em, as far as it has places to break.
func breakFormula(tex string, room float64) []string {
	var lines []string
	for Ems(tex) > room {
		at := bestCut(tex, room)
		if at == 0 {
			break
		}
		lines = append(lines, strings.TrimSpace(tex[:at]))
		if tex = tex[at:]; len(lines) == 1 {
			room -= hanging
		}
	}
	return append(lines, strings.TrimSpace(tex))
}

// bestCut is where the first line ends: the last cut of the best level before which the formula fits; where none fits the first, 0 where there
// is none.
func bestCut(tex string, room float64) int {
	best := cut{0, 9}
	all := cuts(tex)
	for _, c := range all {
		if c.level <= best.level && Ems(tex[:c.at]) <= room {
			best = c
		}
	}
	if best.at == 0 && len(all) > 0 {
		return all[0].at
	}
	return best.at
}

// cuts are the places before which a formula can be broken, but for its beginning.
func cuts(tex string) []cut {
	var all []cut
	m, n := &measure{rest: tex}, &nesting{}
	operand := false // whether something stands before, of which a sign can be an operation
	for {
		tok := m.next()
		if tok == "" {
			return all
		}
		at := len(tex) - len(m.rest) - len(tok)
		level := 9
		switch {
		case n.enters(tok):
		case arrows[tok]:
			level = 1
		case relations[tok]:
			level = 2
		case signs[tok]:
			level = 3
		}
		if level < 9 && operand {
			all = append(all, cut{at, level})
		}
		operand = level == 9 && (operand || !n.isSpace(tok))
	}
}

// nesting tells whether a token of a formula is within brackets.
type nesting struct {
	depth     int
	bar, norm bool
}

var (
	openers = words(`{ ( [ \{ \langle \lfloor \lceil \lvert \lVert \begin`)
	closers = words(`} ) ] \} \rangle \rfloor \rceil \rvert \rVert \end`)
)

// enters takes a token in and tells whether it, or what it stands in, is a bracket. The names of environments stand in braces of their own.
func (n *nesting) enters(tok string) bool {
	switch {
	case openers[tok]:
		n.depth++
		return true
	case closers[tok]:
		n.depth--
		return true
	case tok == "|" && n.depth == 0:
		n.bar = !n.bar
		return true
	case tok == `\|` && n.depth == 0:
		n.norm = !n.norm
		return true
	}
	return n.depth > 0 || n.bar || n.norm
}

func (n *nesting) isSpace(tok string) bool {
	_, space := spaces[tok]
	return space
}
