package validate

import (
	"errors"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// gaps checks data whose X may hold missing values: the learner decides whether it takes them. Where X does, gap is the error of
// the data's own Check, which names the first of them.
func gaps[T learn.Target](s learn.Data[T]) (gap, err error) {
	err = s.Check()
	if !errors.Is(err, input.ErrNotFinite) {
		return nil, err
	}
	x, y := s.Pairs()
	n, _, shape := input.Shape("X", x)
	if shape != nil {
		return nil, shape
	}
	if len(y) != n {
		return nil, input.Errorf(input.ErrShape, "Y", "got %d targets for the %d rows of X", len(y), n)
	}
	if targets, ok := any(y).([]float64); ok {
		if err := input.Vector("Y", targets, n); err != nil {
			return nil, err
		}
	}
	return err, nil
}

// inData is the error of a learner or a model for some rows of X, which are all of them where rows
// is nil. The entry that it refuses, if it refuses one, is named by its row in the data, as the
// user knows it; gap stands for an error that names none.
func inData(gap error, x *mat.Dense, rows []int, err error) error {
	if gap == nil || !errors.Is(err, input.ErrNotFinite) {
		return err
	}
	i, j, v, ok := input.RefusedEntry(err)
	if !ok {
		return gap
	}
	if rows != nil && i < len(rows) {
		i = rows[i]
	}
	if n, d := x.Dims(); i < n && j < d && same(x.At(i, j), v) {
		return input.NotFinite("X", i, j, v)
	}
	if i, j, ok := find(x, v); ok { // the learner has taken rows of its own, or other columns
		return input.NotFinite("X", i, j, v)
	}
	return err
}

func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// find returns the first entry of X that is v.
func find(x *mat.Dense, v float64) (row, column int, ok bool) {
	n, d := x.Dims()
	for i := range n {
		for j := range d {
			if same(x.At(i, j), v) {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}
