package neighbours

import (
	"math"

	"github.com/mercer-go/mercer/mllib/internal/lanes"
)

// boxes hold observations between their least and largest coordinates. They are laid out as lanes.Gaps takes them, which gives not more than the distance of an observation, rounded.
type boxes struct{}

func (boxes) size(d, fan int) int { return 2 * d * fan }

func (boxes) bound(group []float64, fan, child int, rows [][]float64) {
	for j := range len(group) / (2 * fan) {
		low, high := math.Inf(1), math.Inf(-1)
		for _, x := range rows {
			low, high = min(low, x[j]), max(high, x[j])
		}
		group[2*j*fan+child], group[(2*j+1)*fan+child] = low, high
	}
}

func (boxes) below(dst, x, group []float64) { lanes.Gaps(dst, x, group) }
