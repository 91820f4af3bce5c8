package validate

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
)

// This file finds data whose order, or whose folds, depend on the targets, so that a method is
// tested on what it was not trained on.

const (
	leastOrdered = 20   // targets from which on an order is no accident
	accident     = 1e-8 // probability below which it is none in a random order
)

// isOrdered says whether the order of the targets is far from a random one: classes stand in blocks,
// or nearly so, with a probability below accident in a random order; numbers rise or fall.
func isOrdered[T learn.Target](y []T) bool {
	if len(y) < leastOrdered {
		return false
	}
	switch y := any(y).(type) {
	case []int:
		return inBlocks(y) || toOneSide(y)
	case []float64:
		return trend(y)
	}
	return false
}

// inBlocks says whether labels stand class by class, in whichever order of the classes.
func inBlocks(y []int) bool {
	seen, changes := map[int]bool{y[0]: true}, 0
	for i := 1; i < len(y); i++ {
		if y[i] != y[i-1] {
			changes++
		}
		seen[y[i]] = true
	}
	return changes > 0 && changes == len(seen)-1
}

// toOneSide says whether the first n labels, for some n, have a class much too often or too seldom:
// the number of them is hypergeometric in a random order. It is looked at where it is most or
// least, just behind and before an observation of the class.
func toOneSide(y []int) bool {
	logFactorial := make([]float64, len(y)+1)
	for i := 2; i <= len(y); i++ {
		logFactorial[i] = logFactorial[i-1] + math.Log(float64(i))
	}
	choose := func(n, k int) float64 { return logFactorial[n] - logFactorial[k] - logFactorial[n-k] }
	total, count := map[int]int{}, map[int]int{}
	for _, v := range y {
		total[v]++
	}
	rare := func(v, n int) bool {
		all, k := total[v], count[v]
		return isExtreme(k, n, all, len(y)) && choose(n, k)+choose(len(y)-n, all-k)-choose(len(y), all) < math.Log(accident)
	}
	for i, v := range y {
		before := rare(v, i)
		if count[v]++; before || rare(v, i+1) {
			return true
		}
	}
	return false
}

// isExtreme says whether the first n of N observations, neither few nor nearly all of them, have as
// many of a class as is possible, or as few, but for a tenth: k of the all that there are. Data as
// they were collected are often somewhat ordered, and remain of use.
func isExtreme(k, n, all, N int) bool {
	if 5*n < N || 5*n > 4*N {
		return false
	}
	least, most := max(0, n-(N-all)), min(n, all)
	return most > least && (10*(k-least) <= most-least || 10*(most-k) <= most-least)
}

// strongest is the correlation of responses with their places above which they are ordered.
const strongest = .7

// steepest is the value of a standard normal variable that none has by accident.
const steepest = 5

// trend says whether numbers rise or fall: Spearman's correlation with their places, by Fisher's
// transformation, is no accident.
func trend(y []float64) bool {
	n := float64(len(y))
	mean, at := (n-1)/2, ranks(y)
	var both, squares float64
	for i, r := range at {
		both += (float64(i) - mean) * (r - mean)
		squares += (r - mean) * (r - mean)
	}
	if squares == 0 {
		return false
	}
	rho := both / math.Sqrt(squares*n*(n*n-1)/12)
	return math.Abs(rho) > strongest && math.Abs(math.Atanh(min(max(rho, -1), 1)))*math.Sqrt((n-3)/1.06) > steepest
}

// ranks are the places 0, 1, … of the numbers in their order, equal ones with the mean of theirs.
func ranks(y []float64) []float64 {
	order := make([]int, len(y))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		switch {
		case y[i] < y[j]:
			return -1
		case y[i] > y[j]:
			return 1
		}
		return 0
	})
	r := make([]float64, len(y))
	for lo := 0; lo < len(order); {
		hi := lo + 1
		for hi < len(order) && y[order[hi]] == y[order[lo]] {
			hi++
		}
		for _, i := range order[lo:hi] {
			r[i] = float64(lo+hi-1) / 2
		}
		lo = hi
	}
	return r
}

// untrained finds classes that the test data of a fold have and its training data lack: no model
// can predict them. Folds that have this by no accident are an error, others a warning. A class of
// one observation is always so, and no matter.
func untrained[T learn.Target](y []T, folds []Fold) (warnings []string, err error) {
	labels, ok := any(y).([]int)
	if !ok {
		return nil, nil
	}
	total := map[int]int{}
	for _, v := range labels {
		total[v]++
	}
	for k, fold := range folds {
		for _, v := range lacking(labels, fold) {
			n := total[v]
			if n < 2 {
				continue
			}
			text := fmt.Sprintf("fold %d tests on all %d observations of class %d and trains on none: KFold with Src shuffles them, with Stratified gives "+
				"each fold its share", k, n, v)
			if share := float64(len(fold.Test)) / float64(len(labels)); math.Pow(share, float64(n))*float64(len(folds)) < accident {
				return nil, input.Errorf(input.ErrParam, "folds", "%s", text)
			}
			warnings = append(warnings, "validate: "+text)
		}
	}
	return warnings, nil
}

// lacking are the classes of the test data of a fold that its training data lack, in increasing
// order.
func lacking(y []int, fold Fold) []int {
	has := map[int]bool{}
	for _, i := range fold.Train {
		if i >= 0 && i < len(y) {
			has[y[i]] = true
		}
	}
	var none []int
	for _, i := range fold.Test {
		if !has[y[i]] {
			has[y[i]] = true
			none = append(none, y[i])
		}
	}
	slices.Sort(none)
	return none
}
