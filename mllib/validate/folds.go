package validate

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// KFold deals observations into K folds of (nearly) equal size, each of which is the test data once.
//
// Reference: M. Stone, Cross-validatory choice and assessment of statistical predictions, JRSS B 36 (1974), 111-147.
type KFold struct {
	K          int         // number of folds, 2..n; 0 means 5
	Stratified bool        // give every fold its share of each class
	Src        rand.Source `json:"-"` // shuffles the observations first; nil means in the order of the data
}

// Fold is one division of the observations 0..n-1; both lists are in increasing order.
type Fold struct {
	Train, Test []int // numbers of observations
}

// Split returns the K folds for the labels y. The sizes of two folds differ by at most 1, and, if stratified, so do the numbers of
// observations that they have of a class. It returns an error that wraps input.ErrParam for a K outside 2..n, or, if stratified, above the
// number of observations of the smallest class.
func (p KFold) Split(y []int) ([]Fold, error) {
	if p.K == 0 {
		p.K = 5
	}
	order, err := p.deal(y)
	if err != nil {
		return nil, fmt.Errorf("validate: folds: %w", err)
	}
	test := make([][]int, p.K)
	for place, i := range order {
		test[place%p.K] = append(test[place%p.K], i)
	}
	folds := make([]Fold, p.K)
	for k := range folds {
		slices.Sort(test[k])
		folds[k] = Fold{Train: complement(test[k], len(y)), Test: test[k]}
	}
	return folds, nil
}

// deal returns the order in which the observations go to the folds in turn: shuffled, and class by class if stratified.
func (p KFold) deal(y []int) ([]int, error) {
	if err := input.Param(p.K >= 2 && p.K <= len(y), "KFold.K", p.K, fmt.Sprintf("2..%d, the number of observations", len(y))); err != nil {
		return nil, err
	}
	order := make([]int, len(y))
	for i := range order {
		order[i] = i
	}
	if p.Src != nil {
		rand.New(p.Src).Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	if !p.Stratified {
		return order, nil
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(y[i], y[j]) })
	count := map[int]int{}
	for _, v := range y {
		count[v]++
	}
	for _, v := range y {
		if count[v] < p.K {
			return nil, input.Param(false, "KFold.K", p.K, fmt.Sprintf("at most %d, the number of observations with label %d", count[v], v))
		}
	}
	return order, nil
}

// complement returns the numbers of 0..n-1 that the increasing list lacks.
func complement(list []int, n int) []int {
	rest := make([]int, 0, n-len(list))
	for i := range n {
		if len(list) > 0 && list[0] == i {
			list = list[1:]
			continue
		}
		rest = append(rest, i)
	}
	return rest
}

// CrossValidate trains on each fold's training data and returns the predicted label of every observation, made by the model that has
// not seen it; metrics.ErrorRate of it is the cross-validation error. Each observation is test data of exactly one fold, as KFold makes
// them. The first error of fit ends the work.
//
// It returns an error that wraps input.ErrEmpty without data, folds, fit or a model, input.ErrParam for folds with observations outside
// the data or whose test data do not divide them, input.ErrShape for a model that predicts another number of labels, or that of
// data.Set.Check or of fit.
func CrossValidate(s *data.Set, folds []Fold, fit func(x *mat.Dense, y []int) (Classifier, error)) (predicted []int, err error) {
	err = s.Check()
	if err == nil && (len(folds) == 0 || fit == nil) {
		err = input.Errorf(input.ErrEmpty, "folds, fit", "want at least one fold and a function that fits")
	}
	var tested []int
	for _, fold := range folds {
		tested = append(tested, fold.Test...)
	}
	if err == nil {
		err = input.Permutation("test data of the folds", tested, s.Len())
	}
	if err != nil {
		return nil, fmt.Errorf("validate: cross-validation: %w", err)
	}
	predicted = make([]int, s.Len())
	for k, fold := range folds {
		if err := predictFold(predicted, s, fold, fit); err != nil {
			return nil, fmt.Errorf("validate: cross-validation, fold %d: %w", k, err)
		}
	}
	return predicted, nil
}

func predictFold(predicted []int, s *data.Set, fold Fold, fit func(x *mat.Dense, y []int) (Classifier, error)) error {
	train, err := s.Take(fold.Train)
	if err != nil {
		return err
	}
	test, err := s.Take(fold.Test)
	if err != nil {
		return err
	}
	y, err := fitPredict(train, test, fit)
	if err != nil {
		return err
	}
	for k, i := range fold.Test {
		predicted[i] = y[k]
	}
	return nil
}
