package discriminant

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
)

// Splits are all rules that cut a line in two: the error probability of "label +1 if z > c, else -1" as a function of c. It is constant
// between two neighbouring projections.
//
// Reference: Nussbaum, section 4.2. Curriculum: N4.2g, N4.2i.
type Splits struct {
	Points []float64 // the different projections in increasing order
	Errors []float64 // Errors[0] for c < Points[0], Errors[j] for Points[j-1] <= c < Points[j]
}

// NewSplits computes the errors for the projections z_i with labels y_i in {-1, +1} and probabilities weights[i] > 0 (nil means 1/n
// each). The weights are divided by their sum. It returns an error that wraps input.ErrEmpty, ErrShape, ErrNotFinite, ErrLabel or
// ErrParam (a weight that is not positive).
func NewSplits(z []float64, y []int, weights []float64) (*Splits, error) {
	n := len(z)
	if n == 0 {
		return nil, fmt.Errorf("discriminant: splits: %w", input.Errorf(input.ErrEmpty, "z", "got no points"))
	}
	problems := []error{input.Vector("z", z, n), input.Signs("y", y, n)}
	if weights == nil {
		weights = slices.Repeat([]float64{1}, n)
	}
	problems = append(problems, input.Vector("weights", weights, n))
	total := 0.0
	for i, w := range weights {
		problems = append(problems, input.Param(w > 0, fmt.Sprintf("weights[%d]", i), w, "a positive number"))
		total += w
	}
	problems = append(problems, input.Vector("sum of weights", []float64{total}, 1))
	if err := errors.Join(problems...); err != nil {
		return nil, fmt.Errorf("discriminant: splits: %w", err)
	}
	order := make([]int, n)
	minus := 0.0
	for i := range order {
		order[i] = i
		if y[i] < 0 {
			minus += weights[i]
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(z[i], z[j]) })
	s := &Splits{Errors: []float64{minus / total}} // everything is labelled +1
	wrong := minus
	for k, i := range order {
		wrong += float64(y[i]) * weights[i] // the point moves to the side of -1
		if k+1 < n && z[order[k+1]] == z[i] {
			continue
		}
		s.Points, s.Errors = append(s.Points, z[i]), append(s.Errors, max(0, wrong/total))
	}
	return s, nil
}

// At returns the error of the rule with cut c, NaN for c = NaN or splits that NewSplits did not make.
func (s *Splits) At(c float64) float64 {
	if math.IsNaN(c) || !s.whole() {
		return math.NaN()
	}
	k, found := slices.BinarySearch(s.Points, c)
	if found {
		k++
	}
	return s.Errors[k]
}

// Best returns the least error of a cut, and a cut that has it: half-way between two projections, or -Inf or +Inf. Both are NaN for splits
// that NewSplits did not make.
func (s *Splits) Best() (cut, err float64) {
	return s.extreme(func(a, b float64) bool { return a < b })
}

// BestReversed returns the least error of the reversed rules, "label -1 if z > c, else +1", and a cut that has it.
func (s *Splits) BestReversed() (cut, err float64) {
	cut, err = s.extreme(func(a, b float64) bool { return a > b })
	return cut, 1 - err
}

// whole tells whether the splits are such as NewSplits makes.
func (s *Splits) whole() bool { return s != nil && len(s.Errors) == len(s.Points)+1 }

func (s *Splits) extreme(better func(a, b float64) bool) (cut, value float64) {
	if !s.whole() {
		return math.NaN(), math.NaN()
	}
	best := 0
	for k, e := range s.Errors {
		if better(e, s.Errors[best]) {
			best = k
		}
	}
	switch best {
	case 0:
		return math.Inf(-1), s.Errors[0]
	case len(s.Points):
		return math.Inf(1), s.Errors[best]
	}
	return s.Points[best-1] + (s.Points[best]-s.Points[best-1])/2, s.Errors[best]
}
