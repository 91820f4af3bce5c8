package plan

import (
	"fmt"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
)

// Timed is %time: the cell as it is, with the statement behind the command among its statements.
func (p *Plan) Timed(c cell.Command) error {
	p.Time = true
	p.put(c, strings.Repeat(" ", p.column(c)-1), c.Text, "")
	return nil
}

// TimedOften is %timeit: a statement in a loop, or all statements of the cell.
func (p *Plan) TimedOften(c cell.Command) error {
	const begin, end = "display.TimeIt(func() { ", " })"
	if c.Text == "" {
		if kind := declares(p.Cell.Go); kind != "" {
			return fmt.Errorf("times statements, and the cell has %s: put it into another cell", kind)
		}
		p.put(c, begin, "", "")
		p.Cell.Go += "\n" + end
		return nil
	}
	before := fmt.Sprintf("%s%s/*line %s:%d:%d*/", begin, unused(c.Text), cell.FileKey(p.Cell.Source), c.Line, p.column(c))
	p.put(c, before, c.Text, end)
	return nil
}

// column is where in its line the text behind a command begins, 1-based.
func (p *Plan) column(c cell.Command) int {
	line := strings.Split(p.Cell.Source, "\n")[c.Line-1]
	return 1 + max(0, strings.LastIndex(line, c.Text))
}

// put writes Go text in place of a command's line, into a copy of the cell.
func (p *Plan) put(c cell.Command, before, text, after string) {
	changed := *p.Cell
	lines := strings.Split(changed.Go, "\n")
	lines[c.Line-1] = before + text + after
	changed.Go = strings.Join(lines, "\n")
	p.Cell = &changed
}

// unused is what makes a statement of an expression that is none: of "x + 1", and of a call whose value Go wants used, "len(x)".
func unused(text string) string {
	if !cell.IsExpression(text) || cell.IsCall(text) {
		return ""
	}
	return "_ = "
}

// declares says what in a text cannot stand inside a function, or "".
func declares(text string) string {
	items, _ := cell.Items(text)
	for _, it := range items {
		switch it.Kind {
		case cell.KindFunc:
			return "a function"
		case cell.KindImport, cell.KindPackage:
			return "an import"
		}
	}
	return ""
}
