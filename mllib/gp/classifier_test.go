package gp

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/special"
	"github.com/mercer-go/mercer/mllib/validate"
	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"
)

var both = []Approximation{Laplace, ExpectationPropagation}

// four are the points of N6.4n.
func four() (x *mat.Dense, y []int, p Classifier) {
	return column(0, 1, 2, 3), []int{1, 1, -1, -1}, Classifier{Kernel: kernels.Scaled(9, kernels.Gaussian(1))}
}

// TestMode has the numbers of N6.4n.
//
// Curriculum: N6.4n.
func TestMode(t *testing.T) {
	x, y, p := four()
	m := must(p.Fit(x, y))
	testkit.Near(t, "mode", m.Fitted, []float64{1.9915512175, 1.2797996282, -1.2797996282, -1.9915512175}, 1e-10)
	testkit.Near(t, "objective", []float64{m.Report.Objective}, []float64{1.2642514509}, 1e-10)
	if m.Report.Iterations > 6 || m.Report.Stop != Converged {
		t.Errorf("%v, want convergence in 6 steps", m.Report)
	}
	var kInverse, stationary mat.VecDense
	if err := kInverse.SolveVec(must(p.Kernel.Gram(x)), mat.NewVecDense(4, m.Fitted)); err != nil {
		t.Fatal(err)
	}
	stationary.SubVec(&kInverse, mat.NewVecDense(4, m.Alpha))
	if mat.Norm(&stationary, math.Inf(1)) > 1e-12 {
		t.Errorf("K⁻¹f − ∇log p(y | f) is %v", stationary.RawVector().Data)
	}
}

// TestOneObservation has the numbers of N6.4q for one observation: exact 2E l(f)², and what the approximations make of it.
//
// Curriculum: N6.4q.
func TestOneObservation(t *testing.T) {
	for _, c := range []struct{ k, exact, ep, laplace, plugIn, mean, variance, laplaceMean, laplaceVariance float64 }{
		{1, .5867580717, .5868919958, .5846815462, .5989418625, .4132419, .8292311, .4010581, .8063147},
		{9, .7703241905, .7711722998, .7238305055, .8265299036, 2.0670823, 4.7271708, 1.5612309, 3.9294378},
	} {
		x := column(0)
		p := Classifier{Kernel: kernels.Scaled(c.k, kernels.Gaussian(1))}
		m := must(p.Fit(x, []int{1}))
		mean, variance, err := m.Latent(x)
		if err != nil {
			t.Fatal(err)
		}
		testkit.Near(t, "Laplace", append(must(m.Posterior(x)), special.Sigmoid(mean[0])), []float64{c.laplace, c.plugIn}, 1e-10)
		testkit.Near(t, "Laplace: moments", append(mean, variance...), []float64{c.laplaceMean, c.laplaceVariance}, 1e-7)
		p.Approximation = ExpectationPropagation
		m = must(p.Fit(x, []int{1}))
		if mean, variance, err = m.Latent(x); err != nil {
			t.Fatal(err)
		}
		testkit.Near(t, "EP", must(m.Posterior(x)), []float64{c.ep}, 1e-10)
		testkit.Near(t, "EP: moments, exact for one observation", append(mean, variance...), []float64{c.mean, c.variance}, 1e-7)
		testkit.Near(t, "EP: evidence", []float64{m.LogEvidence}, []float64{-math.Ln2}, 1e-12)

		f := rule(200)
		exact := 2 * f.expect(0, c.k, func(v float64) float64 { return special.Sigmoid(v) * special.Sigmoid(v) })
		testkit.Near(t, "exact", []float64{exact}, []float64{c.exact}, 1e-9)
	}
}

// TestFourObservations has the numbers of N6.4q for the points of N6.4n.
//
// Curriculum: N6.4q.
func TestFourObservations(t *testing.T) {
	x, y, p := four()
	z := column(.5, 0, 1.5, -2)
	m := must(p.Fit(x, y))
	testkit.Near(t, "Laplace", must(m.Posterior(z)), []float64{.7891317, .7741389, .5, .5192822}, 1e-7)
	testkit.Near(t, "Laplace: evidence", []float64{m.LogEvidence}, []float64{-2.6715808}, 1e-7)
	testkit.Near(t, "plug-in", []float64{special.Sigmoid(must(m.Scores(z))[0])}, []float64{.8806657}, 1e-7)
	p.Approximation = ExpectationPropagation
	m = must(p.Fit(x, y))
	testkit.Near(t, "EP", must(m.Posterior(z)), []float64{.8390660, .8290623, .5, .5266916}, 1e-7)
	testkit.Near(t, "EP: evidence", []float64{m.LogEvidence}, []float64{-2.5489636}, 1e-7)
	mean, variance, err := m.Latent(x)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Near(t, "EP: moments", append(mean[:2:2], variance[:2]...), []float64{2.6142108, 1.6415991, 4.5188276, 3.4887579}, 1e-7)
	testkit.Near(t, "EP: fitted", m.Fitted, mean, 1e-9)
}

