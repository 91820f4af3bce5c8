package book

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/mercer-go/mercer/kernel/notebook/katex"
)

// theCourse is the book of this repository: the notebooks that its index lists. Others that lie there
// are a reader's own, or what an earlier run has left.
func theCourse(t *testing.T, dir string) Options {
	t.Helper()
	readme := filepath.Join(dir, "README.md")
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, m := range regexp.MustCompile(`\]\(([\w-]+\.ipynb)\)`).FindAllSubmatch(text, -1) {
		paths = append(paths, filepath.Join(dir, string(m[1])))
	}
	slices.Sort(paths)
	return Options{Notebooks: slices.Compact(paths), Readme: readme}
}

// The course of this repository: Build itself finds links that lead nowhere, what would need the network and notebooks that
// are not executed; the rest is what a reader with a screen reader needs.
func TestCourse(t *testing.T) {
	site := build(t, theCourse(t, "../../../notebooks"))
	for name, data := range site.Files {
		switch path.Ext(name) {
		case ".html":
			outline(t, name, data)
			named(t, name, data)
			numbered(t, name, data)
			typeset(t, name, data)
		case ".css":
			if m := regexp.MustCompile(`url\((?:"|')?[^d"')][^)]*|@import`).Find(data); m != nil {
				t.Errorf("%s loads %s", name, m)
			}
		}
	}
	for _, note := range site.Notes {
		if !strings.HasPrefix(note, "links to files outside") {
			t.Error(note)
		}
	}
	for _, m := range regexp.MustCompile(`<h2 id="source-(.)">.</h2>`).FindAllSubmatch(site.Files["items.html"], -1) {
		t.Errorf("the README names no source %s", m[1])
	}
	for page, least := range map[string]int{"items.html": 200, "theorems.html": 30} {
		if n := bytes.Count(site.Files[page], []byte(".html#")); n < least {
			t.Errorf("%s has %d links to cells, want %d at least", page, n, least)
		}
	}
	for name := range site.Files {
		if chapterPage.MatchString(name) && !bytes.Contains(site.Files["about.html"], []byte(`<a href="`+name+`">`+strings.TrimSuffix(name, ".html"))) {
			t.Errorf("the README does not list %s in its table", name)
		}
	}
	pages := map[string]*pageFacts{}
	for _, s := range searched(t, site) {
		if _, ok := pages[s.Page]; !ok {
			pages[s.Page] = factsOf(site.Files[s.Page])
		}
		if pages[s.Page].ids[s.Anchor] != 1 {
			t.Errorf("the search leads to %s#%s, which is not there", s.Page, s.Anchor)
		}
	}
}

// outline checks that a page has one heading of the first level and that none is skipped.
func outline(t *testing.T, name string, page []byte) {
	t.Helper()
	last, first := 0, 0
	for _, m := range regexp.MustCompile(`<h([1-6])[ >]`).FindAllSubmatch(page, -1) {
		level := int(m[1][0] - '0')
		if level == 1 {
			first++
		}
		if level > last+1 {
			t.Errorf("%s: a heading of level %d follows one of level %d", name, level, last)
		}
		last = level
	}
	if first != 1 {
		t.Errorf("%s has %d headings of level 1", name, first)
	}
}

var chapterPage = regexp.MustCompile(`^\d\d[a-z]?-.*\.html$`)

// numbered checks that a link whose text is the number of a chapter leads to this chapter: numbers move when chapters are cut.
func numbered(t *testing.T, name string, page []byte) {
	t.Helper()
	for _, m := range regexp.MustCompile(`<a href="(\d\d[a-z]?)-[^"]*">(\d\d[a-z]?)</a>`).FindAllSubmatch(page, -1) {
		if !bytes.Equal(m[1], m[2]) {
			t.Errorf("%s: the link %q leads to chapter %s", name, m[2], m[1])
		}
	}
}

// named checks that pictures, sliders and fields have a text that can be read aloud.
func named(t *testing.T, name string, page []byte) {
	t.Helper()
	wants := map[string]string{"img": "alt", "input": "aria-label", "svg": "aria-label"}
	z := html.NewTokenizer(bytes.NewReader(page))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
			continue
		}
		if token := z.Token(); wants[token.Data] != "" && attribute(token, wants[token.Data]) == "" {
			t.Errorf("%s: %s has no %s", name, short(token.String()), wants[token.Data])
		}
	}
}

// typeset checks that KaTeX knows each command of a page's formulas: of one it does not, as \leC, the page shows the source in red.
func typeset(t *testing.T, name string, page []byte) {
	t.Helper()
	script := katex.Scripts()[0]
	z, math := html.NewTokenizer(bytes.NewReader(page)), false
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		switch token := z.Token(); {
		case kind == html.StartTagToken:
			math = strings.HasPrefix(attribute(token, "class"), "math")
		case kind == html.EndTagToken:
			math = false
		case kind == html.TextToken && math:
			for _, command := range regexp.MustCompile(`\\[A-Za-z]+`).FindAllString(strings.ReplaceAll(token.Data, `\\`, " "), -1) {
				if !strings.Contains(script, `"\`+command+`"`) {
					t.Errorf("%s: KaTeX does not know %s, in %s", name, command, short(token.Data))
				}
			}
		}
	}
}
