package data

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// Regression is data with a number for each observation instead of a class.
type Regression struct {
	Name     string     // of the data, for titles
	X        *mat.Dense // n×d, one observation in each row
	Y        []float64  // n responses
	Features []string   // names of the d columns of X, or nil
	Response string     // name of what Y holds, or ""
	Dropped  []int      // lines of the text that were left out when it was read, as in Set
}

// Len returns the number of observations, 0 for nil.
func (r *Regression) Len() int {
	if r == nil {
		return 0
	}
	return len(r.Y)
}

// Check returns an error that wraps input.ErrEmpty for no observations, input.ErrNotFinite for numbers that are not finite, and
// input.ErrShape if the responses are not as many as the rows, or the names of features as the columns.
func (r *Regression) Check() error { return r.check(input.Matrix) }

// fits is Check for what chooses rows and columns: X may hold NaN, as in Set.
func (r *Regression) fits() error { return r.check(input.MatrixWithMissing) }

func (r *Regression) check(matrix func(argument string, x mat.Matrix) (n, d int, err error)) error {
	if r == nil {
		return input.Errorf(input.ErrEmpty, "regression", "got nil")
	}
	n, d, err := matrix("X", r.X)
	if err == nil && r.Features != nil && len(r.Features) != d {
		err = input.Errorf(input.ErrShape, "Features", "got %d names for %d columns", len(r.Features), d)
	}
	if err == nil {
		err = input.Vector("Y", r.Y, n)
	}
	return err
}

// Pairs returns the observations and their responses, not copied.
func (r *Regression) Pairs() (x *mat.Dense, y []float64) {
	if r == nil {
		return nil, nil
	}
	return r.X, r.Y
}

// Row returns observation i, a view of row i of X, as Set.Row does.
func (r *Regression) Row(i int) []float64 {
	if r == nil || r.X == nil || i < 0 || i >= r.X.RawMatrix().Rows {
		return nil
	}
	return slices.Clip(r.X.RawRowView(i))
}

// Take returns a copy of the observations with the given indices, in their order, as Set.Take does, with the same errors.
func (r *Regression) Take(rows []int) (*Regression, error) {
	if err := r.fits(); err != nil {
		return nil, fmt.Errorf("data: take: %w", err)
	}
	x, y, err := learn.Take(r.X, r.Y, rows)
	if err != nil {
		return nil, fmt.Errorf("data: take: %w", err)
	}
	return &Regression{Name: r.Name, X: x, Y: y, Features: r.Features, Response: r.Response}, nil
}

// Split shuffles the observations with src and returns the first round(fraction·n) of them as train and the others as test, as Set.Split
// does, with the same errors.
func (r *Regression) Split(fraction float64, src rand.Source) (train, test *Regression, err error) {
	first, second, err := shuffled(r.Len(), fraction, src)
	if err != nil {
		return nil, nil, fmt.Errorf("data: split: %w", err)
	}
	if train, err = r.Take(first); err != nil {
		return nil, nil, err
	}
	test, err = r.Take(second)
	return train, test, err
}

// Columns returns a copy of the data with the given columns of X, as Set.Columns does, with the same errors.
func (r *Regression) Columns(columns ...int) (*Regression, error) {
	if err := r.fits(); err != nil {
		return nil, fmt.Errorf("data: columns: %w", err)
	}
	x, features, err := takeColumns(r.X, r.Features, columns)
	if err != nil {
		return nil, fmt.Errorf("data: columns: %w", err)
	}
	return &Regression{Name: r.Name, X: x, Y: slices.Clone(r.Y), Features: features, Response: r.Response}, nil
}
