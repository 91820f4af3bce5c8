package neighbours

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
)

// Weights say how much each of the K neighbours counts, as plain data. The zero value is Uniform.
type Weights struct {
	Kind   WeightKind
	ByRank []float64 `json:",omitempty"` // for WeightsByRank: of the nearest, the next, ..., K numbers of at least 0, not all 0
}

// WeightKind is a family of weights. The zero value is WeightsUniform.
type WeightKind = enum.Of[weightKinds]

const (
	WeightsUniform WeightKind = iota // 1
	WeightsInverse                   // 1/distance; where some distances are 0, 1 for these and 0 for the others
	WeightsByRank                    // given, the first for the nearest
)

type weightKinds struct{}

func (weightKinds) Names() (string, []string) {
	return "neighbours.WeightKind", []string{WeightsUniform: "uniform", WeightsInverse: "inverse", WeightsByRank: "by rank"}
}

// Uniform weights are all the same.
func Uniform() Weights { return Weights{} }

// Inverse weights are those of the inverse distance: a neighbour at the point itself outvotes all that are not.
func Inverse() Weights { return Weights{Kind: WeightsInverse} }

// ByRank weights are given: w[0] for the nearest, w[1] for the next, and so on.
func ByRank(w ...float64) Weights { return Weights{Kind: WeightsByRank, ByRank: w} }

// check refuses weights that are not for k neighbours.
func (w Weights) check(k int) error {
	if err := w.Kind.Check("Weights.Kind"); err != nil {
		return err
	}
	if w.Kind != WeightsByRank {
		return input.Param(len(w.ByRank) == 0, "Weights.ByRank", w.ByRank, "nothing, but for weights by rank")
	}
	if len(w.ByRank) != k {
		return input.Errorf(input.ErrShape, "Weights.ByRank", "got %d weights, want K = %d", len(w.ByRank), k)
	}
	sum := 0.0
	for i, v := range w.ByRank {
		if !(v >= 0) {
			return input.Errorf(input.ErrParam, "Weights.ByRank", "weight %d is %v, want at least 0", i, v)
		}
		sum += v
	}
	return input.Param(sum > 0 && !math.IsInf(sum, 1), "Weights.ByRank", fmt.Sprintf("a sum of %v", sum), "a positive, finite one")
}

// clone is a copy that shares nothing.
func (w Weights) clone() Weights { return Weights{Kind: w.Kind, ByRank: slices.Clone(w.ByRank)} }

// to writes the weights of neighbours at these distances, in increasing order, to dst. Those of inverse distances are in units of that of the nearest, so that nothing overflows.
func (w Weights) to(dst, distances []float64) {
	switch w.Kind {
	case WeightsByRank:
		copy(dst, w.ByRank)
		input.Temper(dst) // products with targets neither overflow nor vanish
	case WeightsInverse:
		for j, v := range distances {
			switch {
			case v == distances[0]:
				dst[j] = 1
			default:
				dst[j] = distances[0] / v
			}
		}
	default:
		for j := range dst {
			dst[j] = 1
		}
	}
}
