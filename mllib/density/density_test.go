package density

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/la"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"
)

// normals is n×d numbers in two groups.
func normals(seed uint64, n, d int) *mat.Dense {
	r, x := rand.New(rand.NewPCG(14, seed)), mat.NewDense(n, d, nil)
	x.Apply(func(i, j int, _ float64) float64 { return r.NormFloat64()*(1+float64(j)) + 4*float64(i%2) }, x)
	return x
}

func integral(f func(x float64) float64, lo, hi float64, pieces int) float64 {
	sum, step := 0.0, (hi-lo)/float64(pieces)
	for k := range pieces {
		sum += quad.Fixed(f, lo+float64(k)*step, lo+float64(k+1)*step, 20, quad.Legendre{}, 1)
	}
	return sum
}

// TestKernels: integral, variance, roughness and convolution of each, by quadrature. Y38b, Y38c.
func TestKernels(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	for _, k := range Gaussian.All() {
		f := func(u float64) float64 { return Value(k, u) }
		end := 1.
		if isTailed(k) {
			end = 45
		}
		both := func(g func(u float64) float64) float64 { return 2 * integral(g, 0, end, 90) }
		got := []float64{both(f), both(func(u float64) float64 { return u * u * f(u) }), both(func(u float64) float64 { return f(u) * f(u) })}
		testkit.Near(t, k.String(), got, []float64{1, Variance(k), Roughness(k)}, 1e-12)
		testkit.Near(t, "SD", []float64{SD(k) * SD(k)}, []float64{Variance(k)}, 1e-14)
		for _, u := range []float64{0, .3, .99, 1.01, 1.7, 2.5} {
			cuts, want := []float64{-end, 0, u}, 0.0
			if end == 1 {
				cuts = []float64{max(-1, u-1), max(0, u-1), min(1, u)}
			}
			cuts = append(cuts, end)
			for c := range cuts[1:] {
				if cuts[c] < cuts[c+1] {
					want += integral(func(t float64) float64 { return f(t) * f(u-t) }, cuts[c], cuts[c+1], 60)
				}
			}
			testkit.Near(t, fmt.Sprint(k, " * ", u), []float64{Convolution(k, u), Convolution(k, -u)}, []float64{want, want}, 1e-9)
		}
		for _, d := range []int{2, 3, 6} { // the integral over R^d in shells
			shells := integral(func(r float64) float64 {
				s := []float64{r * r}
				if isTailed(k) {
					s[0] = math.Exp(tail(k, s[0]))
				} else {
					bump(k, s)
				}
				return s[0] * math.Exp(logConstant(k, d)+logSphere(d)) * math.Pow(r, float64(d-1))
			}, 0, end, 90)
			testkit.Near(t, fmt.Sprint(k, " in dimension ", d), []float64{shells}, []float64{1}, 1e-12)
		}
	}
	testkit.Near(t, "Y38c", []float64{Roughness(Gaussian), Roughness(Epanechnikov) / math.Sqrt(5)}, []float64{.2820947918, .2683281573}, 1e-10)
	if !math.IsNaN(Value(99, 0)) {
		t.Error("a kernel without a name has a value")
	}
}

// TestPrinted: the numbers of the curriculum. Y38a, Y40b.
func TestPrinted(t *testing.T) {
	m := must(KDE{Bandwidth: 1}.Fit(la.Cols([]float64{0, 1, 3})))
	testkit.Near(t, "Y38a", []float64{m.Prob(0), m.Prob(1), m.Prob(2)}, []float64{.2151149511, .2316346571, .1793108052}, 1e-10)
	testkit.Near(t, "Y40b", []float64{must(m.Score()), must(m.RoughScore())}, []float64{-.0277407421, .0390133778}, 1e-10)
	for _, c := range []struct {
		n, d int
		want float64
	}{{100, 1, .4216846}, {1000, 1, .2660650}, {100, 2, .4641589}, {1000, 2, .3162278}, {1000, 5, .4361767}} {
		testkit.Near(t, "Y42c", []float64{SilvermanFactor(c.n, c.d)}, []float64{c.want}, 5e-8)
	}
	x := normals(1, 100, 2)
	a := must(KDE{}.Fit(x))
	x.Scale(10, x)
	b := must(KDE{}.Fit(x))
	testkit.Near(t, "Y42c: ten times as large", b.Widths(), la.Scale(10, a.Widths()), 1e-12)
}

