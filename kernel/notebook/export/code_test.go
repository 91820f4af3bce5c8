package export

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/styles"
)

// code.css is what chroma's styles say.
func TestCodeStyle(t *testing.T) {
	want := chromaStyle()
	if *update {
		if err := os.WriteFile("code.css", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if codeStyle != want {
		t.Error("code.css is not what chroma's styles say: run the test with -update")
	}
}

// chromaStyle returns the rules that colour the kinds of tokens, in light and dark. Backgrounds are the page's own.
func chromaStyle() string {
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
