package erm

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/combin"
)

// Hyperplanes minimises the number of mistakes over the 2·C(n, d) half-spaces whose hyperplane goes through d of the n observations, not counting these d. By as little as wanted such a hyperplane can be
// moved so that they are right, too: for observations in general position no hyperplane of all makes fewer mistakes than the one that is found. Which side
// of it observations are that lie on it is left to rounding. The work grows as n^(d+1).
//
// Reference: L. Devroye, L. Györfi and G. Lugosi, A Probabilistic Theory of Pattern Recognition (1996), chapter 4. Curriculum: B2.3b, B2.3c, B2.3.1b, B2.1.1h.
type Hyperplanes struct{}

// HyperplanesModel is the first of the best hyperplanes, in the order of the places of its points.
type HyperplanesModel struct {
	linear.Hyperplane
	Points  []int // the d observations on it, in increasing order
	Errors  int   // mistakes among the others
	Tried   int   // hyperplanes that were tried, each with both sides
	Skipped int   // choices of d observations that fix no hyperplane
}

// mostChoices is the largest number of choices of d observations that are tried.
const mostChoices = 1e8

// mostWork bounds the products of the eliminations of all choices, d³ or so of each: minutes.
const mostWork = 1e12

// Fit finds the hyperplane for the n×d matrix X, n >= d, and the labels y in {-1, +1}. Choices of observations that fix no hyperplane, to an accuracy of 1e-12 of their distances, are skipped. The errors are those of input.Matrix and input.Signs, and errors
// that wrap input.ErrShape for n < d, ErrParam for more than 10⁸ choices or 10¹² products to eliminate, or ErrSingular where no choice fixes a hyperplane.
func (Hyperplanes) Fit(x mat.Matrix, y []int) (*HyperplanesModel, error) {
	n, d, err := input.Matrix("X", x)
	if err == nil {
		err = input.Signs("y", y, n)
	}
	switch {
	case err != nil:
	case n < d:
		err = input.Errorf(input.ErrShape, "X", "got %d observations, a hyperplane in %d dimensions needs as many", n, d)
	case choices(n, d) > mostChoices || choices(n, d)*float64(d)*float64(d)*float64(d) > mostWork:
		err = input.Param(false, "X", fmt.Sprintf("%d×%d", n, d), "at most 10⁸ choices of d of the n observations, and 10¹² products to eliminate")
	}
	if err != nil {
		return nil, fmt.Errorf("erm: hyperplanes: %w", err)
	}
	s := newThrough(x, y)
	best := make([]HyperplanesModel, n-d+1)
	parallel.Do(len(best), func(first int) { best[first] = s.from(first) })
	m := firstBest(best)
	if m.Tried == 0 {
		return nil, fmt.Errorf("erm: hyperplanes: %w", input.Errorf(input.ErrSingular, "X", "no %d observations fix a hyperplane", d))
	}
	if m.B = math.Ldexp(m.B-floats.Dot(m.W, s.origin), s.unit); math.IsInf(m.B, 0) {
		return nil, fmt.Errorf("erm: hyperplanes: %w", input.Errorf(input.ErrNotFinite, "X", "the intercept overflows"))
	}
	return &m, nil
}

// firstBest is the first model with the fewest mistakes, with what all have tried.
func firstBest(best []HyperplanesModel) HyperplanesModel {
	m := best[0]
	for _, b := range best[1:] {
		tried, skipped := m.Tried+b.Tried, m.Skipped+b.Skipped
		if b.Tried > 0 && (m.Tried == 0 || b.Errors < m.Errors) {
			m = b
		}
		m.Tried, m.Skipped = tried, skipped
	}
	return m
}

func choices(n, d int) float64 {
	return math.Round(math.Exp(combin.LogGeneralizedBinomial(float64(n), float64(d))))
}

// through holds the observations around their mean.
type through struct {
	n, d   int
	rows   []float64
	origin []float64
	size   float64 // largest distance from the mean in a coordinate
	unit   int     // of rows and origin, 2^unit: not 0 where differences may overflow
	column [][]float64
	minus  []uint64 // 1 for the label -1
}

func newThrough(x mat.Matrix, y []int) *through {
	at := mat.DenseCopyOf(x)
	n, d := at.Dims()
	s := &through{n: n, d: d, rows: at.RawMatrix().Data, origin: make([]float64, d), minus: make([]uint64, n)}
	if floats.Norm(s.rows, math.Inf(1)) > 0x1p1000 {
		s.unit = 32
		floats.Scale(0x1p-32, s.rows)
	}
	for i := range n {
		floats.AddScaled(s.origin, 1/float64(n), at.RawRowView(i))
	}
	for i := range n {
		floats.Sub(at.RawRowView(i), s.origin)
	}
	for j := range d {
		s.column = append(s.column, mat.Col(nil, j, at))
		s.size = max(s.size, floats.Norm(s.column[j], math.Inf(1)))
	}
	for i, v := range y {
		if v < 0 {
			s.minus[i] = 1
		}
	}
	return s
}

