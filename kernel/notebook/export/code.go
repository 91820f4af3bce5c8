package export

import (
	"bytes"
	_ "embed"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/formatters/html"
	"github.com/alecthomas/chroma/v2/lexers"

	"github.com/mercer-go/mercer/kernel/cell"
)

// This file highlights code. The page's style gives the classes their colours, for light and for dark.

var formatter = html.New(html.WithClasses(true), html.PreventSurroundingPre(true))

// codeStyle are the rules that colour the kinds of tokens, in light and dark: those of chroma's styles github
// and github-dark, as a test writes them. A program that links all of chroma's styles reads each when it starts.
//
//go:embed code.css
var codeStyle string

// noStyle is for the formatter, which writes classes.
var noStyle = chroma.MustNewStyle("none", chroma.StyleEntries{})

// codeHTML returns the source of a code cell with its tokens marked. Lines that are commands to the kernel are shown as
// such, and the body of a script cell in its own language, unless only Go is to be marked.
func codeHTML(src string, goOnly bool) string {
	c, _ := cell.Split(src) // what is wrong with a cell does not keep it from being shown
	if c.Script != nil {
		first, body, _ := strings.Cut(src, "\n")
		lexer := scriptLexer(c.Script)
		if goOnly && !isGo(lexer) {
			lexer = lexers.Fallback
		}
		return command(first) + "\n" + highlight(lexer, body)
	}
	return goHTML(src, c.Commands)
}

// isGo reports whether a lexer is that of Go, which takes time in proportion to the code. Some others
// take seconds for a few thousand bytes of hostile text.
func isGo(lexer chroma.Lexer) bool { return lexer.Config().Name == "Go" }

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
	if err := formatter.Format(&b, noStyle, tokens); err != nil {
		return escape(code)
	}
	return b.String()
}
