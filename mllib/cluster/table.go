package cluster

import (
	"github.com/mercer-go/mercer/mllib/internal/lanes"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// table holds the distances of all pairs, or their squares: d[i*stride+j], infinite on the diagonal.
type table struct {
	n, stride int
	d         []float64
}

func newTable(n, stride int) *table { return &table{n, stride, make([]float64, n*stride)} }

func (t *table) row(i int) []float64 { return t.d[i*t.stride : (i+1)*t.stride] }

// cloud is the points of a data set coordinate by coordinate, for the distances of one from all.
type cloud struct {
	*dataset
	width  int // n rounded up to what lanes take at a time
	points []float64
}

func newCloud(s *dataset) *cloud {
	c := &cloud{dataset: s, width: (s.n + lanes.Width - 1) / lanes.Width * lanes.Width}
	c.points = make([]float64, c.width*s.d)
	for i := range s.n {
		for j, v := range s.row(i) {
			c.points[j*c.width+i] = v
		}
	}
	return c
}

// squaresTo writes the squared distances of point i from all into dst, which has the width of the cloud.
func (c *cloud) squaresTo(dst []float64, i int) { lanes.Squared(dst, c.row(i), c.points) }

// table returns the distances of all pairs of points, squared or not. Pieces of the rows go to all processors; none depends on another.
func (c *cloud) table(squared bool) *table {
	t := newTable(c.n, c.width)
	const rows = 64
	spread(parallel.Pieces(c.n, rows), c.n*c.n*c.d, func(b int) {
		for i := b * rows; i < min(c.n, (b+1)*rows); i++ {
			row := t.row(i)
			if c.squaresTo(row, i); !squared {
				roots(row)
			}
			row[i] = infinity
		}
	})
	return t
}

// given is the table of stated distances, or of their squares.
func given(s *mat.SymDense, squared bool) *table {
	n := s.SymmetricDim()
	t := newTable(n, n)
	for i := range n {
		for j := range n {
			t.d[i*n+j] = s.At(i, j)
		}
		if row := t.row(i); squared {
			floats.Mul(row, row)
		}
		t.d[i*n+i] = infinity
	}
	return t
}