// from tries the choices whose first observation is given.
func (s *through) from(first int) HyperplanesModel {
	best := HyperplanesModel{}
	points, w, system, scores := make([]int, s.d), make([]float64, s.d), make([]float64, s.d*s.d), make([]float64, s.n)
	points[0] = first
	try := func() {
		if !s.normal(points, w, system) {
			best.Skipped++
			return
		}
		b := -floats.Dot(w, s.row(first))
		above := s.mistakes(points, w, b, scores)
		wrong, sign := above, 1.0
		if other := s.n - s.d - above; other < wrong {
			wrong, sign = other, -1
		}
		if best.Tried == 0 || wrong < best.Errors {
			best.Errors, best.Points = wrong, append(best.Points[:0], points...)
			best.W, best.B = append(best.W[:0], w...), sign*b
			floats.Scale(sign, best.W)
		}
		best.Tried++
	}
	if s.d == 1 {
		try()
		return best
	}
	rest := make([]int, s.d-1)
	for choice := combin.NewCombinationGenerator(s.n-first-1, s.d-1); choice.Next(); {
		for k, c := range choice.Combination(rest) {
			points[k+1] = first + 1 + c
		}
		try()
	}
	return best
}

func (s *through) row(i int) []float64 { return s.rows[i*s.d : (i+1)*s.d] }

// mistakes counts the observations other than the d points on the wrong side of the hyperplane, where its positive side is +1.
func (s *through) mistakes(points []int, w []float64, b float64, scores []float64) int {
	for i, v := range s.column[0] {
		scores[i] = b + float64(w[0]*v)
	}
	for j, column := range s.column[1:] {
		for i, v := range column {
			scores[i] += float64(w[j+1] * v)
		}
	}
	wrong := uint64(0)
	for i, v := range scores {
		wrong += math.Float64bits(v)>>63 ^ s.minus[i]
	}
	for _, i := range points {
		wrong -= math.Float64bits(scores[i])>>63 ^ s.minus[i]
	}
	return int(wrong)
}

// normal finds w ≠ 0 orthogonal to the differences of the points from the first, of largest entry 1, by elimination with the largest pivots, and tells whether the points fix it.
func (s *through) normal(points []int, w, system []float64) bool {
	d := s.d
	for k, p := range points[1:] {
		for j := range d {
			system[k*d+j] = s.row(p)[j] - s.row(points[0])[j]
		}
	}
	free := make([]int, 0, 8)
	for j := range d {
		free = append(free, j)
	}
	for k := range d - 1 {
		r, c := largestPivot(system, d, k, free)
		if math.Abs(system[r*d+free[c]]) <= 1e-12*s.size {
			return false
		}
		free[k], free[c] = free[c], free[k]
		for j := range d {
			system[k*d+j], system[r*d+j] = system[r*d+j], system[k*d+j]
		}
		for i := k + 1; i < d-1; i++ {
			f := system[i*d+free[k]] / system[k*d+free[k]]
			for _, j := range free[k:] {
				system[i*d+j] -= float64(f * system[k*d+j])
			}
		}
	}
	solveNormal(system, d, free, w)
	return true
}

// solveNormal goes back through the rows that were eliminated, in the order of the columns free, and scales w.
func solveNormal(system []float64, d int, free []int, w []float64) {
	w[free[d-1]] = 1
	for k := d - 2; k >= 0; k-- {
		sum := 0.0
		for _, j := range free[k+1:] {
			sum += float64(system[k*d+j] * w[j])
		}
		w[free[k]] = -sum / system[k*d+free[k]]
	}
	floats.Scale(1/floats.Norm(w, math.Inf(1)), w)
}

// largestPivot looks for the largest entry of the rows and columns from k on.
func largestPivot(system []float64, d, k int, free []int) (row, column int) {
	row, column = k, k
	for i := k; i < d-1; i++ {
		for c := k; c < d; c++ {
			if math.Abs(system[i*d+free[c]]) > math.Abs(system[row*d+free[column]]) {
				row, column = i, c
			}
		}
	}
	return row, column
}

// Predict returns the labels -1 and +1 of the rows of X, with +1 for a score of 0. The errors are those of linear.Hyperplane.
func (m *HyperplanesModel) Predict(x mat.Matrix) ([]int, error) {
	if m == nil {
		return nil, fmt.Errorf("erm: hyperplanes: %w", input.NoModel("erm.HyperplanesModel"))
	}
	labels, err := m.Hyperplane.Predict(x)
	if err != nil {
		return nil, fmt.Errorf("erm: hyperplanes: %w", err)
	}
	return labels, nil
}
