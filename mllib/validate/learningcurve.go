package validate

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// LearningCurve trains on the first n observations of train, for each n of sizes, and returns the error rates of these models on test.
// The order of train matters: data.Set.Split has shuffled it, SplitStratified keeps the order of the data. One curve is one sample:
// average those of several splits.
//
//	known, unseen, err := s.Split(.5, src)
//	…
//	errors, err := validate.LearningCurve(known, unseen, []int{50, 100, 200}, discriminant.NearestMean{}.Fit)
//
// The first error of fit ends the work. LearningCurve returns an error that wraps input.ErrEmpty without sizes, fit or a model,
// input.ErrParam for a size outside 1..n, input.ErrShape for a model that predicts another number of labels, or that of
// data.Set.Check or of fit.
//
// Curriculum: B1e.
func LearningCurve[M Classifier](train, test *data.Set, sizes []int, fit func(x mat.Matrix, y []int) (M, error)) (errors []float64, err error) {
	for _, s := range []*data.Set{train, test} {
		if err := s.Check(); err != nil {
			return nil, fmt.Errorf("validate: learning curve: %w", err)
		}
	}
	if len(sizes) == 0 || fit == nil {
		err := input.Errorf(input.ErrEmpty, "sizes, fit", "want at least one size and a function that fits")
		return nil, fmt.Errorf("validate: learning curve: %w", err)
	}
	for _, n := range sizes {
		share, err := errorAfter(train, test, n, fit)
		if err != nil {
			return nil, fmt.Errorf("validate: learning curve, n = %d: %w", n, err)
		}
		errors = append(errors, share)
	}
	return errors, nil
}

// errorAfter is the error rate on test of a model of the first n observations of train.
func errorAfter[M Classifier](train, test *data.Set, n int, fit func(x mat.Matrix, y []int) (M, error)) (float64, error) {
	if err := input.Param(n >= 1 && n <= train.Len(), "sizes", n, fmt.Sprintf("1..%d, the number of observations", train.Len())); err != nil {
		return 0, err
	}
	rows := make([]int, n)
	for i := range rows {
		rows[i] = i
	}
	first, err := train.Take(rows)
	if err != nil {
		return 0, err
	}
	said, err := fitPredict(first, test, func(x *mat.Dense, y []int) (Classifier, error) { return fit(x, y) })
	if err != nil {
		return 0, err
	}
	wrong := 0
	for i, y := range said {
		if y != test.Y[i] {
			wrong++
		}
	}
	return float64(wrong) / float64(len(said)), nil
}
