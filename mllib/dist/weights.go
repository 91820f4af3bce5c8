package dist

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
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

func checkDraw(n, d int, src rand.Source) error {
	if err := input.Size("n", n, d); err != nil {
		return err
	}
	return input.Param(src != nil, "src", nil, "a source of randomness")
}
