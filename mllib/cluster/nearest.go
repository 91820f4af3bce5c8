package cluster

import (
	"math"

	"github.com/mercer-go/mercer/mllib/internal/lanes"
)

// finder computes the distances from an observation to all centres side by side, and finds the nearest one. The order of its
// additions is fixed, so that all who ask it get the same numbers.
type finder struct {
	k, width int       // centres, and lanes: k rounded up
	points   []float64 // coordinate j of centre k is points[j*width+k]; the lanes that are no centre hold 0
}

func newFinder(k, d int) *finder {
	width := (k + lanes.Width - 1) / lanes.Width * lanes.Width
	return &finder{k: k, width: width, points: make([]float64, d*width)}
}

// set takes the centres, which lie one after another.
func (f *finder) set(centers []float64) {
	d := len(centers) / f.k
	for k := range f.k {
		for j, v := range centers[k*d : (k+1)*d] {
			f.points[j*f.width+k] = v
		}
	}
}

// squares returns the squared distances of x from the centres, in the scratch space of length width.
func (f *finder) squares(x, scratch []float64) []float64 {
	lanes.Squared(scratch, x, f.points)
	return scratch[:f.k]
}

// nearest returns the nearest of the centres, the lowest index among equals, and the least and the second least squared
// distance (infinite if there is one centre).
//
// Which centre is nearest is what a processor cannot guess, so there is no branch on it: numbers >= 0 are ordered as their bits
// are, and the least of two integers needs none.
func (f *finder) nearest(x, scratch []float64) (best int, least, second float64) {
	infinite := math.Float64bits(math.Inf(1))
	first, next := infinite, infinite
	for k, s := range f.squares(x, scratch) {
		b := math.Float64bits(s)
		next = min(next, max(first, b))
		if b < first {
			best = k
		}
		first = min(first, b)
	}
	return best, math.Float64frombits(first), math.Float64frombits(next)
}
