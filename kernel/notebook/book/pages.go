package book

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"

	"github.com/mercer-go/mercer/kernel/notebook/export"
	"github.com/mercer-go/mercer/kernel/notebook/katex"
	"github.com/mercer-go/mercer/kernel/notebook/markup"
)

//go:embed site.css
var siteStyle string

//go:embed site.js
var siteScript string

//go:embed narrow.js
var narrowScript string

//go:embed search.js
var searchScript string

// ownPages are the names of the pages that are no chapters.
var ownPages = []string{"index", "theorems", "items", "search", "about"}

// extraPage is a page of the book besides the chapters, in the contents.
type extraPage struct {
	Page, Title string
}

// page is what the pages show.
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
	Lead           markup.HTML
	Items          []sourceItems
	Tallies        []tally
	Main           markup.HTML
}

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
		b.cells(p, c.doc)
	}
	if b.about != nil {
		b.nameAbout()
		b.cells(b.page("about.html", aboutTitle), b.about)
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
	b.finish(index, index.indexPage())
	b.finish(theorems, theorems.theoremsPage())
	b.finish(items, items.itemsPage())
	b.finish(search, searchPage)
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
			b.about.Cells[i].Body = markup.HTML(body[:m[3]] + aboutTitle + "</h1>" + body[m[1]:])
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
func (b *builder) cells(p *page, d *export.Document) {
	main := export.Markup(d.Cells)
	if len(d.Headings) == 0 {
		main = "<h1>" + markup.Text(d.Title) + "</h1>\n" + main
	}
	b.finish(p, main)
}

// finish puts the text of a page into the layout.
func (b *builder) finish(p *page, main markup.HTML) {
	p.Main = main
	whole := string(p.layout())
	if strings.Contains(whole, `class="math`) || strings.Contains(whole, "has-math") {
		p.Math = true
		whole = string(p.layout())
	}
	b.files[p.Page] = []byte(whole)
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
