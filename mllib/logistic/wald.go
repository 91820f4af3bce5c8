package logistic

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Interval is a confidence interval.
type Interval struct {
	Low, High float64 // its ends
}

// inference returns the inverse of the observed information and the roots of its diagonal, or nil where the usual theory
// does not hold: with a penalty, without a maximum, or where the coefficients are not unique; and for more coefficients than largestHessian.
func (r solution) inference(l *Likelihood) (covariance [][]float64, stdErr []float64) {
	if l.Ridge > 0 || r.report.Stop != Converged || l.Coding == Symmetric || l.Dim() > largestHessian {
		return nil, nil
	}
	if r.factor == nil {
		n := newton{l: l}
		if n.factorize(l.Hessian(r.theta)) != nil {
			return nil, nil
		}
		r.factor, r.scale = n.factor, n.scale
	}
	var inverse mat.SymDense
	if r.factor.InverseTo(&inverse) != nil {
		return nil, nil
	}
	dim := l.Dim()
	stdErr = make([]float64, dim)
	for i := range dim {
		row := make([]float64, dim)
		for j := range row {
			row[j] = inverse.At(i, j) / (r.scale[i] * r.scale[j] * l.Weight)
		}
		covariance = append(covariance, row)
		stdErr[i] = math.Sqrt(row[i])
	}
	return covariance, stdErr
}

// Wald returns the confidence intervals estimate ± z·(standard error) at the given level in (0, 1), for W and, at the end, B
// (no such entry with NoIntercept). It returns an error that wraps input.ErrParam for another level, or if the model has no
// standard errors.
func (m *Model) Wald(level float64) ([]Interval, error) {
	if !(level > 0 && level < 1) {
		return nil, fmt.Errorf("logistic: Wald intervals: %w", input.Param(false, "level", level, "a number in (0, 1)"))
	}
	if m == nil {
		return nil, input.NoModel("logistic.Model")
	}
	if !m.hasStdErr() {
		return nil, fmt.Errorf("logistic: Wald intervals: %w", input.Errorf(input.ErrParam, "model", "it has no standard errors (%v)", m.Report.Stop))
	}
	z := -special.PhiInv((1 - level) / 2)
	out := make([]Interval, len(m.StdErr))
	for j, estimate := range append(m.W[:len(m.W):len(m.W)], m.B)[:len(out)] {
		out[j] = Interval{estimate - z*m.StdErr[j], estimate + z*m.StdErr[j]}
	}
	return out, nil
}

// hasStdErr reports whether there is a standard error for each of W, and one for B unless it is 0, as NoIntercept leaves it.
func (m *Model) hasStdErr() bool {
	k, d := len(m.StdErr), len(m.W)
	return k > 0 && (k == d && m.B == 0 || k == d+1)
}

// ScoreStdErr returns the standard error of the log-odds at x, √((x; 1)ᵀ Covariance (x; 1)), or NaN if the model has no
// covariance, x another length, or the terms of the sum cancel to less than six digits, as they do where columns are far from 0 beside
// their spread; data.Standardize helps.
func (m *Model) ScoreStdErr(x []float64) float64 {
	if m == nil {
		return math.NaN()
	}
	k := len(m.Covariance)
	if len(x) != len(m.W) || k == 0 || k != len(x) && k != len(x)+1 {
		return math.NaN()
	}
	z := append(x[:len(x):len(x)], 1)[:k]
	sum, size := 0.0, 0.0
	for i, row := range m.Covariance {
		if len(row) != k {
			return math.NaN()
		}
		sum += z[i] * floats.Dot(row, z)
		for j, v := range row {
			size += math.Abs(z[i] * v * z[j])
		}
	}
	if size > 1e10*sum {
		return math.NaN()
	}
	return math.Sqrt(sum)
}
