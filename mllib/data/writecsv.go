package data

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/mllib/input"
)

// WriteCSV writes the set as a text with comma separated values: a line with the names of the columns (x1, x2, … where it has none),
// then one line for each observation, with its label behind the numbers, under the name given, "" for "label". Classes are written by their names where
// the set has them. Numbers are written with all their digits, so that CSV{Label: label} reads the same set again, if the names of the classes are in
// alphabetical order, each class occurs, and a name is no integer.
//
// It returns the errors of Check; before it writes anything, errors that wrap input.ErrLabel for a label without a name where others have one,
// and for two classes of one name, and input.ErrParam if w is nil, for a name that the text would lose (it has blanks around it, or is a class and stands for a missing
// value, as NA does), and for a feature with the name of the label; and the errors of w.
func (s *Set) WriteCSV(w io.Writer, label string) error {
	err := s.writable(label)
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
		_ = lines.Write(s.line(i))
	}
	lines.Flush()
	if err := lines.Error(); err != nil {
		return fmt.Errorf("data: write CSV: %w", err)
	}
	return nil
}

// WriteCSVFile writes the set to a file, as WriteCSV does, so that CSV{Label: label}.ReadFile(path) reads it again; a file that is there is
// replaced, but not by a set that cannot be written. The errors are those of WriteCSV and of os.Create.
func (s *Set) WriteCSVFile(path, label string) error {
	if err := s.writable(label); err != nil {
		return fmt.Errorf("data: write CSV: %w", err)
	}
	file, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("data: write CSV: %w", err)
	}
	return errors.Join(s.WriteCSV(file, label), file.Close())
}

// writable says what a text with comma separated values would lose of the set.
func (s *Set) writable(label string) error {
	if err := s.Check(); err != nil {
		return err
	}
	names := s.header(label)
	last := len(names) - 1
	for j, name := range names {
		if err := input.Param(kept(name), "names of columns", strconv.Quote(name), "a name without blanks around it"); err != nil {
			return err
		}
		if j < last && name == names[last] {
			return input.Param(false, "label", strconv.Quote(name), "a name that no feature has")
		}
	}
	if s.ClassNames == nil {
		return nil
	}
	return s.writableClasses()
}

// writableClasses says which classes a text would not tell apart.
func (s *Set) writableClasses() error {
	of := map[string]int{} // the label of a name
	for i, k := range s.Y {
		if k < 1 || k > len(s.ClassNames) {
			return input.Errorf(input.ErrLabel, "Y", "observation %d has the label %d, and there are names for 1..%d", i, k, len(s.ClassNames))
		}
		name := s.ClassNames[k-1]
		if other, there := of[name]; there && other != k {
			return input.Errorf(input.ErrLabel, "ClassNames", "the labels %d and %d have one name, %q", min(k, other), max(k, other), name)
		}
		of[name] = k
	}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		if err := input.Param(kept(name) && !isMissing(name), "ClassNames", strconv.Quote(name),
			"a name without blanks around it that does not stand for a missing value"); err != nil {
			return err
		}
	}
	return nil
}

// kept reports whether a text reads back as it is.
func kept(text string) bool { return value(text) == text && !strings.Contains(text, "\r\n") }

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
func (s *Set) line(i int) []string {
	values := make([]string, 0, len(s.Row(i))+1)
	for _, x := range s.Row(i) {
		values = append(values, strconv.FormatFloat(x, 'g', -1, 64))
	}
	return append(values, s.ClassName(s.Y[i]))
}
