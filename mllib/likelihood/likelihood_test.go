package likelihood

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func mustFit(t testing.TB, p MLE, x []float64) *Model {
	t.Helper()
	m, err := p.Fit(x)
	if err != nil {
		t.Fatalf("%v: %v", p.Law, err)
	}
	return m
}

var truths = map[Law][]float64{Normal: {3, 4}, LogNormal: {1, .5}, Bernoulli: {.3}, Geometric: {.3}, Poisson: {4}, Exponential: {.5}, Laplace: {-1, 2}, Uniform: {2, 7}, Gamma: {2.5, 4}, Weibull: {1.7, 3},
	Beta: {2, .8}, Cauchy: {1, 2}, Logistic: {5, .5}, Gumbel: {-2, 3}}

// draw are n observations of a law with its parameters from truths.
func draw(law Law, n int, seed uint64) []float64 {
	r, x := rand.New(rand.NewPCG(seed, uint64(law))), make([]float64, n)
	for i := range x {
		u := r.Float64()
		switch law {
		case Normal:
			x[i] = 3 + 2*r.NormFloat64()
		case LogNormal:
			x[i] = math.Exp(1 + math.Sqrt(.5)*r.NormFloat64())
		case Bernoulli:
			x[i] = math.Floor(u + .3)
		case Geometric:
			x[i] = 1 + math.Floor(math.Log(u)/math.Log(.7))
		case Poisson:
			for s := r.ExpFloat64(); s < 4; s += r.ExpFloat64() {
				x[i]++
			}
		case Exponential:
			x[i] = 2 * r.ExpFloat64()
		case Laplace:
			x[i] = -1 + 2*(r.ExpFloat64()-r.ExpFloat64())
		case Uniform:
			x[i] = 2 + 5*u
		case Gamma: // 2.5 = 2 + 1/2
			z := r.NormFloat64()
			x[i] = 4 * (r.ExpFloat64() + r.ExpFloat64() + z*z/2)
		case Weibull:
			x[i] = 3 * math.Pow(r.ExpFloat64(), 1/1.7)
		case Beta: // of order statistics has b = 1 at best; the power has a = 2, b = 1, which is near enough
			x[i] = math.Sqrt(1 - u*.999)
		case Cauchy:
			x[i] = 1 + 2*math.Tan(math.Pi*(u-.5))
		case Logistic:
			x[i] = 5 + .5*math.Log(u/(1-u))
		case Gumbel:
			x[i] = -2 - 3*math.Log(r.ExpFloat64())
		}
	}
	return x
}

// TestScipy: estimates, log likelihoods and log densities are scipy's, on the same data.
func TestScipy(t *testing.T) {
	var reference struct {
		Cases []struct {
			Law                Law
			X, Theta, LogProbs []float64
			LogLikelihood      float64
		}
	}
	testkit.Reference(t, "testdata/scipy.json", &reference)
	for _, c := range reference.Cases {
		m := mustFit(t, MLE{Law: c.Law}, c.X)
		what := fmt.Sprintf("%v, n = %d", c.Law, len(c.X))
		testkit.Near(t, what, m.Theta, c.Theta, 1e-9)
		testkit.Near(t, what+": log likelihood", []float64{m.LogLikelihood}, []float64{c.LogLikelihood}, 1e-12)
		logs, err := m.LogProbs(c.X[:3])
		if err != nil {
			t.Fatal(err)
		}
		testkit.Near(t, what+": log densities", logs, c.LogProbs, 1e-9)
	}
	if len(reference.Cases) != 25 {
		t.Errorf("%d cases", len(reference.Cases))
	}
}

// TestCurriculum: the numbers of V11.1a and V11.1b.
func TestCurriculum(t *testing.T) {
	x := []float64{1, 2, 3, 4, 10}
	testkit.Near(t, "normal", mustFit(t, MLE{}, x).Theta, []float64{4, 10}, 1e-15)
	testkit.Near(t, "exponential", mustFit(t, MLE{Law: Exponential}, x).Theta, []float64{.25}, 1e-15)
	testkit.Near(t, "uniform from 0", mustFit(t, MLE{Law: Uniform, Known: map[string]float64{"low": 0}}, x).Theta, []float64{0, 10}, 1e-15)
	coin := append(slices.Repeat([]float64{1}, 13), make([]float64, 7)...)
	m := mustFit(t, MLE{Law: Bernoulli}, coin)
	se, err := m.StandardErrors()
	if err != nil {
		t.Fatal(err)
	}
	testkit.Near(t, "coin", append(se, m.Theta...), []float64{.106654, .65}, 1e-6)
	m = mustFit(t, MLE{Law: Cauchy, Known: map[string]float64{"scale": 1}, Start: []float64{.8, 1}, Newton: Newton{Trace: true}}, []float64{-1.2, .3, .8, 1.1, 5})
	testkit.Near(t, "cauchy", []float64{m.Theta[0], m.LogLikelihood}, []float64{.654537, -10.524374}, 1e-6)
	if len(m.Trace) < 3 || m.Trace[0].Theta[0] != .8 || m.Trace[0].Theta[1] != 1 {
		t.Errorf("trace %v", m.Trace)
	}
	s, err := Multinomial([]int{13, 7})
	if err != nil {
		t.Fatal(err)
	}
	testkit.Near(t, "shares", append(s.StandardErrors, s.P...), []float64{.106654, .106654, .65, .35}, 1e-6)
}

