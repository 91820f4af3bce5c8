package data

import (
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// Set is labelled data: the n×d matrix X with one observation per row, and n labels. Public data sets and those read from CSV
// also know the names of their columns and classes.
type Set struct {
	Name       string     // of the data, for titles
	X          *mat.Dense // n×d, one observation in each row
	Y          []int      // n labels
	Features   []string   // names of the d columns of X, or nil
	ClassNames []string   // names of the classes: ClassNames[k-1] is the class with label k; nil if they have no names
	Dropped    []int      // lines of the text that were left out when it was read, as CSV.DropMissing wants it
}

// Len returns the number of observations, 0 for nil.
func (s *Set) Len() int {
	if s == nil {
		return 0
	}
	return len(s.Y)
}

// Row returns observation i, a view of row i of X: writing to it changes the set, appending to it makes a copy. It returns nil if X has no
// such row.
func (s *Set) Row(i int) []float64 {
	if s == nil || s.X == nil || i < 0 || i >= s.X.RawMatrix().Rows {
		return nil
	}
	return slices.Clip(s.X.RawRowView(i))
}

// Check returns an error that wraps input.ErrEmpty for no observations, input.ErrNotFinite for numbers that are not finite, and
// input.ErrShape if the labels are not as many as the rows, or the names of features as the columns.
func (s *Set) Check() error { return s.check(input.Matrix) }

// fits is Check for what chooses rows and columns: X may hold NaN, a missing value, which the method that is given them may take.
func (s *Set) fits() error { return s.check(input.MatrixWithMissing) }

func (s *Set) check(matrix func(argument string, x mat.Matrix) (n, d int, err error)) error {
	if s == nil {
		return input.Errorf(input.ErrEmpty, "set", "got nil")
	}
	n, d, err := matrix("X", s.X)
	if err == nil && len(s.Y) != n {
		err = input.Errorf(input.ErrShape, "Y", "got %d labels for the %d rows of X", len(s.Y), n)
	}
	if err == nil && s.Features != nil && len(s.Features) != d {
		err = input.Errorf(input.ErrShape, "Features", "got %d names for %d columns", len(s.Features), d)
	}
	return err
}

// Class returns the observations with the given label as a matrix, or an error that wraps input.ErrLabel if there is none. The other
// errors are those of Check.
func (s *Set) Class(label int) (*mat.Dense, error) {
	if err := s.fits(); err != nil {
		return nil, fmt.Errorf("data: class: %w", err)
	}
	var rows []int
	for i, y := range s.Y {
		if y == label {
			rows = append(rows, i)
		}
	}
	if rows == nil {
		return nil, fmt.Errorf("data: %w", input.Errorf(input.ErrLabel, "label", "no observation of %q has the label %d", s.Name, label))
	}
	part, err := s.Take(rows)
	if err != nil {
		return nil, err
	}
	return part.X, nil
}

// Pairs returns the observations and their labels, not copied.
func (s *Set) Pairs() (x *mat.Dense, y []int) {
	if s == nil {
		return nil, nil
	}
	return s.X, s.Y
}

// Take returns a copy of the observations with the given indices, in their order; an index may occur more than once. It
// returns an error that wraps input.ErrEmpty without indices, input.ErrParam for an index outside the set, and those of Check.
func (s *Set) Take(rows []int) (*Set, error) {
	if err := s.fits(); err != nil {
		return nil, fmt.Errorf("data: take: %w", err)
	}
	x, y, err := learn.Take(s.X, s.Y, rows)
	if err != nil {
		return nil, fmt.Errorf("data: take: %w", err)
	}
	return &Set{Name: s.Name, X: x, Y: y, Features: s.Features, ClassNames: s.ClassNames}, nil
}

// Map returns the set with f applied to each observation, which may change its length; labels, and the names of the classes and of columns as
// many as before, stay. f gets a copy of the row. The error is that of Check, or wraps input.ErrShape where f returns rows of different lengths or an
// empty one.
func (s *Set) Map(f func(x []float64) []float64) (*Set, error) {
	if err := s.fits(); err != nil {
		return nil, fmt.Errorf("data: map: %w", err)
	}
	t := &Set{Name: s.Name, Y: slices.Clone(s.Y), ClassNames: slices.Clone(s.ClassNames)}
	for i := range s.Len() {
		row := f(mat.Row(nil, i, s.X))
		if i == 0 && len(row) > 0 {
			t.X = mat.NewDense(s.Len(), len(row), nil)
		}
		if t.X == nil || len(row) != t.X.RawMatrix().Cols {
			return nil, fmt.Errorf("data: map: %w", input.Errorf(input.ErrShape, "f", "it returned %d numbers for observation %d, want as many for each, at least 1", len(row), i))
		}
		t.X.SetRow(i, row)
	}
	if len(s.Features) == t.X.RawMatrix().Cols {
		t.Features = slices.Clone(s.Features)
	}
	return t, nil
}

// Without returns a copy of the set without observation i. The errors are those of Take.
func (s *Set) Without(i int) (*Set, error) {
	rows := make([]int, 0, s.Len())
	for k := range s.Len() {
		if k != i {
			rows = append(rows, k)
		}
	}
	return s.Take(rows)
}
