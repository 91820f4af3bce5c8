package export

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/formatters/html"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/alecthomas/chroma/v2/styles"
)

// This file highlights code. The page's style gives the classes their colours, for light and for dark.

var formatter = html.New(html.WithClasses(true), html.PreventSurroundingPre(true))

// codeStyle returns the rules of both themes.
func codeStyle() string {
	var b bytes.Buffer
	b.WriteString("@media print, (prefers-color-scheme: light) {\n" + themeRules("github") + "}\n")
	b.WriteString("@media screen and (prefers-color-scheme: dark) {\n" + themeRules("github-dark") + "}\n")
	return b.String()
}

// themeRules returns the rules of one theme, without its backgrounds: the page has its own.
func themeRules(name string) string {
	var css bytes.Buffer
	if err := formatter.WriteCSS(&css, styles.Get(name)); err != nil {
		return ""
	}
	var b strings.Builder
	for _, line := range strings.Split(css.String(), "\n") {
		if strings.Contains(line, ".chroma .") && !strings.Contains(line, "/* Error */") && !strings.Contains(line, "Line") {
			b.WriteString(comment.ReplaceAllString(line, "") + "\n")
		}
	}
	return b.String()
}

var comment = regexp.MustCompile(`/\*.*?\*/ `)

// codeHTML returns the source of a code cell with its tokens marked. Lines that are commands to the kernel are shown as
// such, and the body of a script cell in its own language.
func codeHTML(src string) string {
	if strings.HasPrefix(src, "%%") {
		if first, body, ok := strings.Cut(src, "\n"); ok {
			if lexer := scriptLexer(first); lexer != nil {
				return command(first) + "\n" + highlight(lexer, body)
			}
		}
	}
	return goHTML(src)
}

// scriptLexer returns the lexer for the rest of a cell that begins with the line, or nil if it is Go.
func scriptLexer(first string) chroma.Lexer {
	words := strings.Fields(first[2:])
	if len(words) == 0 {
		return nil
	}
	last := words[len(words)-1]
	var lexer chroma.Lexer
	switch words[0] {
	case "bash", "sh":
		lexer = lexers.Get("bash")
	case "script":
		lexer = lexers.Get(last)
	case "writefile":
		lexer = lexers.Match(last)
	default:
		return nil
	}
	if lexer == nil {
		return lexers.Fallback
	}
	return lexer
}

// goHTML highlights Go between the lines of commands.
func goHTML(src string) string {
	var parts, code []string
	flush := func() {
		if len(code) > 0 {
			parts = append(parts, highlight(lexers.Get("go"), strings.Join(code, "\n")))
			code = nil
		}
	}
	continued := false
	for _, line := range strings.Split(src, "\n") {
		if continued || strings.HasPrefix(line, "%") || strings.HasPrefix(line, "!") {
			flush()
			parts = append(parts, command(line))
			continued = strings.HasSuffix(line, `\`)
			continue
		}
		code = append(code, line)
	}
	flush()
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
