package data

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// CSV says how to read labelled data from a text with comma separated values: one observation per line, numbers in all columns
// but the one that holds the label. Lines and quotes are those of RFC 4180.
type CSV struct {
	Name     string // of the set
	NoHeader bool   // the first line is an observation; else it holds the names of the columns
	Comma    rune   // what separates the values; 0 means ','
	Label    string // name of the label's column, or its number from 1 where NoHeader is set; "" means the last column
	NoLabel  bool   // there is no label: all columns are numbers and every label of the set is 0
}

// Read reads a set. Labels that are all integers are kept as they are. Otherwise the label is a word: the classes are numbered 1..K
// in alphabetical order, and Set.Labels has their names. Blanks around a value do not count; blank lines are left out.
//
// The error says the line and the column of what is wrong, by its number and its name. It wraps input.ErrEmpty (no observation, no column of numbers, a missing
// value), input.ErrShape (a line with too few or too many values), input.ErrNotFinite (NaN or infinity), input.ErrParam (Label names
// no column, Comma cannot separate, r is nil) or input.ErrLabel (a value that is no number).
func (c CSV) Read(r io.Reader) (*Set, error) {
	if input.IsNil(r) {
		return nil, fmt.Errorf("data: CSV: %w", input.Param(false, "r", nil, "a reader"))
	}
	s, err := c.read(r)
	if err != nil {
		return nil, fmt.Errorf("data: CSV: %w", err)
	}
	return s, nil
}

// ReadFile reads the set in a file; without a Name the set is called as the file. The errors are those of Read and os.Open.
func (c CSV) ReadFile(path string) (*Set, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("data: CSV: %w", err)
	}
	defer file.Close()
	if c.Name == "" {
		c.Name = path
	}
	s, err := c.read(file)
	if err != nil {
		return nil, fmt.Errorf("data: CSV: %s: %w", path, err)
	}
	return s, nil
}

func (c CSV) read(r io.Reader) (*Set, error) {
	lines, err := c.lines(r)
	if err != nil {
		return nil, err
	}
	s := &Set{Name: c.Name}
	width := len(lines[0].values)
	label, err := c.labelColumn(lines[0].values)
	if err != nil {
		return nil, err
	}
	if !c.NoHeader {
		s.Features = without(lines[0].values, label)
		lines = lines[1:]
	}
	d := width
	if label >= 0 {
		d--
	}
	if len(lines) == 0 || d == 0 {
		return nil, input.Errorf(input.ErrEmpty, "r", "got %d observations of %d numbers, want at least one of each", len(lines), d)
	}
	s.X = mat.NewDense(len(lines), d, nil)
	words := make([]string, len(lines))
	for i, l := range lines {
		if label >= 0 {
			if words[i] = l.values[label]; words[i] == "" {
				return nil, l.errorf(input.ErrEmpty, label, "the label is missing")
			}
		}
		if err := l.numbers(s.Row(i), label); err != nil {
			return nil, err
		}
	}
	s.Y, s.Labels = labels(words, label >= 0)
	return s, nil
}

// line is one line of the text with its values, and its number.
type line struct {
	number int
	values []string
	names  []string // of the columns; nil without a header
}

func (c CSV) lines(r io.Reader) ([]line, error) {
	reader := csv.NewReader(r)
	reader.FieldsPerRecord = -1
	if c.Comma != 0 {
		reader.Comma = c.Comma
	}
	var lines []line
	for {
		values, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			var parse *csv.ParseError
			if errors.As(err, &parse) {
				return nil, input.Errorf(input.ErrShape, "r", "%v", err)
			}
			if strings.Contains(err.Error(), "delimiter") {
				return nil, input.Param(false, "CSV.Comma", strconv.QuoteRune(c.Comma), "a character that can separate values")
			}
			return nil, err
		}
		number, _ := reader.FieldPos(0)
		for j, v := range values {
			values[j] = strings.TrimSpace(strings.TrimPrefix(v, "\ufeff"))
		}
		l := line{number: number, values: values}
		if len(lines) > 0 && !c.NoHeader {
			l.names = lines[0].values
		}
		if len(lines) > 0 && len(values) != len(lines[0].values) {
			return nil, input.Errorf(input.ErrShape, "r", "line %d has %d values, line %d has %d", number, len(values), lines[0].number, len(lines[0].values))
		}
		lines = append(lines, l)
	}
	if len(lines) == 0 {
		return nil, input.Errorf(input.ErrEmpty, "r", "the text is empty")
	}
	return lines, nil
}

// labelColumn returns the index of the label's column, or -1 if there is none.
func (c CSV) labelColumn(first []string) (int, error) {
	switch {
	case c.NoLabel:
		return -1, input.Param(c.Label == "", "CSV.Label", c.Label, `"" where NoLabel is set`)
	case c.Label == "":
		return len(first) - 1, nil
	case c.NoHeader:
		k, err := strconv.Atoi(c.Label)
		return k - 1, input.Param(err == nil && k >= 1 && k <= len(first), "CSV.Label", c.Label, fmt.Sprintf("the number of one of the %d columns", len(first)))
	}
	k := slices.Index(first, c.Label)
	return k, input.Param(k >= 0, "CSV.Label", c.Label, fmt.Sprintf("one of the columns %q", first))
}

// numbers parses all values but the label into row.
func (l line) numbers(row []float64, label int) error {
	k := 0
	for j, text := range l.values {
		if j == label {
			continue
		}
		v, err := strconv.ParseFloat(text, 64)
		switch {
		case text == "":
			return l.errorf(input.ErrEmpty, j, "the value is missing")
		case err != nil && !errors.Is(err, strconv.ErrRange):
			return l.errorf(input.ErrLabel, j, "%q is no number", text)
		case v-v != 0:
			return l.errorf(input.ErrNotFinite, j, "got %s", text)
		}
		row[k] = v
		k++
	}
	return nil
}

func (l line) errorf(kind error, column int, format string, args ...any) error {
	place := fmt.Sprintf("line %d, column %d", l.number, column+1)
	if l.names != nil {
		place += fmt.Sprintf(" (%q)", l.names[column])
	}
	return input.Errorf(kind, "r", "%s: %s", place, fmt.Sprintf(format, args...))
}

// labels returns integer labels as they are, and numbers the words 1..K in their order otherwise.
func labels(words []string, given bool) (y []int, names []string) {
	y = make([]int, len(words))
	if !given {
		return y, nil
	}
	integers := true
	for i, w := range words {
		v, err := strconv.Atoi(w)
		y[i], integers = v, integers && err == nil
	}
	if integers {
		return y, nil
	}
	names = slices.Compact(slices.Sorted(slices.Values(words)))
	for i, w := range words {
		k, _ := slices.BinarySearch(names, w)
		y[i] = k + 1
	}
	return y, names
}

func without(values []string, k int) []string {
	if k < 0 {
		return values
	}
	return slices.Delete(slices.Clone(values), k, k+1)
}
