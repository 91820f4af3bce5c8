package rkhs

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/mat"
)

// TestNumbersNearOverflow: sums whose terms overflow on the way are what they are, or an error, but no NaN.
func TestNumbersNearOverflow(t *testing.T) {
	line := func(centres []float64, coef ...float64) *Function {
		f := &Function{Kernel: kernels.Linear(), Coef: coef}
		for _, z := range centres {
			f.Centres = append(f.Centres, []float64{z})
		}
		return f
	}
	for _, c := range []struct {
		name      string
		f         *Function
		at, value float64
	}{
		{"terms that cancel", line([]float64{1, 1}, 1.5, -1.5), 1.5e308, 0},
		{"what is left of two", line([]float64{1.75, -1.75, 1}, 1.75, 1.75, 0x1p-20), 1e308, 1e308 * 0x1p-20},
		{"small coefficients", line([]float64{1, 1}, 1.5e-100, 1.5e-100), 1.5e308, 4.5e208},
	} {
		v := must(c.f.Values(mat.NewDense(1, 1, []float64{c.at})))(t)
		if !(math.Abs(v[0]-c.value) <= 1e-15*c.value) {
			t.Errorf("%s: %v, want %v", c.name, v, c.value)
		}
	}
	if v, err := line([]float64{1, 1}, 1.5, 1.5).Values(mat.NewDense(1, 1, []float64{1.5e308})); !errors.Is(err, input.ErrNotFinite) {
		t.Errorf("overflow: %v, %v", v, err)
	}
	f := &Function{Kernel: kernels.Scaled(0x1p1023, kernels.Gaussian(1)), Centres: [][]float64{{0}, {0}}, Coef: []float64{0x1p-600, 0x1p-600}}
	inner, norm := must(Inner(f, f))(t), must(f.Norm())(t)
	testkit.Near(t, "product and norm in units of 2^-175", []float64{inner * 0x1p175, norm * norm * 0x1p175}, []float64{1, 1}, 1e-15)
}

// TestInterpolateScales: rows whose K(x, x) are far apart are not singular, and the interpolant has the values that it should have, or there is none.
func TestInterpolateScales(t *testing.T) {
	x := mat.NewDense(3, 1, []float64{1e-20, 1e-5, 1})
	f := must(Interpolate(kernels.Min(), x, []float64{1, 2, 3}))(t)
	testkit.Near(t, "on the line", must(f.Values(x))(t), []float64{1, 2, 3}, 1e-14)
	norm := must(f.Norm())(t)
	testkit.Near(t, "its norm", []float64{norm * norm / 1e20}, []float64{1 + 1e-15}, 1e-14)
	two := mat.NewDense(2, 1, []float64{.01, 100})
	g := must(Interpolate(kernels.Polynomial(9, 1, 1), two, []float64{1, 2}))(t)
	testkit.Near(t, "by polynomials", must(g.Values(two))(t), []float64{1, 2}, 1e-14)

	r, refused := rand.New(rand.NewPCG(3, 4)), 0
	for width := .5; width < 40; width *= 1.2 {
		x, y := mat.NewDense(8, 1, nil), make([]float64, 8)
		for i := range y {
			x.Set(i, 0, float64(i))
			y[i] = r.NormFloat64()
		}
		f, err := Interpolate(kernels.Gaussian(width), x, y)
		if errors.Is(err, input.ErrSingular) {
			refused++
			continue
		}
		testkit.Near(t, "the values at the rows", must(f.Values(x))(t), y, 1e-3)
	}
	if refused < 5 || refused > 15 {
		t.Errorf("%d widths of 25 refused", refused)
	}
}
