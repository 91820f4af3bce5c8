package tree

import (
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
)

// Impurity is how mixed the classes of a node are. The zero value is Gini.
//
// Curriculum: N9.3c, N9.3f, Y47b.
type Impurity = enum.Of[impurities]

const (
	Gini    Impurity = iota // Σ p_k(1 - p_k): the chance that two draws differ
	Entropy                 // -Σ p_k log p_k, natural logarithm, 0 log 0 = 0
	Error                   // 1 - max p_k: the share that a majority gets wrong
)

type impurities struct{}

func (impurities) Names() (string, []string) {
	return "tree.Impurity", []string{Gini: "gini", Entropy: "entropy", Error: "error"}
}

// Of returns the impurity of classes with the given weights >= 0, which need not add to 1; NaN without any weight, for weights that are negative or not finite, and for an impurity that has no name.
func Of(kind Impurity, weights []float64) float64 {
	total := floats.Sum(weights)
	if !(total >= 0x1p-100 && total <= 0x1p100) {
		if input.Weights("weights", weights, len(weights)) != nil {
			return math.NaN()
		}
		weights = slices.Clone(weights)
		input.Temper(weights)
		total = floats.Sum(weights)
	}
	least, most := weights[0], weights[0]
	for _, w := range weights[1:] {
		least, most = min(least, w), max(most, w)
	}
	if kind.Check("") != nil || least < 0 {
		return math.NaN()
	}
	if most == total {
		return 0 // one class, whatever is lost where its weight is squared and divided by itself
	}
	return max(0, total-kept(kind, weights, total)) / total
}

// kept is the weight w of a node less w times its impurity: the larger, the purer. Cuts compare the sums of both sides.
func kept(kind Impurity, weights []float64, total float64) float64 {
	if total <= 0 {
		return 0
	}
	sum := 0.0
	switch kind {
	case Gini:
		for _, w := range weights {
			sum += w * w
		}
		return sum / total
	case Entropy:
		for _, w := range weights {
			if w > 0 {
				sum += w * math.Log(w/total)
			}
		}
		return total + sum
	default:
		return floats.Max(weights)
	}
}
