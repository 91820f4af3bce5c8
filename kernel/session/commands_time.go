package session

import (
	"fmt"
	"strings"
	"time"

	"github.com/mercer-go/mercer/kernel/cell"
)

// This file implements the commands that measure.

// timed is %time: the cell as it is, with the statement behind the command among its statements.
func (p *plan) timed(c cell.Command) error {
	p.time = true
	p.put(c, strings.Repeat(" ", p.column(c)-1), c.Text, "")
	return nil
}

// timedOften is %timeit: a statement in a loop, or all statements of the cell.
func (p *plan) timedOften(c cell.Command) error {
	const begin, end = "display.TimeIt(func() { ", " })"
	if c.Text == "" {
		if kind := declares(p.cell.Go); kind != "" {
			return fmt.Errorf("times statements, and the cell has %s: put it into another cell", kind)
		}
		p.put(c, begin, "", "")
		p.cell.Go += "\n" + end
		return nil
	}
	before := fmt.Sprintf("%s%s/*line %s:%d:%d*/", begin, unused(c.Text), cell.FileKey(p.cell.Source), c.Line, p.column(c))
	p.put(c, before, c.Text, end)
	return nil
}

// column is where in its line the text behind a command begins, 1-based.
func (p *plan) column(c cell.Command) int {
	line := strings.Split(p.cell.Source, "\n")[c.Line-1]
	return 1 + max(0, strings.LastIndex(line, c.Text))
}

// put writes Go text in place of a command's line, into a copy of the cell.
func (p *plan) put(c cell.Command, before, text, after string) {
	changed := *p.cell
	lines := strings.Split(changed.Go, "\n")
	lines[c.Line-1] = before + text + after
	changed.Go = strings.Join(lines, "\n")
	p.cell = &changed
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

// tellTime says what the parts of the cell have taken, for %time.
func (x *execution) tellTime() {
	ran := x.phases["run"]
	text := fmt.Sprintf("%s, of which %s to check and compile", elapsed(ran+x.phases["compose"]+x.phases["build"]), elapsed(x.phases["compose"]+x.phases["build"]))
	if start := x.phases["start"]; start > 0 {
		text += fmt.Sprintf(", %s to load values", elapsed(start))
	}
	if commit := x.phases["commit"]; commit > 0 {
		text += fmt.Sprintf(", %s to keep them", elapsed(commit))
	}
	x.out.Stream("stdout", fmt.Sprintf("%s: the cell took %s\n", elapsed(ran-x.phases["start"]-x.phases["commit"]), text))
}

// elapsed writes a time with three digits.
func elapsed(d time.Duration) string {
	switch d = max(d, 0); {
	case d >= time.Second:
		return fmt.Sprintf("%.3g s", d.Seconds())
	case d >= time.Millisecond:
		return fmt.Sprintf("%.3g ms", float64(d)/1e6)
	}
	return fmt.Sprintf("%.3g µs", float64(d)/1e3)
}
