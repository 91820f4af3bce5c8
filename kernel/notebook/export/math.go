package export

import (
	"html"
	"regexp"
	"strconv"
	"strings"
)

// This file finds mathematics in text. Markdown would read its underscores, backslashes and bars as its own, so each
// formula is replaced by a mark before rendering and put in again afterwards, as Jupyter does.

// formula is one piece of mathematics.
type formula struct {
	tex     string // without delimiters, but with the \begin and \end of an environment
	source  string // as it stood
	display bool
}

// html returns the element that the page's script sets; without the script it shows the source.
func (f formula) html() string {
	if f.display {
		return `<span class="math display">` + html.EscapeString(f.tex) + `</span>`
	}
	return `<span class="math">` + html.EscapeString(f.tex) + `</span>`
}

// Marks stand for formulas: the number between two characters of the private use area, which Markdown leaves alone.
const markOpen, markClose = "\uE0A0", "\uE0A1"

var markPattern = regexp.MustCompile(markOpen + `(\d+)` + markClose)

// restore puts formulas in place of their marks.
func restore(text string, formulas []formula, write func(formula) string) string {
	return markPattern.ReplaceAllStringFunc(text, func(mark string) string {
		n, err := strconv.Atoi(mark[len(markOpen) : len(mark)-len(markClose)])
		if err != nil || n >= len(formulas) {
			return ""
		}
		return write(formulas[n])
	})
}

// protect replaces the formulas of a Markdown text by marks. Code blocks and code spans are left alone.
func protect(text string) (string, []formula) {
	text = strings.NewReplacer(markOpen, "", markClose, "").Replace(text)
	s := scanner{text: text, ahead: aheadOnce + aheadFactor*len(text)}
	for s.pos < len(text) {
		s.step()
	}
	s.flush(len(text))
	return s.out.String(), s.formulas
}

// scanner walks over a Markdown text.
type scanner struct {
	text     string
	pos      int // what is looked at
	done     int // up to here the text is in out
	out      strings.Builder
	formulas []formula
	end      int // of the paragraph at pos, which begins with the text or lies before end
	ahead    int // how many bytes may still be looked at in search of ends
}

// Each formula and code span that opens is searched for its end, which may take the whole paragraph.
// All searches in a text together look at aheadFactor bytes for each byte of it, and at aheadOnce more:
// what people write ends soon. Where these are used up, all that follows is text.
const (
	aheadFactor = 20
	aheadOnce   = 10_000
)

// paragraph returns the text from pos up to the first blank line.
func (s *scanner) paragraph() string {
	if s.end <= s.pos {
		s.end = len(s.text)
		if m := blankLine.FindStringIndex(s.text[s.pos:]); m != nil {
			s.end = s.pos + m[0]
		}
	}
	return s.text[s.pos:s.end]
}

func (s *scanner) flush(to int) {
	s.out.WriteString(s.text[s.done:to])
	s.done = to
}

// step passes over one character, code block, code span or formula.
func (s *scanner) step() {
	rest := s.text[s.pos:]
	atLine := s.pos == 0 || s.text[s.pos-1] == '\n'
	if atLine {
		if n := fenced(rest); n > 0 {
			s.pos += n
			return
		}
	}
	switch rest[0] {
	case '`':
		span, seen := 0, 0
		if s.ahead > 0 {
			span, seen = codeSpan(s.paragraph())
		}
		s.ahead -= seen
		s.pos += max(span, len(rest)-len(strings.TrimLeft(rest, "`")))
	case '$', '\\':
		if s.ahead > 0 {
			f, n, seen := findFormula(s.paragraph())
			s.ahead -= seen
			if n > 0 {
				s.add(f, n)
				return
			}
		}
		if rest[0] == '\\' && len(rest) > 1 && (rest[1] == '$' || rest[1] == '\\' || rest[1] == '`') {
			s.pos++ // an escaped character
		}
		s.pos++
	default:
		s.pos++
	}
}

// add replaces the n bytes at pos by a mark of the formula.
func (s *scanner) add(f formula, n int) {
	s.flush(s.pos)
	s.out.WriteString(markOpen + strconv.Itoa(len(s.formulas)) + markClose)
	f.source = s.text[s.pos : s.pos+n]
	s.formulas = append(s.formulas, f)
	s.pos += n
	s.done = s.pos
}