// TestPlain: the fast sums are those term by term, in all dimensions, near and far, with weights and without.
func TestPlain(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	for _, d := range []int{1, 2, 5} {
		for _, k := range Gaussian.All() {
			for _, weighted := range []bool{false, true} {
				for _, h := range []float64{.05, .5, 4} {
					x := normals(uint64(d), 900, d)
					m := fit(t, KDE{Kernel: k, Bandwidth: h}, x, someWeights(900, weighted))
					at := mat.NewDense(700, d, nil)
					at.Apply(func(i, j int, _ float64) float64 { return x.At(i, j) + .1*float64(i%5) }, at)
					for j := range d { // far away
						at.Set(7, j, 300*h)
						at.Set(8, j, -1e5)
						at.Set(9, j, 60*h)
					}
					f := must(m.whole())
					cloud := must(f.move(at))
					testkit.Near(t, fmt.Sprintf("%v, d = %d, h = %v, weights %v", k, d, h, weighted), floored(f.logs(cloud, false)), floored(la.Map(func(v float64) float64 { return v + f.constant }, f.plain(cloud))), 1e-12)
				}
			}
		}
	}
}

// floored replaces -Inf, which has no distance from itself.
func floored(v []float64) []float64 {
	return la.Map(func(x float64) float64 { return max(x, -1e200) }, v)
}

func someWeights(n int, weighted bool) []float64 {
	if !weighted {
		return nil
	}
	w := make([]float64, n)
	for i := range w {
		w[i] = float64(i % 7)
	}
	return w
}

// TestLeaveOneOut: each observation is left out of a fit of its own.
func TestLeaveOneOut(t *testing.T) {
	for _, d := range []int{1, 2} {
		for _, k := range []Kernel{Gaussian, Exponential, Biweight} {
			for _, weighted := range []bool{false, true} {
				x := normals(3, 300, d)
				x.Set(0, 0, 100) // an outlier
				x.Set(5, 0, x.At(6, 0))
				w := someWeights(300, weighted)
				p := KDE{Kernel: k, Bandwidth: .7}
				got := floored(must(fit(t, p, x, w).LeaveOneOut()))
				for _, i := range []int{0, 1, 5, 6, 77, 294} {
					var rest []int
					var wr []float64
					for l := range 300 {
						if l != i {
							rest = append(rest, l)
							if weighted {
								wr = append(wr, w[l])
							}
						}
					}
					part := mat.NewDense(299, d, nil)
					for a, b := range rest {
						part.SetRow(a, x.RawRowView(b))
					}
					want := floored([]float64{fit(t, p, part, wr).LogProb(x.RawRowView(i)...)})
					testkit.Near(t, fmt.Sprintf("%v, d = %d, weights %v, row %d", k, d, weighted, i), got[i:i+1], want, 1e-11)
				}
			}
		}
	}
}

// TestScores: the score is its definition, by quadrature, for all kernels. Y36a, Y40a.
func TestScores(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	x := normals(4, 60, 1)
	for _, k := range Gaussian.All() {
		for _, weighted := range []bool{false, true} {
			m := fit(t, KDE{Kernel: k, Bandwidth: .8}, x, someWeights(60, weighted))
			at := la.Grid(-30, 35, 40_001) // trapezoids
			p := must(m.Probs(la.Cols(at)))
			want := floats.Dot(p, p) * 65 / 40_000
			for i, v := range must(m.LeaveOneOut()) {
				want -= 2 * must(m.whole()).weight(i) * math.Exp(v)
			}
			tolerance := 1e-6
			if k == Tophat {
				tolerance = 1e-3
			}
			testkit.Near(t, k.String(), []float64{must(m.Score())}, []float64{want}, tolerance)
		}
		m := must(KDE{Kernel: k, Bandwidth: .8}.Fit(x))
		n, off := 60., 0. // Y40b: the difference of the two scores
		for i := range 60 {
			for j := range i {
				off += 4 / (n * n * (n - 1) * .8) * Value(k, (x.At(i, 0)-x.At(j, 0))/.8)
			}
		}
		testkit.Near(t, k.String(), []float64{must(m.RoughScore()) - must(m.Score())}, []float64{off}, 1e-11)
	}
}

