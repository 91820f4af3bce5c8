package display

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/display/internal/numeral"
	"github.com/mercer-go/mercer/display/internal/send"
)

// Best says which value of a column is highlighted.
type Best byte

// The values that Table.Best highlights.
const (
	Least Best = iota + 1
	Greatest
)

// Table is a table of texts and numbers. NewTable and TableOf make one; its methods change it and return it, so that it
// is the last expression of a cell or the argument of Show.
type Table struct {
	caption string
	columns []column
	folded  int // rows shown of a long table, 0 for the default
	err     string

	warnings []string // of the value whose table it is
}

// column is a named column; cells are texts or numbers.
type column struct {
	name   string
	cells  []any
	format string // of numbers, for fmt; empty for the default
	align  string // "left" or "right", empty for that of the cells
	best   Best
}

// DefaultRows is how many rows of a longer table are shown.
const DefaultRows = 40

// NewTable returns an empty table with named columns.
func NewTable(columns ...string) *Table {
	t := &Table{}
	for _, name := range columns {
		t.columns = append(t.columns, column{name: name})
	}
	return t
}

// TableOf returns the table of a value: that of a [Tabler], as models with coefficients are; of a matrix, a [][]float64, a struct (name and value of
// each field), a slice of structs (a row each), a map (sorted by key), or a slice (index and value).
func TableOf(v any) *Table { return tableOf(v) }

// Row adds a row. Missing cells are empty; cells beyond the columns are an error that is shown below the table.
func (t *Table) Row(cells ...any) *Table {
	if len(cells) > len(t.columns) {
		return t.fail("row of %d cells in a table of %d columns", len(cells), len(t.columns))
	}
	for j := range t.columns {
		var c any = ""
		if j < len(cells) {
			c = cells[j]
		}
		t.columns[j].cells = append(t.columns[j].cells, c)
	}
	return t
}

// Column adds a column: values is a slice of anything, or a function of the row's number from 0 returning a cell is
// not needed: fill a slice. A column that is longer than the others leaves their last cells empty.
func (t *Table) Column(name string, values any) *Table {
	cells, ok := cellsOf(values)
	if !ok {
		return t.fail("column %q: %T is not a slice", name, values)
	}
	t.columns = append(t.columns, column{name: name, cells: cells})
	return t
}

// Caption sets the caption.
func (t *Table) Caption(text string) *Table {
	t.caption = text
	return t
}

// Format sets how the numbers of a column are written, as for fmt, such as "%.3f". Without columns it holds for all.
func (t *Table) Format(format string, columns ...string) *Table {
	return t.each(columns, func(c *column) { c.format = format })
}

// Left aligns columns to the left, as texts are; numbers are aligned to the right. Without columns it holds for all.
func (t *Table) Left(columns ...string) *Table {
	return t.each(columns, func(c *column) { c.align = "left" })
}

// Right aligns columns to the right, as for numbers with words between them. Without columns it holds for all.
func (t *Table) Right(columns ...string) *Table {
	return t.each(columns, func(c *column) { c.align = "right" })
}

// Best highlights the least or the greatest number of a column, and all that equal it as they are written.
func (t *Table) Best(name string, best Best) *Table {
	return t.each([]string{name}, func(c *column) { c.best = best })
}

// Rows sets how many rows are shown; a longer table shows its first and last ones and says how many it leaves out.
func (t *Table) Rows(n int) *Table {
	t.folded = max(n, 2)
	return t
}

// Show shows the table.
func (t *Table) Show() { send.Display(bundleOf(t)) }

// Err returns what is wrong with the table, or nil.
func (t *Table) Err() error {
	if t.err == "" {
		return nil
	}
	return fmt.Errorf("table: %s", t.err)
}

func (t *Table) fail(format string, args ...any) *Table {
	if t.err == "" {
		t.err = fmt.Sprintf(format, args...)
	}
	return t
}

func (t *Table) each(names []string, do func(c *column)) *Table {
	found := 0
	for j := range t.columns {
		if len(names) == 0 || contains(names, t.columns[j].name) {
			do(&t.columns[j])
			found++
		}
	}
	if found < len(names) {
		return t.fail("no column among %q of that name: %q", t.names(), names)
	}
	return t
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func (t *Table) names() []string {
	var names []string
	for _, c := range t.columns {
		names = append(names, c.name)
	}
	return names
}

func (t *Table) height() int {
	n := 0
	for _, c := range t.columns {
		n = max(n, len(c.cells))
	}
	return n
}

// text is cell i of the column as it is written.
func (c *column) text(i int) string {
	if i >= len(c.cells) || c.cells[i] == nil {
		return ""
	}
	x, isNumber := number(c.cells[i])
	switch {
	case isNumber && c.format != "":
		return numeral.Minus(unsignedZero(formatNumber(c.format, pointedTo(c.cells[i]), x)))
	case isNumber && isFloat(c.cells[i]):
		return numeral.Minus(unsignedZero(short(x)))
	case isNumber:
		return numeral.Minus(brief(c.cells[i]))
	}
	return brief(c.cells[i])
}

// unsignedZero leaves out the sign of a number that is written as 0.
func unsignedZero(s string) string {
	if strings.ContainsAny(s, "123456789IN") {
		return s
	}
	return strings.Replace(s, "-", "", 1)
}

// formatNumber writes a number by a format for floats also where the value is an integer.
func formatNumber(format string, v any, x float64) string {
	if isFloat(v) || !strings.ContainsAny(format[len(format)-1:], "efgEFG") {
		return fmt.Sprintf(format, v)
	}
	return fmt.Sprintf(format, x)
}

// short writes a number with up to five significant digits.
func short(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e9 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', 5, 64)
}

// bestText is the text of the best number of the column.
func (c *column) bestText() string {
	best, text := math.NaN(), ""
	for i, cell := range c.cells {
		x, ok := number(cell)
		if ok && !math.IsNaN(x) && (math.IsNaN(best) || (c.best == Least && x < best) || (c.best == Greatest && x > best)) {
			best, text = x, c.text(i)
		}
	}
	return text
}

// toRight says that the column is aligned to the right: its cells are numbers, some may be empty.
func (c *column) toRight() bool {
	if c.align != "" {
		return c.align == "right"
	}
	some := false
	for _, cell := range c.cells {
		if _, ok := number(cell); ok {
			some = true
		} else if cell != nil && cell != "" {
			return false
		}
	}
	return some
}
