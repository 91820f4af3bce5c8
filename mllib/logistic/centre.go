package logistic

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// This file keeps Newton's method accurate where columns are far from 0 beside their spread: such a column is nearly a multiple of
// the intercept's ones, and the Hessian nearly singular. With a free intercept the model does not depend on the origins of the columns,
// so the fit goes to the data around their means, and its coefficients come back.

// farAway is the distance of a column's mean from 0, in spreads, from which on the origin is moved.
const farAway = 1e3

// centre returns the means of the columns that are far from 0 and 0 for the others; nil if none is far, or if the fit depends on
// the origin.
func (l *Likelihood) centre() []float64 {
	if l.Intercept != FreeIntercept {
		return nil
	}
	lo, hi := l.ranges()
	c, far := make([]float64, l.D), false
	for j, lo := range lo {
		hi := hi[j]
		if middle := lo/2 + hi/2; hi > lo && math.Abs(middle) > farAway*(hi/2-lo/2) {
			c[j], far = middle, true
		}
	}
	if !far {
		return nil
	}
	return c
}

// ranges returns the least and the largest entry of each column.
func (l *Likelihood) ranges() (lo, hi []float64) {
	var lows, highs [strips][]float64
	l.each(func(s, from, to int) {
		lo := slices.Clone(l.x[from*l.stride:][:l.D])
		hi := slices.Clone(lo)
		for i := from + 1; i < to; i++ {
			for j, v := range l.x[i*l.stride:][:l.D] {
				if v < lo[j] {
					lo[j] = v
				}
				if v > hi[j] {
					hi[j] = v
				}
			}
		}
		lows[s], highs[s] = lo, hi
	})
	lo, hi = lows[0], highs[0]
	for s := 1; s < strips && lows[s] != nil; s++ {
		for j := range lo {
			lo[j], hi[j] = min(lo[j], lows[s][j]), max(hi[j], highs[s][j])
		}
	}
	return lo, hi
}

// around returns the likelihood of the rows x - c.
func (l *Likelihood) around(c []float64) *Likelihood {
	moved := *l
	moved.x, moved.stride = make([]float64, l.N*l.D), l.D
	for i := range l.N {
		floats.SubTo(moved.x[i*l.D:(i+1)*l.D], l.x[i*l.stride:i*l.stride+l.D], c)
	}
	return &moved
}

// back turns what was found around c into coefficients for x itself: b becomes b - ⟨w, c⟩, in θ, the trace and the separating direction.
func (r *solution) back(l *Likelihood, c []float64) {
	move := func(theta []float64) []float64 {
		out := slices.Clone(theta)
		for k := range l.blocks() {
			block := out[k*l.width():][:l.width()]
			block[l.D] -= floats.Dot(block[:l.D], c)
		}
		return out
	}
	r.theta = move(r.theta)
	for i := range r.trace {
		r.trace[i].Theta = move(r.trace[i].Theta)
	}
	if s := r.report.Separation; s != nil {
		s.Direction = move(s.Direction)
	}
	for k := range l.blocks() { // T C Tᵀ, where T takes ⟨w_k, c⟩ from b_k
		if r.covariance == nil {
			break
		}
		b := k*l.width() + l.D
		for j, v := range c {
			floats.AddScaled(r.covariance[b], -v, r.covariance[k*l.width()+j])
		}
		for _, row := range r.covariance {
			row[b] -= floats.Dot(row[b-l.D:b], c)
		}
	}
	for i, row := range r.covariance {
		r.stdErr[i] = math.Sqrt(row[i])
	}
}
