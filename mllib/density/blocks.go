package density

import (
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/internal/lanes"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/special"
)

// Sums of kernels over observations that are sorted into boxes. A box of points looks at the boxes of observations that count for it: of kernels on the unit
// ball those within distance 1; of the others those that may hold more than e^-faint of the sum, given the lower bound of it that the best box promises.

const (
	boxRows = 256 // observations of a box, a multiple of lanes.Width
	ask     = 64  // points of a box
)

// box is a set of points with the smallest box around them.
type box struct {
	rows      []int // which
	low, high []float64
}

// halve sorts rows into boxes of at most most rows: by the middle one in the widest coordinate, again and again.
func halve(c *cloud, rows []int, most int) []box {
	b := box{rows: rows, low: slices.Clone(c.row(rows[0])), high: slices.Clone(c.row(rows[0]))}
	for _, i := range rows {
		for j, v := range c.row(i) {
			b.low[j], b.high[j] = min(b.low[j], v), max(b.high[j], v)
		}
	}
	if len(rows) <= most {
		return []box{b}
	}
	widest := 0
	for j := range b.low {
		if b.high[j]-b.low[j] > b.high[widest]-b.low[widest] {
			widest = j
		}
	}
	slices.SortFunc(rows, func(a, b int) int { return order(c.x[a*c.d+widest], c.x[b*c.d+widest], a, b) })
	half := (len(rows)/2 + most - 1) / most * most // full boxes on the left
	return append(halve(c, rows[:half], most), halve(c, rows[half:], most)...)
}

// distances are the squares of the smallest and the largest distance between two boxes.
func distances(a, b box) (least, most float64) {
	for j := range a.low {
		gap := max(0, b.low[j]-a.high[j], a.low[j]-b.high[j])
		span := max(b.high[j]-a.low[j], a.high[j]-b.low[j])
		least += gap * gap
		most += span * span
	}
	return least, most
}

// blocks is the observations in boxes, each with its coordinates one after another.
type blocks struct {
	*frame
	boxes  []box
	panels [][]float64 // padded with copies of the first row
	w      [][]float64 // weights, 0 for padding
	mass   []float64   // log of the weight of each box
	others []float64   // the same without its heaviest row
	count  []int
	place  []int // of each observation: box·boxRows + row, -1 of one of weight 0
}

func newBlocks(f *frame) *blocks {
	var rows []int // of positive weight
	place := make([]int, f.points.len())
	for i := range place {
		if place[i] = -1; f.weight(i) > 0 {
			rows = append(rows, i)
		}
	}
	b := &blocks{frame: f, boxes: halve(f.points, rows, boxRows), place: place}
	for k, box := range b.boxes {
		width := (len(box.rows) + lanes.Width - 1) / lanes.Width * lanes.Width
		panel, w := make([]float64, width*f.d), make([]float64, width)
		sum, heaviest := 0.0, 0.0
		for at := range width {
			i := box.rows[0]
			if at < len(box.rows) {
				i = box.rows[at]
				w[at], b.place[i] = f.weight(i), k*boxRows+at
				sum, heaviest = sum+w[at], max(heaviest, w[at])
			}
			for j, v := range f.points.row(i) {
				panel[j*width+at] = v
			}
		}
		b.panels, b.w, b.count = append(b.panels, panel), append(b.w, w), append(b.count, len(box.rows))
		b.mass, b.others = append(b.mass, math.Log(sum)), append(b.others, math.Log(sum-heaviest))
	}
	return b
}

// logs is the logarithm of the sum at each point; without is for points that are the observations, of which each leaves itself out.
func (b *blocks) logs(at *cloud, without bool) []float64 {
	out := make([]float64, at.len())
	rows := make([]int, len(out))
	for i := range rows {
		rows[i] = i
	}
	asked := halve(at, rows, ask)
	parallel.Do(len(asked), func(k int) {
		near, s := b.near(asked[k], without), make([]float64, boxRows)
		for _, i := range asked[k].rows {
			self := -1
			if without {
				self = b.place[i]
			}
			out[i] = b.at(at.row(i), near, self, s)
		}
	})
	return out
}

// near are the boxes that count for a box of points.
func (b *blocks) near(points box, without bool) (near []int) {
	bound, least := math.Inf(-1), make([]float64, len(b.boxes))
	for k := range b.boxes {
		var most float64
		least[k], most = distances(points, b.boxes[k])
		mass := b.mass[k]
		if without {
			mass = b.others[k]
		}
		if isTailed(b.kernel) {
			bound = max(bound, mass+tail(b.kernel, most))
		}
	}
	slack := faint + math.Log(float64(len(b.boxes)))
	for k, v := range least {
		if isTailed(b.kernel) && !(b.mass[k]+tail(b.kernel, v) < bound-slack) || !isTailed(b.kernel) && v < 1 {
			near = append(near, k)
		}
	}
	return near
}

// at is the logarithm of the sum at one point over the boxes that count, without the observation at the place self.
func (b *blocks) at(u []float64, near []int, self int, s []float64) float64 {
	sum, shift := 0.0, 0.0
	for _, k := range near {
		s := b.squares(u, k, self, s)
		b.values(s, 0)
		sum += b.total(k, s)
	}
	if isTailed(b.kernel) && sum < 1e-280 {
		shift = b.best(u, near, self, s)
		if math.IsInf(shift, -1) {
			return shift
		}
		sum = 0
		for _, k := range near {
			s := b.squares(u, k, self, s)
			b.values(s, shift)
			sum += b.total(k, s)
		}
	}
	return shift + math.Log(sum)
}

// squares are the squared distances of u from the rows of a box.
func (b *blocks) squares(u []float64, k, self int, s []float64) []float64 {
	s = s[:len(b.w[k])]
	lanes.Squared(s, u, b.panels[k])
	if self >= 0 && self/boxRows == k {
		s[self%boxRows] = math.Inf(1)
	}
	return s
}

// values replaces squared lengths by the kernel without its constant, times e^-shift.
func (b *blocks) values(s []float64, shift float64) {
	switch b.kernel {
	case Gaussian:
		for i, v := range s {
			s[i] = float64(-.5*v) - shift
		}
		special.ExpTo(s, s)
	case Exponential:
		for i, v := range s {
			s[i] = -math.Sqrt(v) - shift
		}
		special.ExpTo(s, s)
	default:
		bump(b.kernel, s)
	}
}

// total is the weighted sum of the values of box k.
func (b *blocks) total(k int, s []float64) float64 {
	if b.weights == nil {
		return sumOf(s[:b.count[k]]) / float64(b.points.len())
	}
	sum, w := 0.0, b.w[k]
	for i, v := range s[:b.count[k]] { // the padding, of weight 0, may have overflowed
		sum += float64(v * w[i])
	}
	return sum
}

// sumOf adds in four chains, which a processor does side by side.
func sumOf(s []float64) float64 {
	var a, b, c, d float64
	for ; len(s) >= 4; s = s[4:] {
		a, b, c, d = a+s[0], b+s[1], c+s[2], d+s[3]
	}
	for _, v := range s {
		a += v
	}
	return (a + b) + (c + d)
}

// best is the largest exponent of a point, -Inf where none is finite.
func (b *blocks) best(u []float64, near []int, self int, s []float64) float64 {
	best := math.Inf(-1)
	for _, k := range near {
		for _, v := range b.squares(u, k, self, s)[:b.count[k]] {
			best = max(best, tail(b.kernel, v))
		}
	}
	return best
}
