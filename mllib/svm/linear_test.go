package svm_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/linear"
	"github.com/mercer-go/mercer/mllib/svm"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// linearFits are what testdata/linear.py writes.
type linearFits struct {
	X    [][]float64
	Y    []int
	Z, W []float64
	Fits []linearFit
}

type linearFit struct {
	Kind     string
	Squares  bool
	C        float64
	Scaling  float64 // of the constant column that carries a penalised offset; 0 for no offset, −1 for a free one
	Weighted bool
	W        []float64
	B        float64
}

// objective is that of a plane, with the offset penalised if it is in a column.
func (f linearFit) objective(r linearFits, h linear.Hyperplane) float64 {
	value := floats.Dot(h.W, h.W) / 2
	if f.Scaling > 0 {
		value += h.B / f.Scaling * (h.B / f.Scaling) / 2
	}
	for i, x := range r.X {
		slack := 0.0
		if f.Kind == "class" {
			slack = max(0, 1-float64(r.Y[i])*h.Score(x))
		} else {
			slack = max(0, math.Abs(r.Z[i]-h.Score(x))-.3)
		}
		if f.Squares {
			slack *= slack
		}
		price := f.C
		if f.Weighted {
			price *= r.W[i]
		}
		value += price * slack
	}
	return value
}

// fit is ours: a penalised offset is a weight of a constant column.
func (f linearFit) fit(t *testing.T, r linearFits, x mat.Matrix) linear.Hyperplane {
	w := make([]float64, len(r.Y))
	for i := range w {
		if w[i] = 1; f.Weighted {
			w[i] = r.W[i]
		}
	}
	if f.Scaling > 0 {
		x = must(linear.Augment(x, f.Scaling))
	}
	form, c := svm.Price, f.C
	if f.Squares {
		form, c = svm.Squares, 2*f.C
	}
	var h linear.Hyperplane
	if f.Kind == "class" {
		m := must(svm.Classifier{Form: form, C: c, NoIntercept: f.Scaling >= 0}.FitWeighted(x, r.Y, w))
		if h = must(m.Hyperplane()); m.Report.Stop != svm.Converged {
			t.Errorf("%+v", m.Report)
		}
	} else {
		m := must(svm.Regressor{Form: form, C: c, Epsilon: .3, NoIntercept: f.Scaling >= 0}.FitWeighted(x, r.Z, w))
		if h = (linear.Hyperplane{W: m.W, B: m.B}); m.Report.Stop != svm.Converged {
			t.Errorf("%+v", m.Report)
		}
	}
	if d := len(h.W) - 1; f.Scaling > 0 {
		h = linear.Hyperplane{W: h.W[:d], B: h.W[d] * f.Scaling}
	}
	return h
}

// TestLinearAgainstSklearn: the objective is at most that of scikit-learn's LinearSVC, LinearSVR, SVC and SVR, and no less than 1e-6 below.
func TestLinearAgainstSklearn(t *testing.T) {
	var r linearFits
	testkit.Reference(t, "testdata/linear.json", &r)
	x := testkit.Matrix(t, r.X)
	for _, f := range r.Fits {
		h := f.fit(t, r, x)
		got, want := f.objective(r, h), f.objective(r, linear.Hyperplane{W: f.W, B: f.B})
		if got > want*(1+1e-9) || got < want*(1-1e-6) {
			t.Errorf("%s, squares %v, C = %v, scaling %v, weighted %v: objective %.10g, scikit-learn's %.10g", f.Kind, f.Squares, f.C, f.Scaling, f.Weighted, got, want)
		}
	}
}

// problems are linear ones of more than a thousand rows, near and far from the origin, with prices from small to huge.
func problems(t *testing.T, each func(what string, c float64, x *mat.Dense, y []int, z, w []float64)) {
	rnd := rand.New(rand.NewPCG(21, 4))
	for round := range 16 {
		d := []int{1, 3, 20, 100}[round%4]
		x, y := clouds(rnd, 1001+rnd.IntN(500), d, 1.5*rnd.Float64())
		origin := []float64{0, 1e6}[round/4%2]
		z, w := make([]float64, len(y)), make([]float64, len(y))
		for i := range z {
			z[i], w[i] = x.At(i, 0)+rnd.NormFloat64(), float64(rnd.IntN(3))
			for j := range d {
				x.Set(i, j, x.At(i, j)+origin)
			}
		}
		c := math.Pow(10, 12*rnd.Float64()-4)
		each(fmt.Sprintf("round %d, d = %d, origin %g, C = %.3g", round, d, origin, c), c, x, y, z, w)
	}
}

