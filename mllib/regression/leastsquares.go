package regression

import (
	"errors"
	"fmt"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// ErrRank says that the data do not determine the coefficients: a column is a combination of others.
var ErrRank = errors.New("the columns of X depend on each other")

// Deficient says what LeastSquares does where the data do not determine the coefficients. The zero value is Refuse.
type Deficient = enum.Of[deficients]

const (
	Refuse      Deficient = iota // return an error that wraps ErrRank
	MinimumNorm                  // take the coefficients of least Euclidean norm
)

type deficients struct{}

func (deficients) Names() (string, []string) {
	return "regression.Deficient", []string{Refuse: "refuse", MinimumNorm: "minimum norm"}
}

// LeastSquares minimises the sum of squared residuals.
//
// Curriculum: V9.1a.
type LeastSquares struct {
	NoIntercept bool      // b = 0
	Deficient   Deficient // what to do with columns that depend on each other; 0 refuses them
}

// Ridge minimises the sum of squared residuals plus λ‖w‖².
//
// Reference: A. E. Hoerl and R. W. Kennard, Ridge regression: biased estimation for nonorthogonal problems, Technometrics 12 (1970). Curriculum: V9.2a, B3.2.1a (λ = λ̃·l for
// the penalty λ̃ beside a mean), S9c.
type Ridge struct {
	Lambda      float64 // λ >= 0; 0 is LeastSquares
	NoIntercept bool    // b = 0
}

var (
	_ learn.Learner[float64, *Model] = LeastSquares{}
	_ learn.Learner[float64, *Model] = Ridge{}
)

// Fit fits the n×d matrix X, one observation in each row, and the n targets y, at a cost of O(nd² + d³).
//
// The error wraps input.ErrEmpty, ErrShape (lengths that do not match, or fewer observations than it takes), ErrNotFinite (also where a result overflows, or loses digits by underflow), ErrParam, or
// ErrRank.
func (p LeastSquares) Fit(x mat.Matrix, y []float64) (*Model, error) { return p.FitWeighted(x, y, nil) }

// FitWeighted is Fit with a weight w_i >= 0 for each row, or nil for equal ones. The errors are those of Fit, for a negative weight, or if all are 0, one that wraps
// input.ErrParam.
func (p LeastSquares) FitWeighted(x mat.Matrix, y, w []float64) (*Model, error) {
	err := p.Deficient.Check("LeastSquares.Deficient")
	if err == nil {
		var m *Model
		if m, err = fit(x, y, w, task{noIntercept: p.NoIntercept, deficient: p.Deficient}); err == nil {
			return m, nil
		}
	}
	return nil, fmt.Errorf("regression: least squares: %w", err)
}

// Fit fits the n×d matrix X, one observation in each row, and the n targets y, at a cost of O(nd² + d³). The errors are those of LeastSquares, ErrRank for Lambda = 0
// alone.
func (p Ridge) Fit(x mat.Matrix, y []float64) (*Model, error) { return p.FitWeighted(x, y, nil) }

// FitWeighted is Fit with a weight w_i >= 0 for each row, or nil for equal ones, as LeastSquares.FitWeighted.
func (p Ridge) FitWeighted(x mat.Matrix, y, w []float64) (*Model, error) {
	err := input.Param(p.Lambda >= 0 && finite(p.Lambda), "Ridge.Lambda", p.Lambda, "a number >= 0")
	if err == nil {
		var m *Model
		if m, err = fit(x, y, w, task{lambda: p.Lambda, noIntercept: p.NoIntercept}); err == nil {
			return m, nil
		}
	}
	return nil, fmt.Errorf("regression: ridge: %w", err)
}

// task is what both learners ask for.
type task struct {
	lambda      float64
	noIntercept bool
	deficient   Deficient
}

func fit(x mat.Matrix, y, w []float64, t task) (*Model, error) {
	g, err := newDesign(x, y, w, t, false)
	if err != nil {
		return nil, err
	}
	defer g.done()
	s, err := g.solve(t)
	if err != nil {
		return nil, err
	}
	return g.model(s, t)
}
