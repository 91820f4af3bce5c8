package neighbours

import (
	"math"

	"github.com/mercer-go/mercer/mllib/internal/lanes"
)

// boxes hold observations between their least and largest coordinates. They are laid out as lanes.Gaps takes them, which gives not more than the distance of an observation, rounded.
type boxes struct{}

func (boxes) size(d, fan int) int { return 2 * d * fan }

func (boxes) bound(group []float64, fan, child int, rows []float64) {
	d := len(group) / (2 * fan)
	bounds := make([]float64, 2*d)
	low, high := bounds[:d], bounds[d:]
	for j := range low {
		low[j], high[j] = math.Inf(1), math.Inf(-1)
	}
	for ; len(rows) > 0; rows = rows[d:] {
		for j, v := range rows[:d] {
			if v < low[j] {
				low[j] = v
			}
			if v > high[j] {
				high[j] = v
			}
		}
	}
	for j := range low {
		group[2*j*fan+child], group[(2*j+1)*fan+child] = low[j], high[j]
	}
}

func (boxes) below(dst, x, group []float64) { lanes.Gaps(dst, x, group) }
