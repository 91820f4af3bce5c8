package export

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// quick fails the test if the page of a cell takes seconds, as where the time grows with the square of
// a text.
func quick(t *testing.T, name string, c *notebook.Cell, opts Options) string {
	t.Helper()
	begin := time.Now()
	page := HTML(&notebook.Notebook{Cells: []*notebook.Cell{c}}, opts)
	if took := time.Since(begin); took > 4*time.Second {
		t.Errorf("%.20s: the page took %s", name, took)
	}
	return string(page.HTML)
}

// Whatever is repeated in a text, what opens and never closes is searched for once.
func TestOpeningsWithoutEnd(t *testing.T) {
	const bytes = 200_000
	for _, s := range []string{`\( `, "$ ", "${", `\begin{a}`, "` `` ", "`a` ",
		"<svg><g>", "<pre>", "<code>", "<div>", "<!--", "<a "} {
		text := strings.Repeat(s, bytes/len(s))
		quick(t, s, bundle(map[string]any{"text/html": text}), Options{})
		if s != "<a " { // goldmark's
			quick(t, s, markdownCell("", text), Options{Bounded: true})
		}
		protect(text)
	}
	handlers := bundle(map[string]any{"text/html": `<div class="mercer-frames"><input aria-label="frame"` +
		strings.Repeat(` onx=""`, bytes/7) + "></div>"})
	if page := quick(t, "handlers", handlers, Options{}); strings.Contains(page, "onx") {
		t.Error("handlers stay")
	}
	for name, text := range map[string]string{
		"many dollars":  strings.Repeat("$5 ", 20_000) + "\n\n$x$",
		"many openings": strings.Repeat("\\( \n\n", 20_000) + "$x$",
	} {
		if got := found(text); got != "x" {
			t.Errorf("%s: %.60q", name, got)
		}
	}
}

// Long Markdown of a stranger is shown as it stands.
func TestBounded(t *testing.T) {
	long := "# a\n\n" + strings.Repeat("*b* <i>&\n\n", 6000)
	page := "<h1>a</h1>" + strings.Repeat("<em>b</em>", 6000)
	half := "# a\n\n" + strings.Repeat("*b* ", 10_000)
	for _, c := range []struct {
		name    string
		cell    *notebook.Cell
		bounded bool
		set     bool
	}{
		{"a long cell of one's own", markdownCell("", long), false, true},
		{"a long cell", markdownCell("", long), true, false},
		{"a long output", bundle(map[string]any{"text/markdown": long}), true, false},
		{"a short cell", markdownCell("", half), true, true},
		{"an output of HTML", bundle(map[string]any{"text/html": page}), true, true},
	} {
		page := quick(t, c.name, c.cell, Options{Bounded: c.bounded})
		set, refused := strings.Contains(page, "<em>b</em>"), strings.Contains(page, "is too long to be set")
		whole := strings.Contains(page, "*b* &lt;i&gt;&amp;\n")
		if set != c.set || refused == c.set || whole == c.set {
			t.Errorf("%s: set %v, want %v", c.name, set, c.set)
		}
	}
	var cells []*notebook.Cell
	for i := range 40 {
		cells = append(cells, markdownCell(fmt.Sprint(i), half))
	}
	page = string(HTML(&notebook.Notebook{Cells: cells}, Options{Bounded: true}).HTML)
	if n := strings.Count(page, "is too long to be set"); n != 40-mostTexts/len(half) {
		t.Errorf("%d of 40 cells are not set", n)
	}
	for _, s := range []string{"> ", "- ", "[a](", "_a*"} { // these take goldmark long
		quick(t, s, markdownCell("", strings.Repeat(s, 100_000)), Options{Bounded: true})
	}
}

// Of a stranger's code only Go is coloured: other languages can take hours.
func TestBoundedCode(t *testing.T) {
	slow := strings.Repeat("a:", 20_000)
	code := func(text string) *notebook.Cell {
		return &notebook.Cell{Type: notebook.Code, Source: text}
	}
	for _, c := range []struct {
		name     string
		cell     *notebook.Cell
		coloured bool
	}{
		{"Go in Markdown", markdownCell("", "```go\nx := 1\n```"), true},
		{"a cell", code("x := 1"), true},
		{"a long cell", code(strings.Repeat("x := 1\n", 10_000)), false},
		{"another language in Markdown", markdownCell("", "```devicetree\n"+slow+"\n```"), false},
		{"a script", code("%%writefile x.dts\n" + slow), false},
	} {
		page := quick(t, c.name, c.cell, Options{Bounded: true})
		body := page[strings.Index(page, "<body>"):]
		if got := strings.Contains(body, `<span class="n`); got != c.coloured {
			t.Errorf("%s: coloured %v, want %v", c.name, got, c.coloured)
		}
	}
}
