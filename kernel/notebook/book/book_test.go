package book

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/markup"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// course is the book of a directory.
func course(t *testing.T, dir string) Options {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.ipynb"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no notebooks in %s: %v", dir, err)
	}
	return Options{Notebooks: paths, Readme: filepath.Join(dir, "README.md")}
}

func build(t *testing.T, opts Options) *Site {
	t.Helper()
	site, err := Build(opts)
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// The pages and the index of a small book of two notebooks. What does not depend on the book (style, scripts, KaTeX) is left out.
func TestGolden(t *testing.T) {
	site := build(t, course(t, "testdata/course"))
	var got []string
	for name := range site.Files {
		if strings.HasSuffix(name, ".html") || name == "assets/search-index.js" {
			got = append(got, name)
		}
	}
	slices.Sort(got)
	for _, name := range got {
		golden := filepath.Join("testdata", "golden", filepath.Base(name))
		if *update {
			if err := os.WriteFile(golden, site.Files[name], 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(site.Files[name], want) {
			failed := filepath.Join(os.TempDir(), "got_"+filepath.Base(name))
			os.WriteFile(failed, site.Files[name], 0o644)
			t.Errorf("%s differs: diff %s %s", name, golden, failed)
		}
	}
	all := slices.Sorted(maps.Keys(site.Files))
	want := []string{
		"01-first.html", "02-second.html", "about.html", "assets/katex.css", "assets/katex.js", "assets/mercer.css",
		"assets/mercer.js", "assets/search-index.js", "assets/search.js", "figures/01-first/picture-1.svg",
		"figures/01-first/title-1.png", "index.html", "items.html", "search.html", "theorems.html",
	}
	if !slices.Equal(all, want) {
		t.Errorf("files\n%q, want\n%q", all, want)
	}
	if want := []string{"links to files outside the book are shown as text: testdata/course/data.csv"}; !slices.Equal(site.Notes, want) {
		t.Errorf("notes %q", site.Notes)
	}
}

func TestSameBytes(t *testing.T) {
	first, again := build(t, course(t, "testdata/course")), build(t, course(t, "testdata/course"))
	if !maps.EqualFunc(first.Files, again.Files, bytes.Equal) {
		t.Error("two builds differ")
	}
}

// changed returns the book of testdata/course, in a directory of its own, with one cell of the first notebook changed.
func changed(t *testing.T, cell int, change func(c *notebook.Cell)) Options {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/course")); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "01-first.ipynb")
	nb, err := notebook.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	change(nb.Cells[cell])
	if err := nb.Write(path); err != nil {
		t.Fatal(err)
	}
	return course(t, dir)
}

func TestRefused(t *testing.T) {
	source := func(s string) func(*notebook.Cell) { return func(c *notebook.Cell) { c.Source = s } }
	for _, c := range []struct {
		name   string
		cell   int
		change func(*notebook.Cell)
		want   string
	}{
		{"not executed", 1, func(c *notebook.Cell) { c.Count = 0 }, "01-first.ipynb: cell 2 (setup) is not executed: run the notebook first"},
		{"failing", 1, func(c *notebook.Cell) {
			c.Outputs = []*notebook.Output{{Type: notebook.Failure, EName: "panic", EValue: "no"}}
		}, "01-first.ipynb: cell 2 (setup) fails: panic: no"},
		{"no such notebook", 2, source("[x](03-third.ipynb)"), "cell part1: the link to 03-third.ipynb leads nowhere: there is no such file"},
		{"absolute", 2, source("[x](/etc/passwd)"), "cell part1: the link to /etc/passwd leads nowhere"},
		{"no such place", 2, source("[x](02-second.ipynb#nowhere)"), `01-first.html, at "part1": the link to 02-second.html#nowhere leads nowhere: 02-second.html has no place "nowhere"`},
		{"no such place here", 2, source("[x](#nowhere)"), `the link to #nowhere leads nowhere`},
		{"no such place in the Readme", 2, source("[x](README.md#nowhere)"), `about.html has no place "nowhere"`},
		{"link in HTML", 2, source(`<a href="03-third.ipynb">x</a>`), "the link to 03-third.ipynb leads nowhere"},
		{"picture of the network", 2, source("![x](https://example.org/x.png)"), `cell part1: the picture "x" is not beside the notebook`},
		{"no such picture", 2, source("![x](images/none.png)"), "the picture images/none.png cannot be read: no such file"},
		{"no picture", 2, source("![x](data.csv)"), "data.csv is no picture in PNG, JPEG, GIF or SVG"},
		{"one id twice", 2, source(`<p id="title">x</p>`), `01-first.html: 2 elements have the id "title"`},
	} {
		opts := changed(t, c.cell, c.change)
		site, err := Build(opts)
		if err != nil || len(site.Faults) == 0 || !strings.Contains(errors.Join(site.Faults...).Error(), c.want) {
			t.Errorf("%s: %v, faults %v, want %s", c.name, err, site, c.want)
		}
		if page := string(site.Files["01-first.html"]); !strings.Contains(page, "</html>") || strings.Contains(page, "example.org/x") || strings.Contains(page, "03-third") && !strings.Contains(page, "<span class=\"outside\"") {
			t.Errorf("%s: the page is %s", c.name, page)
		}
		opts.Strict = true
		if _, err = Build(opts); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

// All that is wrong is told at once.
func TestAllErrors(t *testing.T) {
	opts := changed(t, 2, func(c *notebook.Cell) { c.Source = "[x](a.ipynb) [y](b.ipynb)" })
	opts.Strict = true
	_, err := Build(opts)
	if err == nil || strings.Count(err.Error(), "leads nowhere") != 2 {
		t.Errorf("got %v", err)
	}
	opts.Notebooks = append(opts.Notebooks, filepath.Join(t.TempDir(), "01-first.ipynb"), "none.ipynb")
	_, err = Build(opts)
	if err == nil || strings.Count(err.Error(), "no such notebook") != 2 {
		t.Errorf("got %v", err)
	}
	if _, err := Build(Options{}); err == nil {
		t.Error("a book of nothing")
	}
}

// Two notebooks cannot have one page, and none that of the book itself.
func TestPagesClash(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"index.ipynb", "x/a.ipynb", "y/a.ipynb"} {
		nb := &notebook.Notebook{Cells: []*notebook.Cell{{Type: notebook.Markdown, Source: "# a"}}}
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := nb.Write(path); err != nil {
			t.Fatal(err)
		}
	}
	_, err := Build(Options{Strict: true, Notebooks: []string{filepath.Join(dir, "index.ipynb"), filepath.Join(dir, "x/a.ipynb"), filepath.Join(dir, "y/a.ipynb")}})
	if err == nil || strings.Count(err.Error(), "is already that of") != 2 {
		t.Errorf("got %v", err)
	}
}

// A notebook without headings, ids and Readme is a page all the same.
func TestBareNotebook(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bare.ipynb")
	nb := &notebook.Notebook{Minor: 4, Cells: []*notebook.Cell{{Type: notebook.Markdown, Source: "text"}}}
	if err := nb.Write(path); err != nil {
		t.Fatal(err)
	}
	site := build(t, Options{Notebooks: []string{path}})
	page := string(site.Files["bare.html"])
	for _, want := range []string{"<h1>bare</h1>", `id="cell-1"`, "<title>bare – Notebooks</title>"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
	if _, ok := site.Files["about.html"]; ok {
		t.Error("a page about nothing")
	}
}

func TestItemOrder(t *testing.T) {
	cell := func(tags ...any) *notebook.Cell {
		return &notebook.Cell{Type: notebook.Code, Metadata: map[string]any{"tags": tags}, Count: 1}
	}
	nb := &notebook.Notebook{Cells: []*notebook.Cell{
		cell("N10", "N3b", "N3.1a"), cell("N3a", "BA.1.1c", "B2.10a", "B2.2", "raises-exception", "x1", "N", "NN1"), cell("N3b", "Z1"),
	}}
	path := filepath.Join(t.TempDir(), "a.ipynb")
	if err := nb.Write(path); err != nil {
		t.Fatal(err)
	}
	c, err := readChapter(path, false)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range itemsOf([]*chapter{c}, []source{{Letter: "N", Name: "Notes"}, {Letter: "Y"}}) {
		for _, it := range s.Items {
			got = append(got, it.ID)
			for _, c := range it.Cells { // 0, or the number of a link that reads as another
				got = append(got, strconv.Itoa(c.Nth))
			}
		}
	}
	if want := "N3a 0 N3b 1 2 N3.1a 0 N10 0 B2.2 0 B2.10a 0 BA.1.1c 0 Z1 0"; strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, " "), want)
	}
}

// searched are the sections of a site's search.
func searched(t *testing.T, site *Site) (list []section) {
	t.Helper()
	data := bytes.TrimPrefix(site.Files["assets/search-index.js"], []byte("var mercerSections = "))
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

func TestSearchLeadsToSections(t *testing.T) {
	site := build(t, course(t, "testdata/course"))
	for _, s := range searched(t, site) {
		if factsOf(site.Files[s.Page]).ids[s.Anchor] != 1 {
			t.Errorf("%s has no %q", s.Page, s.Anchor)
		}
	}
}

func TestSources(t *testing.T) {
	got := sourcesOf("Text **bold** and **A** one *book*; **B** two\nlines.\n\nAnother **C** last")
	if len(got) != 3 || got[0] != (source{"A", "one <em>book</em>"}) || got[1] != (source{"B", "two\nlines"}) || got[2] != (source{"C", "last"}) {
		t.Errorf("got %q", got)
	}
}

func TestPlainFormula(t *testing.T) {
	for _, c := range []struct{ tex, want string }{
		{`\alpha_1^{2}`, "α_1^2"},
		{`\tfrac12\|w\|^2`, "1/2‖w‖^2"},
		{`\frac{a}{b+c}`, "a/b+c"},
		{`\begin{aligned} a &= b \\\\ c &= d \end{aligned}`, "a = b c = d"},
		{`x \le y`, "x ≤ y"},
		{`\unknown{x}`, "{x}"},
		{`\`, ""},
		{"", ""},
	} {
		if got := strings.Join(strings.Fields(plainFormula(c.tex)), " "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.tex, got, c.want)
		}
	}
}

func TestNumber(t *testing.T) {
	for name, want := range map[string]string{"04-lda": "04", "02b-erm": "02b", "2_x": "2", "lda": "", "04": "", "1st": ""} {
		if got := (&chapter{name: name}).Number(); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// The frames of a slider whose figures have no title are read aloud by their names.
func TestFramesHaveNames(t *testing.T) {
	frames := `<div class="mercer-frames"><div class="mercer-frame" data-name="t = 1"><svg role="img" aria-label=""></svg></div>` +
		`<div class="mercer-frame" data-name="t = 2"><svg role="img" aria-label="two"></svg></div></div><svg></svg>`
	r := &rewriter{b: &builder{}}
	got := string(r.html(markup.HTML(frames)))
	want := strings.Replace(frames, `aria-label=""`, `aria-label="t = 1"`, 1)
	if got != want {
		t.Errorf("got %s", got)
	}
}

// Names of notebooks and ids of cells may hold what means something in links or is one file where case does not count.
func TestOddNames(t *testing.T) {
	dir := t.TempDir()
	figure := func(id string) *notebook.Cell {
		return &notebook.Cell{Type: notebook.Code, ID: id, Count: 1, Outputs: []*notebook.Output{{Type: notebook.Display,
			Data: map[string]any{"image/svg+xml": `<svg width="1" height="1">` + id + `</svg>`, "text/plain": id}}}}
	}
	nb := &notebook.Notebook{Cells: []*notebook.Cell{
		{Type: notebook.Markdown, ID: "top", Source: "# Große #1\n\n[here](#a) [there](b%20%231.ipynb#a)"},
		figure("a"), figure("A"), figure("a b"), figure("a_b"),
	}}
	var paths []string
	for _, name := range []string{"b #1.ipynb", "ü%?.ipynb"} {
		paths = append(paths, filepath.Join(dir, name))
		if err := nb.Write(paths[len(paths)-1]); err != nil {
			t.Fatal(err)
		}
	}
	site := build(t, Options{Notebooks: paths})
	var pictures []string
	for name, data := range site.Files {
		if strings.HasPrefix(name, "figures/ü") {
			pictures = append(pictures, name[len("figures/ü_/"):]+":"+string(data[26:len(data)-6]))
		}
	}
	slices.Sort(pictures)
	if want := []string{"A-2.svg:A", "a-1.svg:a", "a_b-1.svg:a b", "a_b-2.svg:a_b"}; !slices.Equal(pictures, want) {
		t.Errorf("pictures %q, want %q", pictures, want)
	}
	if page := string(site.Files["ü_.html"]); !strings.Contains(page, `<a href="b_1.html#a">there</a>`) {
		t.Errorf("no link to the other notebook in\n%s", page)
	}
	out := filepath.Join(dir, "site")
	for range 2 {
		if err := site.Write(out); err != nil {
			t.Fatal(err)
		}
	}
}

// A picture with panels side by side is marked, so that a phone does not make its words too small.
func TestBroadPictures(t *testing.T) {
	page := func(width string) string {
		nb := &notebook.Notebook{Cells: []*notebook.Cell{{Type: notebook.Markdown, ID: "top", Source: "# One"},
			{Type: notebook.Code, ID: "a", Count: 1, Outputs: []*notebook.Output{{Type: notebook.Display,
				Data: map[string]any{"image/svg+xml": `<svg width="` + width + `" height="300"></svg>`, "text/plain": "a"}}}}}}
		path := filepath.Join(t.TempDir(), "01.ipynb")
		if err := nb.Write(path); err != nil {
			t.Fatal(err)
		}
		return string(build(t, Options{Notebooks: []string{path}}).Files["01.html"])
	}
	for width, want := range map[string]bool{"460": false, "560": false, "561": true, "860": true} {
		html := page(width)
		if !strings.Contains(html, `width="`+width+`"`) || strings.Contains(html, `broad"`) != want {
			t.Errorf("width %s: marked as broad: %v, want %v", width, !want, want)
		}
	}
}

// A picture that could run something stays inside of the page, where it cannot.
func TestActivePictures(t *testing.T) {
	site := build(t, changed(t, 5, func(c *notebook.Cell) {
		c.Outputs[0].Data["image/svg+xml"] = `<svg width="1" height="1" onload="alert(1)"></svg>`
	}))
	if _, ok := site.Files["figures/01-first/picture-1.svg"]; ok || !bytes.Contains(site.Files["01-first.html"], []byte(`src="data:image/svg+xml;base64,`)) {
		t.Error("a script has become a file of the site")
	}
}

// Places of a Readme are named as on GitHub.
func TestReadmePlaces(t *testing.T) {
	site := build(t, changed(t, 2, func(c *notebook.Cell) { c.Source = "[x](README.md#sources) [y](README.md#Sources)" }))
	if n := bytes.Count(site.Files["01-first.html"], []byte(`href="about.html#Sources"`)); n != 2 {
		t.Errorf("%d links, want 2:\n%s", n, site.Files["01-first.html"])
	}
	if got := slug("What's *new*, in `Go` 1.26?"); got != "whats-new-in-go-126" {
		t.Errorf("got %s", got)
	}
}
