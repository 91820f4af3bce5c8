package book

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"regexp"
	"strings"

	"github.com/mercer-go/mercer/kernel/notebook/export"
	"github.com/mercer-go/mercer/kernel/notebook/katex"
)

//go:embed site.html
var siteSource string

//go:embed site.css
var siteStyle string

//go:embed site.js
var siteScript string

//go:embed narrow.js
var narrowScript string

//go:embed search.js
var searchScript string

var siteTemplate = template.Must(template.New("site").Parse(siteSource))

// ownPages are the names of the pages that are no chapters.
var ownPages = []string{"index", "theorems", "items", "search", "about"}

// extraPage is a page of the book besides the chapters, in the contents.
type extraPage struct {
	Page, Title string
}

// page is what layout and templates show.
type page struct {
	Site           string
	Title          string // plain
	Page           string // its file
	Source         string // file name of its notebook
	Math           bool
	Scripts        []string // in assets
	Chapters       []*chapter
	Extra          []extraPage
	Previous, Next *chapter
	Lead           template.HTML
	Items          []sourceItems
	Tallies        []tally
	Main           template.HTML
}

// Derivations are those that the chapter shows.
func (c *chapter) Derivations() []derivation { return c.derivations }

// pages adds the pages and what they share to the files.
func (b *builder) pages() error {
	if err := b.assets(); err != nil {
		return err
	}
	for i, c := range b.chapters {
		p := b.page(c.Page(), plainText(c.Title()))
		p.Source = c.Source()
		if i > 0 {
			p.Previous = b.chapters[i-1]
		}
		if i+1 < len(b.chapters) {
			p.Next = b.chapters[i+1]
		}
		if err := b.cells(p, c.doc); err != nil {
			return fmt.Errorf("%s: %w", c.path, err)
		}
	}
	if b.about != nil {
		b.nameAbout()
		if err := b.cells(b.page("about.html", aboutTitle), b.about); err != nil {
			return fmt.Errorf("%s: %w", b.Readme, err)
		}
	}
	index := b.page("index.html", "")
	if b.about != nil {
		index.Lead = lead(b.about)
	}
	items := b.page("items.html", "Items of the sources")
	items.Items = itemsOf(b.chapters, b.sources)
	items.Tallies = bySourceTally(items.Items)
	search := b.page("search.html", "Search")
	search.Scripts = []string{"search-index.js", "search.js", "mercer.js"}
	theorems := b.page("theorems.html", "Theorems and derivations")
	for name, p := range map[string]*page{"index": index, "theorems": theorems, "items": items, "search": search} {
		if err := b.render(name, p); err != nil {
			return err
		}
	}
	return nil
}

// aboutTitle is what the contents and its own heading call the page of the Readme, whose first heading is the name of the whole book.
const aboutTitle = "About the notebooks"

var firstHeading = regexp.MustCompile(`(<h1\b[^>]*>).*?</h1>`)

// nameAbout puts the page's own heading in the place of the Readme's first.
func (b *builder) nameAbout() {
	for i := range b.about.Cells {
		body := string(b.about.Cells[i].Body)
		if m := firstHeading.FindStringSubmatchIndex(body); m != nil {
			b.about.Cells[i].Body = template.HTML(body[:m[3]] + aboutTitle + "</h1>" + body[m[1]:])
			return
		}
	}
}

// page returns a page of the book without its text.
func (b *builder) page(file, title string) *page {
	p := &page{Site: b.title, Title: title, Page: file, Scripts: []string{"mercer.js"}, Chapters: b.chapters}
	p.Extra = []extraPage{{"theorems.html", "Theorems and derivations"}, {"items.html", "Items of the sources"}}
	if b.about != nil {
		p.Extra = append(p.Extra, extraPage{"about.html", aboutTitle})
	}
	return p
}

// cells makes the page of a document.
func (b *builder) cells(p *page, d *export.Document) error {
	main, err := export.Markup(d.Cells)
	if err != nil {
		return err
	}
	if len(d.Headings) == 0 {
		main = template.HTML("<h1>"+template.HTMLEscapeString(d.Title)+"</h1>\n") + main
	}
	p.Main = main
	return b.finish(p)
}

// render makes a page by the template of its name.
func (b *builder) render(name string, p *page) error {
	var main bytes.Buffer
	if err := siteTemplate.ExecuteTemplate(&main, name, p); err != nil {
		return err
	}
	p.Main = template.HTML(main.String())
	return b.finish(p)
}

// finish puts the text of a page into the layout.
func (b *builder) finish(p *page) error {
	var out bytes.Buffer
	if err := siteTemplate.ExecuteTemplate(&out, "page", p); err != nil {
		return err
	}
	if bytes.Contains(out.Bytes(), []byte(`class="math`)) || bytes.Contains(out.Bytes(), []byte("has-math")) {
		p.Math = true
		out.Reset()
		if err := siteTemplate.ExecuteTemplate(&out, "page", p); err != nil {
			return err
		}
	}
	b.files[p.Page] = out.Bytes()
	return nil
}

// assets are the files that pages share.
func (b *builder) assets() error {
	index, err := searchIndex(b.chapters)
	if err != nil {
		return fmt.Errorf("the index of the search: %w", err)
	}
	b.files["assets/search-index.js"] = index
	b.files["assets/search.js"] = []byte(searchScript)
	b.files["assets/mercer.css"] = []byte(export.Style() + siteStyle)
	b.files["assets/mercer.js"] = []byte(export.MathScript + export.FramesScript + narrowScript + siteScript)
	b.files["assets/katex.css"] = []byte(katex.Style())
	b.files["assets/katex.js"] = []byte(strings.Join(katex.Scripts(), "\n"))
	return nil
}
