package dist

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

func mustNormal(t testing.TB, mean, cov []float64) *MVNormal {
	t.Helper()
	m, err := NewMVNormal(mean, mat.NewSymDense(len(mean), cov))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// univariate are the members that must pass the laws below.
var univariate = map[string]Univariate{
	"standard normal": Normal{}, "normal": Normal{-3, .25}, "unit interval": Uniform{}, "uniform": Uniform{-1, 4}, "beta": Beta{2, 3}, "beta of zeros": Beta{},
	"mixture": Mixture{[]float64{.2, .8}, []Normal{{-2, .5}, {1, 2}}}, "equal mixture": Mixture{Parts: []Normal{{}, {Mu: 5}}},
}

// TestUnivariateLaws: the density integrates to 1 and to the differences of the distribution function, its logarithm is LogProb, and
// draws have the distribution.
func TestUnivariateLaws(t *testing.T) {
	for name, u := range univariate {
		if err := u.Check(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		lo, hi := u.Range()
		integral := func(a, b float64) float64 { return quad.Fixed(u.Prob, a, b, 400, nil, 0) }
		if got := integral(lo, hi); math.Abs(got-1) > 1e-10 {
			t.Errorf("%s: density integrates to %v", name, got)
		}
		rnd, n := rand.New(rand.NewPCG(1, 9)), 20000
		draws := make([]float64, n)
		for i := range draws {
			draws[i] = u.Rand(rnd)
		}
		for _, q := range []float64{.3, .45, .5, .55, .7} {
			x := lo + q*(hi-lo)
			if got := u.CDF(x) - u.CDF(lo); math.Abs(got-integral(lo, x)) > 1e-10 {
				t.Errorf("%s: CDF(%v) = %v, integral %v", name, x, got, integral(lo, x))
			}
			if p := u.Prob(x); math.Abs(math.Log(p)-u.LogProb(x)) > 1e-9*(1+math.Abs(u.LogProb(x))) {
				t.Errorf("%s: LogProb(%v) = %v, density %v", name, x, u.LogProb(x), p)
			}
			below := 0
			for _, d := range draws {
				if d <= x {
					below++
				}
			}
			p := u.CDF(x)
			if share := float64(below) / float64(n); math.Abs(share-p) > 4.5*math.Sqrt(p*(1-p)/float64(n))+1e-12 {
				t.Errorf("%s: share of draws up to %v is %v, want %v", name, x, share, p)
			}
		}
	}
}

func TestNormalNumbers(t *testing.T) { // Φ(-1) of the curriculum (Y3g), and tails
	n := Normal{}
	for _, c := range []struct{ got, want, tol float64 }{
		{n.CDF(-1), .1586552539314571, 1e-15}, {n.Quantile(.975), 1.959963984540054, 1e-12},
		{n.Survival(10), 7.619853024160495e-24, 1e-36}, {Normal{Mu: 2}.CDF(1), .1586552539314571, 1e-15},
	} {
		if math.Abs(c.got-c.want) > c.tol {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
	for _, v := range []float64{Normal{Sigma: -1}.Prob(0), n.Quantile(2), Uniform{2, 1}.Prob(1.5), Mixture{}.LogProb(1), Mixture{}.Rand(nil)} {
		if !math.IsNaN(v) {
			t.Errorf("got %v, want NaN", v)
		}
	}
}

func TestAgainstScipy(t *testing.T) {
	var ref struct {
		Cases []struct {
			Mean, Cov []float64
			X         [][]float64
			LogProb   []float64
		}
		Mixture struct{ W, Mu, Sigma, X, LogProb, CDF []float64 }
	}
	testkit.Reference(t, "testdata/scipy.json", &ref)
	for k, c := range ref.Cases {
		m := mustNormal(t, c.Mean, c.Cov)
		for i, x := range c.X {
			if got := m.LogProb(x); math.Abs(got-c.LogProb[i]) > 1e-9*(1+math.Abs(got)) {
				t.Errorf("case %d, point %d: %v, want %v", k, i, got, c.LogProb[i])
			}
		}
	}
	r, m := ref.Mixture, Mixture{Weights: ref.Mixture.W}
	for k := range r.Mu {
		m.Parts = append(m.Parts, Normal{r.Mu[k], r.Sigma[k]})
	}
	for i, x := range r.X {
		if math.Abs(m.LogProb(x)-r.LogProb[i]) > 1e-11 || math.Abs(m.CDF(x)-r.CDF[i]) > 1e-14 {
			t.Errorf("mixture at %v: %v, %v, want %v, %v", x, m.LogProb(x), m.CDF(x), r.LogProb[i], r.CDF[i])
		}
	}
}

func TestDirichletAgainstScipy(t *testing.T) {
	var ref struct {
		Dirichlet []struct {
			Alpha, LogProb, Mean, Cov []float64
			X                         [][]float64
		}
	}
	testkit.Reference(t, "testdata/scipy.json", &ref)
	for _, c := range ref.Dirichlet {
		d := Dirichlet{c.Alpha}
		for i, p := range c.X {
			if got := d.LogProb(p); math.Abs(got-c.LogProb[i]) > 1e-11*(1+math.Abs(got)) {
				t.Errorf("%v at %v: log density %v, want %v", c.Alpha, p, got, c.LogProb[i])
			}
		}
		testkit.Near(t, "mean", d.Mean(), c.Mean, 1e-15)
		testkit.Near(t, "covariance", d.Cov().Data, c.Cov, 1e-16)
	}
}

// TestDirichletDensity: it integrates to 1 and to the mean, on the simplex of two and of three entries, and its edges are as documented.
func TestDirichletDensity(t *testing.T) {
	for _, alpha := range [][]float64{{2, 3}, {1, 4}, {1, 1, 1}, {2, 1, 3.5}} {
		d := Dirichlet{alpha}
		integral := func(f func(p []float64) float64) float64 {
			return quad.Fixed(func(x float64) float64 {
				if len(alpha) == 2 {
					return f([]float64{x, 1 - x})
				}
				return quad.Fixed(func(y float64) float64 { return f([]float64{x, y, 1 - x - y}) }, 0, 1-x, 60, nil, 0)
			}, 0, 1, 60, nil, 0)
		}
		if got := integral(d.Prob); math.Abs(got-1) > 1e-6 {
			t.Errorf("%v: mass %v", alpha, got)
		}
		for k, want := range d.Mean() {
			if got := integral(func(p []float64) float64 { return p[k] * d.Prob(p) }); math.Abs(got-want) > 1e-6 {
				t.Errorf("%v: mean of entry %d is %v, want %v", alpha, k, got, want)
			}
		}
	}
	for _, c := range []struct{ alpha, p, want []float64 }{
		{[]float64{2, 1}, []float64{0, 1}, []float64{math.Inf(-1)}}, {[]float64{.5, 1}, []float64{0, 1}, []float64{math.Inf(1)}}, {[]float64{1, 1}, []float64{0, 1}, []float64{0}},
		{[]float64{2, .5, 1}, []float64{0, 0, 1}, []float64{math.NaN()}}, {[]float64{1, 2}, []float64{.5, .4}, []float64{math.NaN()}}, {[]float64{1, 2}, []float64{1}, []float64{math.NaN()}},
		{nil, nil, []float64{math.NaN()}}, {[]float64{-1, 2}, []float64{.5, .5}, []float64{math.NaN()}}, {[]float64{1e308, 1e308}, []float64{.5, .5}, []float64{math.NaN()}},
	} {
		if got := (Dirichlet{c.alpha}).LogProb(c.p); got != c.want[0] && !(math.IsNaN(got) && math.IsNaN(c.want[0])) {
			t.Errorf("%v at %v: %v, want %v", c.alpha, c.p, got, c.want[0])
		}
	}
	if huge := (Dirichlet{[]float64{1e308, 1e308, 1e307}}); !floats.EqualApprox(huge.Mean(), []float64{1 / 2.1, 1 / 2.1, .1 / 2.1}, 1e-15) || (Dirichlet{}).Mean() != nil || (Dirichlet{}).Cov().N != 0 {
		t.Errorf("mean %v of huge parameters, and moments of none", huge.Mean())
	}
}

func TestMVNormalSample(t *testing.T) {
	cov := []float64{2, 1, 0, 1, 3, -.5, 0, -.5, 1}
	m := mustNormal(t, []float64{1, -2, 0}, cov)
	X, err := m.Sample(40000, rand.NewPCG(3, 4))
	if err != nil {
		t.Fatal(err)
	}
	var got mat.SymDense
	stat.CovarianceMatrix(&got, X, nil)
	for i := range 3 {
		if mean := stat.Mean(mat.Col(nil, i, X), nil); math.Abs(mean-m.Mean[i]) > .05 {
			t.Errorf("mean %d: %v", i, mean)
		}
		for j := range 3 {
			if math.Abs(got.At(i, j)-cov[3*i+j]) > .1 {
				t.Errorf("covariance %d, %d: %v, want %v", i, j, got.At(i, j), cov[3*i+j])
			}
		}
	}
	logs, err := m.LogProbs(X) // in blocks on all processors, as one by one but for rounding
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range logs {
		if math.Abs(v-m.LogProb(X.RawRowView(i))) > 1e-13*math.Abs(v) {
			t.Fatalf("row %d: %v in a block, %v alone", i, v, m.LogProb(X.RawRowView(i)))
		}
	}
	testkit.Processors(t, "log densities", func() []float64 {
		logs, err := m.LogProbs(X)
		if err != nil {
			t.Fatal(err)
		}
		return logs
	})
	if again, err := testkit.RoundTrip(t, m).LogProbs(X); err != nil || !testkit.Bits(again, logs) {
		t.Errorf("a law from JSON has other densities (%v)", err)
	}
	x := X.RawRowView(0)
	if a := testing.AllocsPerRun(100, func() { m.LogProb(x) }); a != 0 {
		t.Errorf("LogProb allocates %v times", a)
	}
}

// TestSolveWhitenPrecision: what is computed with the factor is what Σ says, in small and in large dimensions.
func TestSolveWhitenPrecision(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 5))
	for _, d := range []int{1, 2, 7, largeDim + 3} {
		a, mean := mat.NewDense(d, d, nil), make([]float64, d)
		for i := range a.RawMatrix().Data {
			a.RawMatrix().Data[i] = rnd.NormFloat64()
		}
		cov := mat.NewSymDense(d, nil)
		cov.SymOuterK(1/float64(d), a)
		for i := range d {
			mean[i] = rnd.NormFloat64()
			cov.SetSym(i, i, cov.At(i, i)+.1)
		}
		m, err := NewMVNormal(mean, cov)
		if err != nil {
			t.Fatal(err)
		}
		X, err := m.Sample(300, rnd)
		if err != nil {
			t.Fatal(err)
		}
		white, err := m.Whiten(X)
		if err != nil {
			t.Fatal(err)
		}
		v, solved, far := make([]float64, d), make([]float64, d), make([]float64, d)
		for i := range 300 {
			x := X.RawRowView(i)
			floats.SubTo(v, x, mean)
			copy(solved, v)
			m.Solve(solved)
			q := m.Mahalanobis2(x)
			testkit.Near(t, "squared distance", []float64{floats.Dot(v, solved), m.Precision().Quadratic(v, v), floats.Dot(white.RawRowView(i), white.RawRowView(i))}, []float64{q, q, q}, 1e-9*q)
			copy(far, white.RawRowView(i))
			m.Unwhiten(far)
			testkit.Near(t, "L⁻ᵀ L⁻¹ = Σ⁻¹", far, solved, 1e-9*floats.Norm(solved, math.Inf(1)))
		}
	}
	bad := []float64{1, 2}
	if m := mustNormal(t, []float64{0}, []float64{1}); !math.IsNaN(func() float64 { m.Solve(bad); return bad[1] }()) {
		t.Error("solved a system of another order")
	}
	if _, err := mustNormal(t, []float64{0}, []float64{1e-300}).Whiten(mat.NewDense(1, 1, []float64{1e308})); !errors.Is(err, input.ErrNotFinite) {
		t.Errorf("a far point: %v", err)
	}
}

// TestUnusableNamesTheColumn: the first column that depends on those before it is the one that is named.
func TestUnusableNamesTheColumn(t *testing.T) {
	for d := 1; d < 12; d++ {
		for bad := range d {
			cov := mat.NewSymDense(d, nil)
			for i := range d {
				cov.SetSym(i, i, 1)
			}
			want := fmt.Sprintf("column %d is a linear function", bad)
			if bad > 0 {
				cov.SetSym(bad-1, bad, 1)
			} else {
				cov.SetSym(0, 0, 0)
				want = "column 0 is constant"
			}
			if _, err := NewMVNormal(make([]float64, d), cov); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("d = %d: got %v, want %q", d, err, want)
			}
		}
	}
}

func TestMVMixture(t *testing.T) {
	m := &MVMixture{[]float64{.25, .75}, []*MVNormal{mustNormal(t, []float64{0}, []float64{1}), mustNormal(t, []float64{3}, []float64{4})}}
	line := Mixture{m.Weights, []Normal{{0, 1}, {3, 2}}}
	for _, x := range []float64{-4, 0, 2.5, 40} {
		if got := m.LogProb([]float64{x}); math.Abs(got-line.LogProb(x)) > 1e-12 {
			t.Errorf("at %v: %v, want %v", x, got, line.LogProb(x))
		}
	}
	joint, err := m.LogJoint(mat.NewDense(4, 1, []float64{-4, 0, 2.5, 40}))
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range []float64{-4, 0, 2.5, 40} {
		if got := floats.LogSumExp(joint.RawRowView(i)); math.Abs(got-line.LogProb(x)) > 1e-12 || math.Abs(joint.At(i, 1)-math.Log(.75)-line.Parts[1].LogProb(x)) > 1e-12 {
			t.Errorf("at %v: joint log densities %v", x, joint.RawRowView(i))
		}
	}
	if _, err := m.LogJoint(mat.NewDense(1, 2, nil)); !errors.Is(err, input.ErrShape) {
		t.Errorf("columns: %v", err)
	}
	_, part, err := m.Sample(10000, rand.NewPCG(5, 6))
	if err != nil {
		t.Fatal(err)
	}
	ones := 0
	for _, k := range part {
		ones += k
	}
	if share := float64(ones) / 1e4; math.Abs(share-.75) > .02 {
		t.Errorf("share of the second part %v, want 0.75", share)
	}
}

func TestDirichlet(t *testing.T) {
	rnd, sum := rand.New(rand.NewPCG(1, 1)), make([]float64, 3)
	for range 5000 {
		p := Dirichlet{[]float64{1, 2, 3}}.Rand(rnd)
		if math.Abs(floats.Sum(p)-1) > 1e-12 || floats.Min(p) < 0 {
			t.Fatalf("%v is no probability vector", p)
		}
		floats.Add(sum, p)
	}
	for k, s := range sum {
		if want := float64(k+1) / 6; math.Abs(s/5000-want) > .015 {
			t.Errorf("mean of entry %d: %v, want %v", k, s/5000, want)
		}
	}
	for _, alpha := range [][]float64{{1e-300, 1e-300, 1e-300}, {5e-324, 1}, {1e-5, 1e-5}, {1e308, 1e308}, {math.MaxFloat64, 1e-300, 1}} {
		first := 0.0
		for range 200 {
			p := Dirichlet{alpha}.Rand(rnd)
			if !(math.Abs(floats.Sum(p)-1) <= 1e-12) || !(floats.Min(p) >= 0) {
				t.Fatalf("%v: %v is no probability vector", alpha, p)
			}
			first += p[0] / 200
		}
		largest := floats.Max(alpha)
		want := alpha[0] / largest / floats.Sum([]float64{alpha[0] / largest, (append(alpha, 0))[1] / largest, (append(alpha, 0))[2] / largest})
		if math.Abs(first-want) > .15 { // more than four standard errors
			t.Errorf("%v: mean of the first entry %v, want %v", alpha, first, want)
		}
	}
	if (Dirichlet{}).Rand(rnd) != nil || (Dirichlet{[]float64{0, 1}}).Rand(rnd) != nil {
		t.Error("drew from a law out of range")
	}
}

func TestRefuses(t *testing.T) {
	one := mat.NewSymDense(1, []float64{1})
	normal := func(mean []float64, cov mat.Symmetric) error { _, err := NewMVNormal(mean, cov); return err }
	m := mustNormal(t, []float64{0, 0}, []float64{1, 0, 0, 1})
	sample := func(m *MVNormal, n int, src rand.Source) error { _, err := m.Sample(n, src); return err }
	logs := func(m *MVNormal, x mat.Matrix) error { _, err := m.LogProbs(x); return err }
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"no mean", normal(nil, one), input.ErrShape},
		{"no covariance", normal([]float64{1}, nil), input.ErrEmpty},
		{"nil covariance", normal([]float64{1}, (*mat.SymDense)(nil)), input.ErrEmpty},
		{"other dimension", normal([]float64{1, 2}, one), input.ErrShape},
		{"NaN mean", normal([]float64{math.NaN()}, one), input.ErrNotFinite},
		{"infinite covariance", normal([]float64{0}, mat.NewSymDense(1, []float64{math.Inf(1)})), input.ErrNotFinite},
		{"singular", normal([]float64{0, 0}, mat.NewSymDense(2, []float64{1, 1, 1, 1})), input.ErrSingular},
		{"zero", normal([]float64{0}, mat.NewSymDense(1, nil)), input.ErrSingular},
		{"indefinite", normal([]float64{0, 0}, mat.NewSymDense(2, []float64{1, 2, 2, 1})), input.ErrSingular},
		{"no draws", sample(m, 0, rand.NewPCG(1, 1)), input.ErrParam},
		{"no source", sample(m, 1, nil), input.ErrParam},
		{"not made", sample(&MVNormal{}, 1, rand.NewPCG(1, 1)), input.ErrShape},
		{"columns", logs(m, mat.NewDense(1, 3, nil)), input.ErrShape},
		{"nil X", logs(m, nil), input.ErrEmpty},
		{"nil law", logs(nil, mat.NewDense(1, 3, nil)), input.ErrShape},
		{"too many draws", sample(m, math.MaxInt, rand.NewPCG(1, 1)), input.ErrParam},
		{"no mixture", (*MVMixture)(nil).Check("M"), input.ErrEmpty},
		{"broken factor", (&MVNormal{Mean: []float64{0}, Cov: Sym{1, []float64{1}}, L: []float64{0}}).Check("N"), input.ErrShape},
		{"dependent, unequal units", normal([]float64{0, 0}, mat.NewSymDense(2, []float64{1e16, 1, 1, 1e-16})), input.ErrSingular},
		{"range", Normal{Mu: 1e308, Sigma: 1e308}.Check("N"), input.ErrParam},
		{"less than rounding", Normal{Mu: 1e8, Sigma: 1e-9}.Check("N"), input.ErrParam},
		{"subnormal", Normal{Sigma: 1e-310}.Check("N"), input.ErrParam},
		{"length", Uniform{-1e308, 1e308}.Check("U"), input.ErrParam},
		{"Dirichlet", Dirichlet{[]float64{1, math.NaN()}}.Check("D"), input.ErrParam},
		{"sigma", Normal{Sigma: -1}.Check("N"), input.ErrParam},
		{"interval", Uniform{1, 1}.Check("U"), input.ErrParam},
		{"no parts", Mixture{}.Check("M"), input.ErrEmpty},
		{"weights", Mixture{[]float64{1}, []Normal{{}, {}}}.Check("M"), input.ErrShape},
		{"sum", Mixture{[]float64{.5, .4}, []Normal{{}, {}}}.Check("M"), input.ErrParam},
		{"negative weight", CheckWeights("w", []float64{1.5, -.5}, 2), input.ErrParam},
		{"dimensions", (&MVMixture{Parts: []*MVNormal{m, mustNormal(t, []float64{0}, []float64{1})}}).Check("M"), input.ErrShape},
		{"nil part", (&MVMixture{Parts: []*MVNormal{nil}}).Check("M"), input.ErrShape},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.want)
		}
	}
	if !math.IsNaN(m.LogProb([]float64{1})) {
		t.Error("LogProb of a short point is not NaN")
	}
	for _, d := range []int{(*MVNormal)(nil).Dim(), (*MVNormal)(nil).Precision().SymmetricDim(), (&MVNormal{}).Precision().SymmetricDim()} {
		if d != 0 {
			t.Errorf("dimension %d of no law", d)
		}
	}
	for _, k := range []int{Index(nil, nil, 2), Index(rand.New(rand.NewPCG(1, 1)), nil, 0), Index(rand.New(rand.NewPCG(1, 1)), []float64{.5, .5}, 3)} {
		if k != -1 {
			t.Errorf("drew %d", k)
		}
	}
	for _, u := range []Univariate{Normal{}, Uniform{}, Mixture{}, Mixture{Parts: []Normal{{}}}} {
		if !math.IsNaN(u.Rand(nil)) {
			t.Errorf("%+v drew without a generator", u)
		}
	}
	short := []float64{1}
	if m.Rand(short, rand.New(rand.NewPCG(1, 1))); !math.IsNaN(short[0]) {
		t.Error("drew into a short slice")
	}
}