// TestRules: widths change with the units, kernels have their canonical factor, and searches find a minimum.
func TestRules(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	x := normals(5, 120, 1)
	far := mat.DenseCopyOf(x)
	far.Apply(func(_, _ int, v float64) float64 { return 1e6 + 1000*v }, far)
	for _, rule := range Silverman.All() {
		for _, k := range []Kernel{Gaussian, Epanechnikov, Exponential} {
			a, b := must(KDE{Rule: rule, Kernel: k}.Fit(x)), must(KDE{Rule: rule, Kernel: k}.Fit(far))
			testkit.Near(t, fmt.Sprint(rule, ", ", k), []float64{b.Width() / 1000}, []float64{a.Width()}, 1e-6)
			score := func(h float64) float64 {
				m := must(KDE{Kernel: k, Bandwidth: h}.Fit(x))
				if rule == LeastSquares {
					return must(m.Score())
				}
				return -floats.Sum(must(m.LeaveOneOut()))
			}
			if rule == LeastSquares || rule == Likelihood {
				if at := score(a.Width()); at > score(a.Width()*1.001)+1e-12 || at > score(a.Width()/1.001)+1e-12 {
					t.Errorf("%v, %v: %v is no minimum", rule, k, a.Width())
				}
			}
		}
		if rule != LeastSquares && rule != Likelihood {
			g, e := must(KDE{Rule: rule}.Fit(x)), must(KDE{Rule: rule, Kernel: Epanechnikov}.Fit(x))
			testkit.Near(t, "canonical", []float64{e.Width() / g.Width()}, []float64{math.Pow(3./5*25*2*math.Sqrt(math.Pi), .2)}, 1e-12)
		}
	}
	for _, rule := range []Rule{Silverman, Scott, LeastSquares, Likelihood} {
		for _, shape := range Automatic.All() {
			if m := must(KDE{Rule: rule, Shape: shape}.Fit(normals(6, 80, 3))); !(m.Width() > 0) || len(m.Widths()) != 3 {
				t.Errorf("%v, %v: %v", rule, shape, m.H)
			}
		}
	}
}

// TestEquivariance: x → Ax with H → AHAᵀ divides the density by |A|. Y42b.
func TestEquivariance(t *testing.T) {
	x := normals(7, 50, 2)
	A := la.M{{2, 1}, {-1, 3}}
	H := dist.Sym{N: 2, Data: []float64{1, .3, .3, .5}}
	moved := la.Mul(A, H, A.T())
	for _, k := range Gaussian.All() {
		a := must(KDE{Kernel: k, H: H}.Fit(x))
		b := must(KDE{Kernel: k, H: dist.Sym{N: 2, Data: []float64{moved.At(0, 0), moved.At(0, 1), moved.At(0, 1), moved.At(1, 1)}}}.Fit(la.Mul(x, A.T())))
		for i := range 10 {
			u := la.Add(la.Row(x, i), []float64{.3, -.2})
			testkit.Near(t, k.String(), []float64{b.Prob(la.MulVec(A, u)...) * 7}, []float64{a.Prob(u...)}, 1e-11)
		}
	}
}

// TestGrid: no point is off by more than the bound, and the bound falls with the square of the step.
func TestGrid(t *testing.T) {
	x := normals(8, 500, 1)
	for _, k := range Gaussian.All() {
		if k == Tophat {
			continue
		}
		m := must(KDE{Kernel: k, Bandwidth: .6}.Fit(x))
		for _, points := range []int{50, 400, 3000} {
			g := must(m.Grid(-2, 5, points))
			most := 0.0
			for i, v := range must(m.Probs(la.Cols(g.X))) {
				most = max(most, math.Abs(v-g.Density[i]))
			}
			if most > g.Bound {
				t.Errorf("%v, %d points: off by %v, bound %v", k, points, most, g.Bound)
			}
			if k == Gaussian && most < g.Bound/50 {
				t.Errorf("%v, %d points: off by %v, which is far from the bound %v", k, points, most, g.Bound)
			}
		}
	}
}