// TestLinear has the numbers of N6.4s: f(x) = ⟨w, x⟩.
//
// Curriculum: N6.4r, N6.4s.
func TestLinear(t *testing.T) {
	x := mat.NewDense(6, 2, []float64{5, 2, 2, 5, 3, 3, -4, -3, -2, -5, -4, -4})
	m := must(Classifier{}.Fit(x, []int{1, 1, 1, -1, -1, -1}))
	axes := mat.NewDense(2, 2, []float64{1, 0, 0, 1})
	testkit.Near(t, "w", must(m.Scores(axes)), []float64{.5066616, .5436692}, 1e-7)
	testkit.Near(t, "covariance of w", flat(must(m.Covariance(axes))), []float64{.5086152, -.2653369, -.2653369, .4661490}, 1e-7)
	testkit.Near(t, "plug-in", []float64{special.Sigmoid(must(m.Scores(mat.NewDense(1, 2, []float64{1, 1})))[0])}, []float64{.7408384}, 1e-7)
	up, down := must(m.Posterior(x)), must(m.Posterior(negative(x)))
	for i := range up {
		if math.Abs(up[i]+down[i]-1) > 1e-15 {
			t.Errorf("P(x) + P(−x) = %v", up[i]+down[i])
		}
	}
}

func negative(x *mat.Dense) *mat.Dense {
	y := mat.DenseCopyOf(x)
	y.Scale(-1, y)
	return y
}

// hermite integrates against normal densities.
type hermite struct{ x, w []float64 }

func rule(n int) hermite {
	h := hermite{make([]float64, n), make([]float64, n)}
	quad.Hermite{}.FixedLocations(h.x, h.w, math.Inf(-1), math.Inf(1))
	return h
}

func (h hermite) expect(mean, variance float64, f func(float64) float64) float64 {
	sum := 0.0
	for i, x := range h.x {
		sum += h.w[i] / math.Sqrt(math.Pi) * f(mean+math.Sqrt(2*variance)*x)
	}
	return sum
}

func likelihood(link Link, v float64) float64 { return math.Exp(logLikelihood(link, 1, v)) }

// TestAverage against quadrature with many nodes, its symmetry, its limits, and tails.
func TestAverage(t *testing.T) {
	h := rule(200)
	for _, link := range Logistic.All() {
		for _, mean := range []float64{-7, -1.3, 0, .2, 4} {
			for _, variance := range []float64{0, 1e-12, .3, 1, 6} {
				got := Average(link, mean, variance)
				testkit.Near(t, link.String(), []float64{got}, []float64{h.expect(mean, variance, func(v float64) float64 { return likelihood(link, v) })}, 2e-10)
				testkit.Near(t, link.String()+": symmetry", []float64{got + Average(link, -mean, variance)}, []float64{1}, 1e-14)
			}
		}
	}
	// For a wide law the logistic average is a step's, Φ(m/s): its difference is of order 1/s². For m far below 0 it is E e^f.
	testkit.Near(t, "wide", []float64{Average(Logistic, 3e5, 1e12)}, []float64{special.Phi(.3)}, 1e-11)
	if got, want := Average(Logistic, -100, 4), math.Exp(-98); math.Abs(got/want-1) > 1e-12 {
		t.Errorf("tail %v, want %v", got, want)
	}
	for _, mean := range []float64{0, 1e17, 1e58, 1e80} {
		if got := Average(Logistic, -mean-1e3, 1); got != 0 {
			t.Errorf("mean %v: %v, want 0", -mean-1e3, got)
		}
		for _, deviation := range []float64{1e9, 1e17, 1e40, 1e74, 1e150} {
			if got, want := Average(Logistic, mean, deviation*deviation), special.Phi(mean/deviation); math.Abs(got-want) > 1e-12 {
				t.Errorf("mean %v, deviation %v: %v, want %v", mean, deviation, got, want)
			}
		}
	}
	for _, v := range []float64{Average(Logistic, 0, -1), Average(Probit, math.NaN(), 1), Average(Logistic, 1, math.Inf(1)), Average(7, 0, 1)} {
		if !math.IsNaN(v) {
			t.Errorf("got %v, want NaN", v)
		}
	}
}

