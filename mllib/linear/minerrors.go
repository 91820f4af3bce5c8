package linear

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/combin"
)

// BestErrors is the answer of MinErrors.
type BestErrors struct {
	Hyperplane       // makes Errors errors, none of them by a point on it
	Errors     int   // the least number of errors of any hyperplane
	Wrong      []int // the observations it gets wrong, in increasing order
}

// MinErrors returns the least number of errors that a hyperplane makes on the n×d matrix X with labels y in {-1, +1}, by
// exhaustion: the least k such that the set becomes separable when k of its labels are flipped. The cost is that of C(n, k)
// calls of Separate, so it serves for small sets; it returns an error that wraps input.ErrParam for n > 20, and those of
// input.Matrix and input.Signs. A constant classifier (W = 0) counts as a hyperplane.
//
// Curriculum: B2.1.1h.
func MinErrors(x mat.Matrix, y []int) (*BestErrors, error) {
	n, _, err := input.Matrix("X", x)
	if err == nil {
		err = input.Signs("y", y, n)
	}
	if err == nil {
		err = input.Param(n <= 20, "X", fmt.Sprintf("%d rows", n), "at most 20 for an exhaustive search")
	}
	if err != nil {
		return nil, fmt.Errorf("linear: least number of errors: %w", err)
	}
	flipped := make([]int, n)
	for k := 0; ; k++ {
		for subsets := combin.NewCombinationGenerator(n, k); subsets.Next(); {
			wrong := subsets.Combination(nil)
			copy(flipped, y)
			for _, i := range wrong {
				flipped[i] = -y[i]
			}
			s, err := Separate(x, flipped, false)
			if err != nil {
				return nil, err
			}
			if s.Separable {
				return &BestErrors{s.Hyperplane, k, wrong}, nil
			}
		}
	}
}
