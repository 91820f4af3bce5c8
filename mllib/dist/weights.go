package dist

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// CheckWeights checks that w holds k probabilities >= 0 whose sum is 1 to within 1e-9. The errors wrap input.ErrShape,
// input.ErrNotFinite and input.ErrParam.
func CheckWeights(argument string, w []float64, k int) error {
	if err := input.Vector(argument, w, k); err != nil {
		return err
	}
	for i, p := range w {
		if p < 0 {
			return input.Errorf(input.ErrParam, argument, "probability %d is %v, want a number >= 0", i, p)
		}
	}
	sum := floats.Sum(w)
	return input.Param(math.Abs(sum-1) <= 1e-9, argument, fmt.Sprintf("probabilities with sum %v", sum), "the sum 1")
}

// Index draws one of 0..n-1 with the given probabilities, nil for equal ones. Numbers of probability 0 are never drawn.
func Index(rnd *rand.Rand, weights []float64, n int) int {
	if weights == nil {
		return rnd.IntN(n)
	}
	u, last := rnd.Float64(), 0
	for k, p := range weights {
		if p == 0 {
			continue
		}
		if last = k; u < p {
			return k
		}
		u -= p
	}
	return last // rounding left a little of u
}

// Dirichlet is the Dirichlet law of probability vectors of length len(Alpha), with parameters Alpha[k] > 0; all 1 is the uniform
// law on the simplex.
//
// Curriculum: Y5c.
type Dirichlet struct{ Alpha []float64 }

// Check returns an error that wraps input.ErrEmpty for no parameters and input.ErrParam for one that is not positive and finite.
func (d Dirichlet) Check(argument string) error {
	if len(d.Alpha) == 0 {
		return input.Errorf(input.ErrEmpty, argument, "got no parameters")
	}
	for _, a := range d.Alpha {
		if err := input.Param(a > 0 && finite(a), argument, a, "positive finite numbers"); err != nil {
			return err
		}
	}
	return nil
}

// Rand draws a probability vector. It returns nil if d does not pass Check.
func (d Dirichlet) Rand(rnd *rand.Rand) []float64 {
	if d.Check("") != nil {
		return nil
	}
	p := make([]float64, len(d.Alpha))
	for floats.Sum(p) == 0 { // all zero only by underflow, for tiny parameters
		for k, a := range d.Alpha {
			p[k] = distuv.Gamma{Alpha: a, Beta: 1, Src: rnd}.Rand()
		}
	}
	floats.Scale(1/floats.Sum(p), p)
	return p
}

func checkDraw(n int, src rand.Source, err error) error {
	for _, e := range []error{
		err,
		input.Param(n > 0, "n", n, "a number of draws >= 1"),
		input.Param(src != nil, "src", nil, "a source of randomness"),
	} {
		if e != nil {
			return fmt.Errorf("dist: sample: %w", e)
		}
	}
	return nil
}
