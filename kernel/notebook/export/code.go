package export

import (
	"bytes"
	"slices"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/formatters/html"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/alecthomas/chroma/v2/styles"

	"github.com/mercer-go/mercer/kernel/cell"
)

// This file highlights code. The page's style gives the classes their colours, for light and for dark.

var formatter = html.New(html.WithClasses(true), html.PreventSurroundingPre(true))

// codeStyle returns the rules that colour the kinds of tokens, in light and dark. Backgrounds are the page's own.
func codeStyle() string {
	light, dark := styles.Get("github"), styles.Get("github-dark")
	var rules []string
	for kind, class := range chroma.StandardTypes {
		l, d := light.Get(kind), dark.Get(kind)
		if class == "" || kind < 0 || kind == chroma.Text || kind == chroma.TextWhitespace {
			continue // the whole, its lines, plain text, errors: a cell may hold what the lexer does not know
		}
		rule := ".chroma ." + class + " { color: light-dark(" + colour(l) + ", " + colour(d) + ");"
		if l.Italic == chroma.Yes {
			rule += " font-style: italic;"
		}
		if l.Bold == chroma.Yes {
			rule += " font-weight: 600;"
		}
		rules = append(rules, rule+" }\n")
	}
	slices.Sort(rules)
	return strings.Join(rules, "")
}

// colour returns the colour of an entry of a theme, or that of plain text.
func colour(e chroma.StyleEntry) string {
	if !e.Colour.IsSet() {
		return "var(--text)"
	}
	return e.Colour.String()
}

// codeHTML returns the source of a code cell with its tokens marked. Lines that are commands to the kernel are shown as
// such, and the body of a script cell in its own language.
func codeHTML(src string) string {
	c, _ := cell.Split(src) // what is wrong with a cell does not keep it from being shown
	if c.Script != nil {
		first, body, _ := strings.Cut(src, "\n")
		return command(first) + "\n" + highlight(scriptLexer(c.Script), body)
	}
	return goHTML(src, c.Commands)
}

// scriptLexer returns the lexer for the language of a script: its last word names it, a program of it or a file. The words
// behind %%derive are a title.
func scriptLexer(s *cell.Script) chroma.Lexer {
	if s.Name == "derive" {
		return lexers.Fallback
	}
	words := append([]string{s.Name}, s.Args...)
	last := words[len(words)-1]
	for _, find := range []func(string) chroma.Lexer{lexers.Get, lexers.Match} {
		if lexer := find(last); lexer != nil {
			return lexer
		}
	}
	return lexers.Fallback
}

// goHTML highlights Go between the lines of commands.
func goHTML(src string, commands []cell.Command) string {
	var parts []string
	lines, done := strings.Split(src, "\n"), 0
	goUpTo := func(end int) {
		if end > done {
			parts = append(parts, highlight(lexers.Get("go"), strings.Join(lines[done:end], "\n")))
		}
		done = max(done, end)
	}
	for _, c := range commands {
		goUpTo(c.Line - 1)
		for ; done < min(c.Line-1+c.Lines, len(lines)); done++ {
			parts = append(parts, command(lines[done]))
		}
	}
	goUpTo(len(lines))
	return strings.Join(parts, "\n")
}

func command(line string) string { return `<span class="command">` + escape(line) + `</span>` }

// highlight marks the tokens of the code; what the lexer does not know stays plain.
func highlight(lexer chroma.Lexer, code string) string {
	tokens, err := chroma.Coalesce(lexer).Tokenise(&chroma.TokeniseOptions{State: "root", EnsureLF: false}, code)
	if err != nil {
		return escape(code)
	}
	var b bytes.Buffer
	if err := formatter.Format(&b, styles.Fallback, tokens); err != nil {
		return escape(code)
	}
	return b.String()
}
