package vc

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// This file finds the smallest ball that holds some points, whose radius R is that of the bound R²/δ².
//
// The centre is c = Σ α_i x_i with weights α >= 0 of sum 1, and the squared radius is the largest value of D(α) = Σ α_i ‖x_i - c‖², the dual of the problem. A step moves weight from the point of those with weight that is nearest to
// the centre to the one that is farthest from it, as far as D grows (B. Mitchell, V. Demyanov and V. Malozemov, 1974). √D <= R <= max ‖x_i - c‖ tells how near the end is. Only inner products are
// needed, so that the points may be those of a kernel.

// Ball looks for the smallest ball that holds all observations.
//
// Curriculum: B3.2.3g, B3.2.3i.
type Ball struct {
	Tolerance float64 // largest gap between the bounds of R², relative to R²; 0 means 1e-12
	MaxSteps  int     // 0 means 100,000 + 100·n
}

// BallStop is why the search for a ball has ended.
type BallStop = enum.Of[ballStops]

type ballStops struct{}

const (
	// Enclosed means that the bounds of the radius have met.
	Enclosed BallStop = iota
	// OutOfSteps means that MaxSteps was reached, or that rounding leaves no step which brings the bounds nearer to each other.
	OutOfSteps
)

func (ballStops) Names() (string, []string) {
	return "vc.BallStop", []string{Enclosed: "the bounds of the radius have met", OutOfSteps: "out of steps"}
}

// BallModel is a ball that holds all observations, and what shows that none is smaller.
type BallModel struct {
	Radius  float64   // the largest distance of an observation from the centre: the ball holds all
	Least   float64   // no ball with a smaller radius holds all
	Weights []float64 // the centre is Σ Weights_i x_i; they are >= 0 with sum 1
	Centre  []float64 // nil of a Gram matrix
	Steps   int
	Stop    BallStop
}

func (b Ball) check() error {
	if b.Tolerance < 0 || math.IsNaN(b.Tolerance) {
		return input.Param(false, "Tolerance", b.Tolerance, "a number >= 0")
	}
	return input.Param(b.MaxSteps >= 0, "MaxSteps", b.MaxSteps, "a number >= 0")
}

// Fit finds the ball of the rows of the n×d matrix X, of any size. The errors wrap input.ErrEmpty, ErrNotFinite (also of a radius that overflows), or ErrParam.
func (b Ball) Fit(x mat.Matrix) (*BallModel, error) {
	n, d, err := input.Matrix("X", x)
	if err == nil {
		err = b.check()
	}
	if err != nil {
		return nil, fmt.Errorf("vc: ball: %w", err)
	}
	at := mat.DenseCopyOf(x)
	unit := toUnit(at)
	origin, diagonal := make([]float64, d), make([]float64, n)
	for i := range n {
		floats.AddScaled(origin, 1/float64(n), at.RawRowView(i))
	}
	for i := range n {
		floats.Sub(at.RawRowView(i), origin)
		diagonal[i] = floats.Dot(at.RawRowView(i), at.RawRowView(i))
	}
	m, err := b.search(diagonal, func(dst []float64, i int) {
		for k := range dst {
			dst[k] = floats.Dot(at.RawRowView(i), at.RawRowView(k))
		}
	})
	if err != nil {
		return nil, err
	}
	m.Centre = origin
	for i, w := range m.Weights {
		floats.AddScaled(m.Centre, w, at.RawRowView(i))
	}
	return m.times(unit)
}

// times multiplies lengths by 2^e.
func (m *BallModel) times(e int) (*BallModel, error) {
	m.Radius, m.Least = math.Ldexp(m.Radius, e), math.Ldexp(m.Least, e)
	scaleBy(m.Centre, e)
	if math.IsInf(m.Radius, 1) {
		return nil, fmt.Errorf("vc: ball: %w", input.Errorf(input.ErrNotFinite, "X", "the radius overflows"))
	}
	return m, nil
}

// FitGram finds the ball from the n×n matrix of the inner products ⟨x_i, x_j⟩, as those of a kernel's features. The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite, ErrParam, or ErrValue
// where no points have these inner products: for a diagonal below 0, and where a squared distance comes out below 0.
func (b Ball) FitGram(gram mat.Matrix) (*BallModel, error) {
	n, _, err := input.Matrix("gram", gram)
	var k *mat.SymDense
	if err == nil {
		k, err = input.Symmetric("gram", gram, n)
	}
	if err == nil {
		err = b.check()
	}
	if err != nil {
		return nil, fmt.Errorf("vc: ball: %w", err)
	}
	at := mat.DenseCopyOf(k)
	unit := toUnit(at)
	diagonal, err := norms(at)
	if err != nil {
		return nil, fmt.Errorf("vc: ball: %w", err)
	}
	m, err := b.search(diagonal, func(dst []float64, i int) { copy(dst, at.RawRowView(i)) })
	if err != nil {
		return nil, err
	}
	return m.times(unit / 2)
}