// TestTilted: moments of both links against a fine sum, also for labels against the cavity and wide or narrow laws.
func TestTilted(t *testing.T) {
	for _, link := range Logistic.All() {
		tilt := newTilt(link)
		for _, mean := range []float64{-40, -3, 0, 2, 25} {
			for _, deviation := range []float64{.01, .7, 3, 60} {
				for _, y := range []float64{-1, 1} {
					top := math.Inf(-1)
					height := func(f float64) float64 {
						return logLikelihood(link, y, f) - (f-mean)*(f-mean)/(2*deviation*deviation)
					}
					low, high := mean-12*deviation-10, mean+12*deviation+10
					if link == Logistic { // its slope moves the mean by up to the variance
						low, high = low-deviation*deviation, high+deviation*deviation
					} else if y*mean < 0 {
						low, high = min(low, -1), max(high, 1)
					}
					const n = 20000
					step := (high - low) / n
					for i := range n {
						top = max(top, height(low+float64(i)*step))
					}
					var s0, s1, s2 float64
					for i := range n {
						f := low + float64(i)*step
						e := math.Exp(height(f) - top)
						s0, s1 = s0+e, s1+e*(f-mean)
					}
					for i := range n {
						f := low + float64(i)*step
						s2 += math.Exp(height(f)-top) * (f - mean - s1/s0) * (f - mean - s1/s0)
					}
					got := tilt.of(y, mean, deviation*deviation)
					want := []float64{top + math.Log(s0*step/deviation) - math.Log(2*math.Pi)/2, (mean + s1/s0) / deviation, s2 / s0 / (deviation * deviation)}
					testkit.Near(t, link.String(), []float64{got.log, got.mean / deviation, got.variance / (deviation * deviation)}, want, 1e-9)
				}
			}
		}
	}
}

// TestDerivatives of the log likelihoods, against differences, and far out.
func TestDerivatives(t *testing.T) {
	for _, link := range Logistic.All() {
		for _, y := range []float64{-1, 1} {
			for _, f := range []float64{-35, -29.5, -3, -.1, 0, 2, 9, 40} {
				first, curvature, third := derivatives(link, y, f)
				d := func(g func(float64) float64) float64 { return fd.Derivative(g, f, &fd.Settings{Formula: fd.Central}) }
				want := []float64{
					d(func(v float64) float64 { return logLikelihood(link, y, v) }),
					-d(func(v float64) float64 { a, _, _ := derivatives(link, y, v); return a }),
					-d(func(v float64) float64 { _, b, _ := derivatives(link, y, v); return b }),
				}
				testkit.Near(t, link.String(), []float64{first, curvature, third}, want, 1e-6)
			}
			for _, f := range []float64{-1e4, -800, 800, 1e4} {
				first, curvature, third := derivatives(link, y, f)
				if !(curvature >= 0 && curvature <= 1) || !finite(first) || !finite(third) || !finite(logLikelihood(link, y, f)) {
					t.Errorf("%v, %v: %v, %v, %v", link, f, first, curvature, third)
				}
			}
		}
	}
}

// TestBruteForce: expectation propagation beside integration over all f, for three observations and both links.
func TestBruteForce(t *testing.T) {
	x, z, y := column(0, .6, 1.5), column(.3), []int{1, -1, 1}
	h := rule(24)
	for _, link := range Logistic.All() {
		p := Classifier{Kernel: kernels.Scaled(4, kernels.Gaussian(.8)), Link: link, Approximation: ExpectationPropagation}
		var c mat.Cholesky
		if !c.Factorize(must(p.Kernel.Gram(x))) {
			t.Fatal("no factor")
		}
		var l mat.TriDense
		c.LTo(&l)
		weights := mat.NewVecDense(3, nil)
		cross := must(p.Kernel.Cross(z, x))
		if err := c.SolveVecTo(weights, cross.RowView(0)); err != nil {
			t.Fatal(err)
		}
		left := 4 - mat.Dot(cross.RowView(0), weights)
		var mass, first, hit float64
		for i, a := range h.x {
			for j, b := range h.x {
				for k, e := range h.x {
					var f mat.VecDense
					f.MulVec(&l, mat.NewVecDense(3, []float64{math.Sqrt2 * a, math.Sqrt2 * b, math.Sqrt2 * e}))
					weight := h.w[i] * h.w[j] * h.w[k] / math.Pow(math.Pi, 1.5)
					for o, label := range y {
						weight *= math.Exp(logLikelihood(link, float64(label), f.AtVec(o)))
					}
					mass, first = mass+weight, first+weight*f.AtVec(0)
					hit += weight * Average(link, mat.Dot(weights, &f), left)
				}
			}
		}
		m := must(p.Fit(x, y))
		testkit.Near(t, link.String(), []float64{m.LogEvidence, m.Fitted[0], must(m.Posterior(z))[0]}, []float64{math.Log(mass), first / mass, hit / mass}, 6e-3)
	}
}

