package book

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/export"
	"github.com/mercer-go/mercer/kernel/notebook/markup"
)

// chapter is a notebook and its page.
type chapter struct {
	path        string // of the notebook
	name        string // of its page, without ".html": that of the notebook without what means something in links
	nb          *notebook.Notebook
	doc         *export.Document
	lead        markup.HTML // first paragraph
	derivations []derivation
}

// Page is the file of the chapter's page.
func (c *chapter) Page() string { return c.name + ".html" }

var leadingNumber = regexp.MustCompile(`^(\d+[a-z]?)[-_ ]`)

// Number is what the file's name begins with, such as "04" or "02b", or "".
func (c *chapter) Number() string {
	if m := leadingNumber.FindStringSubmatch(c.name); m != nil {
		return m[1]
	}
	return ""
}

// Title is the first heading, or the name of the file.
func (c *chapter) Title() markup.HTML {
	if len(c.doc.Headings) > 0 {
		return c.doc.Headings[0].HTML
	}
	return markup.Text(c.doc.Title)
}

// Source is the name of the notebook's file.
func (c *chapter) Source() string { return filepath.Base(c.path) }

// Sections are the headings of the second level and those below them, down to the level given. Those in outputs are none.
func (c *chapter) Sections(deepest int) []export.Heading {
	var list []export.Heading
	for _, h := range c.doc.Headings {
		if h.Level > 1 && h.Level <= deepest && c.nb.Cells[h.Cell].Type == notebook.Markdown {
			list = append(list, h)
		}
	}
	return list
}

// section returns the heading below which a cell stands, by the index of the cell.
func (c *chapter) section(cell int) (h export.Heading, ok bool) {
	for _, next := range c.doc.Headings {
		if next.Cell > cell {
			break
		}
		if c.nb.Cells[next.Cell].Type == notebook.Markdown {
			h, ok = next, true
		}
	}
	return h, ok
}

// readChapter reads and renders a notebook; textOnly leaves out what cells show, but for derivations. One that is not executed is a
// chapter with an error.
func readChapter(path string, textOnly bool) (*chapter, error) {
	nb, err := notebook.Read(path)
	if err != nil {
		return nil, err
	}
	if err = ready(nb); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	for _, c := range nb.Cells {
		if textOnly && !derivationCell.MatchString(c.Source) {
			c.Outputs = nil
		}
	}
	name := strings.TrimSuffix(filepath.Base(path), ".ipynb")
	return &chapter{
		path: path, name: fileName(name), nb: nb,
		doc: export.Render(nb, export.Options{Name: name, Outline: true, PlainCode: textOnly}),
	}, err
}

// ready returns an error if a cell has not been executed, or has failed and not on purpose.
func ready(nb *notebook.Notebook) error {
	for i, c := range nb.Cells {
		if c.Type != notebook.Code || c.HasTag("skip-execution") {
			continue
		}
		if c.Count == 0 && strings.TrimSpace(c.Source) != "" {
			return fmt.Errorf("cell %s is not executed: run the notebook first, with mercer run --in-place", cellName(c, i))
		}
		if c.HasTag("raises-exception") {
			continue
		}
		for _, o := range c.Outputs {
			if o.Type == notebook.Failure {
				return fmt.Errorf("cell %s fails: %s: %s", cellName(c, i), o.EName, o.EValue)
			}
		}
	}
	return nil
}

// cellName is what an error calls a cell.
func cellName(c *notebook.Cell, i int) string {
	if c.ID == "" {
		return fmt.Sprintf("%d", i+1)
	}
	return fmt.Sprintf("%d (%s)", i+1, c.ID)
}
