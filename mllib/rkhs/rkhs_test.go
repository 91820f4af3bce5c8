package rkhs

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"
)

// must returns what ends the test for an error: must(f())(t).
func must[T any](v T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// TestInnerOfGaussian: f = 2k(0,·) − k(1,·) with exp(−(x−y)²): ‖f‖² = 5 − 4/e, f(0) = 2 − 1/e, f(1) = 2/e − 1 (by hand; item B3.1e).
func TestInnerOfGaussian(t *testing.T) {
	k := kernels.GaussianGamma(1)
	f := &Function{Kernel: k, Centres: [][]float64{{0}, {1}}, Coef: []float64{2, -1}}
	norm := must(f.Norm())(t)
	testkit.Near(t, "‖f‖², f(0), f(1)", []float64{norm * norm, f.At(0), f.At(1)},
		[]float64{5 - 4/math.E, 2 - 1/math.E, 2/math.E - 1}, 1e-15)
	for _, x := range []float64{-2, 0, .3, 1, 5} {
		got := must(Inner(f, Section(k, []float64{x})))(t)
		testkit.Near(t, "⟨f, K(·, x)⟩", []float64{got}, []float64{f.At(x)}, 1e-15)
	}
}

// TestLaws checks on random functions: the reproducing property, |f(x)| ≤ ‖f‖√K(x,x), symmetry, bilinearity, independence of the representation, and that ‖f − g‖ is 0 for
// one function that is written in two ways.
func TestLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, k := range []kernels.Kernel{kernels.Linear(), kernels.Polynomial(3, 1, .5), kernels.Gaussian(.7), kernels.Matern(1.5, 2), kernels.Sum(kernels.Linear(), kernels.Constant(2))} {
		draw := func() *Function {
			f := &Function{Kernel: k}
			for range 1 + r.IntN(6) {
				f.Centres = append(f.Centres, []float64{r.NormFloat64(), r.NormFloat64()})
				f.Coef = append(f.Coef, r.NormFloat64())
			}
			return f
		}
		for range 50 {
			f, g, x := draw(), draw(), []float64{r.NormFloat64(), r.NormFloat64()}
			fx := must(Inner(f, Section(k, x)))(t)
			norm := must(f.Norm())(t)
			testkit.Near(t, "reproducing", []float64{fx}, []float64{f.Value(x)}, 1e-11*(1+math.Abs(fx)))
			if bound := norm * math.Sqrt(k.Value(x, x)); math.Abs(fx) > bound*(1+1e-9)+1e-12 {
				t.Errorf("%v: |f(x)| = %v > %v", k, fx, bound)
			}
			fg := must(Inner(f, g))(t)
			gf := must(Inner(g, f))(t)
			h := must(Combine(2, f, -3, g))(t)
			hf := must(Inner(h, f))(t)
			scale := 1 + norm*norm + math.Abs(fg)
			testkit.Near(t, "symmetry, bilinearity", []float64{fg, hf}, []float64{gf, 2*norm*norm - 3*fg}, 1e-11*scale)
			twice := &Function{Kernel: k, Centres: append(append([][]float64{}, f.Centres...), f.Centres...), Coef: make([]float64, 2*len(f.Coef))}
			for i, c := range f.Coef {
				twice.Coef[i], twice.Coef[i+len(f.Coef)] = 3*c, -2*c
			}
			nothing := must(Combine(1, f, -1, twice))(t)
			if zero := must(nothing.Norm())(t); zero > 1e-6*(1+norm) {
				t.Errorf("%v: one function in two ways has the distance %v", k, zero)
			}
		}
	}
}

// TestInterpolateMin: with min the function of least norm is the polygon through 0, of squared norm y_1²/x_1 + Σ (y_{i+1}−y_i)²/(x_{i+1}−x_i) (item N5.4q: 49 for four
// alternating points).
func TestInterpolateMin(t *testing.T) {
	for n := 2; n <= 12; n++ {
		x, y := mat.NewDense(n, 1, nil), make([]float64, n)
		for i := range n {
			x.Set(i, 0, float64(2*i+1)/float64(2*n-1))
			y[i] = float64(1 - 2*(i%2))
		}
		f := must(Interpolate(kernels.Min(), x, y))(t)
		norm := must(f.Norm())(t)
		testkit.Near(t, "‖f‖²/(2n−1)²", []float64{norm * norm / float64((2*n-1)*(2*n-1))}, []float64{1}, 1e-12)
		testkit.Near(t, "f(x_i)", must(f.Values(x))(t), y, 1e-12)
		testkit.Near(t, "between: 0 on the polygon", []float64{f.At(2 / float64(2*n-1))}, []float64{0}, 1e-12)
	}
}

