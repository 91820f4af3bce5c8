package logistic

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/descent"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func TestFunctions(t *testing.T) { // N6.3a, N6.3d, S4a
	near(t, "l(1)", Sigmoid(1), 0.7310585786, 5e-11)
	for u := -1000.0; u <= 1000; u += 12.5 {
		if s := Sigmoid(u) + Sigmoid(-u); math.Abs(s-1) > 1e-15 {
			t.Errorf("l(%v) + l(-%v) = %v", u, u, s)
		}
		near(t, "tanh identity", Sigmoid(u), (1+math.Tanh(u/2))/2, 1e-14)
		near(t, "log odds", LogSigmoid(u)-LogSigmoid(-u), u, 1e-12)
		near(t, "LogSumExp", LogSumExp(0, u), Log1pExp(u), 1e-12)
	}
	for u := -8.0; u <= 8; u += .01 {
		near(t, "logit", Logit(Sigmoid(u)), u, 1e-12)
	}
	p := make([]float64, 3)
	near(t, "LogSumExp", SoftmaxTo(p, []float64{1000, -1000, 999}), 1000+Log1pExp(-1), 1e-12)
	near(t, "sum", floats.Sum(p), 1, 1e-15)
	if !math.IsInf(LogSumExp(), -1) || !math.IsInf(LogSumExp(math.Inf(1), 3), 1) {
		t.Error("LogSumExp of nothing and of infinity")
	}
}

// classes3 is overlapping data with three classes.
func classes3(n, d int) (*mat.Dense, []int) {
	rnd := rand.New(rand.NewPCG(7, 8))
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		y[i] = rnd.IntN(3)
		for j := range d {
			x.Set(i, j, rnd.NormFloat64()+.7*float64(y[i]*(j%2)))
		}
	}
	return x, y
}

func TestDerivatives(t *testing.T) { // Y13b
	for _, n := range []int{40, 700} { // one chunk of rows, and many
		testDerivatives(t, n)
	}
}

func testDerivatives(t *testing.T, n int) {
	x, y := classes3(n, 3)
	binary := make([]int, len(y))
	for i := range y {
		binary[i] = min(y[i], 1)
	}
	rnd := rand.New(rand.NewPCG(1, 9))
	for _, c := range []struct {
		y         []int
		intercept Intercept
		coding    Coding
	}{{binary, FreeIntercept, Reference}, {binary, NoIntercept, Reference}, {binary, FreeIntercept, Symmetric}, {y, FreeIntercept, Reference}, {y, PenalizedIntercept, Symmetric}} {
		l, err := NewLikelihood(x, c.y, c.intercept, c.coding, 3)
		if err != nil {
			t.Fatal(err)
		}
		dim := l.Dim()
		theta, g, mean, term := make([]float64, dim), make([]float64, dim), make([]float64, dim), make([]float64, dim)
		for j := range theta {
			theta[j] = rnd.NormFloat64()
		}
		l.Gradient(g, theta)
		numeric := fd.Gradient(nil, l.Value, theta, &fd.Settings{Formula: fd.Central})
		if !floats.EqualApprox(g, numeric, 1e-7) {
			t.Errorf("%v, %v: gradient %v, differences %v", c.intercept, c.coding, g, numeric)
		}
		for i := range l.Len() {
			l.Term(term, theta, i)
			floats.AddScaled(mean, 1/float64(l.Len()), term)
		}
		if !floats.EqualApprox(g, mean, 1e-14) {
			t.Errorf("gradient %v, mean of the terms %v", g, mean)
		}
		h := l.Hessian(theta)
		jacobian := mat.NewDense(dim, dim, nil)
		fd.Jacobian(jacobian, func(dst, at []float64) { l.Gradient(dst, at) }, theta, &fd.JacobianSettings{Formula: fd.Central})
		if !mat.EqualApprox(h, jacobian, 1e-7) {
			t.Errorf("%v, %v: Hessian\n%v\ndifferences\n%v", c.intercept, c.coding, mat.Formatted(h), mat.Formatted(jacobian))
		}
		var e mat.EigenSym
		e.Factorize(h, false)
		if top := floats.Max(e.Values(nil)); floats.Min(e.Values(nil)) < -1e-12 || top > l.Smoothness()+1e-12 {
			t.Errorf("eigenvalues %v, bound %v", e.Values(nil), l.Smoothness())
		}
	}
}