// TestDerivatives of every law that has some, against differences.
func TestDerivatives(t *testing.T) {
	for law, r := range table {
		if r.kinks {
			continue
		}
		s, err := newSample(Law(law), draw(Law(law), 9, 5))
		if err != nil {
			t.Fatal(err)
		}
		theta := []float64{.4, .7}[:len(r.parameters)]
		at := r.at(s, theta, true)
		for i := range theta {
			h := 1e-5
			up, down := slices.Clone(theta), slices.Clone(theta)
			up[i] += h
			down[i] -= h
			a, b := r.at(s, up, true), r.at(s, down, true)
			testkit.Near(t, fmt.Sprintf("%v: slope %d", Law(law), i), at.slope[i:i+1], []float64{(a.value - b.value) / (2 * h)}, 1e-6)
			for j := range theta {
				testkit.Near(t, fmt.Sprintf("%v: bend %d, %d", Law(law), i, j), at.bend[entry(i, j):entry(i, j)+1], []float64{(a.slope[j] - b.slope[j]) / (2 * h)}, 1e-6)
			}
		}
		if plain := r.at(s, theta, false).value; plain != at.value {
			t.Errorf("%v: %v without derivatives, %v with", Law(law), plain, at.value)
		}
	}
}

// support are places of the observations with weights, for sums that are integrals.
func support(law Law) (x, w []float64) {
	const step = 1. / 48
	switch law {
	case Bernoulli:
		return []float64{0, 1}, []float64{1, 1}
	case Geometric, Poisson:
		for v := range 300 {
			if law == Poisson || v > 0 {
				x, w = append(x, float64(v)), append(w, 1)
			}
		}
		return x, w
	}
	for u := -40.; u <= 40; u += step {
		switch {
		case law == Beta:
			p := 1 / (1 + math.Exp(-u))
			if p > 0 && p < 1 {
				x, w = append(x, p), append(w, step*p*(1-p))
			}
		case table[law].support != "": // positive
			x, w = append(x, math.Exp(u)), append(w, step*math.Exp(u))
		default:
			x, w = append(x, math.Sinh(u)), append(w, step*math.Cosh(u))
		}
	}
	return x, w
}

// TestInformation: of one observation the expectation of the score is 0, that of its square the information, and that of the density 1.
func TestInformation(t *testing.T) {
	for i, r := range table {
		law := Law(i)
		if r.kinks {
			continue
		}
		theta := truths[law]
		m := &Model{Law: law, Theta: theta, Known: make([]bool, len(theta)), N: 1}
		x, w := support(law)
		var whole float64
		var mean [2]float64
		var square [3]float64
		for i, v := range x {
			s, err := newSample(law, []float64{v})
			if err != nil {
				t.Fatal(err)
			}
			inner, scale := make([]float64, len(theta)), make([]float64, len(theta))
			for j, p := range r.parameters {
				inner[j], scale[j] = s.inner(p, theta[j]), s.power(p)
			}
			p := math.Exp(m.logProb(v)) * w[i]
			if p == 0 {
				continue
			}
			at := r.at(s, inner, true)
			whole += p
			for a := range theta {
				mean[a] += p * at.slope[a] / scale[a]
				for b := range a + 1 {
					square[entry(a, b)] += p * at.slope[a] / scale[a] * at.slope[b] / scale[b]
				}
			}
		}
		info, err := Information(law, theta...)
		if err != nil {
			t.Fatal(err)
		}
		k := len(theta)
		testkit.Near(t, law.String()+": whole and mean score", append([]float64{whole}, mean[:k]...), append([]float64{1}, make([]float64, k)...), 1e-7)
		for a := range theta {
			for b := range a + 1 {
				testkit.Near(t, fmt.Sprintf("%v: information %d, %d", law, a, b), []float64{square[entry(a, b)]}, []float64{info.At(a, b)}, 1e-6)
			}
		}
	}
	// Laplace: the score of the location is ±1/scale, that of the scale has the variance 1/scale².
	info, err := Information(Laplace, 0, 2)
	if err != nil || !slices.Equal(info.Data, []float64{.25, 0, 0, .25}) {
		t.Errorf("laplace: %v (%v)", info, err)
	}
}

