package discriminant

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// This file makes models from known parameters.

// NewLinear returns the LDA model with the given parameters: K >= 2 classes with different labels in increasing order (nil means
// 1..K), positive priors of sum 1, means of equal length d, and one positive definite d×d covariance matrix. It is the normal Bayes
// rule. It copies its arguments. The errors wrap input.ErrEmpty, ErrOneClass, ErrShape, ErrNotFinite, ErrLabel, ErrParam or
// input.ErrSingular.
//
// Curriculum: N4a, Y9a, Y9b, S3e.
func NewLinear(classes []int, priors []float64, means [][]float64, cov mat.Matrix) (*LinearModel, error) {
	classes, err := checkGiven(classes, priors, means)
	if err == nil {
		var s dist.Sym
		if s, err = dist.SymOf("cov", cov, len(means[0])); err == nil {
			var m *LinearModel
			if m, err = newLinear(classes, slices.Clone(priors), cloneMeans(means), s); err == nil {
				return m, nil
			}
		}
	}
	return nil, fmt.Errorf("discriminant: linear model: %w", err)
}

// NewQuadratic returns the QDA model with the given parameters: as NewLinear, with a covariance matrix for every class. The errors are
// those of NewLinear, and one that wraps input.ErrShape for another number of matrices than of means.
//
// Curriculum: S3c, S3g, Y11a.
func NewQuadratic[M mat.Matrix](classes []int, priors []float64, means [][]float64, covs []M) (*QuadraticModel, error) {
	classes, err := checkGiven(classes, priors, means)
	if err == nil && len(covs) != len(means) {
		err = input.Errorf(input.ErrShape, "covs", "got %d matrices for %d classes", len(covs), len(means))
	}
	if err != nil {
		return nil, fmt.Errorf("discriminant: quadratic model: %w", err)
	}
	list := make([]dist.Sym, len(covs))
	for k, c := range covs {
		if list[k], err = dist.SymOf(fmt.Sprintf("covs[%d]", k), c, len(means[0])); err != nil {
			return nil, fmt.Errorf("discriminant: quadratic model: %w", err)
		}
	}
	m, err := newQuadratic(classes, slices.Clone(priors), cloneMeans(means), list)
	if err != nil {
		return nil, fmt.Errorf("discriminant: quadratic model: %w", err)
	}
	return m, nil
}

// checkGiven returns the classes, 1..K if there are none.
func checkGiven(classes []int, priors []float64, means [][]float64) ([]int, error) {
	if len(means) == 0 || len(means[0]) == 0 {
		return nil, input.Errorf(input.ErrEmpty, "means", "want at least two vectors of length at least 1")
	}
	if len(means) == 1 {
		return nil, input.Errorf(input.ErrOneClass, "means", "got one")
	}
	var problems []error
	for k, m := range means {
		problems = append(problems, input.Vector(fmt.Sprintf("means[%d]", k), m, len(means[0])))
	}
	problems = append(problems, positiveShares("priors", priors, len(means)))
	if classes == nil {
		for k := range means {
			classes = append(classes, k+1)
		}
	}
	if len(classes) != len(means) {
		problems = append(problems, input.Errorf(input.ErrShape, "classes", "got %d labels for %d means", len(classes), len(means)))
	}
	for k := 1; k < len(classes); k++ {
		if classes[k] <= classes[k-1] {
			problems = append(problems, input.Errorf(input.ErrLabel, "classes", "%d stands behind %d, want them in increasing order", classes[k], classes[k-1]))
		}
	}
	return slices.Clone(classes), errors.Join(problems...)
}

// positiveShares checks k positive numbers of sum 1.
func positiveShares(argument string, v []float64, k int) error {
	if err := input.Vector(argument, v, k); err != nil {
		return err
	}
	sum := 0.0
	for i, p := range v {
		if p <= 0 {
			return input.Param(false, fmt.Sprintf("%s[%d]", argument, i), p, "a positive number")
		}
		sum += p
	}
	return input.Param(math.Abs(sum-1) <= 1e-9, argument, fmt.Sprint("the sum ", sum), "1")
}

func cloneMeans(means [][]float64) [][]float64 {
	out := make([][]float64, len(means))
	for k, m := range means {
		out[k] = slices.Clone(m)
	}
	return out
}
