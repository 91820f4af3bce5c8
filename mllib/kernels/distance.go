package kernels

import (
	"github.com/mercer-go/mercer/mllib/internal/lanes"
	"gonum.org/v1/gonum/floats"
)

const (
	fewCoordinates = 16   // up to which differences are squared for all pairs
	blockPoints    = 256  // points in a block of them
	cancelled      = .125 // the share of ‖x‖² + ‖y‖² below which ‖x−y‖² is computed from the differences
)

// distances fills t with the kernel of ‖x−y‖².
func (nd node) distances(t table) {
	switch unit, inverse := scales(nd.Width); {
	case unit != 1:
		t.each(func(i, from int, row []float64) {
			for j := range row {
				row[j] = squared(nd.x.row(i), nd.z.row(from+j), unit)
			}
			nd.finish(row, inverse)
		})
	case nd.x.d <= fewCoordinates:
		nd.byDifferences(t, inverse)
	default:
		nd.byProducts(t, inverse)
	}
}

// finish takes squared distances to kernel values.
func (nd node) finish(row []float64, inverse float64) {
	floats.Scale(inverse, row)
	nd.profile(row)
}

// byDifferences squares and adds the differences of all pairs.
func (nd node) byDifferences(t table, inverse float64) {
	blocks := nd.z.byCoordinates()
	t.each(func(i, from int, row []float64) {
		var some [blockPoints]float64
		for b := from / blockPoints; b < len(blocks); b++ {
			lo := b * blockPoints
			hi := min(lo+blockPoints, t.m)
			width := len(blocks[b]) / nd.z.d
			lanes.Squared(some[:width], nd.x.row(i), blocks[b])
			first := max(lo, from)
			copy(row[first-from:hi-from], some[first-lo:hi-lo])
		}
		nd.finish(row, inverse)
	})
}

// byCoordinates lays out the points in blocks, each coordinate by coordinate, as lanes.Squared takes them. The last block is filled up with
// zeros.
func (p points) byCoordinates() [][]float64 {
	var blocks [][]float64
	for lo := 0; lo < p.n; lo += blockPoints {
		n := min(blockPoints, p.n-lo)
		width := (n + lanes.Width - 1) / lanes.Width * lanes.Width
		block := make([]float64, width*p.d)
		for i := range n {
			for j, v := range p.row(lo + i) {
				block[j*width+i] = v
			}
		}
		blocks = append(blocks, block)
	}
	return blocks
}

// byProducts takes ‖x−y‖² from ‖x‖², ‖y‖² and ⟨x, y⟩, and from the differences where these cancel.
func (nd node) byProducts(t table, inverse float64) {
	about := nd
	centre := nd.z.centre()
	about.z = nd.z.minus(centre)
	if about.x = about.z; !nd.same {
		about.x = nd.x.minus(centre)
	}
	about.products(t)
	a, b := about.x.norms(), about.z.norms()
	t.each(func(i, from int, row []float64) {
		x := nd.x.row(i)
		for j, product := range row {
			sum := a[i] + b[from+j]
			square := sum - 2*product
			if !(square >= cancelled*sum) { // also for what overflowed
				square = squared(x, nd.z.row(from+j), 1)
			}
			row[j] = square
		}
		nd.finish(row, inverse)
	})
}

// centre is the mean of the points.
func (p points) centre() []float64 {
	c := make([]float64, p.d)
	for i := range p.n {
		floats.AddScaled(c, 1/float64(p.n), p.row(i))
	}
	return c
}

func (p points) minus(c []float64) points {
	q := newPoints(p.n, p.d)
	for i := range p.n {
		floats.SubTo(q.row(i), p.row(i), c)
	}
	return q
}

func (p points) norms() []float64 {
	s := make([]float64, p.n)
	for i := range s {
		s[i] = dot(p.row(i), p.row(i))
	}
	return s
}
