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

// centre returns the middles of the columns that are far from 0 and 0 for the others; nil if none is far, or if the fit depends on
// the origin.
func (l *Likelihood) centre() []float64 {
	if l.Intercept != FreeIntercept {
		return nil
	}
	// A column that is not far on some rows is not far on all: further rows move the middle by no more than they widen the range.
	if l.far(min(l.N, 256)) == nil {
		return nil
	}
	return l.far(l.N)
}

// far returns the middles of the columns that are far from 0 on the first n rows, 0 for the others; nil if none is.
func (l *Likelihood) far(n int) []float64 {
	lo := slices.Clone(l.x[:l.D])
	hi := slices.Clone(lo)
	for i := 1; i < n; i++ {
		for j, v := range l.x[i*l.stride:][:l.D] {
			lo[j], hi[j] = min(lo[j], v), max(hi[j], v)
		}
	}
	c, found := make([]float64, l.D), false
	for j := range c {
		middle, spread := lo[j]/2+hi[j]/2, hi[j]/2-lo[j]/2
		if math.Abs(middle) > farAway*spread && (spread > 0 || n < l.N) { // a column that is constant on all rows is left alone
			c[j], found = middle, true
		}
	}
	if !found {
		return nil
	}
	return c
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
