package export

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// large are the parts of a page that do not depend on the notebook, or only as a whole.
var large = regexp.MustCompile(`(?s)<(style|script)>\n.*?\n?</(?:style|script)>\n`)

func read(t *testing.T, file string) *notebook.Notebook {
	t.Helper()
	nb, err := notebook.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

func htmlOf(nb *notebook.Notebook, name string) []byte { return HTML(nb, Options{Name: name}).HTML }

func TestGolden(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.ipynb")
	if len(files) < 2 {
		t.Fatal("no notebooks")
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".ipynb")
		page := htmlOf(read(t, file), name)
		head, rest, _ := bytes.Cut(page, []byte("</head>"))
		got := append(large.ReplaceAll(head, nil), append([]byte("</head>"), rest...)...)
		if i := bytes.LastIndex(got, []byte("</main>")); i >= 0 {
			got = append(got[:i:i], large.ReplaceAll(got[i:], nil)...)
		}
		golden := filepath.Join("testdata", name+"_golden.html")
		if *update {
			if err := os.WriteFile(golden, got, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			failed := filepath.Join(os.TempDir(), name+"_got.html")
			os.WriteFile(failed, got, 0o644)
			t.Errorf("%s differs: diff %s %s", file, golden, failed)
		}
	}
}

func TestDeterministic(t *testing.T) {
	nb := read(t, "testdata/mathematics.ipynb")
	first := htmlOf(nb, "x")
	for range 3 {
		again := htmlOf(nb, "x")
		if !bytes.Equal(first, again) {
			t.Fatal("pages differ")
		}
	}
}

// A page must not ask for anything outside itself.
func TestSelfContained(t *testing.T) {
	outside := regexp.MustCompile(`(?:src|href)="(?:https?:)?//|url\((?:https?:)?//|url\(fonts|@import`)
	for _, c := range []struct {
		file          string
		math, scripts bool
	}{{"mathematics", true, true}, {"outputs", false, false}} {
		page := htmlOf(read(t, "testdata/"+c.file+".ipynb"), c.file)
		if m := outside.Find(page); m != nil {
			t.Errorf("%s: asks for %s", c.file, m)
		}
		if got := bytes.Contains(page, []byte("font/woff2")); got != c.math {
			t.Errorf("%s: KaTeX inside: %v, want %v", c.file, got, c.math)
		}
		if got := bytes.Contains(page, []byte("renderMathInElement")); got != c.scripts {
			t.Errorf("%s: scripts inside: %v, want %v", c.file, got, c.scripts)
		}
	}
}

// TestFolded: what is folded away in JupyterLab is on the page, folded, and its outputs are not.
func TestFolded(t *testing.T) {
	d := Render(read(t, "testdata/folded.ipynb"), Options{})
	for i, want := range []int{0, 6, 1, 2, 0, 1} {
		c := d.Cells[i]
		if c.Folded != want || (c.Body == "") != (c.ID == "empty") {
			t.Errorf("cell %s: %d lines folded of %q, want %d", c.ID, c.Folded, c.Body, want)
		}
		markup := Markup([]Cell{c})
		if n := strings.Count(string(markup), "<details"); n != min(1, want) || strings.Count(string(markup), "</details>") != n {
			t.Errorf("cell %s: %s", c.ID, markup)
		}
		if before, _, _ := strings.Cut(string(markup), `class="output"`); strings.Count(before, "<details") != strings.Count(before, "</details>") {
			t.Errorf("cell %s: the output is folded with the source", c.ID)
		}
	}
}

// TestAnswers: the answers of exercises stay folded on paper, where all other code is open.
func TestAnswers(t *testing.T) {
	nb := read(t, "testdata/folded.ipynb")
	markup := func() string {
		return string(Markup(Render(nb, Options{}).Cells))
	}
	if n := strings.Count(markup(), "folded answers"); n != 0 {
		t.Errorf("%d cells have answers, want none", n)
	}
	for _, c := range nb.Cells {
		c.Metadata["mercer"] = map[string]any{"answers": true}
	}
	if n, all := strings.Count(markup(), `class="folded answers"`), strings.Count(markup(), `class="folded`); n != all || n == 0 {
		t.Errorf("%d of %d folded cells have answers, want all", n, all)
	}
}

// TestTypedFormulas: the line that opens the text of a derivation says what it is, and paper is told that the output has it set.
func TestTypedFormulas(t *testing.T) {
	source := map[string]any{"jupyter": map[string]any{"source_hidden": true}}
	nb := &notebook.Notebook{Cells: []*notebook.Cell{
		{Type: notebook.Code, Source: "%%derive One\n1 = 1 \\because{so it is}", Metadata: source},
		{Type: notebook.Code, Source: "f()", Metadata: source},
	}}
	markup := Markup(Render(nb, Options{}).Cells)
	for _, want := range []string{
		`<details class="folded formulas"><summary>show how it is typed (2 lines)</summary>`,
		`<details class="folded"><summary data-printed="code, 1 line: see the notebook">show the code (1 line)</summary>`,
	} {
		if !strings.Contains(string(markup), want) {
			t.Errorf("%s\nis not in %s", want, markup)
		}
	}
}

func TestTitle(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"no heading", "file"},
		{"text\n\n## The *first* `one`\n\n# second", "The first one"},
		{"# a < $b$ & c", "a &lt; $b$ &amp; c"},
		{"# \u00fcber", "\u00fcber"},
	} {
		nb := &notebook.Notebook{Cells: []*notebook.Cell{{Type: notebook.Markdown, Source: c.source}}}
		page := htmlOf(nb, "file")
		if !strings.Contains(string(page), "<title>"+c.want+"</title>") {
			got := regexp.MustCompile("<title>.*</title>").Find(page)
			t.Errorf("%q: got %s, want %s", c.source, got, c.want)
		}
	}
}

// On paper a cell stays with the beginning of its output: a rule of the style says so in terms of what the pages hold.
func TestPaperKeepsCellsWithOutputs(t *testing.T) {
	style, err := os.ReadFile("style.css")
	if err != nil {
		t.Fatal(err)
	}
	paper := string(style[bytes.LastIndex(style, []byte("@media print {")):])
	rule := regexp.MustCompile(`(?m)^  (\S[^{]*) \{ break-after: avoid; \}`)
	var selectors []string
	for _, m := range rule.FindAllStringSubmatch(paper, -1) {
		selectors = append(selectors, strings.Split(m[1], ", ")...)
	}
	for _, want := range []string{".row:has(> .source):has(+ .row)", ".row:has(> .folded:not([open]))"} {
		if !slices.Contains(selectors, want) {
			t.Errorf("on paper a page may break behind %s", want)
		}
	}
	nb := &notebook.Notebook{Cells: []*notebook.Cell{{
		Type: notebook.Code, Source: "fmt.Println(1)",
		Outputs: []*notebook.Output{{Type: notebook.Stream, Name: "stdout", Text: "1\n"}},
	}}}
	rows := regexp.MustCompile(`<div class="row"><div class="prompt in">[^<]*</div><pre class="chroma source[^"]*">` +
		`.*</pre></div>\s*<div class="row"><div class="prompt out">`)
	if page := htmlOf(nb, "x"); !rows.Match(page) {
		t.Errorf("the rule does not fit the page: %s", page[bytes.Index(page, []byte("<main")):])
	}
}
