package data

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Pair returns a copy of the observations of two classes, labelled −1 and +1 as methods for two classes want it: minus and plus are the
// labels in s. ClassNames has the names of the two no more. It returns an error that wraps input.ErrLabel if no observation has one of the labels or both are the
// same, and the errors of Check.
func (s *Set) Pair(minus, plus int) (*Set, error) {
	if err := s.fits(); err != nil {
		return nil, fmt.Errorf("data: pair: %w", err)
	}
	var rows, y []int
	count := map[int]int{}
	for i, label := range s.Y {
		if label == minus || label == plus {
			rows, count[label] = append(rows, i), count[label]+1
			y = append(y, map[bool]int{true: -1, false: 1}[label == minus])
		}
	}
	if minus == plus || count[minus] == 0 || count[plus] == 0 {
		return nil, fmt.Errorf("data: pair: %w", input.Errorf(input.ErrLabel, "minus, plus",
			"%q has %d observations with the label %d and %d with %d, want two labels that occur", s.Name, count[minus], minus, count[plus], plus))
	}
	t, err := s.Take(rows)
	if err != nil {
		return nil, err
	}
	t.Y, t.ClassNames = y, nil
	return t, nil
}

// Columns returns a copy of the set with the given columns of X, counted from 0, in their order. It returns an error that wraps input.ErrEmpty
// without columns, input.ErrParam for one that X has not, and the errors of Check.
func (s *Set) Columns(columns ...int) (*Set, error) {
	if err := s.fits(); err != nil {
		return nil, fmt.Errorf("data: columns: %w", err)
	}
	x, features, err := takeColumns(s.X, s.Features, columns)
	if err != nil {
		return nil, fmt.Errorf("data: columns: %w", err)
	}
	return &Set{Name: s.Name, X: x, Y: append([]int(nil), s.Y...), Features: features, ClassNames: s.ClassNames}, nil
}

// takeColumns copies columns of X with their names.
func takeColumns(x *mat.Dense, features []string, columns []int) (*mat.Dense, []string, error) {
	if len(columns) == 0 {
		return nil, nil, input.Errorf(input.ErrEmpty, "columns", "got no indices")
	}
	n, d := x.Dims()
	taken, names := mat.NewDense(n, len(columns), nil), []string(nil)
	for k, j := range columns {
		if j < 0 || j >= d {
			return nil, nil, input.Errorf(input.ErrParam, "columns", "entry %d is %d, outside 0..%d", k, j, d-1)
		}
		taken.SetCol(k, mat.Col(nil, j, x))
		if features != nil {
			names = append(names, features[j])
		}
	}
	return taken, names, nil
}
