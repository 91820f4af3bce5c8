package density

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// This file has what a histogram answers.

// volume of a cell.
func (m *HistogramModel) volume(at []int) float64 {
	v := 1.0
	for j, k := range at {
		v *= m.Edges[j][k+1] - m.Edges[j][k]
	}
	return v
}

// CellsInAll is the number of cells, with and without observations, as a float64: mᵈ of m bins in d columns; 0 of no model. Curriculum: Y37a.
func (m *HistogramModel) CellsInAll() float64 {
	if m == nil {
		return 0
	}
	v := 1.0
	for _, e := range m.Edges {
		v *= float64(len(e) - 1)
	}
	return v
}

// Densities returns the density of each bin of a histogram of one column, in order; nil for more columns or a model that Fit did not make. Curriculum: Y34b.
func (m *HistogramModel) Densities() []float64 {
	if m.whole() != nil || len(m.Edges) > 1 {
		return nil
	}
	f := make([]float64, len(m.Edges[0])-1)
	for _, c := range m.Cells {
		f[c.At[0]] = m.height(c)
	}
	return f
}

func (m *HistogramModel) height(c Cell) float64 {
	return float64(c.Count) / float64(m.N) / m.volume(c.At)
}

// Probs returns the densities at the rows of X, 0 outside of all cells. The errors wrap input.ErrEmpty, ErrShape or ErrNotFinite for X, and input.ErrShape for a model that Fit did not make.
func (m *HistogramModel) Probs(x mat.Matrix) ([]float64, error) {
	err := m.whole()
	if err == nil {
		err = input.Columns("X", x, len(m.Edges))
	}
	if err != nil {
		return nil, fmt.Errorf("density: histogram: %w", err)
	}
	n, d := x.Dims()
	f, at := make([]float64, n), make([]int, d)
	for i := range f {
		inside := true
		for j := range at {
			at[j] = place(m.Edges[j], x.At(i, j))
			inside = inside && at[j] >= 0
		}
		if k, found := slices.BinarySearchFunc(m.Cells, at, func(c Cell, at []int) int { return slices.Compare(c.At, at) }); inside && found {
			f[i] = m.height(m.Cells[k])
		}
	}
	return f, nil
}

// LogProbs returns the logarithms of the densities, -Inf where they are 0. The errors are those of Probs.
func (m *HistogramModel) LogProbs(x mat.Matrix) ([]float64, error) {
	f, err := m.Probs(x)
	for i, v := range f {
		f[i] = math.Log(v)
	}
	return f, err
}

// Prob returns the density at the point with these coordinates, NaN for another number of them or a model that Fit did not make.
func (m *HistogramModel) Prob(x ...float64) float64 {
	if m == nil || len(x) == 0 {
		return math.NaN()
	}
	f, err := m.Probs(mat.NewDense(1, len(x), x))
	if err != nil {
		return math.NaN()
	}
	return f[0]
}

// Score returns the cross-validation score Ĵ = ∫f̂² - (2/n) Σ f̂_(-i)(x_i), which for bins of equal volume v is
//
//	2/((n-1)v) - (n+1)/((n-1)v) Σ p̂_j².
//
// Yan's formula lacks the second 1/v, and would always choose a single bin. Score returns an error that wraps input.ErrParam for one observation, and input.ErrShape for a model that Fit did not
// make.
//
// Curriculum: Y36a, Y36c.
func (m *HistogramModel) Score() (float64, error) {
	err := m.whole()
	if err == nil {
		err = input.Param(m.N > 1, "X", m.N, "at least two observations")
	}
	if err != nil {
		return 0, fmt.Errorf("density: histogram: score: %w", err)
	}
	n, sum := float64(m.N), 0.0
	for _, c := range m.Cells {
		k := float64(c.Count)
		sum += (k/n*k/n - 2*k/n*(k-1)/(n-1)) / m.volume(c.At)
	}
	if math.IsNaN(sum) || math.IsInf(sum, 0) {
		return 0, fmt.Errorf("density: histogram: score: %w", input.Errorf(input.ErrNotFinite, "model", "the densities of its cells overflow"))
	}
	return sum, nil
}