// TestSample: draws have the mean and the covariance of the estimate, x̄ and S + μ₂H.
func TestSample(t *testing.T) {
	x := normals(9, 40, 2)
	for _, k := range Gaussian.All() {
		m := must(KDE{Kernel: k, H: dist.Sym{N: 2, Data: []float64{4, 2, 2, 9}}}.Fit(x))
		s := must(m.Sample(40_000, rand.NewPCG(1, 2)))
		for a := range 2 {
			for b := range 2 {
				var got, want float64
				ma, mb := floats.Sum(la.Col(x, a))/40, floats.Sum(la.Col(x, b))/40
				for i := range 40_000 {
					got += (s.At(i, a) - ma) * (s.At(i, b) - mb) / 40_000
				}
				for i := range 40 {
					want += (x.At(i, a) - ma) * (x.At(i, b) - mb) / 40
				}
				want += variance(k, 2) * m.H.At(a, b)
				testkit.Near(t, fmt.Sprint(k, " cov"), []float64{got}, []float64{want}, .05)
			}
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestSameBits: results do not depend on the number of processors.
func TestSameBits(t *testing.T) {
	x := normals(10, 3000, 1)
	x2 := normals(11, 1500, 3)
	testkit.Processors(t, "line", func() []float64 {
		m := must(KDE{Rule: SheatherJones}.Fit(x))
		return append(append(must(m.LogProbs(x)), must(m.LeaveOneOut())...), must(m.Score()), m.Width())
	})
	testkit.Processors(t, "blocks", func() []float64 {
		m := must(KDE{}.Fit(x2))
		return append(must(m.LogProbs(x2)), must(m.Score()))
	})
}

func TestJSONAndViews(t *testing.T) {
	x := normals(12, 30, 2)
	m := must(KDE{Kernel: Biweight}.FitWeighted(x, someWeights(30, true)))
	testkit.RoundTrip(t, m)
	testkit.RoundTrip(t, must(Histogram{Bins: 3}.Fit(x)))
	testkit.RoundTrip(t, &KDE{Kernel: Cosine, Rule: LeastSquares, Shape: Covariance})
	testkit.RoundTrip(t, &Histogram{Rule: Sturges})
	testkit.Views(t, "KDE", x, func(x mat.Matrix) (any, error) { return KDE{}.Fit(x) })
	testkit.Views(t, "histogram", x, func(x mat.Matrix) (any, error) { return Histogram{}.Fit(x) })
	y := make([]int, 30)
	for i := range y {
		y[i] = i % 2
	}
	testkit.RoundTrip(t, must(Classifier{}.Fit(x, y)))
	testkit.Views(t, "classifier", x, func(x mat.Matrix) (any, error) { return Classifier{}.Fit(x, y) })
}

// TestLeaveOneOutFarApart: with weights, of observations so far apart that all but one's own kernel underflows, each leaves itself out.
func TestLeaveOneOutFarApart(t *testing.T) {
	x, w := la.Cols([]float64{0, 1, 3, 7, 12}, []float64{0, 2, 1, 5, 3}), []float64{3, 1, 2, 1, 2}
	for _, kernel := range []Kernel{Gaussian, Exponential} {
		logs := must(must(KDE{Kernel: kernel, Bandwidth: 1e-3}.FitWeighted(x, w)).LeaveOneOut())
		for i, got := range logs {
			var others, weights []float64
			for k, v := range w {
				if k != i {
					others, weights = append(others, la.Row(x, k)...), append(weights, v)
				}
			}
			m := must(KDE{Kernel: kernel, Bandwidth: 1e-3}.FitWeighted(mat.NewDense(4, 2, others), weights))
			if want := m.LogProb(la.Row(x, i)...); !(math.Abs(got-want) <= 1e-12*math.Abs(want)) {
				t.Errorf("%v, without observation %d: %v, want %v", kernel, i, got, want)
			}
		}
	}
}

// TestBadInput: each is an error with its sentinel.
func TestBadInput(t *testing.T) {
	x, same := la.Cols([]float64{1, 2, 4, 7}), la.Cols([]float64{3, 3, 3})
	x2 := la.Cols([]float64{1, 2, 4, 7}, []float64{0, 3, 1, 1})
	good := must(KDE{}.Fit(x))
	odd := *good
	if odd.H.N = 1 << 40; odd.Widths() != nil || !math.IsNaN(odd.Width()) || (*KDEModel)(nil).Widths() != nil || (*HistogramModel)(nil).CellsInAll() != 0 {
		t.Error("widths of what Fit did not make")
	}
	for name, c := range map[string]struct {
		work func() error
		want error
	}{
		"nil":                 {func() error { _, err := KDE{}.Fit(nil); return err }, input.ErrEmpty},
		"NaN":                 {func() error { _, err := KDE{}.Fit(la.Cols([]float64{1, math.NaN()})); return err }, input.ErrNotFinite},
		"negative width":      {func() error { _, err := KDE{Bandwidth: -1}.Fit(x); return err }, input.ErrParam},
		"NaN width":           {func() error { _, err := KDE{Bandwidth: math.NaN()}.Fit(x); return err }, input.ErrParam},
		"tiny width":          {func() error { _, err := KDE{Bandwidth: 1e-200}.Fit(x); return err }, input.ErrSingular},
		"kernel":              {func() error { _, err := KDE{Kernel: 50}.Fit(x); return err }, input.ErrParam},
		"rule":                {func() error { _, err := KDE{Rule: 50}.Fit(x); return err }, input.ErrParam},
		"shape":               {func() error { _, err := KDE{Shape: 50}.Fit(x); return err }, input.ErrParam},
		"both":                {func() error { _, err := KDE{Bandwidth: 1, H: diagonal([]float64{1})}.Fit(x); return err }, input.ErrParam},
		"H too large":         {func() error { _, err := KDE{H: diagonal([]float64{1, 1})}.Fit(x); return err }, input.ErrShape},
		"H semidefinite":      {func() error { _, err := KDE{H: diagonal([]float64{1, 0})}.Fit(x2); return err }, input.ErrSingular},
		"constant":            {func() error { _, err := KDE{}.Fit(same); return err }, input.ErrSingular},
		"constant, robust":    {func() error { _, err := KDE{Rule: Robust}.Fit(same); return err }, input.ErrSingular},
		"one":                 {func() error { _, err := KDE{}.Fit(la.Cols([]float64{3})); return err }, input.ErrSingular},
		"robust in the plane": {func() error { _, err := KDE{Rule: Robust}.Fit(x2); return err }, input.ErrParam},
		"search in the plane": {func() error { _, err := KDE{Rule: LeastSquares, Kernel: Cosine}.Fit(x2); return err }, input.ErrParam},
		"overflow":            {func() error { _, err := KDE{}.Fit(la.Cols([]float64{1e300, -1e300})); return err }, input.ErrNotFinite},
		"weights":             {func() error { _, err := KDE{}.FitWeighted(x, []float64{1}); return err }, input.ErrShape},
		"negative weight":     {func() error { _, err := KDE{}.FitWeighted(x, []float64{1, 1, 1, -1}); return err }, input.ErrParam},
		"no weight":           {func() error { _, err := KDE{}.FitWeighted(x, make([]float64, 4)); return err }, input.ErrParam},
		"weighted rule":       {func() error { _, err := KDE{Rule: SheatherJones}.FitWeighted(x, la.Ones(4)); return err }, input.ErrParam},
		"nil model":           {func() error { _, err := (*KDEModel)(nil).LogProbs(x); return err }, input.ErrEmpty},
		"zero model":          {func() error { _, err := (&KDEModel{}).Score(); return err }, input.ErrShape},
		"wrong columns":       {func() error { _, err := good.LogProbs(x2); return err }, input.ErrShape},
		"NaN point":           {func() error { _, err := good.LogProbs(la.Cols([]float64{math.NaN()})); return err }, input.ErrNotFinite},
		"densities overflow": {func() error {
			_, err := Histogram{Edges: []float64{0, 1e-310, 2e-310}}.Fit(la.Cols([]float64{0, 1e-310, 1.5e-310}))
			return err
		}, input.ErrNotFinite},
		"grid":               {func() error { _, err := good.Grid(1, 0, 9); return err }, input.ErrParam},
		"grid of one":        {func() error { _, err := good.Grid(0, 1, 1); return err }, input.ErrParam},
		"grid too fine":      {func() error { _, err := good.Grid(0, 1e-9, 1000); return err }, input.ErrParam},
		"no source":          {func() error { _, err := good.Sample(3, nil); return err }, input.ErrParam},
		"leave the only one": {func() error { _, err := must(KDE{Bandwidth: 1}.Fit(la.Cols([]float64{3}))).LeaveOneOut(); return err }, input.ErrParam},
		"bins":               {func() error { _, err := Histogram{Bins: -1}.Fit(x); return err }, input.ErrParam},
		"bins and width":     {func() error { _, err := Histogram{Bins: 3, Width: 2}.Fit(x); return err }, input.ErrParam},
		"edges":              {func() error { _, err := Histogram{Edges: []float64{1, 1}}.Fit(x); return err }, input.ErrParam},
		"one edge":           {func() error { _, err := Histogram{Edges: []float64{1}}.Fit(x); return err }, input.ErrShape},
		"outside":            {func() error { _, err := Histogram{Bins: 3, Hi: 5}.Fit(x); return err }, input.ErrParam},
		"constant histogram": {func() error { _, err := Histogram{}.Fit(same); return err }, input.ErrSingular},
		"tiny bins":          {func() error { _, err := Histogram{Width: 1e-12}.Fit(x); return err }, input.ErrParam},
		"histogram NaN": {func() error {
			_, err := must(Histogram{Bins: 2}.Fit(x)).Probs(la.Cols([]float64{math.NaN()}))
			return err
		}, input.ErrNotFinite},
		"score of one":     {func() error { _, err := must(Histogram{Bins: 2, Hi: 9}.Fit(la.Cols([]float64{3}))).Score(); return err }, input.ErrParam},
		"law":              {func() error { _, err := HistogramMISE(nil, []float64{0, 1}, 3); return err }, input.ErrEmpty},
		"law's parameters": {func() error { _, err := KernelMISE(dist.Beta{A: -1, B: 1}, Gaussian, 1, 3); return err }, input.ErrParam},
		"no observations":  {func() error { _, err := KernelMISE(dist.Beta{}, Gaussian, 1, 0); return err }, input.ErrParam},
		"one class":        {func() error { _, err := Classifier{}.Fit(x, []int{1, 1, 1, 1}); return err }, input.ErrOneClass},
		"labels":           {func() error { _, err := Classifier{}.Fit(x, []int{1, 1}); return err }, input.ErrShape},
		"priors":           {func() error { _, err := Classifier{Priors: []float64{.5, .6}}.Fit(x, []int{1, 1, 2, 2}); return err }, input.ErrParam},
		"a class of one":   {func() error { _, err := Classifier{}.Fit(x, []int{1, 1, 1, 2}); return err }, input.ErrSingular},
		"nil classifier":   {func() error { _, err := (*ClassifierModel)(nil).Predict(x); return err }, input.ErrEmpty},
		"zero classifier":  {func() error { _, err := (&ClassifierModel{}).Predict(x); return err }, input.ErrShape},
		"mixture":          {func() error { _, err := NormalMISE(nil, la.M{{1}}, 3); return err }, input.ErrEmpty},
	} {
		if err := c.work(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if !math.IsNaN(good.LogProb(1, 2)) || !math.IsNaN((*KDEModel)(nil).Prob(1)) || !math.IsNaN((*HistogramModel)(nil).Prob(1)) {
		t.Error("a number where there is none")
	}
}

// TestJump: an observation at the distance of the width does not count, whatever the mean of all is.
func TestJump(t *testing.T) {
	for _, each := range []int{5, 20, 40, 80} {
		var x []float64
		for i := range 2 * each {
			x = append(x, float64(i%2))
		}
		m, err := KDE{Kernel: Tophat, Bandwidth: 1}.Fit(mat.NewDense(len(x), 1, x))
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []float64{-1, 2} {
			if f := m.Prob(at); f != 0 {
				t.Errorf("%d observations, density at %g: got %g, want 0", len(x), at, f)
			}
		}
		if f := m.Prob(.5); math.Abs(f-.5) > 1e-14 {
			t.Errorf("%d observations: got %g, want 0.5", len(x), f)
		}
	}
	var x []float64
	for k := range 81 {
		x = append(x, float64(k%9)/4)
	}
	m, err := KDE{Kernel: Tophat, Bandwidth: 1}.Fit(mat.NewDense(len(x), 1, x))
	if got := m.Prob(-.75) * 2 * 81; err != nil || math.Abs(got-9) > 1e-12 {
		t.Errorf("quarter steps: %g observations count, want 9; %v", got, err)
	}
}
