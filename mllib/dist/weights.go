package dist

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/special"
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

// Index draws one of 0..n-1 with the given n probabilities, nil for equal ones. Numbers of probability 0 are never drawn. It returns -1
// for n < 1, another number of probabilities, or without rnd.
func Index(rnd *rand.Rand, weights []float64, n int) int {
	if rnd == nil || n < 1 || weights != nil && len(weights) != n {
		return -1
	}
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
type Dirichlet struct {
	Alpha []float64 // positive parameters, at least one
}

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

// Rand draws a probability vector. It returns nil if d does not pass Check or without rnd.
func (d Dirichlet) Rand(rnd *rand.Rand) []float64 {
	if d.Check("") != nil || rnd == nil {
		return nil
	}
	p := make([]float64, len(d.Alpha))
	for k, a := range d.Alpha {
		p[k] = distuv.Gamma{Alpha: a, Beta: 1, Src: rnd}.Rand()
	}
	sum := floats.Sum(p)
	if sum == 0 || !finite(sum) {
		p, sum = d.logRand(rnd), 1
	}
	floats.Scale(1/sum, p)
	return p
}

// logRand draws in logarithms, for parameters so small or large that gamma variables underflow or overflow: G·U^(1/a) has the gamma law
// of the parameter a if G has that of a+1 and U is uniform.
func (d Dirichlet) logRand(rnd *rand.Rand) []float64 {
	p := make([]float64, len(d.Alpha))
	for k, a := range d.Alpha {
		p[k] = math.Log(a)
		if a < 1e15 { // beyond, the variable is its mean to rounding
			p[k] = math.Log(distuv.Gamma{Alpha: a + 1, Beta: 1, Src: rnd}.Rand()) - rnd.ExpFloat64()/a
		}
		p[k] = max(p[k], -math.MaxFloat64)
	}
	total := special.LogSumExp(p)
	for k, v := range p {
		p[k] = math.Exp(v - total)
	}
	floats.Scale(1/floats.Sum(p), p)
	return p
}

func checkDraw(n, d int, src rand.Source) error {
	if err := input.Size("n", n, d); err != nil {
		return err
	}
	return input.Param(src != nil, "src", nil, "a source of randomness")
}