func TestSoftmaxOfTwoIsBinary(t *testing.T) {
	x, y := drawn(300, 4)
	m := mustFit(t, Binary{}, x, y)
	for _, c := range []Coding{Reference, Symmetric} {
		s, err := Softmax{Coding: c}.Fit(x, y)
		if err != nil {
			t.Fatal(err)
		}
		for j, w := range m.W {
			near(t, "w", s.W[1][j]-s.W[0][j], w, 1e-9)
		}
		near(t, "b", s.B[1]-s.B[0], m.B, 1e-9)
		if c == Symmetric {
			near(t, "sum of the classes", s.W[0][0]+s.W[1][0], 0, 1e-12)
		} else {
			near(t, "standard error", s.StdErr[0], m.StdErr[0], 1e-9)
		}
	}
}

func TestSolversAgree(t *testing.T) {
	x, y := drawn(400, 3)
	want := mustFit(t, Binary{Ridge: 2}, x, y)
	for _, p := range []Binary{
		{Ridge: 2, Solver: LBFGS},
		{Ridge: 2, Solver: Gradient},
		{Ridge: 2, Solver: Gradient, Descent: descent.GradientDescent{Rule: descent.Backtracking}},
	} {
		m := mustFit(t, p, x, y)
		if !floats.EqualApprox(m.W, want.W, 1e-6) || math.Abs(m.B-want.B) > 1e-6 {
			t.Errorf("%v: %v, want %v", p.Solver, m.W, want.W)
		}
	}
	p := descent.Stochastic{Schedule: descent.Schedule{Decay: descent.InverseTime, Step: 10, T0: 20}, Averaging: descent.SecondHalf, Steps: 200_000, Src: rand.NewPCG(1, 2)}
	m := mustFit(t, Binary{Ridge: 2, Solver: Stochastic, Stochastic: p}, x, y)
	if want.Report.Objective-m.Report.Objective > .01*400/100 {
		t.Errorf("stochastic: %v, want %v", m.Report, want.Report)
	}
}

// TestStationary: at a maximum the residuals are orthogonal to the columns, and weighted columns change W inversely.
func TestStationary(t *testing.T) {
	x, y := drawn(500, 4)
	m := mustFit(t, Binary{}, x, y)
	p, err := m.Posterior(x)
	if err != nil {
		t.Fatal(err)
	}
	for j := range 4 {
		sum := 0.0
		for i, v := range p {
			sum += (float64(y[i]) - v) * x.At(i, j)
		}
		near(t, "Σ (y - p) x", sum, 0, 1e-9)
	}
	scaled := mat.DenseCopyOf(x)
	scaled.Apply(func(_, j int, v float64) float64 { return v*math.Pow(10, float64(3*j)) + float64(j) }, x)
	again := mustFit(t, Binary{}, scaled, y)
	for j := range 4 {
		near(t, "w in other units", again.W[j]*math.Pow(10, float64(3*j)), m.W[j], 1e-7)
	}
	flipped := slices.Clone(y)
	for i := range y {
		flipped[i] = 1 - y[i]
	}
	near(t, "w of exchanged classes", mustFit(t, Binary{}, x, flipped).W[0], -m.W[0], 1e-10)
	ll, err := m.LogLikelihood(x, y)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "log-likelihood", ll, m.Report.LogLikelihood, 1e-9)
}

// TestLargeIsExact: the rough Hessians of large fits lead to the same maximum, whatever the number of goroutines.
func TestLargeIsExact(t *testing.T) {
	x, y := drawn(20_000, 10)
	m := mustFit(t, Binary{}, x, y)
	if m.Report.Stop != Converged || m.Report.Gradient > 1e-6 {
		t.Errorf("%v, gradient %v", m.Report, m.Report.Gradient)
	}
	precise := mustFit(t, Binary{Solver: LBFGS}, x, y)
	if !floats.EqualApprox(m.W, precise.W, 1e-7) || !floats.EqualApprox(m.StdErr, precise.StdErr, 1e-7) {
		t.Errorf("w %v, l-bfgs %v", m.W, precise.W)
	}
	for i := range y {
		y[i] += i % 2
	}
	for _, solver := range []Solver{Newton, LBFGS, Gradient} {
		testkit.Processors(t, solver.String(), func() []float64 {
			s, err := Softmax{Solver: solver, MaxIter: 20}.Fit(x, y)
			if err != nil {
				t.Fatal(err)
			}
			p, err := testkit.RoundTrip(t, s).Posteriors(x.Slice(0, 50, 0, 10))
			if err != nil {
				t.Fatal(err)
			}
			return slices.Concat(slices.Concat(s.W...), s.B, s.StdErr, p.RawMatrix().Data)
		})
	}
}

