package gp

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// LeaveOneOut is what the model says of each target, given all others. The parameters are those of the whole data.
type LeaveOneOut struct {
	Mean       []float64 // E(y_i | the others)
	Variance   []float64 // Var(y_i | the others), with the noise
	LogDensity []float64 // log p(y_i | the others): their sum is the pseudo-likelihood
}

// LeaveOneOut predicts each target from the others, without a fit for each: the precision of target i, given the others, is entry (i, i) of P, the inverse of the
// covariance of the targets less its part in the trend, and its mean is y_i − Alpha_i/P_ii.
//
// The error wraps input.ErrEmpty or ErrShape for a model that Fit did not make, input.ErrSingular where the trend is not determined without a row, and input.ErrNotFinite.
//
// Reference: Rasmussen and Williams (2006), equations (5.10) to (5.12); with a trend O. Dubrule, Cross validation of kriging in a unique neighborhood, Mathematical
// Geology 15 (1983).
func (m *RegressionModel) LeaveOneOut() (*LeaveOneOut, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("gp: leave one out: %w", err)
	}
	n := len(m.Y)
	root := m.triangle()
	root.Data = append([]float64(nil), m.U...)
	lapack64.Trtri(root) // the factor has no zero on its diagonal
	var trend blas64.General
	if m.Free != nil {
		trend = m.freeRows()
	}
	l := &LeaveOneOut{Mean: make([]float64, n), Variance: make([]float64, n), LogDensity: make([]float64, n)}
	for i := range n {
		row := root.Data[i*n+i : (i+1)*n]
		whole := floats.Dot(row, row)
		precision := whole
		for k := range trend.Rows {
			c := trend.Data[k*n+i]
			precision -= float64(c * c)
		}
		if !(precision > 1e-10*whole) {
			return nil, fmt.Errorf("gp: leave one out: %w", input.Errorf(input.ErrSingular, "X", "without row %d the trend is not determined", i))
		}
		miss := m.Alpha[i] / precision
		l.Mean[i], l.Variance[i] = m.Y[i]-miss, 1/precision
		l.LogDensity[i] = (math.Log(precision) - math.Log(2*math.Pi) - miss*m.Alpha[i]) / 2
		if !finite(l.Mean[i]) || !finite(l.Variance[i]) || !finite(l.LogDensity[i]) {
			return nil, fmt.Errorf("gp: leave one out: %w", input.Errorf(input.ErrNotFinite, "model", "target %d overflows", i))
		}
	}
	return l, nil
}
