package spline

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/mat"

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

// TestPenalty: N6.2g and N6.2h, the inverse of the Gram matrix of min; and fᵀΩf is the penalty of the interpolating spline.
func TestPenalty(t *testing.T) {
	m := must(Smoothing{Kind: Linear, Pinned: true}.Penalty([]float64{.1, .25, .6, .9}))
	testkit.Near(t, "diagonal", []float64{m.At(0, 0), m.At(1, 1), m.At(2, 2), m.At(3, 3)}, []float64{16.666667, 9.523810, 6.190476, 3.333333}, 5e-7)
	testkit.Near(t, "beside it", []float64{m.At(0, 1), m.At(1, 2), m.At(2, 3)}, []float64{-6.666667, -2.857143, -3.333333}, 5e-7)
	if m.At(0, 2) != 0 || m.At(0, 3) != 0 || m.At(1, 3) != 0 {
		t.Error("it is not tridiagonal")
	}
	testkit.Near(t, "1/det K", []float64{1 / mat.Det(m)}, []float64{.001575}, 1e-12)
	x, y, _ := sample(2, 20, false)
	slices.Sort(x)
	for _, p := range learners() {
		if p.Choose != Given {
			continue
		}
		p.Lambda = 0
		f := mat.NewVecDense(20, y)
		testkit.Near(t, name(p), []float64{mat.Inner(f, must(p.Penalty(x)), f)}, []float64{must(p.Fit(Matrix(x), y)).Penalty}, 1e-9)
	}
	// D-OUT, N6a: the norm² of the interpolant of nine points with one label of another sign
	var points, labels []float64
	for i := range 9 {
		points, labels = append(points, float64(i+1)/10), append(labels, 1)
	}
	labels[4] = -1
	out := must(Smoothing{Kind: Linear, Pinned: true, Choose: Given}.Fit(Matrix(points), labels))
	testkit.Near(t, "N6a", []float64{out.Penalty}, []float64{90}, 1e-12)
	if _, err := (Smoothing{}).Penalty([]float64{1, 3, 2}); !errors.Is(err, input.ErrParam) {
		t.Errorf("points that do not increase: %v", err)
	}
	if _, err := (Smoothing{}).Penalty([]float64{1, 1, 2}); !errors.Is(err, input.ErrParam) {
		t.Errorf("equal points: %v", err)
	}
}

// TestKernel: N6.2r and N6.2s, K(·, t) is the spline with f(0) = f'(0) = 0 of least ∫f”² through K(t, t) at t.
func TestKernel(t *testing.T) {
	for _, at := range []float64{.3, .6, .9} {
		k := must(Smoothing{Pinned: true, Choose: Given}.Fit(Matrix([]float64{at}), []float64{at * at * at / 3}))
		for _, s := range []float64{0, .1, .25, .5, .7, 1} {
			want := []float64{kernels.IntegratedBrownian().At(s, at), at * at / 2, 0, 0}
			if s < at {
				want = []float64{want[0], at*s - s*s/2, at - s, -1}
			}
			for order, v := range want {
				testkit.Near(t, fmt.Sprintf("derivative %d of K(·, %v) at %v", order, at, s), []float64{k.Derivative(order, s)}, []float64{v}, 1e-14)
			}
		}
	}
}
