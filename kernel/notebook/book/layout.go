package book

import "github.com/mercer-go/mercer/kernel/notebook/markup"

// This file writes what the pages of a book share: head, contents, neighbours, foot.

// layout is the whole page.
func (p *page) layout() markup.HTML {
	var b markup.Builder
	p.addHead(&b)
	b.Add("<body>\n<a class=\"skip\" href=\"#mercer-main\">Skip to the text</a>\n")
	p.addBar(&b)
	b.Add("<div class=\"frame\">\n")
	p.addContents(&b)
	b.Add("<main id=\"mercer-main\" tabindex=\"-1\">\n{}", p.Main)
	p.addNeighbours(&b)
	b.Add("</main>\n</div>\n<footer>")
	b.If(p.Source != "", "Everything on this page was computed by <code>{}</code>. ", markup.Text(p.Source))
	b.Add("Made with Mercer.</footer>\n</body>\n</html>\n")
	return b.HTML()
}

const (
	siteHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Mercer">
`
	siteTheme = `<script>try { document.documentElement.dataset.theme = localStorage.getItem("mercer-theme") || ""; } catch (e) { }</script>
<link rel="stylesheet" href="assets/mercer.css">
`
	mathHead = `<link rel="stylesheet" href="assets/katex.css">
<script defer src="assets/katex.js"></script>
`
)

func (p *page) addHead(b *markup.Builder) {
	b.Add(siteHead + "<title>")
	b.If(p.Title != "", "{} – ", markup.Text(p.Title))
	b.Add("{}</title>\n"+siteTheme, markup.Text(p.Site))
	b.If(p.Math, mathHead)
	for _, s := range p.Scripts {
		b.Add("<script defer src=\"assets/{}\"></script>\n", markup.URL(s))
	}
	if p.Previous != nil {
		b.Add("<link rel=\"prev\" href=\"{}\">\n", markup.URL(p.Previous.Page()))
	}
	if p.Next != nil {
		b.Add("<link rel=\"next\" href=\"{}\">\n", markup.URL(p.Next.Page()))
	}
	b.Add("</head>\n")
}

func (p *page) addBar(b *markup.Builder) {
	b.Add(`<header class="bar">
<button type="button" class="menu" popovertarget="mercer-contents">Contents</button>
<a class="home" href="index.html">{}</a>
`, markup.Text(p.Site))
	b.If(p.Page != "search.html", `<form role="search" action="search.html"><input type="search" name="q" aria-label="Search" placeholder="Search"></form>
`)
	b.Add("<button type=\"button\" id=\"mercer-theme\" hidden>Dark</button>\n</header>\n")
}

// addContents writes the contents of the book, with the sections of the page's own chapter.
func (p *page) addContents(b *markup.Builder) {
	b.Add("<nav id=\"mercer-contents\" class=\"contents\" popover aria-label=\"Contents\">\n<ul>\n")
	for _, c := range p.Chapters {
		b.Add("<li>")
		p.addEntry(b, c.Page(), c.heading())
		b.Add("\n")
		if sections := c.Sections(3); c.Page() == p.Page && len(sections) > 0 {
			b.Add("<ul>\n")
			for _, s := range sections {
				b.Add("<li class=\"level{}\"><a href=\"#{}\">{}</a></li>\n", markup.Int(s.Level), markup.Fragment(s.Anchor), s.HTML)
			}
			b.Add("</ul>\n")
		}
		b.Add("</li>\n")
	}
	b.Add("</ul>\n<ul>\n")
	for _, e := range p.Extra {
		b.Add("<li>")
		p.addEntry(b, e.Page, markup.Text(e.Title))
		b.Add("</li>\n")
	}
	b.Add("</ul>\n</nav>\n")
}

// addEntry writes a link of the contents, marked where it leads to this page.
func (p *page) addEntry(b *markup.Builder, to string, text markup.HTML) {
	b.Add(`<a href="{}"`, markup.URL(to))
	b.If(to == p.Page, ` aria-current="page"`)
	b.Add(">{}</a>", text)
}

// addNeighbours writes the links to the chapters before and after.
func (p *page) addNeighbours(b *markup.Builder) {
	if p.Previous == nil && p.Next == nil {
		return
	}
	b.Add("<nav class=\"neighbours\" aria-label=\"Chapters\">\n")
	link := func(rel, word string, c *chapter) {
		if c == nil {
			return
		}
		b.Add(`<a rel="{}" href="{}"><span>{}</span> `, markup.Text(rel), markup.URL(c.Page()), markup.Text(word))
		b.If(c.Number() != "", "{} ", markup.Text(c.Number()))
		b.Add("{}</a>\n", c.Title())
	}
	link("prev", "Previous", p.Previous)
	link("next", "Next", p.Next)
	b.Add("</nav>\n")
}

// withNumber is a text behind the number of its chapter, if it has one.
func withNumber(number string, text markup.HTML) markup.HTML {
	var b markup.Builder
	b.If(number != "", "<span class=\"number\">{}</span> ", markup.Text(number))
	b.Add("{}", text)
	return b.HTML()
}

// heading is the chapter's title with its number.
func (c *chapter) heading() markup.HTML { return withNumber(c.Number(), c.Title()) }