// TestSearchIsTheFormula: Newton's method and scoring come to what a formula gives, and to one another where there is none, also with one parameter known.
func TestSearchIsTheFormula(t *testing.T) {
	for i, r := range table {
		law := Law(i)
		for _, known := range []int{-1, 0, 1} {
			if known >= len(r.parameters) || len(r.parameters) == 1 && known == 0 || r.kinks {
				continue
			}
			p := MLE{Law: law}
			if known >= 0 {
				p.Known = map[string]float64{r.parameters[known].name: truths[law][known]}
			}
			x := draw(law, 60, 7)
			want := mustFit(t, p, x)
			for _, method := range []Method{NewtonSteps, Scoring} {
				p.Method = method
				m := mustFit(t, p, x)
				if m.Report.Stop != Converged {
					t.Errorf("%v by %v: %v", law, method, m.Report)
				}
				what := fmt.Sprintf("%v by %v, known %v", law, method, p.Known)
				testkit.Near(t, what, m.Theta, want.Theta, 1e-8)
				testkit.Near(t, what+": log likelihood", []float64{m.LogLikelihood}, []float64{want.LogLikelihood}, 1e-12)
			}
		}
	}
}

// TestNoStepLowersTheLikelihood, and the last ones double the digits.
func TestNoStepLowersTheLikelihood(t *testing.T) {
	for _, law := range []Law{Gamma, Weibull, Beta, Cauchy, Logistic, Gumbel} {
		for seed := range uint64(20) {
			m := mustFit(t, MLE{Law: law, Newton: Newton{Trace: true}}, draw(law, 8, seed))
			for i := 1; i < len(m.Trace); i++ {
				if m.Trace[i].LogLikelihood < m.Trace[i-1].LogLikelihood-1e-12*(1+math.Abs(m.LogLikelihood)) {
					t.Errorf("%v, seed %d: step %d lowers it from %.17g to %.17g", law, seed, i, m.Trace[i-1].LogLikelihood, m.Trace[i].LogLikelihood)
				}
			}
			if m.Report.Stop != Converged || m.Report.Iterations > 40 {
				t.Errorf("%v, seed %d: %v", law, seed, m.Report)
			}
		}
	}
}

// TestMaximum: no neighbour is higher.
func TestMaximum(t *testing.T) {
	for i, r := range table {
		law := Law(i)
		x := draw(law, 30, 11)
		m := mustFit(t, MLE{Law: law}, x)
		for j := range r.parameters {
			for _, step := range []float64{-1e-3, 1e-3} {
				other := *m
				other.Theta = slices.Clone(m.Theta)
				other.Theta[j] += step
				logs, err := other.LogProbs(x)
				if err != nil {
					t.Fatal(err)
				}
				if v := floats.Sum(logs); v > m.LogLikelihood+1e-9 {
					t.Errorf("%v: %s + %v has the log likelihood %.12g, the maximum %.12g", law, m.Names[j], step, v, m.LogLikelihood)
				}
			}
		}
	}
}