// TestInterpolateIsLeast: adding a function that is 0 at the points never lowers the norm.
func TestInterpolateIsLeast(t *testing.T) {
	r, k := rand.New(rand.NewPCG(3, 4)), kernels.Gaussian(.5)
	for range 20 {
		x, y := mat.NewDense(5, 2, nil), make([]float64, 5)
		for i := range y {
			x.SetRow(i, []float64{r.NormFloat64(), r.NormFloat64()})
			y[i] = r.NormFloat64()
		}
		f := must(Interpolate(k, x, y))(t)
		g := Section(k, []float64{r.NormFloat64(), r.NormFloat64()})
		at := must(g.Values(x))(t)
		zero := must(Combine(1, g, -1, must(Interpolate(k, x, at))(t)))(t)
		a := must(f.Norm())(t)
		b := must(must(Combine(1, f, 1, zero))(t).Norm())(t)
		cross := must(Inner(f, zero))(t)
		if b < a*(1-1e-9) || math.Abs(cross) > 1e-8*(1+a) {
			t.Errorf("‖f + z‖ = %v < ‖f‖ = %v, ⟨f, z⟩ = %v", b, a, cross)
		}
	}
}

// legendre returns nodes as a column, and weights.
func legendre(n int, a, b float64) (*mat.Dense, []float64) {
	x, w := make([]float64, n), make([]float64, n)
	quad.Legendre{}.FixedLocations(x, w, a, b)
	return mat.NewDense(n, 1, x), w
}

// TestNystromPolynomial: (1 + xy)² on [−1, 1] has the eigenvalues 1.2 ± √1.08444…, 4/3 and no others; their sum is 56/15 (item N5e).
func TestNystromPolynomial(t *testing.T) {
	x, w := legendre(12, -1, 1)
	m := must(Nystrom{}.Fit(kernels.Polynomial(2, 1, 1), x, w))(t)
	root := math.Sqrt(1.2*1.2 - 16./45)
	testkit.Near(t, "λ", m.Eigenvalues, []float64{1.2 + root, 4. / 3, 1.2 - root}, 1e-14)
	f := must(m.Features(mat.NewDense(2, 1, []float64{.3, -.8})))(t)
	testkit.Near(t, "K(.3, −.8)", []float64{mat.Dot(f.RowView(0), f.RowView(1))}, []float64{math.Pow(1-.24, 2)}, 1e-13)
}

// TestNystromMin: eigenvalues 1/((j−½)π)², eigenfunctions √2 sin((j−½)πx) (items N5.4k and V7.1a: 60 midpoints give 0.405308, 0.045055, 0.016235, 0.008294).
func TestNystromMin(t *testing.T) {
	n := 60
	x := mat.NewDense(n, 1, nil)
	for i := range n {
		x.Set(i, 0, (float64(i)+.5)/float64(n))
	}
	m := must(Nystrom{Terms: 4}.Fit(kernels.Min(), x, nil))(t)
	testkit.Near(t, "λ on midpoints", m.Eigenvalues, []float64{.405308, .045055, .016235, .008294}, 5e-7)
	at := must(m.Functions(mat.NewDense(3, 1, []float64{.2, .5, 1})))(t)
	for j := range 4 {
		φ := func(x float64) float64 { return math.Sqrt2 * math.Sin((float64(j)+.5)*math.Pi*x) }
		sign := math.Copysign(1, at.At(0, j)*φ(.2))
		testkit.Near(t, "φ_j", mat.Col(nil, j, at), []float64{sign * φ(.2), sign * φ(.5), sign * φ(1)}, .02)
	}
	c := must(m.Coefficients(m.AtNodes[2]))(t)
	testkit.Near(t, "coefficients of φ_3", c, []float64{0, 0, 1, 0}, 1e-12)
	back := must(m.Functions(x))(t)
	testkit.Near(t, "at the nodes", mat.Col(nil, 1, back), m.AtNodes[1], 1e-12)
}

