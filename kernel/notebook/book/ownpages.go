package book

import "github.com/mercer-go/mercer/kernel/notebook/markup"

// This file writes the texts of the pages that are no chapters.

// indexPage is the first page: the chapters with their first paragraphs and sections.
func (p *page) indexPage() markup.HTML {
	var b markup.Builder
	b.Add("<h1>{}</h1>\n", markup.Text(p.Site))
	b.If(p.Lead != "", "<p>{}</p>\n", p.Lead)
	b.Add("<ol class=\"chapters\">\n")
	for _, c := range p.Chapters {
		b.Add("<li>\n<h2><a href=\"{}\">{}</a></h2>\n", markup.URL(c.Page()), c.heading())
		b.If(c.lead != "", "<p>{}</p>\n", c.lead)
		if sections := c.Sections(2); len(sections) > 0 {
			b.Add("<ul class=\"sections\">\n")
			for _, s := range sections {
				b.Add("<li><a href=\"{}#{}\">{}</a></li>\n", markup.URL(c.Page()), markup.Fragment(s.Anchor), s.HTML)
			}
			b.Add("</ul>\n")
		}
		b.Add("</li>\n")
	}
	b.Add("</ol>\n")
	return b.HTML()
}

// theoremsPage lists the derivations of all chapters.
func (p *page) theoremsPage() markup.HTML {
	var b markup.Builder
	b.Add(`<h1>Theorems and derivations</h1>
<p>Every derivation of the course by its title, with what it concludes. The links lead to the cells that run it.</p>
`)
	for _, c := range p.Chapters {
		if len(c.derivations) == 0 {
			continue
		}
		b.Add("<h2><a href=\"{}\">{}</a></h2>\n<ul class=\"theorems\">\n", markup.URL(c.Page()), c.heading())
		for _, d := range c.derivations {
			b.Add("<li><a href=\"{}#{}\">{}</a>\n", markup.URL(c.Page()), markup.Fragment(d.Cell), d.Title)
			for _, tex := range d.Conclusions {
				b.Add("<span class=\"math display\">{}</span>\n", markup.Text(tex))
			}
			b.Add("</li>\n")
		}
		b.Add("</ul>\n")
	}
	return b.HTML()
}

const itemsHead = `<h1>Items of the sources</h1>
<p>The course reproduces what its sources state, item by item. An item is named by the letter of its source, the section and its place
there; the links lead to the cells that reproduce it.</p>
<p>Each is <em>derived</em>, by a derivation that is evaluated as it stands, <em>checked</em> against exact values, enumerations or another method,
<em>simulated</em>, within standard errors, or only <em>shown</em>, as definitions, tables and pictures are. The table counts an item once, by the first of these
that applies.</p>
<table class="tallies"><thead><tr><th>source</th><th>items</th><th>derived</th><th>checked</th><th>simulated</th><th>shown</th></tr></thead>
<tbody>`

// itemsPage lists the items of the sources.
func (p *page) itemsPage() markup.HTML {
	var b markup.Builder
	b.Add(itemsHead)
	for _, t := range p.Tallies {
		b.Add("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", markup.Text(t.Name),
			markup.Int(t.All()), markup.Int(t.Derived()), markup.Int(t.Checked()), markup.Int(t.Simulated()), markup.Int(t.Shown()))
	}
	b.Add("</tbody></table>\n")
	for _, s := range p.Items {
		b.Add(`<h2 id="source-{}">{}`, markup.Text(s.Letter), markup.Text(s.Letter))
		b.If(s.Name != "", ` <span class="name">{}</span>`, s.Name)
		b.Add("</h2>\n<dl class=\"items\">\n")
		for _, it := range s.Items {
			it.addTo(&b)
		}
		b.Add("</dl>\n")
	}
	return b.HTML()
}

// addTo writes the item with links to its cells.
func (it *item) addTo(b *markup.Builder) {
	b.Add("<div><dt>{}</dt>\n<dd>", markup.Text(it.ID))
	for _, c := range it.Cells {
		b.Add(`<div><a href="{}">{}`, markup.URL(c.Href), withNumber(c.Number, c.Where))
		b.If(c.Nth > 0, " ({})", markup.Int(c.Nth))
		b.Add("</a> <span class=\"how\">{}</span></div>\n", markup.Text(c.How))
	}
	b.Add("</dd></div>\n")
}

// searchPage is the page of the search, which a script fills.
const searchPage markup.HTML = `<h1>Search</h1>
<form id="mercer-search" role="search" action="search.html"><input type="search" name="q" aria-label="Search for"><button type="submit">Search</button></form>
<p id="mercer-count" role="status"><noscript>The search needs JavaScript.</noscript></p>
<ol id="mercer-found" class="found"></ol>
`
