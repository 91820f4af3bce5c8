package export

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
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

func htmlOf(nb *notebook.Notebook, name string) ([]byte, error) {
	page, err := HTML(nb, Options{Name: name})
	return page.HTML, err
}

func TestGolden(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.ipynb")
	if len(files) < 2 {
		t.Fatal("no notebooks")
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".ipynb")
		page, err := htmlOf(read(t, file), name)
		if err != nil {
			t.Fatal(err)
		}
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
	first, _ := htmlOf(nb, "x")
	for range 3 {
		again, err := htmlOf(nb, "x")
		if err != nil || !bytes.Equal(first, again) {
			t.Fatalf("pages differ, %v", err)
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
		page, err := htmlOf(read(t, "testdata/"+c.file+".ipynb"), c.file)
		if err != nil {
			t.Fatal(err)
		}
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
		markup, err := Markup([]Cell{c})
		if n := strings.Count(string(markup), "<details"); err != nil || n != min(1, want) || strings.Count(string(markup), "</details>") != n {
			t.Errorf("cell %s: %s, %v", c.ID, markup, err)
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
		m, err := Markup(Render(nb, Options{}).Cells)
		if err != nil {
			t.Fatal(err)
		}
		return string(m)
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
	markup, err := Markup(Render(nb, Options{}).Cells)
	if err != nil {
		t.Fatal(err)
	}
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
		page, err := htmlOf(nb, "file")
		if err != nil || !strings.Contains(string(page), "<title>"+c.want+"</title>") {
			got := regexp.MustCompile("<title>.*</title>").Find(page)
			t.Errorf("%q: got %s, %v, want %s", c.source, got, err, c.want)
		}
	}
}