func TestBadInput(t *testing.T) {
	k := kernels.Gaussian(1)
	one := mat.NewDense(2, 1, []float64{0, 1})
	ok := Section(k, []float64{0})
	norm := func(f *Function) error { _, err := f.Norm(); return err }
	inner := func(f, g *Function) error { _, err := Inner(f, g); return err }
	values := func(f *Function, x mat.Matrix) error { _, err := f.Values(x); return err }
	combine := func(a float64, f, g *Function) error { _, err := Combine(a, f, 1, g); return err }
	through := func(k kernels.Kernel, x mat.Matrix, y ...float64) error { _, err := Interpolate(k, x, y); return err }
	expand := func(p Nystrom, k kernels.Kernel, x mat.Matrix, w []float64) error {
		_, err := p.Fit(k, x, w)
		return err
	}
	functions := func(m *Mercer) error { _, err := m.Functions(one); return err }
	coefficients := func(m *Mercer, v ...float64) error { _, err := m.Coefficients(v); return err }
	good := must(Nystrom{}.Fit(k, one, nil))(t)
	functionsAt := func(m *Mercer, v float64) error {
		_, err := m.Functions(mat.NewDense(1, 1, []float64{v}))
		return err
	}
	broken := func(spoil func(m *Mercer)) error {
		m := must(Nystrom{}.Fit(k, one, nil))(t)
		spoil(m)
		return functions(m)
	}
	for _, c := range []struct {
		name string
		err  error
		kind error
	}{
		{"nil function", norm(nil), input.ErrEmpty},
		{"no centres", norm(&Function{Kernel: k}), input.ErrEmpty},
		{"no coordinates", norm(&Function{Kernel: k, Centres: [][]float64{{}}, Coef: []float64{1}}), input.ErrEmpty},
		{"ragged", norm(&Function{Kernel: k, Centres: [][]float64{{1}, {1, 2}}, Coef: []float64{1, 1}}), input.ErrShape},
		{"too few coefficients", norm(&Function{Kernel: k, Centres: [][]float64{{1}, {2}}, Coef: []float64{1}}), input.ErrShape},
		{"NaN coefficient", norm(&Function{Kernel: k, Centres: [][]float64{{1}}, Coef: []float64{math.NaN()}}), input.ErrNotFinite},
		{"infinite centre", norm(&Function{Kernel: k, Centres: [][]float64{{math.Inf(1)}}, Coef: []float64{1}}), input.ErrNotFinite},
		{"bad width", norm(Section(kernels.Gaussian(-1), []float64{1})), input.ErrParam},
		{"sigmoid", norm(Section(kernels.Sigmoid(1, 0), []float64{1})), input.ErrParam},
		{"outside the domain", norm(Section(kernels.Min(), []float64{-1})), input.ErrValue},
		{"two kernels", inner(ok, Section(kernels.Gaussian(2), []float64{0})), input.ErrParam},
		{"two dimensions", inner(ok, Section(k, []float64{0, 1})), input.ErrShape},
		{"product overflows", inner(&Function{Kernel: k, Centres: [][]float64{{0}}, Coef: []float64{1e200}}, &Function{Kernel: k, Centres: [][]float64{{0}}, Coef: []float64{1e200}}), input.ErrNotFinite},
		{"values of another dimension", values(ok, mat.NewDense(1, 2, nil)), input.ErrShape},
		{"values at nothing", values(ok, nil), input.ErrEmpty},
		{"combine overflows", combine(1e300, &Function{Kernel: k, Centres: [][]float64{{0}}, Coef: []float64{1e200}}, ok), input.ErrNotFinite},
		{"combine nil", combine(1, nil, ok), input.ErrEmpty},
		{"equal rows", through(k, mat.NewDense(2, 1, []float64{1, 1}), 1, 2), input.ErrSingular},
		{"too wide", through(kernels.Gaussian(1e9), one, 1, 2), input.ErrSingular},
		{"short y", through(k, one, 1), input.ErrShape},
		{"NaN y", through(k, one, 1, math.NaN()), input.ErrNotFinite},
		{"no X", through(k, nil, 1), input.ErrEmpty},
		{"terms", expand(Nystrom{Terms: -1}, k, one, nil), input.ErrParam},
		{"weights", expand(Nystrom{}, k, one, []float64{1, 0}), input.ErrValue},
		{"few weights", expand(Nystrom{}, k, one, []float64{1}), input.ErrShape},
		{"digits lost", expand(Nystrom{}, kernels.Scaled(1e-300, k), mat.NewDense(2, 1, []float64{0, 1}), nil), input.ErrNotFinite},
		{"NaN weight", expand(Nystrom{}, k, one, []float64{1, math.NaN()}), input.ErrNotFinite},
		{"indefinite", expand(Nystrom{}, kernels.Scaled(-1, k), one, nil), input.ErrParam},
		{"nothing there", expand(Nystrom{}, kernels.Min(), mat.NewDense(1, 1, []float64{0}), nil), input.ErrParam},
		{"no expansion", functions(nil), input.ErrEmpty},
		{"broken expansion", functions(&Mercer{Kernel: k, Nodes: good.Nodes, Weights: good.Weights, Eigenvalues: good.Eigenvalues}), input.ErrShape},
		{"few values", coefficients(good, 1), input.ErrShape},
		{"coefficients overflow", coefficients(must(Nystrom{}.Fit(k, one, []float64{1e10, 1}))(t), 1e308, -1e308), input.ErrNotFinite},
		{"functions overflow", functionsAt(must(Nystrom{}.Fit(kernels.Linear(), mat.NewDense(1, 1, []float64{1e-50}), nil))(t), 1e300), input.ErrNotFinite},
		{"eigenvalue underflows", expand(Nystrom{}, k, one, []float64{1e-320, 1e-320}), input.ErrNotFinite},
		{"expansion of zero value", functions(&Mercer{}), input.ErrEmpty},
		{"expansion with ragged nodes", broken(func(m *Mercer) { m.Nodes[1] = []float64{1, 2} }), input.ErrShape},
		{"expansion without coordinates", broken(func(m *Mercer) { m.Nodes = [][]float64{{}, {}} }), input.ErrEmpty},
		{"expansion with a NaN", broken(func(m *Mercer) { m.AtNodes[0][1] = math.NaN() }), input.ErrNotFinite},
		{"expansion with eigenvalue 0", broken(func(m *Mercer) { m.Eigenvalues[1] = 0 }), input.ErrValue},
		{"expansion with an infinite weight", broken(func(m *Mercer) { m.Weights[1] = math.Inf(1) }), input.ErrNotFinite},
	} {
		if !errors.Is(c.err, c.kind) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.kind)
		}
	}
}

