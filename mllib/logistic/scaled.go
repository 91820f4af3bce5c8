package logistic

import (
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/descent"
	"github.com/mercer-go/mercer/mllib/input"
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
}

// scaled returns the function for l. Without an intercept the means stay where they are. It returns an error that wraps input.ErrNotFinite
// where squares of a column overflow.
func (l *Likelihood) scaled() (*scaled, error) {
	s := &scaled{l, make([]float64, l.D), make([]float64, l.D), make([]float64, l.Dim())}
	sum, squares := l.columnSums()
	for j := range s.mean {
		mean, square := sum[j]/l.Weight, squares[j]/l.Weight // of the column minus its first entry
		if s.mean[j] = l.x[j] + mean; l.width() == l.D {
			square += (2*mean + l.x[j]) * l.x[j]
			s.mean[j], mean = 0, 0
		}
		if !finite(square) {
			return nil, input.Errorf(input.ErrNotFinite, "X", "%s is so large that its squares overflow", l.column(j))
		}
		if s.scale[j] = math.Sqrt(square - mean*mean); !(s.scale[j] > 0) {
			s.scale[j] = 1 // a constant column, or, beside a penalty, one whose squares underflow
		}
	}
	return s, nil
}

// columnSums returns the weighted sums of the columns minus their first entries, and of the squares.
func (l *Likelihood) columnSums() (sum, squares []float64) {
	var parts [strips][2][]float64
	l.each(func(s, from, to int) {
		sum, squares := make([]float64, l.D), make([]float64, l.D)
		for i := from; i < to; i++ {
			w := l.weight(i)
			for j, v := range l.x[i*l.stride:][:l.D] {
				v -= l.x[j]
				sum[j] += w * v
				squares[j] += w * v * v
			}
		}
		parts[s] = [2][]float64{sum, squares}
	})
	for _, p := range parts[1:] {
		if p[0] != nil {
			floats.Add(parts[0][0], p[0])
			floats.Add(parts[0][1], p[1])
		}
	}
	return parts[0][0], parts[0][1]
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
	for k := range s.l.blocks() {
		block := dst[k*s.l.width():][:s.l.width()]
		for j, scale := range s.scale {
			if s.l.width() > s.l.D {
				block[j] -= s.mean[j] * block[s.l.D]
			}
			block[j] /= scale
		}
	}
	return v
}

var _ descent.Joint = (*scaled)(nil)

// minimize descends from 0, and returns coefficients for the columns as they are.
func (s *scaled) minimize(p descent.LBFGS) (*descent.Result, error) {
	r, err := p.Minimize(s, make([]float64, s.l.Dim()))
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
