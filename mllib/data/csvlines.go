package data

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/mllib/input"
)

// line is one line of the text with its values, and its number.
type line struct {
	number int
	values []string
	names  []string // of the columns; nil without a header
}

// lines are the lines of the text, all of the same length, the header first; there is at least one.
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
			return nil, c.readError(err)
		}
		number, _ := reader.FieldPos(0)
		for j, v := range values {
			values[j] = value(v)
		}
		l := line{number: number, values: values}
		if len(lines) > 0 && !c.NoHeader {
			l.names = lines[0].values
		} else if !c.NoHeader {
			unique(values)
		}
		if len(lines) > 0 && len(values) != len(lines[0].values) {
			return nil, textError(input.ErrShape, "line %d has %d values, line %d has %d%s",
				number, len(values), lines[0].number, len(lines[0].values), c.otherComma(lines[0].values))
		}
		lines = append(lines, l)
	}
	if len(lines) == 0 {
		return nil, textError(input.ErrEmpty, "the text is empty")
	}
	if len(lines[0].values) == 1 {
		if hint := c.otherComma(lines[0].values); hint != "" {
			return nil, textError(input.ErrShape, "line %d has one value%s", lines[0].number, hint)
		}
	}
	return lines, nil
}

// textError says what is wrong with the text, and wraps the kind.
func textError(kind error, format string, args ...any) error {
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), kind)
}

// unique gives names of a header that stand twice a number behind them.
func unique(names []string) {
	taken := map[string]bool{}
	for _, name := range names {
		taken[name] = true
	}
	seen := map[string]int{}
	for j, name := range names {
		if seen[name]++; seen[name] == 1 {
			continue
		}
		k := seen[name] - 1
		for taken[name+"."+strconv.Itoa(k)] {
			k++
		}
		names[j] = name + "." + strconv.Itoa(k)
		taken[names[j]] = true
	}
}

// readError says what the reader of RFC 4180 found.
func (c CSV) readError(err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return textError(input.ErrShape, "%v", err)
	}
	if strings.Contains(err.Error(), "delimiter") {
		return input.Param(false, "CSV.Comma", strconv.QuoteRune(c.Comma), "a character that can separate values")
	}
	return err
}

// otherComma is a hint where the first line is one value with another separator in it, else "".
func (c CSV) otherComma(first []string) string {
	if c.Comma == 0 && len(first) == 1 {
		for _, r := range ";\t|" {
			if strings.ContainsRune(first[0], r) {
				return fmt.Sprintf("; is it Comma: %q?", r)
			}
		}
	}
	return ""
}

// value is what a text between two separators says.
func value(text string) string { return strings.TrimSpace(strings.TrimPrefix(text, "\ufeff")) }

// missing are the texts that stand for a value that is not there.
var missing = []string{"", "NA", "N/A", "NaN", "nan", "null", "?"}

func isMissing(text string) bool { return slices.Contains(missing, text) }

// words are the words of a column, in alphabetical order, each once.
func words(lines []line, column int) []string {
	all := make([]string, len(lines))
	for i, l := range lines {
		all[i] = l.values[column]
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func (l line) errorf(kind error, column int, format string, args ...any) error {
	place := fmt.Sprintf("line %d, column %d", l.number, column+1)
	if l.names != nil {
		place += fmt.Sprintf(" (%q)", l.names[column])
	}
	return textError(kind, "%s: %s", place, fmt.Sprintf(format, args...))
}