// TestOrthant: for two observations and the probit link the evidence is the probability of an orthant, and expectation propagation nearly exact.
func TestOrthant(t *testing.T) {
	p := Classifier{Kernel: kernels.Scaled(2, kernels.Gaussian(1)), Link: Probit, Approximation: ExpectationPropagation}
	for _, y := range [][]int{{1, 1}, {1, -1}} {
		m := must(p.Fit(column(0, .7), y))
		rho := 2 * math.Exp(-.245) / 3 * float64(y[0]*y[1])
		testkit.Near(t, "evidence", []float64{math.Exp(m.LogEvidence)}, []float64{.25 + math.Asin(rho)/(2*math.Pi)}, 2e-3)
	}
}

// TestMoments: at the fixed point of expectation propagation each label's factor, in its cavity, has the moments of the law.
func TestMoments(t *testing.T) {
	for _, link := range Logistic.All() {
		x, y := drawnLabels(3, 30, 2)
		p := Classifier{Kernel: kernels.Scaled(5, kernels.Gaussian(.4)), Link: link, Approximation: ExpectationPropagation}
		m := must(p.Fit(x, y))
		if m.Report.Stop != Converged {
			t.Errorf("%v", m.Report)
		}
		mean, variance, err := m.Latent(x)
		if err != nil {
			t.Fatal(err)
		}
		tilt := newTilt(link)
		for i, s := range m.Signs {
			tau := m.Root[i] * m.Root[i]
			// Alpha = K⁻¹ mean, so the site's nu is tau·mean + Alpha
			cavity := 1/variance[i] - tau
			nu := mean[i]/variance[i] - (float64(tau*mean[i]) + m.Alpha[i])
			got := tilt.of(s, nu/cavity, 1/cavity)
			testkit.Near(t, link.String(), []float64{got.mean, got.variance}, []float64{mean[i], variance[i]}, 1e-7)
		}
	}
}

// drawnLabels are random points with labels by a curve, with some mistakes.
func drawnLabels(seed uint64, n, d int) (*mat.Dense, []int) {
	x, _, _ := drawn(seed, n, d)
	r := rand.New(rand.NewPCG(seed, 9))
	y := make([]int, n)
	for i := range y {
		if y[i] = -1; math.Sin(6*x.At(i, 0))+x.At(i, d-1)-.5 > .4*r.NormFloat64() {
			y[i] = 1
		}
	}
	return x, y
}

// TestClassifierGradient against differences, for both approximations and links.
func TestClassifierGradient(t *testing.T) {
	x, y := drawnLabels(5, 25, 2)
	for _, approximation := range both {
		for _, link := range Logistic.All() {
			p := Classifier{Kernel: kernels.Sum(kernels.Scaled(3, kernels.Gaussian(.4)), kernels.Constant(.8)), Link: link, Approximation: approximation}
			e := must(must(p.Fit(x, y)).Evidence())
			logs := make([]float64, len(e.Parameters))
			for i, v := range e.Parameters {
				logs[i] = math.Log(v.Value)
			}
			want := fd.Gradient(nil, func(at []float64) float64 {
				values := make([]float64, len(at))
				for i, v := range at {
					values[i] = math.Exp(v)
				}
				q := p
				q.Kernel = must(p.Kernel.With(values))
				return must(q.Fit(x, y)).LogEvidence
			}, logs, &fd.Settings{Formula: fd.Central, Step: 1e-4})
			testkit.Near(t, approximation.String()+", "+link.String(), e.Gradient, want, 1e-5)
		}
	}
}