// TestUnits: of a law with a scale, other units and origins give the same estimates in these units.
func TestUnits(t *testing.T) {
	for i, r := range table {
		law := Law(i)
		if r.frame == asIs || r.logs {
			continue
		}
		x := draw(law, 25, 3)
		m := mustFit(t, MLE{Law: law}, x)
		for _, unit := range []float64{1024, 0x1p-600, 0x1p900} {
			y := slices.Clone(x)
			floats.Scale(unit, y)
			other, err := MLE{Law: law}.Fit(y)
			if unit != 1024 && law == Normal { // whose variance overflows or underflows
				if !errors.Is(err, input.ErrNotFinite) && other.Theta[1] != 0 {
					t.Errorf("normal, unit %v: %v (%v)", unit, other, err)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%v, unit %v: %v", law, unit, err)
			}
			for j, p := range r.parameters {
				if want := m.Theta[j] * math.Pow(unit, float64(p.power)); math.Abs(other.Theta[j]-want) > 1e-12*math.Abs(want) {
					t.Errorf("%v, unit %v: %s = %v, want %v", law, unit, p.name, other.Theta[j], want)
				}
			}
			testkit.Near(t, law.String()+": log likelihood", []float64{other.LogLikelihood}, []float64{m.LogLikelihood - 25*math.Log(unit)}, 1e-12)
		}
		if r.frame == centred {
			y := slices.Clone(x)
			floats.AddConst(1e8, y)
			other := mustFit(t, MLE{Law: law}, y)
			testkit.Near(t, law.String()+", far away", []float64{other.Theta[1] - r.shift(1, 1e8), other.LogLikelihood}, []float64{m.Theta[1], m.LogLikelihood}, 1e-5)
		}
	}
}

// shift is what a parameter has more where observations do.
func (r record) shift(j int, by float64) float64 {
	if r.parameters[j].shifts {
		return by
	}
	return 0
}

func TestNoMaximum(t *testing.T) {
	known := func(name string, v float64) map[string]float64 { return map[string]float64{name: v} }
	for _, c := range []struct {
		p    MLE
		x    []float64
		none bool
	}{
		{MLE{}, []float64{2, 2, 2}, true},
		{MLE{}, []float64{2}, true},
		{MLE{Known: known("mean", 1)}, []float64{2, 2}, false},
		{MLE{Known: known("mean", 2)}, []float64{2, 2}, true},
		{MLE{Known: known("variance", 1)}, []float64{2, 2}, false},
		{MLE{Law: LogNormal}, []float64{3, 3}, true},
		{MLE{Law: Exponential}, []float64{0, 0}, true},
		{MLE{Law: Laplace}, []float64{1, 1}, true},
		{MLE{Law: Uniform}, []float64{1, 1}, true},
		{MLE{Law: Uniform, Known: known("low", 0)}, []float64{1, 1}, false},
		{MLE{Law: Uniform, Known: known("low", 1.5)}, []float64{1, 2}, true},
		{MLE{Law: Gamma}, []float64{1, 1}, true},
		{MLE{Law: Gamma}, []float64{1e300}, true},
		{MLE{Law: Gamma, Known: known("scale", 2)}, []float64{1, 1}, false},
		{MLE{Law: Weibull}, []float64{1, 1, 1}, true},
		{MLE{Law: Weibull, Known: known("scale", 1)}, []float64{1, 1}, true},
		{MLE{Law: Weibull, Known: known("scale", 2)}, []float64{1, 1}, false},
		{MLE{Law: Beta}, []float64{.5, .5}, true},
		{MLE{Law: Cauchy}, []float64{1, 1, 2, 3}, true},
		{MLE{Law: Cauchy}, []float64{1, 2}, true},
		{MLE{Law: Cauchy}, []float64{1, 1, 2, 3, 4}, false},
		{MLE{Law: Cauchy, Known: known("location", 1)}, []float64{1, 1, 2, 3}, true},
		{MLE{Law: Cauchy, Known: known("scale", 1)}, []float64{1, 1}, false},
		{MLE{Law: Logistic}, []float64{1, 1}, true},
		{MLE{Law: Gumbel}, []float64{1, 1}, true},
		{MLE{Law: Poisson}, []float64{0, 0}, false},
	} {
		m, err := c.p.Fit(c.x)
		if errors.Is(err, ErrNoMaximum) != c.none || !c.none && err != nil {
			t.Errorf("%v %v of %v: %v (%v)", c.p.Law, c.p.Known, c.x, m, err)
		}
	}
}

// TestBorder: a coin that fell on one side only.
func TestBorder(t *testing.T) {
	for _, c := range []struct {
		law   Law
		x     []float64
		theta float64
	}{{Bernoulli, []float64{0, 0, 0, 0}, 0}, {Bernoulli, []float64{1, 1, 1, 1}, 1}, {Geometric, []float64{1, 1, 1, 1}, 1}, {Poisson, []float64{0, 0, 0, 0}, 0}} {
		for _, method := range []Method{Automatic, NewtonSteps} {
			m := mustFit(t, MLE{Law: c.law, Method: method}, c.x)
			if _, err := m.StandardErrors(); !m.Border || m.Theta[0] != c.theta || m.LogLikelihood != 0 || !errors.Is(err, ErrNotRegular) {
				t.Errorf("%v of %v: %+v, standard errors: %v", c.law, c.x, m, err)
			}
			testkit.RoundTrip(t, m)
		}
		low, high, err := MLE{Law: c.law}.Interval(c.x, []string{Bernoulli: "p", Geometric: "p", Poisson: "rate"}[c.law], .95)
		if err != nil {
			t.Fatal(err)
		}
		// (1-p)⁴ = e^(-1.92), and 4·rate = 1.92
		far, drop := 1-math.Exp(-1.9207294103/4), 1.9207294103/4
		want := map[Law][]float64{Bernoulli: {0, far}, Geometric: {1 - far, 1}, Poisson: {0, drop}}[c.law]
		if c.theta == 1 && c.law == Bernoulli {
			want = []float64{1 - far, 1}
		}
		testkit.Near(t, c.law.String()+": interval", []float64{low, high}, want, 1e-9)
	}
}

// TestInterval: at its ends the profile has fallen by z²/2, and for many observations it is Wald's.
func TestInterval(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	for i, r := range table {
		law := Law(i)
		if law == Uniform {
			continue
		}
		for _, n := range []int{30, 3000} {
			x := draw(law, n, 13)
			m := mustFit(t, MLE{Law: law}, x)
			for j, p := range r.parameters {
				low, high, err := MLE{Law: law}.Interval(x, p.name, .9)
				if err != nil {
					t.Fatalf("%v: %s: %v", law, p.name, err)
				}
				ends, err := MLE{Law: law}.Profile(x, p.name, []float64{low, high, m.Theta[j]})
				if err != nil {
					t.Fatal(err)
				}
				floats.AddConst(-m.LogLikelihood, ends)
				testkit.Near(t, law.String()+": "+p.name, ends, []float64{-1.3527717270, -1.3527717270, 0}, 1e-6)
				wl, wh, err := m.Wald(.9)
				if width := high - low; err != nil || n == 3000 && math.Abs(wl[j]-low)+math.Abs(wh[j]-high) > .2*width {
					t.Errorf("%v: %s: interval [%v, %v], Wald's [%v, %v] (%v)", law, p.name, low, high, wl[j], wh[j], err)
				}
			}
		}
	}
}

// TestCauchyPeaks: with a known scale the highest of several maxima is found, as a fine search tells.
func TestCauchyPeaks(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	several := 0
	for seed := range uint64(30) {
		x := draw(Cauchy, 4, seed)
		floats.Scale(8, x)
		p := MLE{Law: Cauchy, Known: map[string]float64{"scale": 1}}
		m := mustFit(t, p, x)
		if m.Report.Maxima > 1 {
			several++
		}
		other := *m
		for v := floats.Min(x) - 1; v < floats.Max(x)+1; v += .05 {
			other.Theta = []float64{v, 1}
			logs, err := other.LogProbs(x)
			if err != nil {
				t.Fatal(err)
			}
			if floats.Sum(logs) > m.LogLikelihood+1e-9 {
				t.Errorf("seed %d: at %v %v, the maximum is %v at %v", seed, v, floats.Sum(logs), m.LogLikelihood, m.Theta)
			}
		}
	}
	two := []float64{-6, -5.2, -4.7, 3.1, 3.9, 4.2, 5} // with hills between observations
	if m := mustFit(t, MLE{Law: Cauchy, Known: map[string]float64{"scale": 1}}, two); m.Report.Maxima != 2 {
		t.Errorf("two hills: %v", m.Report)
	}
	if several < 10 {
		t.Errorf("only %d samples had several maxima", several)
	}
}

// TestJackknife: it takes off all of the bias of a variance, and of the exponential rate all but the order 1/n².
func TestJackknife(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	x := draw(Normal, 12, 5)
	m := mustFit(t, MLE{}, x)
	c, err := MLE{}.Jackknife(x)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Near(t, "normal", c.Theta, []float64{m.Theta[0], m.Theta[1] * 12 / 11}, 1e-12)
	testkit.Near(t, "bias", c.Bias, []float64{0, -m.Theta[1] / 11}, 1e-12)
	sum, runs := 0.0, 4000
	for seed := range runs {
		c, err := MLE{Law: Exponential}.Jackknife(draw(Exponential, 10, uint64(seed)))
		if err != nil {
			t.Fatal(err)
		}
		sum += c.Theta[0]
	}
	if mean := sum / float64(runs); math.Abs(mean-.5) > 4*.5*.36/math.Sqrt(float64(runs)) {
		t.Errorf("exponential: mean %v, want .5; without correction .5556", mean)
	}
	if _, err := (MLE{Law: Poisson}).Jackknife([]float64{1}); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("one observation: %v", err)
	}
}

