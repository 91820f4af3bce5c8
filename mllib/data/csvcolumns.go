package data

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/mllib/input"
)

// columns is what becomes of each column of a text.
type columns []column

type column struct {
	name  string
	kind  columnKind
	comma bool     // numbers have a decimal comma
	words []string // of a column of words, in their order
}

type columnKind int

const (
	numeric columnKind = iota
	labelled
	skipped
	worded
)

// columns finds what becomes of each column; first is the first line.
func (c CSV) columns(first []string) (columns, error) {
	all := make(columns, len(first))
	for j := range first {
		all[j].comma = c.DecimalComma
		if all[j].name = first[j]; c.NoHeader {
			all[j].name = strconv.Itoa(j + 1)
		}
	}
	if c.NoLabel {
		if err := input.Param(c.Label == "", "CSV.Label", c.Label, `"" where NoLabel is set`); err != nil {
			return nil, err
		}
	} else if c.Label == "" {
		all[len(all)-1].kind = labelled
	} else if err := all.set(labelled, "CSV.Label", c.Label); err != nil {
		return nil, err
	}
	if err := all.set(skipped, "CSV.Skip", c.Skip...); err != nil {
		return nil, err
	}
	return all, all.set(worded, "CSV.Words", c.Words...)
}

// set gives the columns with these names their kind.
func (c columns) set(kind columnKind, argument string, names ...string) error {
	for _, name := range names {
		j := slices.IndexFunc(c, func(of column) bool { return of.name == name })
		if j < 0 {
			all := make([]string, len(c))
			for j := range c {
				all[j] = c[j].name
			}
			return input.Param(false, argument, strconv.Quote(name), fmt.Sprintf("one of the columns %q", all))
		}
		if c[j].kind != numeric {
			return input.Param(false, argument, strconv.Quote(name), "a column that is not the label, in Skip or in Words already")
		}
		c[j].kind = kind
	}
	return nil
}

// gap is the first column that misses its value in the line, or -1.
func (c columns) gap(l line) int {
	for j, v := range l.values {
		if c[j].kind != skipped && isMissing(v) || c[j].kind == numeric && strings.EqualFold(v, "nan") {
			return j
		}
	}
	return -1
}

// collect finds the words of the columns of words.
func (c columns) collect(lines []line) {
	for j := range c {
		if c[j].kind == worded {
			c[j].words = words(lines, j)
		}
	}
}

// width is the number of columns of numbers that they make.
func (c columns) width() int { return len(c.features()) }

// features are the names of the columns of numbers.
func (c columns) features() (names []string) {
	for _, of := range c {
		switch of.kind {
		case numeric:
			names = append(names, of.name)
		case worded:
			for k := 1; k < len(of.words); k++ {
				names = append(names, of.name+"="+of.words[k])
			}
		}
	}
	return names
}

// row writes the numbers of a line.
func (c columns) row(l line, row []float64) error {
	if j := c.gap(l); j >= 0 {
		return l.errorf(input.ErrValue, j, "the value is missing; CSV.DropMissing leaves such lines out")
	}
	k := 0
	for j, text := range l.values {
		switch c[j].kind {
		case worded:
			for _, word := range c[j].words[1:] {
				if word == text {
					row[k] = 1
				}
				k++
			}
		case numeric:
			v, err := c.number(l, j)
			if err != nil {
				return err
			}
			row[k] = v
			k++
		}
	}
	return nil
}

var (
	// decimalComma is a number that is written with a comma before the fraction.
	decimalComma = regexp.MustCompile(`^[+-]?\d*,\d+([eE][+-]?\d+)?$`)
	// grouped is a number whose thousands are separated by commas.
	grouped = regexp.MustCompile(`^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$`)
	// pointed is a number whose thousands are separated by points, perhaps with a decimal comma.
	pointed = regexp.MustCompile(`^[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d*)?$`)
)

// commas says what commas in a text can mean that is a number elsewhere; it is empty for other
// texts.
func commas(text string) (why string) {
	if decimalComma.MatchString(text) {
		why = "CSV.DecimalComma reads it as " + strings.Replace(text, ",", ".", 1)
	}
	if grouped.MatchString(text) {
		thousands := "commas that separate thousands (" + strings.ReplaceAll(text, ",", "") + ") must be taken out of the file first"
		if why == "" {
			return thousands
		}
		why += "; " + thousands
	}
	return why
}

// number reads a column of a line as a number.
func (c columns) number(l line, j int) (float64, error) {
	text := l.values[j]
	if c[j].comma {
		if strings.Contains(text, ".") {
			why := ""
			if pointed.MatchString(text) {
				why = "; points that separate thousands must be taken out of the file first"
			}
			return 0, l.errorf(input.ErrValue, j, "%q has a point, and CSV.DecimalComma is set%s", text, why)
		}
		text = strings.Replace(text, ",", ".", 1)
	} else if why := commas(text); why != "" {
		return 0, l.errorf(input.ErrValue, j, "%q is no number; %s", text, why)
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || strings.ContainsAny(text, "_xX") { // 1_000 and 0x1p4 are numbers of Go only
		if c[j].kind == labelled {
			return 0, l.errorf(input.ErrValue, j, "%q is no number, as the response of a regression is; Read makes classes of words", text)
		}
		return 0, l.errorf(input.ErrValue, j, "%q is no number; a column of words belongs into CSV.Words, one that does not count into CSV.Skip", text)
	}
	if v-v != 0 {
		return 0, l.errorf(input.ErrNotFinite, j, "got %s", text)
	}
	return v, nil
}
