package density

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// HistogramModel is a histogram. It is plain data: it goes through JSON and back.
type HistogramModel struct {
	N     int         // observations
	Edges [][]float64 // of each column
	Cells []Cell      // those with observations, in lexicographic order
}

// Cell is a bin of each column, and how many observations lie in all of them.
type Cell struct {
	At    []int // number of the bin in each column, from 0
	Count int
}

// Fit counts the rows of the n×d matrix X. The errors wrap input.ErrEmpty or ErrNotFinite for X, also for cells so small or so large that densities overflow or underflow, ErrParam for a field out of range or an observation outside of the support, and ErrSingular for a
// constant column whose bins are to be found.
func (p Histogram) Fit(x mat.Matrix) (*HistogramModel, error) {
	n, d, err := input.Matrix("X", x)
	if bad := p.check(); err == nil {
		err = bad
	}
	if err != nil {
		return nil, fmt.Errorf("density: histogram: %w", err)
	}
	if p.Rule == CrossValidated && p.Bins == 0 && p.Width == 0 && p.Edges == nil {
		return p.crossValidate(x, n)
	}
	m := &HistogramModel{N: n}
	for j := range d {
		e, err := p.edges(x, j)
		if err != nil {
			return nil, fmt.Errorf("density: histogram: %w", err)
		}
		m.Edges = append(m.Edges, e)
	}
	err = m.fill(x)
	if err == nil {
		err = m.whole()
	}
	if err != nil {
		return nil, fmt.Errorf("density: histogram: %w", err)
	}
	return m, nil
}

// crossValidate fits with the number of bins that has the least score, the smallest one among equals.
func (p Histogram) crossValidate(x mat.Matrix, n int) (*HistogramModel, error) {
	most := p.MaxBins
	if most == 0 {
		most = min(100, int(math.Ceil(2*math.Sqrt(float64(n)))))
	}
	var best *HistogramModel
	least := math.Inf(1)
	for bins := 1; bins <= most; bins++ {
		q := p
		q.Rule, q.Bins = FreedmanDiaconis, bins
		m, err := q.Fit(x)
		if err != nil {
			return nil, err
		}
		v, err := m.Score()
		if err != nil {
			return nil, err
		}
		if v < least {
			least, best = v, m
		}
	}
	return best, nil
}

// fill counts the rows of X.
func (m *HistogramModel) fill(x mat.Matrix) error {
	d := len(m.Edges)
	if d == 1 {
		return m.fillLine(x)
	}
	all := make([][]int, m.N)
	for i := range all {
		all[i] = make([]int, d)
		for j := range all[i] {
			if all[i][j] = place(m.Edges[j], x.At(i, j)); all[i][j] < 0 {
				return m.outside(x.At(i, j), i, j)
			}
		}
	}
	slices.SortFunc(all, slices.Compare[[]int])
	for i, at := range all {
		if i == 0 || !slices.Equal(at, all[i-1]) {
			m.Cells = append(m.Cells, Cell{At: at})
		}
		m.Cells[len(m.Cells)-1].Count++
	}
	return nil
}

func (m *HistogramModel) fillLine(x mat.Matrix) error {
	counts := make([]int, len(m.Edges[0])-1)
	for i := range m.N {
		k := place(m.Edges[0], x.At(i, 0))
		if k < 0 {
			return m.outside(x.At(i, 0), i, 0)
		}
		counts[k]++
	}
	for k, c := range counts {
		if c > 0 {
			m.Cells = append(m.Cells, Cell{At: []int{k}, Count: c})
		}
	}
	return nil
}

func (m *HistogramModel) outside(v float64, i, j int) error {
	e := m.Edges[j]
	return input.Errorf(input.ErrParam, "X", "entry %d,%d is %v, outside of the bins from %v to %v", i, j, v, e[0], e[len(e)-1])
}

// place is the bin of v, -1 outside. The last bin is closed.
func place(edges []float64, v float64) int {
	k, found := slices.BinarySearch(edges, v)
	if !found {
		k--
	}
	if k == len(edges)-1 {
		if v > edges[k] {
			return -1
		}
		k--
	}
	return k
}

// whole checks that the model is one that Fit made.
func (m *HistogramModel) whole() error {
	if m == nil {
		return input.NoModel("density.HistogramModel")
	}
	if m.N < 1 || len(m.Edges) == 0 || len(m.Cells) == 0 {
		return input.Errorf(input.ErrShape, "model", "it has %d observations in %d cells; Fit makes a model", m.N, len(m.Cells))
	}
	for _, e := range m.Edges {
		if err := checkEdges("Edges", e); err != nil {
			return err
		}
	}
	for _, c := range m.Cells {
		if len(c.At) != len(m.Edges) || c.Count < 1 {
			return input.Errorf(input.ErrShape, "Cells", "a cell has %d numbers and %d observations, want %d numbers", len(c.At), c.Count, len(m.Edges))
		}
		for j, k := range c.At {
			if k < 0 || k >= len(m.Edges[j])-1 {
				return input.Errorf(input.ErrShape, "Cells", "a cell has the number %d of %d bins in column %d", k, len(m.Edges[j])-1, j)
			}
		}
		if f := m.height(c); !(f > 0) || math.IsInf(f, 1) {
			return input.Errorf(input.ErrNotFinite, "Cells", "the density of cell %v, of the volume %v, overflows or underflows; scale the data", c.At, m.volume(c.At))
		}
	}
	return nil
}