// TestNewtonIsOptimal: equal objectives and the conditions of Karush, Kuhn and Tucker, in both forms, with an offset and without, and weights.
func TestNewtonIsOptimal(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector; TestManyProcessors has what is split among goroutines")
	}
	problems(t, func(what string, c float64, x *mat.Dense, y []int, z, w []float64) {
		for _, form := range []svm.Form{svm.Price, svm.Squares} {
			for _, none := range []bool{false, true} {
				if none && x.At(0, 0) > 1e5 {
					continue
				}
				what := fmt.Sprintf("%s, %v, without offset %v", what, form, none)
				m := must(svm.Classifier{Form: form, C: c, NoIntercept: none}.FitWeighted(x, y, w))
				if gap := m.Gap(); math.Abs(gap) > 1e-7*m.Primal() || m.Report.Gap > 1e-7 || m.Report.Stop == svm.IterationLimit || m.Report.Iterations > 500 {
					t.Errorf("%s: gap %v of %v, %+v", what, gap, m.Primal(), m.Report)
				}
				if k := m.KKT(); k.Largest() > 1e-7*(1+c)*float64(len(y)) {
					t.Errorf("%s: %+v", what, k)
				}
				testkit.Near(t, what+": F", must(m.Scores(x)), m.F, 1e-9*(1+math.Abs(x.At(0, 0)))*(1+floats.Norm(m.W, 2)))
				r := must(svm.Regressor{Form: form, C: c, Epsilon: .2, NoIntercept: none}.FitWeighted(x, z, w))
				if gap := r.Gap(); math.Abs(gap) > 1e-7*r.Primal() || r.Report.Gap > 1e-6 || r.Report.Stop == svm.IterationLimit || r.Report.Iterations > 500 {
					t.Errorf("%s: regression: gap %v of %v, %+v", what, gap, r.Primal(), r.Report)
				}
			}
		}
	})
}

// TestNewtonIsSteps: the same as with steps of two coefficients, which know the rows of the Gram matrix only.
func TestNewtonIsSteps(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector; TestManyProcessors has what is split among goroutines")
	}
	rnd := rand.New(rand.NewPCG(22, 4))
	x, y := clouds(rnd, 1100, 3, .8)
	gram := must(kernels.Linear().Gram(x))
	z := mat.Col(nil, 1, x)
	exact := svm.Options{Tolerance: 1e-9}
	for _, form := range []svm.Form{svm.Price, svm.Squares} {
		for _, none := range []bool{false, true} {
			what := fmt.Sprintf("%v, without offset %v", form, none)
			p := svm.Classifier{Form: form, C: .3, NoIntercept: none, Options: exact}
			a, b := must(p.Fit(x, y)), must(p.FitGram(gram, y))
			if a.Report.Rows != 0 || b.Report.Rows == 0 {
				t.Errorf("%s: %+v, %+v", what, a.Report, b.Report)
			}
			testkit.Near(t, what+": f", a.F, b.F, 1e-7)
			testkit.Near(t, what+": α", a.Alpha, b.Alpha, 1e-5)
			testkit.Near(t, what+": interval of offsets", a.Offsets[:], b.Offsets[:], 1e-7)
			q := svm.Regressor{Form: form, C: .3, Epsilon: .1, NoIntercept: none, Options: exact}
			c, d := must(q.Fit(x, z)), must(q.FitGram(gram, z))
			testkit.Near(t, what+": regression: f", c.F, d.F, 1e-6)
			testkit.Near(t, what+": regression: objectives", []float64{c.Primal(), c.Dual()}, []float64{d.Primal(), d.Dual()}, 1e-8*c.Primal())
		}
	}
}