// TestExtremes: scales of 1e±150 and one observation.
func TestExtremes(t *testing.T) {
	for _, s := range []float64{1e-300, 1e-150, 1, 1e150, 1e300} {
		f := &Function{Kernel: kernels.Gaussian(1), Centres: [][]float64{{0}, {9}}, Coef: []float64{3 * s, 4 * s}}
		norm := must(f.Norm())(t)
		testkit.Near(t, fmt.Sprint("norm at ", s), []float64{norm / s}, []float64{5}, 1e-12)
		h := must(Interpolate(kernels.Min(), mat.NewDense(1, 1, []float64{2}), []float64{s}))(t)
		testkit.Near(t, fmt.Sprint("one point at ", s), []float64{h.At(1) / s}, []float64{.5}, 1e-12)
	}
	if v := Section(kernels.Linear(), []float64{1}).Value(nil); !math.IsNaN(v) {
		t.Errorf("value at no point: %v", v)
	}
}

func TestRoundTrip(t *testing.T) {
	f := &Function{Kernel: kernels.Gaussian(.3), Centres: [][]float64{{1, 2}, {3, 4}}, Coef: []float64{.1, -2}}
	if g := testkit.RoundTrip(t, f); must(g.Norm())(t) != must(f.Norm())(t) {
		t.Error("another norm")
	}
	x, w := legendre(6, 0, 1)
	m := must(Nystrom{Terms: 3}.Fit(kernels.Min(), x, w))(t)
	a := must(m.Functions(x))(t)
	b := must(testkit.RoundTrip(t, m).Functions(x))(t)
	if !testkit.Bits(a.RawMatrix().Data, b.RawMatrix().Data) {
		t.Error("other functions")
	}
}

func TestProcessors(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	x := mat.NewDense(120, 3, nil)
	x.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, x)
	y := mat.Col(nil, 0, x)
	testkit.Processors(t, "interpolant and expansion", func() []float64 {
		f := must(Interpolate(kernels.Gaussian(.5), x, y))(t)
		m := must(Nystrom{Terms: 5}.Fit(kernels.Gaussian(.5), x, nil))(t)
		return append(append(f.Coef, m.Eigenvalues...), m.AtNodes[4]...)
	})
}

func BenchmarkNystrom(b *testing.B) {
	for _, n := range []int{100, 400} {
		x, w := legendre(n, 0, 1)
		b.Run(fmt.Sprintf("n=%d/d=1", n), func(b *testing.B) {
			for b.Loop() {
				must(Nystrom{}.Fit(kernels.Min(), x, w))(b)
			}
		})
	}
}