var fenceOpen = regexp.MustCompile("^[ >]*(?:[-*+] +|\\d+[.)] +)?(`{3,}|~{3,})([^\n]*)\n")

// fenced returns the length of the fenced code block that rest begins with, or 0.
func fenced(rest string) int {
	m := fenceOpen.FindStringSubmatch(rest)
	if m == nil || m[1][0] == '`' && strings.Contains(m[2], "`") {
		return 0
	}
	n := len(m[0])
	for n < len(rest) {
		line, _, _ := strings.Cut(rest[n:], "\n")
		n = min(n+len(line)+1, len(rest))
		bare := strings.TrimSpace(strings.TrimLeft(line, " >"))
		if len(bare) >= len(m[1]) && strings.Trim(bare, m[1][:1]) == "" {
			break
		}
	}
	return n
}

// codeSpan returns the length of the code span that a paragraph begins with, or 0 when nothing closes
// it, and how many bytes were looked at.
func codeSpan(text string) (n, seen int) {
	open := len(text) - len(strings.TrimLeft(text, "`"))
	for at := open; ; {
		i := strings.IndexByte(text[at:], '`')
		if i < 0 {
			return 0, len(text)
		}
		at += i
		run := len(text[at:]) - len(strings.TrimLeft(text[at:], "`"))
		at += run
		if run == open {
			return at, at
		}
	}
}

// delimiter is a pair that encloses mathematics.
type delimiter struct {
	open, close string
	display     bool
}

// delimiters in the order in which they are tried. The doubled backslashes are Jupyter's, for Markdown eats one.
var delimiters = []delimiter{
	{"$$", "$$", true}, {"$", "$", false},
	{`\\(`, `\\)`, false}, {`\\[`, `\\]`, true}, {`\(`, `\)`, false}, {`\[`, `\]`, true},
}

var beginEnv = regexp.MustCompile(`^\\begin\{([a-zA-Z]+\*?)\}`)

// findFormula returns the formula that a paragraph begins with and its length, or 0, and how many bytes
// were looked at. A formula closes at brace level 0 and is not empty. Sums of money are no formulas,
// see [isMoney].
func findFormula(text string) (f formula, n, seen int) {
	if m := beginEnv.FindStringSubmatch(text); m != nil {
		end := `\end{` + m[1] + `}`
		if i := strings.Index(text, end); i >= 0 {
			n = i + len(end)
			return formula{tex: text[:n], display: true}, n, n
		}
		return formula{}, 0, len(text)
	}
	for _, d := range delimiters {
		if !strings.HasPrefix(text, d.open) {
			continue
		}
		n := closing(text, len(d.open), d.close)
		if n < 0 {
			return formula{}, 0, len(text)
		}
		if strings.TrimSpace(text[len(d.open):n]) == "" || d.open == "$" && isMoney(text, n) {
			return formula{}, 0, n
		}
		return formula{tex: text[len(d.open):n], display: d.display}, n + len(d.close), n
	}
	return formula{}, 0, 0
}

var blankLine = regexp.MustCompile(`\n[ \t]*\n`)

// closing returns where the closing delimiter stands in text at or after from, or -1.
func closing(text string, from int, want string) int {
	depth := 0
	for i := from; i < len(text); i++ {
		if depth <= 0 && strings.HasPrefix(text[i:], want) {
			return i
		}
		switch text[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			depth--
		}
	}
	return -1
}

// isMoney reports whether the dollar signs at 0 and n stand before amounts, as in "$5 and $10", or have code between them.
func isMoney(text string, n int) bool {
	return isDigit(text, n+1) || strings.Contains(text[:n], "`") || isDigit(text, 1) && (text[n-1] == ' ' || text[n-1] == '\n')
}

func isDigit(s string, i int) bool { return i < len(s) && s[i] >= '0' && s[i] <= '9' }

// hasFormula reports whether the text of an HTML output holds mathematics, for which the page's script then looks.
func hasFormula(markup string) bool {
	var text strings.Builder
	pieces(markup, func(raw string, isText bool) {
		if !isText {
			raw = " "
		}
		text.WriteString(raw)
	})
	_, formulas := protect(text.String())
	return len(formulas) > 0
}
