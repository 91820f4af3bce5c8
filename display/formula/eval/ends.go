package eval

import (
	"errors"
	"math"

	"github.com/mercer-go/mercer/display/formula/number"
)

// This file is for integrals to infinity whose integrand is small far out and yet cannot be computed there, as e^t/(1+e^t) times a
// density: from where a part of it is too large for a floating-point number, the integrand counts as 0, and what is left out is
// bounded by what the integrand is before.

// ends are the places nearest to 0 from which the integrand is too large to compute, to the left and to the right.
type ends struct {
	infinite [2]bool
	near     [2]float64
	fault    fault
}

func newEnds(lo, hi float64) *ends {
	far := math.Inf(1)
	return &ends{infinite: [2]bool{math.IsInf(lo, 0), math.IsInf(hi, 0)}, near: [2]float64{far, far}}
}

// side is the end to which u lies.
func side(u float64) int {
	if u < 0 {
		return 0
	}
	return 1
}

// within is f(u), or false where it is too large to compute on the way to an infinite end.
func within[T any](e *ends, u float64, f func(u float64) T) (x T, fits bool) {
	s := side(u)
	if !e.infinite[s] {
		return f(u), true
	}
	if math.Abs(u) >= e.near[s] {
		return x, false
	}
	defer func() {
		if p := recover(); p != nil {
			fail, is := p.(fault)
			if !is || !errors.Is(fail.cause, number.ErrOverflow) {
				panic(p)
			}
			e.near[s], e.fault, fits = math.Abs(u), fail, false
		}
	}()
	return f(u), true
}

// tails bounds what was left out of an integral of f, and ends the evaluation where that is not negligible.
func (e *ends) tails(f func(u float64) (float64, error), total float64) (left float64) {
	for s, near := range e.near {
		if math.IsInf(near, 1) {
			continue
		}
		for _, share := range []float64{0.5, 0.7, 0.9} {
			y, err := f(share * near * float64(2*s-1))
			if err != nil {
				panic(e.fault)
			}
			left = max(left, math.Abs(y)*near)
		}
	}
	if left > 1e-10*(1+math.Abs(total)) {
		panic(e.fault)
	}
	return left
}
