package data

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// CSV says how to read labelled data from a text with comma separated values: one observation per line, numbers in all columns
// but the one that holds the label and those that are named here. Lines and quotes are those of RFC 4180.
//
// Where NoHeader is set a column is named by its number from 1. Where a name of the header stands twice, the second such column is called as the
// first with ".1" behind it, the third with ".2", as in pandas: name, name.1, name.2.
type CSV struct {
	Name     string // of the set
	NoHeader bool   // the first line is an observation; else it holds the names of the columns
	Comma    rune   // what separates the values; 0 means ','
	// DecimalComma reads numbers that are written with a comma before the fraction, as 23672,28; then a point in a number is an error. Comma
	// is ';' in most such files; with ',' the numbers stand in quotes.
	DecimalComma bool
	Label        string // name of the label's column; "" means the last column
	NoLabel      bool   // there is no label: all columns are numbers and every label of the set is 0

	Skip []string // columns that are left out, such as names and numbers of the observations
	// Words are columns of words. Each becomes columns of 0 and 1, one for each word but the first in alphabetical order, with
	// which the others are compared: "city" with the words London and Paris becomes the column "city=Paris".
	Words []string
	// DropMissing leaves out the lines that miss a value (it is empty, or NA, N/A, NaN, nan, null or ?) in a column that is not
	// skipped; Set.Dropped has their numbers. Without it the first one is an error. Other words are not missing: None as a label is a class.
	DropMissing bool
}

// Read reads a set. Labels that are all integers are kept as they are, and one beyond 64 bits among them is an error. Otherwise the label is a word: the classes are numbered 1..K
// in alphabetical order, and Set.ClassNames has their names. Blanks around a value do not count; blank lines are left out.
//
// The error says the line and the column of what is wrong, by its number and its name. It wraps input.ErrEmpty (no observation, no
// column of numbers), input.ErrShape (a line with too few or too many values), input.ErrNotFinite (infinity), input.ErrParam
// (a name of no column, Comma cannot separate, r is nil) or input.ErrValue (a value that is missing or no number, an integer that no label can be).
func (c CSV) Read(r io.Reader) (*Set, error) {
	s, err := read(c, r, (*table).set)
	if err != nil {
		return nil, fmt.Errorf("data: CSV: %w", err)
	}
	return s, nil
}

// ReadFile reads the set in a file; without a Name the set is called as the file. The errors are those of Read and os.Open.
func (c CSV) ReadFile(path string) (*Set, error) { return readFile(c, path, (*table).set) }

// ReadRegression reads data whose label is a number, the response. The errors are those of Read; NoLabel is out of range.
func (c CSV) ReadRegression(r io.Reader) (*Regression, error) {
	data, err := read(c, r, (*table).regression)
	if err != nil {
		return nil, fmt.Errorf("data: CSV: %w", err)
	}
	return data, nil
}

// ReadRegressionFile reads the regression in a file, as ReadFile reads a set.
func (c CSV) ReadRegressionFile(path string) (*Regression, error) {
	return readFile(c, path, (*table).regression)
}

// table is a text that was read, but for the label.
type table struct {
	name    string
	x       *mat.Dense
	columns columns
	named   bool // the columns have names
	lines   []line
	dropped []int // lines that were left out
}

func readFile[D any](c CSV, path string, as func(*table) (D, error)) (none D, err error) {
	file, err := os.Open(path)
	if err != nil {
		return none, fmt.Errorf("data: CSV: %w", err)
	}
	defer file.Close()
	if c.Name == "" {
		c.Name = path
	}
	d, err := read(c, file, as)
	if err != nil {
		return none, fmt.Errorf("data: CSV: %s: %w", path, err)
	}
	return d, nil
}

func read[D any](c CSV, r io.Reader, as func(*table) (D, error)) (none D, err error) {
	if input.IsNil(r) {
		return none, input.Param(false, "r", nil, "a reader")
	}
	t, err := c.table(r)
	if err != nil {
		return none, err
	}
	return as(t)
}

func (c CSV) table(r io.Reader) (*table, error) {
	lines, err := c.lines(r)
	if err != nil {
		return nil, err
	}
	columns, err := c.columns(lines[0].values)
	if err != nil {
		return nil, err
	}
	if !c.NoHeader {
		lines = lines[1:]
	}
	t := &table{name: c.Name, columns: columns, named: !c.NoHeader || len(c.Words) > 0}
	if c.DropMissing {
		lines = slices.DeleteFunc(lines, func(l line) bool {
			gap := columns.gap(l) >= 0
			if gap {
				t.dropped = append(t.dropped, l.number)
			}
			return gap
		})
	}
	t.lines = lines
	columns.collect(lines)
	d := columns.width()
	if len(lines) == 0 || d == 0 {
		return nil, textError(input.ErrEmpty, "got %d observations of %d numbers, want at least one of each; %d lines miss a value", len(lines), d, len(t.dropped))
	}
	t.x = mat.NewDense(len(lines), d, nil)
	for i, l := range lines {
		if err := columns.row(l, t.x.RawRowView(i)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// features are the names of the columns, nil where they have none.
func (t *table) features() []string {
	if !t.named {
		return nil
	}
	return t.columns.features()
}

// set is the table as labelled data.
func (t *table) set() (*Set, error) {
	y, names, err := t.columns.labels(t.lines)
	if err != nil {
		return nil, err
	}
	return &Set{Name: t.name, X: t.x, Y: y, Features: t.features(), ClassNames: names, Dropped: t.dropped}, nil
}

// regression is the table with the label's column as numbers.
func (t *table) regression() (*Regression, error) {
	label := t.columns.label()
	if label < 0 {
		return nil, input.Param(false, "CSV.NoLabel", true, "false: a regression has a response")
	}
	y := make([]float64, len(t.lines))
	for i, l := range t.lines {
		v, err := t.columns.number(l, label)
		if err != nil {
			return nil, err
		}
		y[i] = v
	}
	r := &Regression{Name: t.name, X: t.x, Y: y, Features: t.features(), Dropped: t.dropped}
	if t.named {
		r.Response = t.columns[label].name
	}
	return r, nil
}

// label is the column of the label, -1 where there is none.
func (c columns) label() int {
	return slices.IndexFunc(c, func(of column) bool { return of.kind == labelled })
}

// labels returns integer labels as they are, and numbers the words 1..K in their order otherwise; without a label's column all are 0.
func (c columns) labels(lines []line) (y []int, names []string, err error) {
	y = make([]int, len(lines))
	label := c.label()
	if label < 0 {
		return y, nil, nil
	}
	integers, long := true, -1
	for i, l := range lines {
		v, err := strconv.Atoi(l.values[label])
		if y[i] = v; errors.Is(err, strconv.ErrRange) {
			long = i
		} else if err != nil {
			integers = false
		}
	}
	switch {
	case integers && long >= 0:
		return nil, nil, lines[long].errorf(input.ErrValue, label, "the label %s is an integer beyond 64 bits, and all labels are integers", lines[long].values[label])
	case integers:
		return y, nil, nil
	}
	names = words(lines, label)
	for i, l := range lines {
		k, _ := slices.BinarySearch(names, l.values[label])
		y[i] = k + 1
	}
	return y, names, nil
}