func TestVectors(t *testing.T) {
	x := mat.NewDense(5, 2, []float64{1, 4, 2, 1, 3, 3, 4, 2, 10, 0})
	m, err := MVNormal(x)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Near(t, "mean and covariance", append(m.Cov.Data, m.Mean...), []float64{10, -3.4, -3.4, 2, 4, 2}, 1e-14)
	one, err := MVNormal(x.Slice(0, 5, 0, 1))
	if err != nil {
		t.Fatal(err)
	}
	line := mustFit(t, MLE{}, []float64{1, 2, 3, 4, 10})
	se, err := line.StandardErrors()
	if err != nil {
		t.Fatal(err)
	}
	testkit.Near(t, "one column", []float64{one.LogLikelihood, one.StandardErrors[0]}, []float64{line.LogLikelihood, se[0]}, 1e-14)
	for _, bad := range []*mat.Dense{mat.NewDense(2, 2, []float64{1, 2, 3, 5}), mat.NewDense(3, 2, []float64{1, 2, 1, 3, 1, 9}),
		mat.NewDense(7, 2, []float64{1, .1, 2, .1, 4, .1, 7, .1, 3, .1, 5, .1, 9, .1}), mat.NewDense(149, 1, slices.Repeat([]float64{1. / 3}, 149))} {
		if _, err := MVNormal(bad); !errors.Is(err, ErrNoMaximum) {
			t.Errorf("%v: %v", bad.RawMatrix().Data, err)
		}
	}
	if _, err := MVNormal(mat.NewDense(2, 1, []float64{1e200, -1e200})); !errors.Is(err, input.ErrNotFinite) {
		t.Errorf("far apart: %v", err)
	}
	testkit.Views(t, "vectors", x, func(x mat.Matrix) (any, error) { return MVNormal(x) })
	if _, err := Multinomial(nil); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("no trials: %v", err)
	}
	if _, err := Multinomial([]int{3, -1}); !errors.Is(err, input.ErrValue) {
		t.Errorf("negative count: %v", err)
	}
}