// norms are the squared norms in a matrix of inner products; it is an error if they are below 0, or the squared distance of two points is.
func norms(gram *mat.Dense) ([]float64, error) {
	diagonal := make([]float64, gram.RawMatrix().Rows)
	for i := range diagonal {
		if diagonal[i] = gram.At(i, i); diagonal[i] < 0 {
			return nil, input.Errorf(input.ErrValue, "gram", "entry (%d, %d) is %v, a squared norm", i, i, diagonal[i])
		}
	}
	size := floats.Max(diagonal)
	for i, v := range diagonal {
		for j, product := range gram.RawRowView(i) {
			if math.Abs(product) > math.Sqrt(v)*math.Sqrt(diagonal[j])+1e-9*size {
				return nil, input.Errorf(input.ErrValue, "gram", "entry (%d, %d) is %v, for squared norms of %v and %v", i, j, product, v, diagonal[j])
			}
		}
	}
	return diagonal, nil
}

// search moves weights; row writes the inner products of point i with all.
func (b Ball) search(diagonal []float64, row func(dst []float64, i int)) (*BallModel, error) {
	s := newBallSearch(diagonal, row)
	tolerance, limit := b.Tolerance, b.MaxSteps
	if tolerance == 0 {
		tolerance = 1e-12
	}
	if limit == 0 {
		limit = 100_000 + 100*len(diagonal)
	}
	m := &BallModel{Weights: s.alpha}
	for moved, stuck := true, false; ; m.Steps++ {
		if !moved || m.Steps%256 == 0 {
			s.refresh()
		}
		far := s.distances()
		dual := floats.Dot(s.alpha, s.apart)
		if floats.Min(s.apart) < -1e-8*s.size {
			return nil, fmt.Errorf("vc: ball: %w", input.Errorf(input.ErrValue, "gram", "a squared distance from Σ α_i x_i is %v, below 0", floats.Min(s.apart)))
		}
		m.Radius, m.Least = math.Sqrt(max(0, s.apart[far])), math.Sqrt(max(0, dual))
		if s.apart[far]-dual <= max(tolerance*dual, 8*0x1p-52*s.size) {
			m.Least = min(m.Least, m.Radius)
			return m, nil
		}
		if m.Steps == limit || stuck {
			m.Stop = OutOfSteps
			return m, nil
		}
		before := moved
		moved = s.step(far)
		stuck = !before && !moved
	}
}

type ballSearch struct {
	diagonal, alpha []float64
	towards         []float64 // inner products with the centre
	apart           []float64 // squared distances from the centre
	size            float64   // the largest ‖x_i‖²
	one, other      []float64 // rows
	row             func(dst []float64, i int)
}

// newBallSearch begins with the point of largest norm and the one farthest from it.
func newBallSearch(diagonal []float64, row func(dst []float64, i int)) *ballSearch {
	n := len(diagonal)
	s := &ballSearch{diagonal: diagonal, row: row, size: floats.Max(diagonal), alpha: make([]float64, n), towards: make([]float64, n),
		apart: make([]float64, n), one: make([]float64, n), other: make([]float64, n)}
	s.alpha[floats.MaxIdx(diagonal)] = 1
	return s
}

// refresh computes the inner products with the centre anew.
func (s *ballSearch) refresh() {
	clear(s.towards)
	for i, a := range s.alpha {
		if a > 0 {
			s.row(s.one, i)
			floats.AddScaled(s.towards, a, s.one)
		}
	}
}

// distances returns the farthest point.
func (s *ballSearch) distances() (far int) {
	centre := floats.Dot(s.alpha, s.towards)
	for i, d := range s.diagonal {
		s.apart[i] = d - 2*s.towards[i] + centre
		if s.apart[i] > s.apart[far] {
			far = i
		}
	}
	return far
}

// step moves weight to the farthest point from the one with weight where most is gained, and tells whether there is one.
func (s *ballSearch) step(far int) bool {
	s.row(s.one, far)
	from, best, move := -1, 0.0, 0.0
	for j, a := range s.alpha {
		if a == 0 || j == far {
			continue
		}
		slope, bend := s.apart[far]-s.apart[j], s.diagonal[far]-2*s.one[j]+s.diagonal[j]
		if slope <= 0 || bend <= 0 {
			continue
		}
		t := min(a, slope/(2*bend))
		if gain := t * (slope - t*bend); gain > best {
			from, best, move = j, gain, t
		}
	}
	if from < 0 {
		return false
	}
	s.row(s.other, from)
	if move == s.alpha[from] {
		s.alpha[from] = 0
	} else {
		s.alpha[from] -= move
	}
	s.alpha[far] += move
	floats.AddScaled(s.towards, move, s.one)
	floats.AddScaled(s.towards, -move, s.other)
	return true
}