// TestClassifierSearch: the evidence at the end has no slope and is larger than at the start.
func TestClassifierSearch(t *testing.T) {
	x, y := drawnLabels(6, 60, 2)
	for _, approximation := range both {
		p := Classifier{Kernel: kernels.Scaled(1, kernels.Gaussian(1)), Approximation: approximation}
		before := must(p.Fit(x, y)).LogEvidence
		p.Search, p.Src = &Search{Restarts: 1}, rand.NewPCG(1, 2)
		m := must(p.Fit(x, y))
		if e := must(m.Evidence()); m.LogEvidence < before || len(m.Report.Search.AtBounds) == 0 && math.Hypot(e.Gradient[0], e.Gradient[1]) > 1e-4 {
			t.Errorf("%v: evidence %v before and %v after, slopes %v, %v", approximation, before, m.LogEvidence, e.Gradient, m.Report.Search)
		}
	}
}

// TestSurfaces: 20 points of the unit square, as in N6.4t: with a larger length the boundary is shorter, and with a small one the probabilities go back to 1/2 away from the data.
//
// Curriculum: N6.4t, N6.4u.
func TestSurfaces(t *testing.T) {
	x, y := drawnLabels(8, 20, 2)
	for _, approximation := range both {
		far := mat.NewDense(1, 2, []float64{4, 4})
		for _, length := range []float64{.1, .2, .3} {
			m := must(Classifier{Kernel: kernels.Scaled(9, kernels.Gaussian(length)), Approximation: approximation}.Fit(x, y))
			testkit.Near(t, "far away", must(m.Posterior(far)), []float64{.5}, 1e-12)
			p := must(m.Posteriors(x))
			for i := range y {
				if s := p.At(i, 0) + p.At(i, 1); math.Abs(s-1) > 1e-15 || !(p.At(i, 0) > 0 && p.At(i, 1) > 0) {
					t.Errorf("posteriors %v, %v", p.At(i, 0), p.At(i, 1))
				}
			}
		}
	}
}

func TestClassifierJSON(t *testing.T) {
	x, y := drawnLabels(11, 9, 2)
	for _, approximation := range both {
		p := Classifier{Kernel: kernels.Gaussian(.5), Link: Probit, Approximation: approximation, Search: &Search{MaxSteps: 2}}
		m := must(p.Fit(x, y))
		if back := testkit.RoundTrip(t, m); !testkit.Bits(must(back.Posterior(x)), must(m.Posterior(x))) {
			t.Error("the model came back as another one")
		}
		testkit.RoundTrip(t, &p)
	}
}

func TestClassifierProcessors(t *testing.T) {
	x, y := drawnLabels(12, 150, 3)
	for _, approximation := range both {
		testkit.Processors(t, approximation.String(), func() []float64 {
			m := must(Classifier{Kernel: kernels.Scaled(1, kernels.Matern(2.5, .5)), Approximation: approximation, Search: &Search{MaxSteps: 2}}.Fit(x, y))
			return slices.Concat(m.Alpha, must(m.Posterior(x)), must(m.Evidence()).Gradient, []float64{m.LogEvidence})
		})
	}
}

func TestClassifierViews(t *testing.T) {
	x, y := drawnLabels(13, 12, 2)
	testkit.Views(t, "classifier", x, func(x mat.Matrix) (any, error) {
		return Classifier{Kernel: kernels.Gaussian(.5), Approximation: ExpectationPropagation}.Fit(x, y)
	})
}

// TestLabels: other labels, and other orders of the rows, change nothing but the labels and the order.
func TestLabels(t *testing.T) {
	x, y := drawnLabels(14, 20, 2)
	other, turned := make([]int, len(y)), mat.NewDense(20, 2, nil)
	for i := range y {
		other[19-i] = 3 + 2*y[i]
		turned.SetRow(19-i, x.RawRowView(i))
	}
	for _, approximation := range both {
		p := Classifier{Kernel: kernels.Scaled(2, kernels.Gaussian(.5)), Approximation: approximation}
		a, b := must(p.Fit(x, y)), must(p.Fit(turned, other))
		testkit.Near(t, approximation.String(), must(b.Posterior(x)), must(a.Posterior(x)), 1e-8)
		for i, label := range must(b.Predict(x)) {
			if label != 3+2*must(a.Predict(x))[i] {
				t.Errorf("label %d", label)
			}
		}
	}
}

func TestClassifierCrossValidation(t *testing.T) {
	x, y := drawnLabels(16, 40, 2)
	cv := must(validate.CrossValidate(&data.Set{X: x, Y: y}, must(validate.KFold{K: 5}.Split(y)), Classifier{Kernel: kernels.Scaled(3, kernels.Gaussian(.4))}))
	if mean := cv.Losses.Mean(); mean > .4 {
		t.Errorf("%v of the labels are wrong", mean)
	}
}
