package logistic

import (
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/descent"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/lanes"
	"gonum.org/v1/gonum/floats"
)

// This file keeps L-BFGS independent of the units of the columns, and with an intercept of their origins: it descends in the coefficients of
// columns that have mean 0 and mean square 1. The data are not copied; the coefficients are converted and back.

// scaled is a likelihood as a function of the coefficients u of the scaled columns (x_j - mean_j)/scale_j:
// w_j = u_j/scale_j and b = u_b - Σ w_j mean_j.
type scaled struct {
	l           *Likelihood
	mean, scale []float64
	theta       []float64 // scratch: the coefficients of the columns as they are
	last        end       // where the gradient was computed last
}

// end is a point with what was computed there.
type end struct {
	theta, gradient []float64
	value           float64
}

// scaled returns the function for l, with means and mean squares of every step-th row; of all rows where a column is constant on these. Without an intercept
// the means stay where they are. It returns an error that wraps input.ErrNotFinite where squares of a column overflow.
func (l *Likelihood) scaled(step int) (*scaled, error) {
	s := &scaled{l: l, mean: make([]float64, l.D), scale: make([]float64, l.D), theta: make([]float64, l.Dim())}
	sum, squares, weight := l.columnSums(step)
	for j := range s.mean {
		mean, square := sum[j]/weight, squares[j]/weight // of the column minus its first entry
		if s.mean[j] = l.x[j] + mean; l.width() == l.D {
			square += (2*mean + l.x[j]) * l.x[j]
			s.mean[j], mean = 0, 0
		}
		if !finite(square) {
			return nil, input.Errorf(input.ErrNotFinite, "X", "%s is so large that its squares overflow", l.column(j))
		}
		if s.scale[j] = math.Sqrt(square - mean*mean); !(s.scale[j] > 0) {
			if step > 1 {
				return l.scaled(1)
			}
			s.scale[j] = 1 // a constant column, or, beside a penalty, one whose squares underflow
		}
	}
	return s, nil
}

// columnSums returns the weighted sums of the columns minus their first entries, and of the squares, over every step-th row, and the sum of the weights.
func (l *Likelihood) columnSums(step int) (sum, squares []float64, weight float64) {
	var parts [strips][]float64
	l.each(func(s, from, to int) {
		part := make([]float64, 2*l.D+1)
		for i := from; i < to; i += step {
			w := l.weight(i)
			lanes.AddMoments(part[:l.D], part[l.D:2*l.D], l.x[i*l.stride:][:l.D], l.x[:l.D], w)
			part[2*l.D] += w
		}
		parts[s] = part
	})
	all := parts[0]
	for _, p := range parts[1:] {
		if p != nil {
			floats.Add(all, p)
		}
	}
	return all[:l.D], all[l.D : 2*l.D], all[2*l.D]
}

// from writes the coefficients for the columns as they are into theta.
func (s *scaled) from(theta, u []float64) {
	copy(theta, u)
	for k := range s.l.blocks() {
		block := theta[k*s.l.width():][:s.l.width()]
		for j, scale := range s.scale {
			block[j] /= scale
			if s.l.width() > s.l.D {
				block[s.l.D] -= block[j] * s.mean[j]
			}
		}
	}
}

// Value returns f of the coefficients u of the scaled columns.
func (s *scaled) Value(u []float64) float64 {
	s.from(s.theta, u)
	return s.l.Value(s.theta)
}

// Gradient writes its gradient into dst.
func (s *scaled) Gradient(dst, u []float64) { s.ValueGradient(dst, u) }

// ValueGradient does both.
func (s *scaled) ValueGradient(dst, u []float64) float64 {
	s.from(s.theta, u)
	v := s.l.ValueGradient(dst, s.theta)
	s.last = end{append(s.last.theta[:0], s.theta...), append(s.last.gradient[:0], dst...), v}
	s.back(dst)
	return v
}

// back turns a gradient by the coefficients of the columns as they are into that by the scaled ones.
func (s *scaled) back(dst []float64) {
	for k := range s.l.blocks() {
		block := dst[k*s.l.width():][:s.l.width()]
		for j, scale := range s.scale {
			if s.l.width() > s.l.D {
				block[j] -= s.mean[j] * block[s.l.D]
			}
			block[j] /= scale
		}
	}
}

var _ descent.Joint = (*scaled)(nil)

// minimize descends from the given coefficients of the scaled columns, and returns coefficients for the columns as they are.
func (s *scaled) minimize(p descent.LBFGS, start []float64) (*descent.Result, error) {
	r, err := p.Minimize(s, start)
	if err != nil {
		return nil, err
	}
	back := func(u []float64) []float64 {
		theta := slices.Clone(u)
		s.from(theta, u)
		return theta
	}
	r.B = back(r.B)
	gradient := make([]float64, len(r.B))
	for i, at := range r.History {
		at.B = back(at.B)
		s.l.Gradient(gradient, at.B)
		at.Norm = floats.Norm(gradient, 2)
		r.History[i] = at
	}
	return r, nil
}
