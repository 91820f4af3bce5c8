package book

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/notebook/export"
	"github.com/mercer-go/mercer/kernel/notebook/markup"
)

// Options say what a book is made of.
type Options struct {
	Notebooks []string // paths of the chapters, in order
	Readme    string   // path of the Markdown file that tells about the book, or ""
	Strict    bool     // faults of the chapters are errors
}

// Site is a book as files, of which nothing is written yet.
type Site struct {
	Files map[string][]byte // by their slash-separated path in the site
	Notes []string          // what the reader of the pages will miss, a sentence each
	// Chapters is the number of notebooks that have a page; others could not be read, or have the
	// name of another page.
	Chapters int
	// Faults are what is wrong with the chapters, and what the pages are without because of it.
	Faults []error
}

// Build makes the site of a book. Notebooks that cannot be read, are not executed or hold a failing cell, links that lead
// nowhere and what would need the network are faults: the site goes without, or with what there is. In a strict book they are errors,
// reported together. A book without any notebook that can be read is an error always.
func Build(opts Options) (*Site, error) {
	b := &builder{Options: opts, files: map[string][]byte{}, figures: map[string]bool{}, outside: map[string]bool{}}
	if b.read(); b.Strict && len(b.errs) > 0 || len(b.chapters) == 0 {
		return nil, errors.Join(b.errs...)
	}
	for _, c := range b.chapters {
		b.rewrite(c.path, c.name, c.doc)
	}
	if b.about != nil {
		b.rewrite(b.Readme, "about", b.about)
	}
	for _, c := range b.chapters {
		c.lead = lead(c.doc)
		c.derivations = derivationsOf(c)
	}
	if b.Strict && len(b.errs) > 0 {
		return nil, errors.Join(b.errs...)
	}
	if err := b.pages(); err != nil {
		return nil, err
	}
	b.errs = append(b.errs, checkLinks(b.files)...)
	if b.Strict && len(b.errs) > 0 {
		return nil, errors.Join(b.errs...)
	}
	return &Site{Files: b.files, Notes: b.notes(), Chapters: len(b.chapters), Faults: b.errs}, nil
}

// builder is a book on its way to a site.
type builder struct {
	Options
	textOnly bool // chapters are without what their cells show
	title    string
	chapters []*chapter
	about    *export.Document // of the Readme
	sources  []source
	files    map[string][]byte
	figures  map[string]bool // names of pictures, in lower case
	outside  map[string]bool // files outside the book to which links lead
	left     []string        // what sanitising has left out, by notebook
	errs     []error
}

// read reads all notebooks and the Readme, and notes what is wrong with each.
func (b *builder) read() {
	if len(b.Notebooks) == 0 {
		b.errs = append(b.errs, errors.New("a book needs a notebook"))
	}
	byName := map[string]string{}
	for _, path := range b.Notebooks {
		c, err := readChapter(path, b.textOnly)
		if err != nil {
			b.errs = append(b.errs, err)
		}
		if c == nil {
			continue
		}
		if other, ok := byName[strings.ToLower(c.name)]; ok || slices.Contains(ownPages, strings.ToLower(c.name)) {
			b.errs = append(b.errs, fmt.Errorf("%s: its page %s.html is already that of %s", path, c.name, cmp.Or(other, "the book itself")))
			continue
		}
		byName[strings.ToLower(c.name)] = path
		b.chapters = append(b.chapters, c)
		if len(c.doc.Left) > 0 {
			b.left = append(b.left, fmt.Sprintf("%s: its page is without %s, which could run or load something", path, strings.Join(c.doc.Left, ", ")))
		}
	}
	b.title = "Notebooks"
	if b.Readme == "" {
		return
	}
	if err := b.readReadme(); err != nil {
		b.errs = append(b.errs, err)
	}
}

func (b *builder) readReadme() error {
	text, err := os.ReadFile(b.Readme)
	if err != nil {
		return err
	}
	b.about = export.RenderMarkdown(string(text), export.Options{Name: b.title, Outline: true})
	b.title = b.about.Title
	b.sources = sourcesOf(string(text))
	return nil
}

// notes are what the pages are without.
func (b *builder) notes() []string {
	notes := slices.Clone(b.left)
	if len(b.outside) > 0 {
		var names []string
		for name := range b.outside {
			names = append(names, name)
		}
		slices.Sort(names)
		notes = append(notes, "links to files outside the book are shown as text: "+strings.Join(names, ", "))
	}
	return notes
}

// chapterOf returns the chapter of a notebook file, or nil.
func (b *builder) chapterOf(path string) *chapter {
	for _, c := range b.chapters {
		if samePath(c.path, path) {
			return c
		}
	}
	return nil
}

func samePath(a, b string) bool { return a != "" && filepath.Clean(a) == filepath.Clean(b) }

// source is one of the texts whose items the cells reproduce.
type source struct {
	Letter string
	Name   markup.HTML
}

// sourcePattern finds a source in a Readme: its bold letter, then its name, up to a semicolon or the paragraph's end.
var sourcePattern = regexp.MustCompile(`\*\*([A-Z])\*\* ((?:[^;\n]|\n[^\n])+?)(?:;|\.?(?:\n\n|\n?$))`)

func sourcesOf(readme string) []source {
	var list []source
	for _, m := range sourcePattern.FindAllStringSubmatch(readme, -1) {
		list = append(list, source{Letter: m[1], Name: paragraph(m[2])})
	}
	return list
}

// paragraph renders a Markdown text of one paragraph, without its <p>.
func paragraph(text string) markup.HTML {
	d := export.RenderMarkdown(text, export.Options{})
	return markup.HTML(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(string(d.Cells[0].Body)), "<p>"), "</p>"))
}