// TestSquares: of a kernel it is the machine of the hard margin for the kernel with 1/C more on the diagonal, and of points linear.SoftMargin; without a tube it is ridge regression.
func TestSquares(t *testing.T) {
	rnd := rand.New(rand.NewPCG(23, 4))
	x, y := clouds(rnd, 90, 2, .4)
	k := kernels.Gaussian(1)
	gram := must(k.Gram(x))
	m := must(svm.Classifier{Form: svm.Squares, C: 4, Kernel: k}.Fit(x, y))
	for i := range y {
		gram.SetSym(i, i, gram.At(i, i)+.25)
	}
	hard := must(svm.Classifier{Form: svm.Hard}.FitGram(gram, y))
	testkit.Near(t, "α", m.Alpha, hard.Alpha, 1e-6)
	testkit.Near(t, "objectives", []float64{m.Primal(), m.Dual(), m.B, m.DualMargin()}, []float64{hard.Dual(), hard.Dual(), hard.B, m.Margin()}, 1e-6)
	if k := m.KKT().Largest(); k > 1e-6 {
		t.Errorf("KKT %v", k)
	}
	testkit.RoundTrip(t, m)
	for i, at := range m.Positions() {
		if xi := m.Slacks()[i]; (at == svm.Outside) != (m.Alpha[i] == 0) || (at == svm.Wrong) != (xi > 1) || at == svm.OnMargin {
			t.Errorf("observation %d with α = %v, ξ = %v is %v", i, m.Alpha[i], xi, at)
		}
	}
	if other := must(m.OtherAlpha(must(k.Gram(x)))); other != nil {
		t.Error("another α of a strictly concave objective")
	}
	soft := must(linear.SoftMargin{C: 4}.Fit(x, y))
	plane := must(svm.Classifier{Form: svm.Squares, C: 4}.Fit(x, y))
	testkit.Near(t, "linear.SoftMargin", append(plane.W, plane.B, plane.Primal()), append(soft.W, soft.B, soft.Objective), 1e-6)

	z := mat.Col(nil, 1, x)
	ridge := must(svm.Regressor{Form: svm.Squares, C: 2, Kernel: k, NoIntercept: true}.Fit(x, z)) // (K + 1/C)β = z
	var beta mat.VecDense
	for i := range y {
		gram.SetSym(i, i, 1+.5)
	}
	var factor mat.Cholesky
	factor.Factorize(gram)
	if err := factor.SolveVecTo(&beta, mat.NewVecDense(len(z), z)); err != nil {
		t.Fatal(err)
	}
	testkit.Near(t, "kernel ridge regression", ridge.Beta, beta.RawVector().Data, 1e-6)
	testkit.RoundTrip(t, ridge)
}

func TestNewtonOnManyProcessors(t *testing.T) {
	x, y := clouds(rand.New(rand.NewPCG(24, 4)), 5000, 20, .5)
	testkit.Processors(t, "machine", func() []float64 {
		m := must(svm.Classifier{}.Fit(x, y))
		return append(append([]float64{m.B}, m.Alpha...), m.F...)
	})
}

// TestManyRowsOfOneKind: what has no slope, no spread or no slack.
func TestManyRowsOfOneKind(t *testing.T) {
	n := 1200
	same, y, z := mat.NewDense(n, 2, nil), make([]int, n), make([]float64, n)
	for i := range n {
		same.SetRow(i, []float64{3, 4})
		y[i], z[i] = 1-2*(i%2), 7
	}
	m := must(svm.Classifier{}.Fit(same, y))
	testkit.Near(t, "equal rows", []float64{m.Norm(), m.Primal(), m.Dual(), m.Offsets[0], m.Offsets[1]}, []float64{0, float64(n), float64(n), -1, 1}, 1e-9)
	r := must(svm.Regressor{Epsilon: .5}.Fit(same, z))
	testkit.Near(t, "equal targets", []float64{r.Primal(), r.Dual(), r.Offsets[0], r.Offsets[1]}, []float64{0, 0, 6.5, 7.5}, 1e-9)
	for i := range n {
		same.Set(i, 0, float64(y[i])*(2+float64(i)/float64(n)))
	}
	apart := must(svm.Classifier{C: 1e9}.Fit(same, y))
	hard := must(svm.Classifier{Form: svm.Hard}.Fit(same, y))
	testkit.Near(t, "separable, high price", append(apart.W, apart.B, apart.Margin()), append(hard.W, hard.B, hard.Margin()), 1e-8)
	one := must(svm.Classifier{NoIntercept: true}.Fit(same, make1(n)))
	if one.Gap() > 1e-8*one.Primal() {
		t.Errorf("one class: gap %v", one.Gap())
	}
}

func make1(n int) []int {
	y := make([]int, n)
	for i := range y {
		y[i] = 1
	}
	return y
}

// TestMoreRowsThanGramMatricesHave: 50,000 rows, whose Gram matrix would not be held, with either solver.
func TestMoreRowsThanGramMatricesHave(t *testing.T) {
	x, y := clouds(rand.New(rand.NewPCG(25, 4)), 50_000, 2, 3)
	m := must(svm.Classifier{C: 1e-3}.Fit(x, y))
	if gap := m.Gap(); math.Abs(gap) > 1e-8*m.Primal() || m.Report.Stop != svm.Converged {
		t.Errorf("%+v, gap %v", m.Report, gap)
	}
	few := must(svm.Classifier{Kernel: kernels.Gaussian(1), Options: svm.Options{MaxIter: 3}}.Fit(x, y))
	if few.Report.Stop != svm.IterationLimit {
		t.Errorf("%+v", few.Report)
	}
}

