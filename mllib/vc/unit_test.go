package vc

import (
	"errors"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// TestUnits: what is said of points does not depend on their unit, as far as their squares may be from what a number can hold.
func TestUnits(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	x := cloud(r, 12, 3)
	var gram mat.Dense
	gram.Mul(x, x.T())
	ball, err := Ball{}.Fit(x)
	if err != nil {
		t.Fatal(err)
	}
	byGram, err := Ball{}.FitGram(&gram)
	if err != nil {
		t.Fatal(err)
	}
	signs, sum, err := Balance(x)
	if err != nil {
		t.Fatal(err)
	}
	w := []float64{1, 2, -1}
	canonical, err := Canonically(w, x)
	if err != nil {
		t.Fatal(err)
	}
	times := func(v []float64, e int) []float64 {
		v = slices.Clone(v)
		scaleBy(v, e)
		return v
	}
	for _, e := range []int{-1000, -600, -540, -300, -2, 300, 540, 1000} {
		y, g := mat.DenseCopyOf(x), mat.DenseCopyOf(&gram)
		y.Apply(func(_, _ int, v float64) float64 { return math.Ldexp(v, e) }, y)
		g.Apply(func(_, _ int, v float64) float64 { return math.Ldexp(v, e) }, g)
		m, err := Ball{}.Fit(y)
		if err != nil || m.Radius != math.Ldexp(ball.Radius, e) || m.Least != math.Ldexp(ball.Least, e) || !slices.Equal(m.Weights, ball.Weights) || !slices.Equal(m.Centre, times(ball.Centre, e)) || m.Stop != Enclosed {
			t.Errorf("2^%d: ball %+v, %v", e, m, err)
		}
		if m, err := (Ball{}).FitGram(g); err != nil || m.Radius != math.Ldexp(byGram.Radius, e/2) || m.Stop != Enclosed {
			t.Errorf("2^%d: ball by the Gram matrix %+v, %v", e, m, err)
		}
		if y, s, err := Balance(y); err != nil || !slices.Equal(y, signs) || !slices.Equal(s, times(sum, e)) {
			t.Errorf("2^%d: signs %v, %v", e, y, err)
		}
		for _, f := range []int{-e, 0, 20 - e} {
			if c, err := Canonically(times(w, f), y); err != nil || !slices.Equal(c, times(canonical, -e)) {
				t.Errorf("w by 2^%d, 2^%d: canonical %v, %v, want %v", f, e, c, err, times(canonical, -e))
			}
		}
	}
	if _, err := Canonically([]float64{1e-300}, mat.NewDense(2, 1, []float64{1e-300, 1e300})); err != nil {
		t.Errorf("rows of very different size: %v", err)
	}
	largest := mat.NewDense(2, 1, []float64{math.MaxFloat64, -math.MaxFloat64})
	if m, err := (Ball{}).Fit(largest); err != nil || m.Radius != math.MaxFloat64 || m.Centre[0] != 0 {
		t.Errorf("the largest numbers: %+v, %v", m, err)
	}
}

// TestBallWithoutProgress: a matrix that is no Gram matrix, which is not told as such by two of its rows, or a tolerance out of reach ends the search.
func TestBallWithoutProgress(t *testing.T) {
	x := cloud(rand.New(rand.NewPCG(33, 34)), 40, 5)
	m, err := Ball{Tolerance: 1e-300, MaxSteps: math.MaxInt}.Fit(x)
	if err != nil || m.Least > m.Radius || m.Radius-m.Least > 1e-9 {
		t.Errorf("%+v, %v", m, err)
	}
}

// TestManyBoxes: in many dimensions the dimension takes no enumeration, and what cannot be enumerated is an error at once.
func TestManyBoxes(t *testing.T) {
	for _, dim := range []int{3, 4, 5, 9} {
		c := Boxes{Dim: dim}
		if v, err := Dimension(c, 100); err != nil || v != 2*dim {
			t.Errorf("boxes in %d dimensions: %d, %v", dim, v, err)
		}
		if s, at, err := Coefficient(c, 2*dim); err != nil || s != 1<<(2*dim) {
			t.Errorf("%v has %d parts, %v", at, s, err)
		}
		if _, _, err := Coefficient(c, 2*dim+1); !errors.Is(err, input.ErrParam) || !strings.Contains(err.Error(), "ways to order") {
			t.Errorf("%d dimensions: %v", dim, err)
		}
	}
	for _, dim := range []int{3, 4} {
		cert, err := Certify(Boxes{Dim: dim}, 100)
		if err != nil || cert.Dimension != 2*dim || cert.Tried != mostTried {
			t.Errorf("boxes in %d dimensions: %+v, %v", dim, cert, err)
			continue
		}
		if err := cert.Check(Boxes{Dim: dim}); err != nil {
			t.Error(err)
		}
	}
}

// TestHugeClasses: numbers of points, dimensions and intervals that no memory holds.
func TestHugeClasses(t *testing.T) {
	for _, most := range []int{1 << 17, 1 << 40, math.MaxInt} {
		for name, err := range map[string]error{
			"boxes": second(Dimension(Boxes{Dim: most}, 5)), "half-spaces": second(Dimension(HalfSpaces{Dim: most}, 5)), "certificate": second(Certify(Boxes{Dim: most}, 5)),
			"points": coefficientError(Rays{}, most), "points of boxes": coefficientError(Boxes{Dim: 2}, most), "points of half-spaces": coefficientError(HalfSpaces{Dim: 2}, most),
		} {
			if !errors.Is(err, input.ErrParam) {
				t.Errorf("%s, %d: %v", name, most, err)
			}
		}
		for c := range (Boxes{Dim: 3}).Configurations(most) {
			if !c.IsEmpty() {
				t.Error("points were made")
			}
		}
		x := line(9)
		if got, err := (Intervals{Most: most}).Parts(x); err != nil || len(got) != 1<<9 {
			t.Errorf("%d intervals: %d parts, %v", most, len(got), err)
		}
	}
	x := cloud(rand.New(rand.NewPCG(35, 36)), 12, 400) // every part, long before the last column
	if got, err := (Boxes{Dim: 400}).Parts(x); err != nil || len(got) != 1<<12 {
		t.Errorf("400 dimensions: %d parts, %v", len(got), err)
	}
}

func coefficientError(c Class, n int) error {
	_, _, err := Coefficient(c, n)
	return err
}

// TestMarginDimensionOfLargeRatios: rounding is forgiven, and no more than it.
func TestMarginDimensionOfLargeRatios(t *testing.T) {
	for _, c := range []struct {
		radius, margin float64
		dim            int
		want           float64
	}{{1e5, 1, -1, 1e10}, {math.Sqrt(1e10 + .5), 1, -1, 1e10}, {1e6, 1, -1, 1e12}, {1e200, 1e-200, 7, 7}, {1e200, 1e-200, -1, math.Inf(1)}, {0, 1, -1, 0}, {math.Sqrt(3), 1, -1, 3}, {1.7, 1, -1, 2}} {
		if got := MarginDimension(c.radius, c.margin, c.dim); got != c.want {
			t.Errorf("MarginDimension(%v, %v, %d) = %v, want %v", c.radius, c.margin, c.dim, got, c.want)
		}
	}
}

// TestDamagedCanonical: a class whose norms are not those of its parts is refused.
func TestDamagedCanonical(t *testing.T) {
	for name, c := range map[string]*Canonical{
		"too many norms": {Points: 1, Parts: []uint64{1}, Norms: []float64{1, 2}}, "no norms": {Points: 1, Parts: []uint64{1}}, "norm NaN": {Points: 1, Parts: []uint64{1}, Norms: []float64{math.NaN()}}, "norm < 0": {Points: 1, Parts: []uint64{1}, Norms: []float64{-1}},
	} {
		_, _, err := c.Steps()
		if _, e := c.Dimension(1); err == nil || e == nil || !(errors.Is(err, input.ErrShape) || errors.Is(err, input.ErrValue)) {
			t.Errorf("%s: %v, %v", name, err, e)
		}
	}
	if got := floats.Norm([]float64{0}, 2); unitOf(got) != 0 {
		t.Error("the unit of nothing")
	}
}

// listed is a class of one's own, of which the parts and the configurations are what one says.
type listed struct {
	parts  []uint64
	points []*mat.Dense
}

func (c listed) Parts(mat.Matrix) ([]uint64, error)      { return c.parts, nil }
func (c listed) Configurations(int) iter.Seq[*mat.Dense] { return slices.Values(c.points) }

// TestOwnClasses: a class that does not list its parts as it should is told, and not counted.
func TestOwnClasses(t *testing.T) {
	two := line(2)
	for name, parts := range map[string][]uint64{"twice": {0, 1, 1, 2}, "out of order": {0, 2, 1, 3}, "of three points": {0, 1, 2, 4}} {
		c := listed{parts, []*mat.Dense{two}}
		_, shattered := Shattered(c, two)
		_, missing := Missing(c, two)
		_, dimension := Dimension(c, 2)
		for what, err := range map[string]error{"shattered": shattered, "missing": missing, "coefficient": coefficientError(c, 2), "dimension": dimension} {
			if !errors.Is(err, input.ErrValue) {
				t.Errorf("parts %s: %s: %v", name, what, err)
			}
		}
	}
	if err := coefficientError(listed{[]uint64{0}, nil}, 2); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("no configurations: %v", err)
	}
	if _, err := Shattered(listed{[]uint64{0}, nil}, nil); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("no points: %v", err)
	}
	if s, at, err := Coefficient(listed{nil, []*mat.Dense{two}}, 2); s != 0 || at != nil || err != nil {
		t.Errorf("a class without sets: %d, %v, %v", s, at, err)
	}
}
