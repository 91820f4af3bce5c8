package mathcell

import (
	"slices"
	"strings"

	"github.com/mercer-go/mercer/display/formula/syntax"
)

// Word is something that can be written in a derivation.
type Word struct {
	Text   string
	Detail string // what it is: where it is declared, its type in Go, what the command does
	Go     string // the variable or function of the notebook that it stands for, or ""
	Origin Origin
}

// Origin is where a word comes from.
type Origin uint8

// The origins.
const (
	Declared Origin = iota // by the text
	Notebook               // a variable or function of the notebook
	Command                // of LaTeX
)

// Words lists what can be written in a derivation: the names that it declares (as far as it can be read), variables and functions of
// the notebook with their types by their Go names, and the commands of the language.
func Words(text string, types map[string]string) []Word {
	words := declared(text)
	for _, name := range sorted(types) {
		if latex := Latex(name); latex != "" && bindable(types[name]) {
			words = append(words, Word{Text: latex, Detail: name + " " + types[name], Go: name, Origin: Notebook})
		}
	}
	for _, c := range syntax.Commands() {
		words = append(words, Word{Text: c, Detail: help[c], Origin: Command})
	}
	return words
}

// help says what the commands are for that make a derivation.
var help = map[string]string{
	`\given`:     `declares variables with their domain, and assumptions: \given x, y \in \mathbb{R}^3, \quad 0 < t \le 1`,
	`\let`:       `defines notation: \let f(x) = x^2`,
	`\because`:   `the reason of a step: \because{distributive law}`,
	`\refute`:    `a wrong variant of a step, which must be told apart: \refute{a^2 - b^2}`,
	`\therefore`: `the conclusion: it must hold at every point`,
	`\tol`:       `the tolerance of a step: \tol{1e-6}`,
	`\tag`:       `the number of a step: \tag{18}`,
	`\text`:      `prose, shown without a mark`,
}

// declared are the names that a text declares and defines.
func declared(text string) []Word {
	doc, _ := syntax.ParseDocument(text)
	if doc == nil {
		return nil
	}
	var words []Word
	source := func(s syntax.Span) string { return strings.TrimSpace(text[s.From:s.To]) }
	add := func(e syntax.Expr, detail string) {
		if _, dots := e.(*syntax.Dots); !dots {
			words = append(words, Word{Text: source(e.Where()), Detail: detail})
		}
	}
	for _, item := range doc.Items {
		switch item := item.(type) {
		case *syntax.Given:
			for _, c := range item.Clauses {
				for _, s := range c.Subjects {
					add(s, `\given `+source(s.Where())+" "+c.Rel+" "+source(c.Object.Where()))
				}
			}
		case *syntax.Let:
			add(item.Left, `\let `+strings.TrimSpace(strings.TrimPrefix(source(item.Span), `\let`)))
		}
	}
	return words
}

// bindable says that a value of a type can stand for a name: numbers, vectors, matrices, functions.
func bindable(goType string) bool {
	t := strings.TrimPrefix(goType, "*")
	for _, ok := range []string{"float64", "int", "bool", "[]", "[", "func(", "mat."} {
		if strings.HasPrefix(t, ok) {
			return true
		}
	}
	return false
}

// Latex is the name of mathematics for a Go name, "" where there is none: x, \Sigma, m_0, \mathrm{risk}.
func Latex(goName string) string {
	base := strings.TrimRight(goName, "0123456789")
	index := goName[len(base):]
	base = strings.TrimSuffix(base, "_")
	latex := base
	switch {
	case base == "":
		return ""
	case greek[base] != "":
		latex = `\` + base
	case len([]rune(base)) > 1:
		latex = `\mathrm{` + base + `}`
	}
	if index != "" {
		latex += "_" + map[bool]string{true: index, false: "{" + index + "}"}[len(index) == 1]
	}
	canonical := latex
	if index != "" {
		canonical = strings.TrimSuffix(latex, "_"+index) + "_{" + index + "}"
		if len(index) > 1 {
			canonical = latex
		}
	}
	if !slices.Contains(GoNames(canonical), goName) {
		return ""
	}
	return latex
}

// WordAt is the span of the word around an offset of a text: a command, or a run of letters and digits.
func WordAt(text string, at int) (from, to int) {
	from, to = at, at
	for from > 0 && isWord(text[from-1]) {
		from--
	}
	for to < len(text) && isWord(text[to]) {
		to++
	}
	if from > 0 && text[from-1] == '\\' {
		from--
	}
	return from, to
}

func isWord(c byte) bool { return isLetter(c) || '0' <= c && c <= '9' || c >= 0x80 }

func sorted(m map[string]string) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