func TestBadInput(t *testing.T) {
	x := []float64{1, 2, 4}
	known := func(name string, v float64) map[string]float64 { return map[string]float64{name: v} }
	for i, c := range []struct {
		p    MLE
		x    []float64
		want error
	}{
		{MLE{}, nil, input.ErrEmpty},
		{MLE{}, []float64{1, math.NaN()}, input.ErrNotFinite},
		{MLE{}, []float64{-1.7e308, 1.7e308, 1.7e308}, input.ErrNotFinite},
		{MLE{}, []float64{1e-200, 2e-200, 4e-200}, input.ErrNotFinite},
		{MLE{Law: 99}, x, input.ErrParam},
		{MLE{Law: -1}, x, input.ErrParam},
		{MLE{Method: 9}, x, input.ErrParam},
		{MLE{Law: Bernoulli}, x, input.ErrValue},
		{MLE{Law: Poisson}, []float64{.5}, input.ErrValue},
		{MLE{Law: Poisson}, []float64{-1}, input.ErrValue},
		{MLE{Law: Geometric}, []float64{0}, input.ErrValue},
		{MLE{Law: Gamma}, []float64{0, 1}, input.ErrValue},
		{MLE{Law: Beta}, []float64{1, .5}, input.ErrValue},
		{MLE{Law: Exponential}, []float64{-1}, input.ErrValue},
		{MLE{Known: known("sd", 1)}, x, input.ErrParam},
		{MLE{Known: known("variance", 0)}, x, input.ErrParam},
		{MLE{Known: known("mean", math.NaN())}, x, input.ErrParam},
		{MLE{Law: Poisson, Known: known("rate", 1)}, x, input.ErrParam},
		{MLE{Start: []float64{1, 1}}, x, input.ErrParam},
		{MLE{Law: Gamma, Start: []float64{1}}, x, input.ErrShape},
		{MLE{Law: Gamma, Start: []float64{1, -1}}, x, input.ErrParam},
		{MLE{Law: Laplace, Method: NewtonSteps}, x, input.ErrParam},
		{MLE{Law: Gamma, Newton: Newton{MaxIter: -1}}, x, input.ErrParam},
		{MLE{Law: Gamma, Newton: Newton{Tol: math.Inf(1)}}, x, input.ErrParam},
	} {
		m, err := c.p.Fit(c.x)
		if m != nil || !errors.Is(err, c.want) || !strings.HasPrefix(err.Error(), "likelihood: ") {
			t.Errorf("case %d: got %v, %v, want %v", i, m, err, c.want)
		}
	}
	for i, err := range []error{
		second(MLE{}.Profile(x, "sd", nil)), second(MLE{Known: known("mean", 1)}.Profile(x, "mean", nil)), third(MLE{}.Interval(x, "mean", 1)), third(MLE{}.Interval(x, "", .5)),
		second(Information(Normal, 1, -1)), second(CramerRao(Normal, 0, 1, 1)), second(Information(99)),
	} {
		if !errors.Is(err, input.ErrParam) {
			t.Errorf("call %d: %v", i, err)
		}
	}
	if err := third(MLE{Law: Uniform}.Interval(x, "low", .5)); !errors.Is(err, ErrNotRegular) {
		t.Errorf("uniform: %v", err)
	}
	if err := second(Information(Uniform, 1, 2)); !errors.Is(err, ErrNotRegular) {
		t.Errorf("uniform: %v", err)
	}
	if err := second(Information(Normal, 1)); !errors.Is(err, input.ErrShape) {
		t.Errorf("one number: %v", err)
	}
}

