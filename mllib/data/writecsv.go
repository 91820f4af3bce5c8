package data

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/mercer-go/mercer/mllib/input"
)

// WriteCSV writes the set as a text with comma separated values: a line with the names of the columns (x1, x2, … where it has none),
// then one line for each observation, with its label behind the numbers, under the name given, "" for "label". Classes are written by their names where
// the set has them. Numbers are written with all their digits, so that CSV{Label: label} reads the same set again, if the names of the classes are in
// alphabetical order and are no integers.
//
// It returns the errors of Check, one that wraps input.ErrLabel for a label without a name where others have one, input.ErrParam if w is nil, and those of w.
func (s *Set) WriteCSV(w io.Writer, label string) error {
	err := s.Check()
	if err == nil {
		err = input.Param(!input.IsNil(w), "w", nil, "a writer")
	}
	if err != nil {
		return fmt.Errorf("data: write CSV: %w", err)
	}
	lines := csv.NewWriter(w)
	// What w refuses is kept by the writer until Error is asked.
	_ = lines.Write(s.header(label))
	for i := range s.Len() {
		line, err := s.line(i)
		if err != nil {
			return fmt.Errorf("data: write CSV: %w", err)
		}
		_ = lines.Write(line)
	}
	lines.Flush()
	if err := lines.Error(); err != nil {
		return fmt.Errorf("data: write CSV: %w", err)
	}
	return nil
}

// WriteCSVFile writes the set to a file, as WriteCSV does, so that CSV{Label: label}.ReadFile(path) reads it again; a file that is there is
// replaced. The errors are those of WriteCSV and of os.Create.
func (s *Set) WriteCSVFile(path, label string) error {
	file, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("data: write CSV: %w", err)
	}
	return errors.Join(s.WriteCSV(file, label), file.Close())
}

// header are the names of the columns.
func (s *Set) header(label string) []string {
	_, d := s.X.Dims()
	names := make([]string, 0, d+1)
	for j := range d {
		if s.Features != nil {
			names = append(names, s.Features[j])
		} else {
			names = append(names, "x"+strconv.Itoa(j+1))
		}
	}
	if label == "" {
		label = "label"
	}
	return append(names, label)
}

// line is an observation with its label as text.
func (s *Set) line(i int) ([]string, error) {
	values := make([]string, 0, len(s.Row(i))+1)
	for _, x := range s.Row(i) {
		values = append(values, strconv.FormatFloat(x, 'g', -1, 64))
	}
	k := s.Y[i]
	switch {
	case s.ClassNames == nil:
		return append(values, strconv.Itoa(k)), nil
	case k < 1 || k > len(s.ClassNames):
		return nil, input.Errorf(input.ErrLabel, "Y", "observation %d has the label %d, and there are names for 1..%d", i, k, len(s.ClassNames))
	}
	return append(values, s.ClassNames[k-1]), nil
}
