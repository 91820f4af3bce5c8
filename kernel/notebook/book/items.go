package book

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/markup"
)

// itemPattern matches the tags that name an item of a source: its letter, its section, its place there, as in N4.2b; of appendix A as in BA.1.2c.
var itemPattern = regexp.MustCompile(`^([A-Z])((?:A\.)?\d+(?:\.\d+)*)([a-z]*)$`)

// item is an item of a source and the cells that reproduce it.
type item struct {
	ID    string
	Cells []itemCell
	Ways  [hows]bool // in which its cells reproduce it
	order []int      // by which items are sorted
}

// itemCell is a cell that reproduces an item.
type itemCell struct {
	Href   string
	Number string // of the chapter
	Where  markup.HTML
	Nth    int // among several of the item that read the same, from 1; else 0
	How    string
	file   string // path of the notebook
}

// How is how the item is reproduced, in words.
func (it *item) How() string { return words(it.Ways) }

// add adds a cell that carries the item.
func (it *item) add(c *chapter, i int) {
	ways := howOf(c.nb.Cells[i])
	for h, yes := range ways {
		it.Ways[h] = it.Ways[h] || yes
	}
	it.Cells = append(it.Cells, itemCell{Href: c.Page() + "#" + c.doc.Cells[i].ID, Number: c.Number(), Where: c.label(i), How: words(ways), file: c.path})
}

// sourceItems are the items of one source.
type sourceItems struct {
	source
	Items []*item
}

// itemsOf collects the items that the cells of the chapters carry as tags, by source. Sources that the Readme names come in
// its order, others after them.
func itemsOf(chapters []*chapter, sources []source) []sourceItems {
	found := map[string]*item{}
	letters := map[string][]*item{}
	for _, c := range chapters {
		for i, nc := range c.nb.Cells {
			for _, tag := range itemTags(nc) {
				it := found[tag]
				if it == nil {
					it = &item{ID: tag, order: itemOrder(tag)}
					found[tag] = it
					letters[tag[:1]] = append(letters[tag[:1]], it)
				}
				it.add(c, i)
			}
		}
	}
	for _, it := range found {
		it.count()
	}
	return bySource(letters, sources)
}

// count numbers the cells whose links would read the same.
func (it *item) count() {
	type words struct {
		number string
		where  markup.HTML
	}
	all, seen := map[words]int{}, map[words]int{}
	for _, c := range it.Cells {
		all[words{c.Number, c.Where}]++
	}
	for i := range it.Cells {
		c := &it.Cells[i]
		if w := (words{c.Number, c.Where}); all[w] > 1 {
			seen[w]++
			c.Nth = seen[w]
		}
	}
}

func bySource(letters map[string][]*item, sources []source) []sourceItems {
	named := slices.Clone(sources)
	var others []string
	for letter := range letters {
		if !slices.ContainsFunc(sources, func(s source) bool { return s.Letter == letter }) {
			others = append(others, letter)
		}
	}
	slices.Sort(others)
	for _, letter := range others {
		named = append(named, source{Letter: letter})
	}
	var list []sourceItems
	for _, s := range named {
		items := letters[s.Letter]
		slices.SortFunc(items, func(a, b *item) int {
			return cmp.Or(slices.Compare(a.order, b.order), cmp.Compare(a.ID, b.ID))
		})
		if len(items) > 0 {
			list = append(list, sourceItems{s, items})
		}
	}
	return list
}

// itemTags returns the tags of a code cell that name items.
func itemTags(c *notebook.Cell) []string {
	if c.Type != notebook.Code {
		return nil
	}
	return slices.DeleteFunc(c.Tags(), func(tag string) bool { return !itemPattern.MatchString(tag) })
}

// itemOrder makes of N4.2b the numbers 4, 2: what stands before the letters decides first. Appendix A comes last.
func itemOrder(tag string) []int {
	var order []int
	for _, part := range strings.Split(itemPattern.FindStringSubmatch(tag)[2], ".") {
		n, err := strconv.Atoi(part)
		if err != nil { // an appendix, or more digits than an int holds
			n = math.MaxInt
		}
		order = append(order, n)
	}
	return order
}

// label says what a cell is about: the title of its derivation, or the heading above it.
func (c *chapter) label(i int) markup.HTML {
	for _, d := range c.derivations {
		if d.Cell == c.doc.Cells[i].ID {
			return d.Title
		}
	}
	if h, ok := c.section(i); ok && h.Level > 1 {
		return h.HTML
	}
	return c.Title()
}
