package syntax

// This file divides a text into the lines of a derivation, which go on over the ends of lines of the text.

// splitLines are the tokens of each line, closed by kEnd. A line goes on where a bracket is open, where it ends with an operator, a
// comma or a relation, and where the next line begins with a note or with an operator other than a minus sign.
func splitLines(tokens []token) [][]token {
	var all [][]token
	var line []token
	depth, french := 0, 0 // french counts intervals ]a, b[
	flush := func(end int) {
		if len(line) > 0 {
			all = append(all, append(line, token{Span: Span{end, end}, kind: kEnd}))
		}
		line, depth, french = nil, 0, 0
	}
	for i, t := range tokens {
		switch {
		case t.kind == kEnd:
			flush(t.From)
		case t.kind == kLine:
			if next := afterLines(tokens[i:]); len(line) > 0 && !goesOn(line, next, depth) {
				flush(t.From)
			}
		default:
			switch {
			case t.is("]") && depth == 0:
				french++
			case t.is("[") && french > 0:
				french--
			default:
				depth = max(0, depth+nesting(t))
			}
			line = append(line, t)
		}
	}
	return all
}

// afterLines is the first token that is no end of a line.
func afterLines(tokens []token) token {
	for _, t := range tokens {
		if t.kind != kLine {
			return t
		}
	}
	return token{}
}

// goesOn tells whether a line goes on before the token next.
func goesOn(line []token, next token, depth int) bool {
	last := line[len(line)-1]
	if len(line) > 1 && line[len(line)-2].is("_", "^") { // the sign of z_+ is no operator
		last = token{}
	}
	switch {
	case next.kind == kHead:
		return false
	case next.kind == kNote || next.is(`\refute`, "+", "/", `\cdot`, `\times`, `\land`, `\lor`, `\cup`, `\cap`):
		return true
	}
	return depth > 0 || last.kind == kRel || last.kind == kBig || last.kind == kHead || last.is("+", "-", "/", `\cdot`, `\times`, `\odot`, `\otimes`,
		`\circ`, `\cup`, `\cap`, `\setminus`, `\to`, `\land`, `\lor`, `\neg`, ",", ";", ":", ":=", `\mid`, `\\`)
}

// nesting is 1 for a bracket that opens, -1 for one that closes.
func nesting(t token) int {
	switch {
	case t.is("(", "[", "{", `\{`, `\langle`, `\lfloor`, `\lceil`, `\begin`):
		return 1
	case t.is(")", "]", "}", `\}`, `\rangle`, `\rfloor`, `\rceil`, `\end`):
		return -1
	}
	return 0
}
