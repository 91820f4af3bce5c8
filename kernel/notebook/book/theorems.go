package book

import (
	"regexp"
	"strings"

	"github.com/mercer-go/mercer/display/formula/syntax"
	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/markup"
)

// derivation is a derivation that a cell shows.
type derivation struct {
	Cell        string      // id of its cell
	Title       markup.HTML // with its formulas
	Conclusions []string    // what its \therefore lines state, as LaTeX
}

// shown finds the title of a derivation in what it puts out as Markdown, see package display/derive.
var shown = regexp.MustCompile(`^\*\*(.+?)\*\* \((?s:.*)\\checkmark`)

// derivationsOf lists the derivations of a chapter in order: those of the language of formulas with their conclusions, and
// those whose values Go functions compute, which have a title only.
func derivationsOf(c *chapter) []derivation {
	var list []derivation
	for i, nc := range c.nb.Cells {
		conclusions := conclusionsOf(nc)
		for _, o := range nc.Outputs {
			text, _ := o.Data["text/markdown"].(string)
			m := shown.FindStringSubmatch(text)
			if m == nil {
				continue
			}
			list = append(list, derivation{Cell: c.doc.Cells[i].ID, Title: paragraph(m[1]), Conclusions: conclusions})
			conclusions = nil
		}
	}
	return list
}

// conclusionsOf returns the conclusions of a %%derive cell.
func conclusionsOf(c *notebook.Cell) []string {
	if c.Type != notebook.Code {
		return nil
	}
	split, _ := cell.Split(c.Source)
	if split.Script == nil || split.Script.Name != "derive" {
		return nil
	}
	doc, _ := syntax.ParseDocument(split.Script.Body) // names that Go declares are errors here, and no matter
	var list []string
	for _, item := range doc.Items {
		if t, ok := item.(*syntax.Conclusion); ok {
			list = append(list, strings.TrimSpace(syntax.Latex(split.Script.Body, t.Claim.Where())))
		}
	}
	return list
}