func TestSmoothStationary(t *testing.T) { // N6.3g, N6.3h
	rnd := rand.New(rand.NewPCG(2, 2))
	const n = 60
	x, y := mat.NewDense(n, 2, nil), make([]int, n)
	features, gram := mat.NewDense(n, 6, nil), mat.NewDense(n, n, nil)
	for i := range n {
		a, b := rnd.NormFloat64(), rnd.NormFloat64()
		x.SetRow(i, []float64{a, b})
		features.SetRow(i, []float64{1, math.Sqrt2 * a, math.Sqrt2 * b, a * a, math.Sqrt2 * a * b, b * b})
		if rnd.Float64() < Sigmoid(3*a*b) {
			y[i] = 1
		}
	}
	for i := range n {
		for j := range n {
			gram.Set(i, j, math.Pow(floats.Dot(x.RawRowView(i), x.RawRowView(j))+1, 2))
		}
	}
	for _, free := range []bool{true, false} {
		s, err := Smooth{Lambda: .3, NoB: !free}.FitGram(gram, y)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range s.Alpha {
			near(t, "α", a, (float64(y[i])-Sigmoid(s.Fitted[i]))/(2*.3), 1e-9)
		}
		if free {
			near(t, "Σ α", floats.Sum(s.Alpha), 0, 1e-9)
			continue
		}
		m := mustFit(t, Binary{Ridge: .6, Intercept: NoIntercept}, features, y)
		p, _ := m.Posterior(features)
		q, _ := s.Posterior(gram)
		if !floats.EqualApprox(p, q, 1e-9) {
			t.Errorf("features %v\nkernel %v", p, q)
		}
		near(t, "log-likelihood", s.Report.LogLikelihood, m.Report.LogLikelihood, 1e-8)
	}
}

func TestIterationsDoNotAllocate(t *testing.T) {
	x, y := drawn(300, 5)
	l, err := NewLikelihood(x, y, FreeIntercept, Reference, 0)
	if err != nil {
		t.Fatal(err)
	}
	theta, g := make([]float64, l.Dim()), make([]float64, l.Dim())
	if n := testing.AllocsPerRun(100, func() { l.Term(g, theta, 7) }); n > 0 {
		t.Errorf("the gradient of a term allocates %v times", n)
	}
	if n := testing.AllocsPerRun(10, func() { l.Gradient(g, theta) }); n > 6 {
		t.Errorf("a gradient of 300 rows allocates %v times", n)
	}
}

func TestViews(t *testing.T) {
	x, y := drawn(300, 3)
	for _, solver := range []Solver{Newton, LBFGS} {
		testkit.Views(t, solver.String(), x, func(x mat.Matrix) (any, error) { return Binary{Solver: solver, Trace: true}.Fit(x, y) })
		testkit.Views(t, solver.String(), x, func(x mat.Matrix) (any, error) { return Softmax{Solver: solver}.Fit(x, y) })
	}
	gram := mat.NewDense(3, 3, []float64{1, 1, 1, 1, 2, 2, 1, 2, 3})
	testkit.Views(t, "smooth", gram, func(k mat.Matrix) (any, error) { return Smooth{}.FitGram(k, []int{0, 1, 1}) })
}

// TestPosteriorsOfTwo: the two columns are the probabilities of the classes, also where one of them is smaller than a rounding error of 1.
func TestPosteriorsOfTwo(t *testing.T) {
	m := &Model{Hyperplane: linear.Hyperplane{W: []float64{1}}, Classes: label.Classes{3, 8}}
	p, err := m.Posteriors(mat.NewDense(3, 1, []float64{0, 50, -2}))
	if err != nil {
		t.Fatal(err)
	}
	second, _ := m.Posterior(mat.NewDense(3, 1, []float64{0, 50, -2}))
	for i, want := range []float64{.5, math.Exp(-50), Sigmoid(2)} {
		if got := p.At(i, 0); math.Abs(got-want) > 1e-15*want || p.At(i, 1) != second[i] {
			t.Errorf("row %d: %v and %v, want %v and %v", i, got, p.At(i, 1), want, second[i])
		}
	}
}