func second[T any](_ T, err error) error        { return err }
func third[A, B any](_ A, _ B, err error) error { return err }

// TestFarAway: a value that the observations rule out has no likelihood, one that overflows is an error, and the densities of numbers at the end of the range are 0.
func TestFarAway(t *testing.T) {
	x := []float64{.2, 1, 3}
	got := func(v []float64, err error) []float64 {
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for name, values := range map[string][]float64{"low": {.5, 1, 3, 1e308}, "high": {-1, .2, 2.9}} {
		for i, l := range got(MLE{Law: Uniform}.Profile(x, name, values)) {
			if !math.IsInf(l, -1) {
				t.Errorf("uniform, %s = %v: %v", name, values[i], l)
			}
		}
	}
	if l := got(MLE{Law: Uniform}.Profile(x, "low", []float64{-.8}))[0]; math.Abs(l+3*math.Log(3.8)) > 1e-12 {
		t.Errorf("uniform from -0.8: %v", l)
	}
	for _, law := range []Law{Normal, Laplace} {
		name := table[law].parameters[0].name
		if l, err := (MLE{Law: law}).Profile(x, name, []float64{1e308}); !errors.Is(err, input.ErrNotFinite) {
			t.Errorf("%v, %s = 1e308: %v, %v", law, name, l, err)
		}
	}
	for _, law := range []Law{Normal, Exponential, Gumbel, Logistic, Cauchy, Gamma} {
		for _, l := range got(mustFit(t, MLE{Law: law}, x).LogProbs([]float64{-1.7e308, 1e308, 1.7e308})) {
			if !(l < -600) {
				t.Errorf("%v: log density %v at the end of the range", law, l)
			}
		}
	}
}

// TestModels of zero value and from broken JSON are refused.
func TestModels(t *testing.T) {
	broken := &Model{Law: Gamma, Theta: []float64{1, -1}, Known: make([]bool, 2), N: 3}
	for _, m := range []*Model{nil, {}, {Law: 77, N: 1}, broken} {
		_, cov := m.Covariance()
		_, se := m.StandardErrors()
		_, logs := m.LogProbs([]float64{1})
		if cov == nil || se == nil || logs == nil || !math.IsNaN(m.AIC()) || !math.IsNaN(m.BIC()) || m.Parameters() != 0 {
			t.Errorf("%+v: %v, %v, %v", m, cov, se, logs)
		}
		m.Table()
	}
	if _, _, rows := (&Model{Theta: []float64{1, 1}, Known: make([]bool, 2), N: 3}).Table(); len(rows) != 2 {
		t.Error("a model without names has no table")
	}
	for i := range table {
		x := draw(Law(i), 20, 2)
		m := mustFit(t, MLE{Law: Law(i), Newton: Newton{Trace: true}}, x)
		testkit.RoundTrip(t, m)
		testkit.RoundTrip(t, &MLE{Law: Law(i), Known: map[string]float64{"a": 1}})
		if k := float64(len(m.Theta)); m.AIC() != 2*k-2*m.LogLikelihood || m.BIC() != k*math.Log(20)-2*m.LogLikelihood {
			t.Errorf("%v: AIC %v, BIC %v", Law(i), m.AIC(), m.BIC())
		}
		if caption, columns, rows := m.Table(); caption == "" || len(columns) < 2 || len(rows) != len(m.Theta) {
			t.Errorf("%v: table %q %v %v", Law(i), caption, columns, rows)
		}
		before := slices.Clone(x)
		testkit.Processors(t, Law(i).String(), func() []float64 {
			m := mustFit(t, MLE{Law: Law(i)}, x)
			c, err := MLE{Law: Law(i)}.Jackknife(x)
			if err != nil {
				t.Fatal(err)
			}
			return append(m.Theta, c.Theta...)
		})
		if !slices.Equal(before, x) {
			t.Errorf("%v: x was changed", Law(i))
		}
	}
}

// quadratic is a Function with a maximum at 1, 2, …; it is -Inf where the first coordinate is above 5.
type quadratic struct{ sign float64 }

func (q quadratic) At(theta, score []float64, information *mat.SymDense) (v float64) {
	if theta[0] > 5 {
		return math.Inf(-1)
	}
	for j, t := range theta {
		d := t - float64(j+1)
		v -= q.sign * (d*d/2 + d*d*d*d)
		score[j] = -q.sign * (d + 4*d*d*d)
		information.SetSym(j, j, q.sign*(1+12*d*d))
	}
	return v
}

// receding is log of a logistic function, as of separated data.
type receding struct{}

func (receding) At(theta, score []float64, information *mat.SymDense) float64 {
	p := 1 / (1 + math.Exp(-theta[0]))
	score[0] = 1 - p
	information.SetSym(0, 0, p*(1-p))
	return -math.Log1p(math.Exp(-theta[0]))
}

func TestNewton(t *testing.T) {
	m, err := Newton{Trace: true}.Maximise(quadratic{sign: 1}, []float64{4.9, -30, 8})
	if err != nil || m.Report.Stop != Converged {
		t.Fatalf("%v (%v)", m, err)
	}
	testkit.Near(t, "maximum", m.Theta, []float64{1, 2, 3}, 1e-9)
	if _, err := (Newton{}).Maximise(receding{}, []float64{0}); !errors.Is(err, ErrNoMaximum) {
		t.Errorf("separated: %v", err)
	}
	if m, err := (Newton{MaxIter: 50}).Maximise(quadratic{sign: -1}, []float64{1.1, 2}); err == nil && m.Report.Stop == Converged {
		t.Errorf("a minimum: %v", m)
	}
	if m, err := (Newton{MaxIter: 1}).Maximise(quadratic{sign: 1}, []float64{-9, 2}); err != nil || m.Report.Stop != IterationLimit || m.Report.Iterations != 1 {
		t.Errorf("one step: %v (%v)", m, err)
	}
	for i, c := range []struct {
		f     Function
		start []float64
		want  error
	}{{nil, []float64{1}, input.ErrEmpty}, {quadratic{}, nil, input.ErrEmpty}, {quadratic{}, []float64{math.NaN()}, input.ErrNotFinite}, {quadratic{}, []float64{6}, input.ErrNotFinite}} {
		if _, err := (Newton{}).Maximise(c.f, c.start); !errors.Is(err, c.want) {
			t.Errorf("case %d: %v, want %v", i, err, c.want)
		}
	}
}

// TestSmallAndLarge: fits that formulas get wrong by rounding.
func TestSmallAndLarge(t *testing.T) {
	for _, law := range []Law{Gamma, Weibull} {
		for _, spread := range []float64{1e-3, 1e-6, 1e-9} {
			x := []float64{1, 1 + spread, 1 - spread, 1 + 2*spread}
			m, err := MLE{Law: law}.Fit(x)
			if err != nil {
				t.Errorf("%v, spread %v: %v", law, spread, err)
				continue
			}
			if v := m.Theta[0] * spread; !(v > .1) && law == Weibull {
				t.Errorf("%v, spread %v: %v", law, spread, m.Theta)
			}
		}
	}
	for _, scale := range []float64{1e-300, 1e300} {
		m := mustFit(t, MLE{Law: Cauchy}, []float64{1 * scale, 2 * scale, 4 * scale, -7 * scale, .5 * scale})
		want := mustFit(t, MLE{Law: Cauchy}, []float64{1, 2, 4, -7, .5})
		testkit.Near(t, "cauchy", []float64{m.Theta[0] / scale, m.Theta[1] / scale}, want.Theta, 1e-10)
	}
}

func BenchmarkFit(b *testing.B) {
	for _, law := range []Law{Normal, Gamma, Weibull, Beta, Cauchy, Logistic, Gumbel} {
		for _, n := range []int{1000, 100000} {
			x := draw(law, n, 1)
			b.Run(fmt.Sprintf("%v/n=%d", law, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					mustFit(b, MLE{Law: law}, x)
				}
			})
		}
	}
}