// TestUnits: rows in other units with the price that makes up for them have the same f, from the smallest to the largest numbers whose squares are finite. Prices that drown everything end in a report or an error.
func TestUnits(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector; TestManyProcessors has what is split among goroutines")
	}
	x, y := clouds(rand.New(rand.NewPCG(26, 4)), 1200, 5, .3)
	z := mat.Col(nil, 0, x)
	for _, c := range []float64{1e-20, 1e-3, 1, 1e12, 1e200} {
		want := must(svm.Classifier{C: c}.Fit(x, y))
		if want.Report.Stop != svm.Converged && c <= 1e12 {
			t.Errorf("C = %g: %+v", c, want.Report)
		}
		for _, unit := range []float64{1e-100, 1e-6, 1e6, 1e70} {
			scaled := mat.DenseCopyOf(x)
			scaled.Scale(unit, x)
			what := fmt.Sprintf("C = %g, unit %g", c, unit)
			if price := c / unit / unit; price > 0 && !math.IsInf(price, 1) && c <= 1e12 {
				testkit.Near(t, what, must(svm.Classifier{C: price}.Fit(scaled, y)).F, want.F, 1e-6)
			}
			for _, form := range []svm.Form{svm.Price, svm.Squares} {
				m, err := svm.Classifier{Form: form, C: c}.Fit(scaled, y)
				r, err2 := svm.Regressor{Form: form, C: c, Epsilon: .1}.Fit(scaled, z)
				if err != nil && !errors.Is(err, input.ErrNotFinite) || err2 != nil && !errors.Is(err2, input.ErrNotFinite) {
					t.Errorf("%s, %v: %v, %v", what, form, err, err2)
				}
				if err == nil && m.Report.Stop == svm.Converged && !(m.Report.Gap <= 1e-8) || err2 == nil && r.Report.Stop == svm.Converged && !(r.Report.Gap <= 1e-7) {
					t.Errorf("%s, %v: %+v, %+v", what, form, m.Report, r.Report)
				}
			}
		}
	}
}

// TestUnusualColumns: ties, equal and collinear columns, tails without a mean, and numbers over ten orders of magnitude.
func TestUnusualColumns(t *testing.T) {
	rnd := rand.New(rand.NewPCG(27, 4))
	for _, columns := range []struct {
		name string
		draw func(i, j int, first float64) float64
	}{
		{"counts", func(int, int, float64) float64 { return float64(rnd.IntN(3)) }},
		{"collinear", func(_, j int, first float64) float64 { return float64(j) * first }},
		{"constant", func(_, j int, _ float64) float64 { return float64(j%2) * rnd.NormFloat64() }},
		{"Cauchy", func(int, int, float64) float64 { return rnd.NormFloat64() / rnd.NormFloat64() }},
		{"lognormal", func(int, int, float64) float64 { return math.Exp(6 * rnd.NormFloat64()) }},
		{"periodic", func(i, j int, _ float64) float64 { return float64(i * (j + 1) % 7) }},
	} {
		for _, c := range []float64{1e-3, 1, 1e4} {
			n, d := 1100, 12
			x, y, z := mat.NewDense(n, d, nil), make([]int, n), make([]float64, n)
			for i := range n {
				x.Set(i, 0, rnd.NormFloat64())
				for j := 1; j < d; j++ {
					x.Set(i, j, columns.draw(i, j, x.At(i, 0)))
				}
				z[i] = math.Round(4*(x.At(i, 0)+rnd.NormFloat64())) / 4
				if y[i] = 1; z[i] < 0 {
					y[i] = -1
				}
			}
			m := must(svm.Classifier{C: c}.Fit(x, y))
			r := must(svm.Regressor{C: c, Epsilon: .25}.Fit(x, z))
			if gap := m.Gap() / m.Primal(); !(math.Abs(gap) <= 1e-6) || m.Report.Gap > 1e-3 || m.Report.Iterations > 1000 {
				t.Errorf("%s, C = %g: gap %.2g of the objective, %+v", columns.name, c, gap, m.Report)
			}
			if gap := r.Gap() / r.Primal(); !(math.Abs(gap) <= 1e-6) || r.Report.Gap > 1e-3 || r.Report.Iterations > 1000 {
				t.Errorf("%s, C = %g: regression: gap %.2g of the objective, %+v", columns.name, c, gap, r.Report)
			}
		}
	}
}
