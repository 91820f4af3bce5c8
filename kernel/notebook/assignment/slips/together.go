package slips

import (
	"fmt"
	"strings"
)

// Variable is the variable of a cell of [Together] that chooses the function that runs: 0 is the right one, i the slip i-1.
const Variable = "mercer_slip"

// Cell is a cell of [Together].
type Cell struct {
	Text  string
	lines []int // where the declaration of each slip begins, and after the last one
}

// At returns the slip whose declaration has a line of the cell.
func (c Cell) At(line int) (i int, ok bool) {
	for i := range len(c.lines) - 1 {
		if c.lines[i] <= line && line < c.lines[i+1] {
			return i, true
		}
	}
	return 0, false
}

// Together is the cell of an answer and some of its slips.
func Together(text string, list []Slip) (Cell, error) {
	a, err := parse(text)
	if err != nil {
		return Cell{}, err
	}
	var c Cell
	var b strings.Builder
	line := 1
	write := func(s string) {
		b.WriteString(s)
		line += strings.Count(s, "\n")
	}
	of := map[string][]int{}
	for i, s := range list {
		of[s.Func] = append(of[s.Func], i)
	}
	at := 0
	var dispatchers []string
	for _, d := range a.functions() { // each gets another name, and one of its old name that chooses
		name := d.Name.Name
		if len(of[name]) == 0 {
			continue
		}
		write(a.Text[at:a.at(d.Name.Pos())] + right(name))
		at = a.at(d.Name.End())
		f := finder{answer: a, decl: d}
		dispatchers = append(dispatchers, f.dispatcher(of[name]))
	}
	write(a.Text[at:] + "\n")
	for i, s := range list {
		c.lines = append(c.lines, line)
		write(s.Decl(other(s.Func, i)) + "\n")
	}
	c.lines = append(c.lines, line)
	write("var " + Variable + " int\n" + strings.Join(dispatchers, "\n"))
	c.Text = b.String()
	return c, nil
}

func right(name string) string { return "mercer_right_" + name }

func other(name string, i int) string { return fmt.Sprintf("mercer_slip%d_%s", i+1, name) }

// dispatcher is the function that calls the right one or a slip.
func (f *finder) dispatcher(list []int) string {
	name := f.decl.Name.Name
	params, results := f.fieldsOf(f.decl.Type.Params, "p"), f.fieldsOf(f.decl.Type.Results, "r")
	var b strings.Builder
	fmt.Fprintf(&b, "func %s(%s) %s {\n\tswitch %s {\n", name, declared(params), kinds(results), Variable)
	returned := "return "
	if len(results) == 0 {
		returned = ""
	}
	for _, i := range list {
		fmt.Fprintf(&b, "\tcase %d:\n\t\t%s%s(%s)\n", i+1, returned, other(name, i), names(params))
		if returned == "" {
			b.WriteString("\t\treturn\n")
		}
	}
	fmt.Fprintf(&b, "\t}\n\t%s%s(%s)\n}", returned, right(name), names(params))
	return b.String()
}
