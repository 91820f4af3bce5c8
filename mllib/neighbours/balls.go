package neighbours

import (
	"math"

	"github.com/mercer-go/mercer/mllib/internal/lanes"
	"github.com/mercer-go/mercer/mllib/internal/squares"
	"gonum.org/v1/gonum/floats"
)

// balls hold observations around their mean. A group is the centres, as lanes.Squared takes them, and then the radii. By the triangle inequality an observation of a ball is at least as far from x as
// the centre is, less the radius. Squared distances are off by (d+3)/2^53 of themselves, roots by half of that and 1/2^53, and by less than 2^-520 where squares underflow; the bound
// gives away more than all of that.
type balls struct{}

const lostToUnderflow = 0x1p-520

func (balls) size(d, fan int) int { return (d + 1) * fan }

// slack is more than the relative error of distances in d dimensions, and of what is computed with them here.
func slack(d int) float64 { return float64(d+16) * 0x1p-52 }

func (balls) bound(group []float64, fan, child int, rows []float64) {
	d := len(group)/fan - 1
	if len(rows) == 0 {
		group[d*fan+child] = math.Inf(-1)
		return
	}
	centre, radius := make([]float64, d), 0.0
	for i := 0; i < len(rows); i += d {
		floats.AddScaled(centre, float64(d)/float64(len(rows)), rows[i:i+d])
	}
	for i := 0; i < len(rows); i += d {
		radius = max(radius, squares.Between(rows[i:i+d], centre))
	}
	for j, v := range centre {
		group[j*fan+child] = v
	}
	group[d*fan+child] = math.Sqrt(radius)*(1+slack(d)) + lostToUnderflow
}

func (balls) below(dst, x, group []float64) {
	fan := len(dst)
	lanes.Squared(dst, x, group[:len(x)*fan])
	less := 1 - slack(len(x))
	for i, r := range group[len(x)*fan:][:fan] {
		away := max(0, math.Sqrt(dst[i])*less-lostToUnderflow-r)
		dst[i] = away * away * less
	}
}
