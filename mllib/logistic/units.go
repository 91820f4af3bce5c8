package logistic

import (
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/squares"
)

// smallUnits refuses, where there is no penalty, a column whose numbers differ, but by so little that their squares underflow: the Hessian and the
// scales of the columns would be wrong. Without an intercept it is the numbers themselves that count. A penalty of that unit is far larger
// than such squares, and what they lose does not matter.
func (l *Likelihood) smallUnits() error {
	if l.Ridge > 0 {
		return nil
	}
	for j := range l.D {
		if size := l.size(j); size > 0 && size < squares.Least {
			return input.Errorf(input.ErrNotFinite, "X", "column %d is so small that its squares underflow; scale the data", j)
		}
	}
	return nil
}

// size is by how much numbers of column j are away from the first, or without an intercept from 0; it is found as soon as it is not small.
func (l *Likelihood) size(j int) float64 {
	first, size := l.x[j], 0.0
	if l.Intercept == NoIntercept {
		first = 0
	}
	for i := 0; i < l.N && size < squares.Least; i++ {
		size = max(size, math.Abs(l.x[i*l.stride+j]-first))
	}
	return size
}
