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
	s := scanner{text: text}
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
		s.pos += codeSpan(rest)
	case '$', '\\':
		if f, n := findFormula(rest); n > 0 {
			s.add(f, n)
			return
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

// codeSpan returns the length of the code span that rest begins with, or of its backquotes when nothing closes it.
func codeSpan(rest string) int {
	open := len(rest) - len(strings.TrimLeft(rest, "`"))
	body := rest[open:]
	if end := strings.Index(body, "\n\n"); end >= 0 {
		body = body[:end]
	}
	for at := 0; ; {
		i := strings.IndexByte(body[at:], '`')
		if i < 0 {
			return open
		}
		at += i
		n := len(body[at:]) - len(strings.TrimLeft(body[at:], "`"))
		if n == open {
			return open + at + n
		}
		at += n
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

// findFormula returns the formula that text begins with and its length, or 0. A formula does not go past a blank line,
// closes at brace level 0 and is not empty. Sums of money are no formulas, see [isMoney].
func findFormula(text string) (formula, int) {
	if m := beginEnv.FindStringSubmatch(text); m != nil {
		end := `\end{` + m[1] + `}`
		if i := strings.Index(paragraph(text), end); i >= 0 {
			return formula{tex: text[:i+len(end)], display: true}, i + len(end)
		}
		return formula{}, 0
	}
	for _, d := range delimiters {
		if !strings.HasPrefix(text, d.open) {
			continue
		}
		n := closing(paragraph(text), len(d.open), d.close)
		if n < 0 || strings.TrimSpace(text[len(d.open):n]) == "" || d.open == "$" && isMoney(text, n) {
			return formula{}, 0
		}
		return formula{tex: text[len(d.open):n], display: d.display}, n + len(d.close)
	}
	return formula{}, 0
}

var blankLine = regexp.MustCompile(`\n[ \t]*\n`)

// paragraph returns the text up to the first blank line.
func paragraph(text string) string {
	if m := blankLine.FindStringIndex(text); m != nil {
		return text[:m[0]]
	}
	return text
}

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

var tag = regexp.MustCompile(`(?s)<(script|style|pre|code|svg|textarea)\b.*?</(?:script|style|pre|code|svg|textarea)>|<[^>]*>`)

// hasFormula reports whether the text of an HTML output holds mathematics, for which the page's script then looks.
func hasFormula(markup string) bool {
	_, formulas := protect(tag.ReplaceAllString(markup, " "))
	return len(formulas) > 0
}
