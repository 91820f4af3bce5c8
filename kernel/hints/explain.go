package hints

import (
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
)

// maxSyntax is how many sentences about its syntax a cell gets: a text in another language would have one a line.
const maxSyntax = 3

// syntaxPrefix begins the messages of the parser's errors.
const syntaxPrefix = "syntax error: "

// Explain returns the diagnostics of a cell as its user reads them. line returns a line of a text by the text's key, or "".
func Explain(ds cell.Diagnostics, line func(key string, n int) string) cell.Diagnostics {
	if len(ds) > 0 && strings.HasPrefix(ds[0].Msg, syntaxPrefix) {
		return explainSyntax(ds, line)
	}
	ds = withoutReturn(ds)
	out := make(cell.Diagnostics, len(ds))
	for i, d := range ds {
		more := ""
		if unused, ok := strings.CutSuffix(d.Msg, noReturn); ok {
			d.Msg, more = unused, noReturn
			ds[i] = d
		}
		out[i] = explainCheck(d, line(d.File, d.Line), more)
	}
	return dropFollowers(out, ds)
}

// explainSyntax replaces what the parser says. What it says after a line that has a sentence of its own follows from that line.
func explainSyntax(ds cell.Diagnostics, line func(string, int) string) cell.Diagnostics {
	var out cell.Diagnostics
	told := map[string]bool{}
	for _, d := range ds {
		if len(out) > 0 && strings.HasSuffix(d.Msg, "found 'EOF'") {
			continue
		}
		explained, found := explainLine(d, line, len(out) == 0)
		switch {
		case found && !told[explained.Msg]:
			told[explained.Msg] = true
			out = append(out, explained)
		case !found && len(told) == 0:
			out = append(out, d)
		}
	}
	return out[:min(len(out), maxSyntax)]
}

// maxAbove is how many lines above an error are looked at.
const maxAbove = 3

// explainLine returns an error of the parser with a sentence in the place of its words, and whether there is one.
// first says that no other error is reported yet.
func explainLine(d cell.Diagnostic, line func(string, int) string, first bool) (cell.Diagnostic, bool) {
	place := func(say string, n, at int, src string) cell.Diagnostic {
		return cell.Diagnostic{File: d.File, Line: n, Col: 1 + at + leading(src[at:]), Msg: say}
	}
	src := line(d.File, d.Line)
	if say, at, found := strange(src); found {
		return place(say, d.Line, at, src), true
	}
	msg := strings.TrimPrefix(d.Msg, syntaxPrefix)
	for n := d.Line - 1; n >= max(1, d.Line-maxAbove); n-- {
		src := line(d.File, n)
		if say, at, _, found := matchIf(func(r Rule) bool { return r.Above }, msg, src, "", 0); found {
			return place(say, n, at, src), true
		}
	}
	open := opening(d, line)
	say, at, _, found := matchIf(func(r Rule) bool { return r.Stage == Syntax && (first || !r.First) }, msg, src, open, d.Col)
	if at == 0 { // the rule is about the whole line
		d.Msg = say
		return d, found
	}
	return place(say, d.Line, at, src), found
}

// opening returns the text before the brace that is open at an error, back to the beginning of its line, or "".
func opening(d cell.Diagnostic, line func(string, int) string) string {
	var open []string
	for n := 1; n <= d.Line; n++ {
		src := mask(line(d.File, n))
		if n == d.Line && d.Col >= 1 && d.Col <= len(src) {
			src = src[:d.Col-1]
		}
		for i, c := range src {
			switch {
			case c == '{':
				open = append(open, src[:i])
			case c == '}' && len(open) > 0:
				open = open[:len(open)-1]
			}
		}
	}
	if len(open) == 0 {
		return ""
	}
	return open[len(open)-1]
}

// leading counts the spaces at the beginning of a text.
func leading(text string) int { return len(text) - len(strings.TrimLeft(text, " \t")) }

// noReturn stands behind the message about a value that is not used where the function ends, without a return, right after it.
const noReturn = " before a missing return"

// withoutReturn adds noReturn to the messages about values that stand where return is missing, and leaves the messages about that out.
func withoutReturn(ds cell.Diagnostics) cell.Diagnostics {
	var out cell.Diagnostics
	for _, d := range ds {
		if last := len(out) - 1; last >= 0 && d.Msg == "missing return" && strings.HasSuffix(out[last].Msg, " is not used") &&
			d.File == out[last].File && d.Line <= out[last].Line+1 {
			out[last].Msg += noReturn
			continue
		}
		out = append(out, d)
	}
	return out
}

// explainCheck adds a sentence to an error of the type checker. more belongs to its message, and is not shown.
func explainCheck(d cell.Diagnostic, src, more string) cell.Diagnostic {
	if d.Meant {
		return d
	}
	say, _, instead, ok := match(Check, d.Msg+more, src, d.Col)
	if !ok {
		say, _, instead, ok = match(Check, d.Msg, src, d.Col)
	}
	switch {
	case !ok:
	case instead:
		d.Msg, d.Hint = say, ""
	default:
		d.Hint = say
	}
	return d
}

// dropFollowers leaves out what follows from an error that was explained: other errors of a line whose first message was replaced,
// and those that would get a sentence or a name for the second time.
func dropFollowers(out, before cell.Diagnostics) cell.Diagnostics {
	type place struct {
		file string
		line int
	}
	var kept cell.Diagnostics
	told, done := map[string]bool{}, map[place]bool{}
	for i, d := range out {
		at := place{d.File, d.Line}
		replaced, explained := d.Msg != before[i].Msg, d.Hint != before[i].Hint || d.Meant
		if done[at] || told[d.Msg] || explained && told[d.Hint] {
			continue
		}
		if done[at] = replaced; replaced || explained {
			told[d.Msg], told[d.Hint] = true, d.Hint != ""
		}
		kept = append(kept, d)
	}
	return kept
}

// OfPanic returns a sentence about a panic with this message at a line, or "".
func OfPanic(message, src string) string {
	say, _, _, _ := match(Panic, message, src, 0)
	return say
}

// OfCommand returns a sentence about a line that begins with % or !, or "".
func OfCommand(line string) string {
	say, _, _, _ := match(Command, line, "", 0)
	return say
}