func TestJSON(t *testing.T) {
	m := mustNormal(t, []float64{1, 2}, []float64{2, 1, 1, 3})
	for _, v := range []any{m, &MVMixture{Parts: []*MVNormal{m, m}}, &Normal{1, 2}, &Mixture{[]float64{1}, []Normal{{}}}, &Uniform{1, 2}, &Dirichlet{[]float64{1, 2}}} {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		back := reflect.New(reflect.TypeOf(v).Elem()).Interface()
		if err := json.Unmarshal(text, back); err != nil || !reflect.DeepEqual(v, back) {
			t.Errorf("%s came back as %+v (%v)", text, back, err)
		}
	}
}

// TestUnitsDoNotMatter: a law in other units has the same log density, up to the units' own.
func TestUnitsDoNotMatter(t *testing.T) {
	plain := mustNormal(t, []float64{1, 2}, []float64{2, 1, 1, 3})
	u, v := 1e8, 1e-8
	m := mustNormal(t, []float64{u, 2 * v}, []float64{2 * u * u, u * v, u * v, 3 * v * v})
	if got, want := m.LogProb([]float64{3 * u, -v})+math.Log(u*v), plain.LogProb([]float64{3, -1}); math.Abs(got-want) > 1e-12 {
		t.Errorf("log density %v, want %v", got, want)
	}
	far, err := plain.LogProbs(mat.NewDense(2, 2, []float64{1e200, 1e200, 1e308, -1e308}))
	if err != nil || !math.IsInf(far[0], -1) || !math.IsInf(far[1], -1) {
		t.Errorf("far away: %v (%v), want -Inf", far, err)
	}
}

func TestIndexNeverDrawsZero(t *testing.T) {
	rnd := rand.New(rand.NewPCG(8, 8))
	for range 1000 {
		if k := Index(rnd, []float64{0, .3, 0, .7, 0}, 5); k != 1 && k != 3 {
			t.Fatalf("drew %d", k)
		}
	}
}

func TestDraws(t *testing.T) {
	got, rnd := Draws(Normal{Mu: 1, Sigma: 2}, 3, rand.New(rand.NewPCG(1, 2))), rand.New(rand.NewPCG(1, 2))
	for i, v := range got {
		if want := 1 + 2*rnd.NormFloat64(); v != want {
			t.Errorf("draw %d is %v, want %v", i, v, want)
		}
	}
	if len(got) != 3 || len(Draws(Normal{}, -1, rnd)) != 0 || !math.IsNaN(Draws(Normal{}, 1, nil)[0]) {
		t.Errorf("%d draws, %v", len(got), Draws(Normal{}, 1, nil))
	}
}
