package validate

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
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

// SplitN returns the K folds of n observations, whatever their targets, such as those of a regression. The errors are those of Split, and
// one that wraps input.ErrParam for Stratified, which needs labels.
func (p KFold) SplitN(n int) ([]Fold, error) {
	if p.Stratified {
		return nil, fmt.Errorf("validate: folds: %w", input.Param(false, "KFold.Stratified", true, "false: observations without labels have no classes"))
	}
	if err := input.Param(n >= 2 && n <= input.MaxNumbers, "n", n, "a number of observations in 2..2^31"); err != nil {
		return nil, fmt.Errorf("validate: folds: %w", err)
	}
	return p.Split(make([]int, n))
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

// LeaveOneOut are the folds 0..n-1 of which each tests one observation and trains on all others; none for n < 2.
//
// Reference: Vetcha, chapter 4. Curriculum: V4g.
func LeaveOneOut(n int) []Fold {
	if n < 2 {
		return nil
	}
	folds := make([]Fold, n)
	for i := range folds {
		folds[i] = Fold{Train: complement([]int{i}, n), Test: []int{i}}
	}
	return folds
}
