package spline

import (
	"fmt"
	"math"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/floats"
)

// TestSpectrumCurriculum holds N6.2k and N6.2m: eigenvalues of the Gram matrix of min on grids, divided by n, and the degrees of freedom.
func TestSpectrumCurriculum(t *testing.T) {
	for _, c := range []struct {
		n    int
		h    float64
		want []float64
	}{
		{10, 1. / 10, []float64{.447661, .050489, .018730, .010000}},
		{10, 2. / 21, []float64{.426344, .048085, .017838, .009524}},
		{50, 2. / 101, []float64{.409371, .045515, .016407, .008387}},
	} {
		s := must(Smoothing{Kind: Linear, Pinned: true}.NewSpectrum(grid(c.n, c.h), nil))
		for j, want := range c.want {
			testkit.Near(t, fmt.Sprintf("γ_%d/n, n = %d", j+1, c.n), []float64{1 / s.Penalties[j] / float64(c.n)}, []float64{want}, 5.1e-7)
		}
		for j := range c.n { // the closed form of all of them
			sin := math.Sin(float64(2*j+1) * math.Pi / float64(2*(2*c.n+1)))
			testkit.Near(t, "γ_j", []float64{s.Penalties[j] * c.h / (4 * sin * sin)}, []float64{1}, 1e-12)
			for i, v := range s.Basis[j] {
				want := math.Sin(float64(2*j+1) * math.Pi * float64(i+1) / float64(2*c.n+1))
				if r := v / s.Basis[j][0] * math.Sin(float64(2*j+1)*math.Pi/float64(2*c.n+1)); math.Abs(r-want) > 1e-8 {
					t.Fatalf("function %d at point %d is in the ratio %v, want %v", j, i, r, want)
				}
			}
		}
	}
	for _, c := range []struct {
		n    int
		want []float64 // for λ = .001, .01, .1
	}{{50, []float64{15.11254, 4.99534, 1.58223}}, {200, []float64{15.77892, 5.00437, 1.57741}}, {1000, []float64{15.81324, 5.00117, 1.57588}}} {
		x := grid(c.n, 2/float64(2*c.n+1))
		for i, lambda := range []float64{.001, .01, .1} {
			m := must(Smoothing{Kind: Linear, Pinned: true, Choose: Given, Lambda: float64(c.n) * lambda}.Fit(Matrix(x), x))
			testkit.Near(t, fmt.Sprintf("degrees of freedom, n = %d, λ = %v", c.n, lambda), []float64{m.DF}, []float64{c.want[i]}, 5e-6)
		}
	}
}

func grid(n int, h float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i+1) * h
	}
	return x
}

// TestSpectrum: the basis is orthonormal, and rotating, multiplying and rotating back is the smoothing spline; function j crosses 0 j times.
func TestSpectrum(t *testing.T) {
	x, y, w := sample(1, 40, false)
	for _, p := range learners() {
		if p.Choose != Given {
			continue
		}
		s := must(p.NewSpectrum(x, w))
		m := must(p.FitWeighted(Matrix(x), y, w))
		ordered := must(p.scale(Matrix(x), y, w))
		for j := range s.Basis {
			got := must(s.Coefficients(s.Basis[j]))
			want := make([]float64, len(x))
			want[j] = 1
			testkit.Near(t, fmt.Sprintf("%s: products with function %d", name(p), j), got, want, 1e-12)
			crossings := 0
			for i := range x[1:] {
				if s.Basis[j][i]*s.Basis[j][i+1] < 0 {
					crossings++
				}
			}
			if crossings != j && j < 20 { // later ones are almost 0 but for a few near points
				t.Errorf("%s: function %d crosses 0 %d times", name(p), j, crossings)
			}
		}
		c := must(s.Coefficients(ordered.y))
		floats.Mul(c, s.Filter(p.Lambda))
		f := must(s.Values(c))
		floats.Scale(1/ordered.yUnit, f)
		want := m.Values
		if p.Pinned {
			want = want[1:]
		}
		testkit.Near(t, name(p), f, want, 1e-10)
		testkit.Near(t, name(p)+": degrees of freedom", []float64{s.DF(p.Lambda)}, []float64{m.DF}, 1e-10)
		penalty := 0.0
		for j, v := range c {
			penalty += s.Penalties[j] * v * v / ordered.yUnit / ordered.yUnit
		}
		testkit.Near(t, name(p)+": penalty", []float64{penalty}, []float64{m.Penalty}, 1e-8)
		testkit.RoundTrip(t, s)
	}
}
