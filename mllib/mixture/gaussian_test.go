package mixture

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/la"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

var forms = []Covariance{Full, Tied, Diagonal, Spherical}

func mustFit(t testing.TB, p Gaussian, x mat.Matrix) *Model {
	t.Helper()
	m, err := p.Fit(x)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// blobs are n observations of k components in R^d, whose means are apart by about this many standard deviations.
func blobs(n, d, k int, apart float64, seed uint64) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 1))
	means, x := mat.NewDense(k, d, nil), mat.NewDense(n, d, nil)
	means.Apply(func(_, _ int, _ float64) float64 { return apart * r.NormFloat64() }, means)
	for i := range n {
		c := r.IntN(k)
		x.Apply(func(row, j int, v float64) float64 {
			if row != i {
				return v
			}
			return means.At(c, j) + (1+float64(c)/2)*r.NormFloat64()
		}, x)
	}
	return x
}

// TestNoStepLowersTheCriterion: of steps that nothing guards, from starts of both kinds, with all forms of covariances, with and without prior. The model's own Objective
// cannot fall, since such a step is not made.
func TestNoStepLowersTheCriterion(t *testing.T) {
	gained := 0
	for seed := range uint64(6) {
		x := blobs(40+20*int(seed), 1+int(seed)%3, 3, 1.5, seed)
		for _, form := range forms {
			for _, prior := range []float64{0, .3, 20} {
				p := Gaussian{K: 3, Covariance: form, Prior: prior, Init: Init(seed % 2), Src: rand.NewPCG(seed, 2)}.withDefaults()
				s, err := newSample(x, p)
				if err != nil {
					t.Fatal(err)
				}
				r := &run{Gaussian: p, sample: s}
				q, err := r.begin()
				last := math.Inf(-1)
				for step := 0; step < 30 && err == nil; step++ {
					var logLik float64
					if r.resp, logLik, err = r.expect(q); err != nil {
						break
					}
					v := r.criterion(q, logLik)
					if v < last-1e-10*(1+math.Abs(last)) {
						t.Errorf("seed %d, %v, prior %v: step %d lowers the criterion from %.15g to %.15g", seed, form, prior, step, last, v)
					}
					if v > last+1e-3 && step > 0 {
						gained++
					}
					last = v
					q, err = r.maximise()
				}
				if err != nil && !errors.Is(err, ErrCollapsed) {
					t.Fatal(err)
				}
			}
		}
	}
	if gained < 500 {
		t.Errorf("only %d steps gained anything", gained)
	}
}

// TestOneComponent: it has the mean and the covariance of the observations, in the form that is asked for.
func TestOneComponent(t *testing.T) {
	x := blobs(50, 3, 2, 2, 3)
	cov := la.Zeros(3, 3)
	for i := range 3 {
		for j := range 3 {
			cov.Set(i, j, stat.Covariance(la.Col(x, i), la.Col(x, j), nil)*49/50)
		}
	}
	parameters := map[Covariance]int{Full: 9, Tied: 9, Diagonal: 6, Spherical: 4}
	for _, form := range forms {
		want := mat.DenseCopyOf(cov)
		if form == Diagonal || form == Spherical {
			v := la.DiagOf(cov)
			if form == Spherical {
				v = la.Scale(floats.Sum(v)/3, la.Ones(3))
			}
			want = mat.DenseCopyOf(la.Diag(v...))
		}
		m := mustFit(t, Gaussian{K: 1, Covariance: form, Src: rand.NewPCG(1, 1)}, x)
		testkit.Near(t, form.String()+": covariance", m.Covs[0].Data, want.RawMatrix().Data, 1e-12)
		for j := range 3 {
			testkit.Near(t, "mean", m.Means[0][j:j+1], []float64{stat.Mean(la.Col(x, j), nil)}, 1e-12)
		}
		logLik := -25 * (3*math.Log(2*math.Pi) + la.LogDet(want) + 3) // tr Σ⁻¹S is n·d for each of the forms
		testkit.Near(t, form.String()+": log likelihood", []float64{m.LogLikelihood}, []float64{logLik}, 1e-12)
		k := parameters[form]
		if m.Parameters() != k || m.AIC() != 2*float64(k)-2*m.LogLikelihood || m.BIC() != math.Log(50)*float64(k)-2*m.LogLikelihood {
			t.Errorf("%v: %d parameters, want %d; AIC %v, BIC %v", form, m.Parameters(), k, m.AIC(), m.BIC())
		}
	}
	for form, want := range map[Covariance]int{Full: 29, Tied: 17, Diagonal: 20, Spherical: 14} { // K = 3, d = 3: 2 + 9 + 18, 6, 9, 3
		if m := mustFit(t, Gaussian{K: 3, Covariance: form, Src: rand.NewPCG(1, 1)}, x); m.Parameters() != want {
			t.Errorf("%v: %d parameters, want %d", form, m.Parameters(), want)
		}
	}
}

// TestFindsComponents that are far apart, whatever the start.
func TestFindsComponents(t *testing.T) {
	law := truth(t)
	x, part, err := law.Sample(3000, rand.NewPCG(5, 5))
	if err != nil {
		t.Fatal(err)
	}
	for _, init := range []Init{KMeans, PlusPlus} {
		m := mustFit(t, Gaussian{K: 3, Init: init, Restarts: 4, Src: rand.NewPCG(7, 7)}, x)
		wrong := 0
		names := map[int]int{} // which component is which
		for i, l := range m.Labels {
			if _, ok := names[l]; !ok {
				names[l] = part[i]
			}
			if names[l] != part[i] {
				wrong++
			}
		}
		if wrong > 60 || len(names) != 3 {
			t.Errorf("%v: %d of 3000 in other components, %d of these", init, wrong, len(names))
		}
		for k, w := range m.Weights {
			want := law.Weights[names[k]]
			if math.Abs(w-want) > 4*math.Sqrt(want*(1-want)/3000) {
				t.Errorf("%v: weight %v, want %v", init, w, want)
			}
			for j, v := range m.Means[k] {
				se := math.Sqrt(law.Parts[names[k]].Cov.At(j, j) / (3000 * want))
				if math.Abs(v-law.Parts[names[k]].Mean[j]) > 5*se {
					t.Errorf("%v: mean %v, want %v", init, m.Means[k], law.Parts[names[k]].Mean)
				}
			}
		}
		if m.LogLikelihood < logLikelihood(t, law, x) {
			t.Errorf("%v: log likelihood %v, that of the truth is %v", init, m.LogLikelihood, logLikelihood(t, law, x))
		}
	}
}

// truth has the three components of the notebook on estimation.
func truth(t testing.TB) *dist.MVMixture {
	t.Helper()
	law := &dist.MVMixture{Weights: []float64{.5, .3, .2}}
	for k, mean := range [][]float64{{0, 0}, {6, 1}, {2, 7}} {
		part, err := dist.NewMVNormal(mean, [][]*mat.SymDense{{la.Sym(1, .6, 1)}, {la.Sym(2, 0, .3)}, {la.Sym(.5, -.4, 1.5)}}[k][0])
		if err != nil {
			t.Fatal(err)
		}
		law.Parts = append(law.Parts, part)
	}
	return law
}

func logLikelihood(t testing.TB, law *dist.MVMixture, x *mat.Dense) (sum float64) {
	t.Helper()
	n, _ := x.Dims()
	for i := range n {
		sum += law.LogProb(x.RawRowView(i))
	}
	return sum
}

// TestCollapse: a component around equal observations is an error, and with a prior its covariance stays above Prior/n times that of the columns.
func TestCollapse(t *testing.T) {
	x := mat.NewDense(12, 1, []float64{0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8})
	start := &Start{Means: [][]float64{{0}, {4}}, Covs: [][][]float64{{{.01}}, {{9}}}}
	_, err := Gaussian{Start: start}.Fit(x)
	if !errors.Is(err, ErrCollapsed) || !strings.Contains(err.Error(), "component 0") || !strings.Contains(err.Error(), "Prior > 0") {
		t.Errorf("got %v, want that component 0 collapsed, and what helps", err)
	}
	for _, prior := range []float64{1e-6, .01, 1} {
		m := mustFit(t, Gaussian{Start: start, Prior: prior}, x)
		least := prior / 12 * stat.PopVariance(la.Col(x, 0), nil)
		if v := min(m.Covs[0].Data[0], m.Covs[1].Data[0]); v < least*(1-1e-12) || m.Report.Stop != Converged {
			t.Errorf("prior %v: variance %v, want at least %v; %v", prior, v, least, m.Report)
		}
		if last := m.Objective[len(m.Objective)-1]; !(last < m.LogLikelihood) {
			t.Errorf("prior %v: objective %v, log likelihood %v", prior, last, m.LogLikelihood)
		}
	}
	if m := mustFit(t, Gaussian{Start: &Start{Means: start.Means}, Covariance: Tied}, x); m.Report.Stop != Converged {
		t.Errorf("tied variances: %v", m.Report)
	}
	// Six observations in the plane do not have three covariances, whatever the start.
	_, err = Gaussian{K: 3, Src: rand.NewPCG(1, 1)}.Fit(blobs(6, 2, 3, 5, 1))
	if !errors.Is(err, ErrCollapsed) {
		t.Errorf("six observations: got %v, want ErrCollapsed", err)
	}
	// Runs that collapse are counted, and those that do not are kept.
	m := mustFit(t, Gaussian{K: 4, Restarts: 40, Src: rand.NewPCG(3, 1)}, blobs(30, 2, 2, 4, 9))
	collapsed := 0
	for _, run := range m.Runs {
		if run.Stop == Collapsed {
			collapsed++
		} else if run.Objective > m.Objective[len(m.Objective)-1] {
			t.Errorf("a run came to %v, the best is %v", run.Objective, m.Objective[len(m.Objective)-1])
		}
	}
	if collapsed == 0 || collapsed == 40 || collapsed != m.Report.Collapsed || m.Runs[m.Report.Best].Objective != m.Objective[len(m.Objective)-1] {
		t.Errorf("%d of 40 runs collapsed, the report says %v", collapsed, m.Report)
	}
	// Fewer different observations than components.
	if _, err := (Gaussian{K: 3, Covariance: Spherical, Src: rand.NewPCG(1, 1)}).Fit(mat.NewDense(4, 1, []float64{1, 1, 2, 2})); !errors.Is(err, ErrCollapsed) {
		t.Errorf("two values: got %v, want ErrCollapsed", err)
	}
}

// TestPriorIsAMaximum: no small change of a covariance raises the criterion at the end of a run with a prior.
func TestPriorIsAMaximum(t *testing.T) {
	x := blobs(60, 2, 2, 2, 4)
	for _, form := range forms {
		p := Gaussian{K: 2, Covariance: form, Prior: 3, Tol: 1e-14, MaxIter: 20000, Restarts: 1, Src: rand.NewPCG(2, 2)}.withDefaults()
		s, err := newSample(x, p)
		if err != nil {
			t.Fatal(err)
		}
		r := &run{Gaussian: p, sample: s}
		q, err := r.begin()
		if err == nil {
			err = r.iterate(q)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range []float64{-1e-3, 1e-3} {
			other := &parameters{weights: r.now.weights}
			for _, part := range r.now.parts {
				cov := dist.NewSym(part.Cov)
				floats.Scale(1+step, cov.Data)
				law, err := dist.NewMVNormal(part.Mean, cov)
				if err != nil {
					t.Fatal(err)
				}
				other.parts = append(other.parts, law)
			}
			_, logLik, err := r.expect(other)
			if err != nil {
				t.Fatal(err)
			}
			if v := r.criterion(other, logLik); v > r.objective-1e-6 {
				t.Errorf("%v: covariances times %v have the criterion %.12g, the end of the run %.12g", form, 1+step, v, r.objective)
			}
		}
	}
}

// TestUnits: other units and origins of the columns change nothing but the scale of the density.
func TestUnits(t *testing.T) {
	x := blobs(80, 2, 3, 3, 6)
	for _, form := range forms {
		fit := func(a, b, at float64) *Model {
			y := mat.NewDense(80, 2, nil)
			for i := range 80 {
				y.SetRow(i, []float64{a*x.At(i, 0) + at, b * x.At(i, 1)})
			}
			return mustFit(t, Gaussian{K: 3, Covariance: form, Prior: .1, Restarts: 1, Src: rand.NewPCG(4, 4)}, y)
		}
		m := fit(1, 1, 0)
		for _, c := range [][3]float64{{1024, 1024, 0}, {0x1p400, 0x1p400, 0}, {0x1p-400, 0x1p-400, 0}, {1, 1, 1e5}, {0x1p-20, 64, 3}} {
			if form == Spherical && c[0] != c[1] {
				continue
			}
			other := fit(c[0], c[1], c[2])
			shift := -80 * (math.Log(c[0]) + math.Log(c[1]))
			if math.Abs(other.LogLikelihood-shift-m.LogLikelihood) > 1e-9*(1+math.Abs(shift)) || !slices.Equal(other.Labels, m.Labels) {
				t.Errorf("%v, units %v: log likelihood %v, want %v more than %v", form, c, other.LogLikelihood, shift, m.LogLikelihood)
			}
		}
	}
}

// TestFarAway: responsibilities are right where all densities underflow.
func TestFarAway(t *testing.T) {
	m := mustFit(t, Gaussian{Start: &Start{Means: [][]float64{{-1}, {1}}}, Covariance: Tied, MaxIter: 1}, mat.NewDense(7, 1, []float64{-2, -1.5, -1, 1, 1.5, 2, 2.5}))
	far := mat.NewDense(3, 1, []float64{-1e5, 1e5, 1e7})
	r, err := m.Posteriors(far)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Near(t, "responsibilities", r.RawMatrix().Data, []float64{1, 0, 0, 1, 0, 1}, 1e-12)
	middle := m.Covs[0].Data[0]*math.Log(m.Weights[0]/m.Weights[1])/(m.Means[1][0]-m.Means[0][0]) + (m.Means[0][0]+m.Means[1][0])/2
	even := la.RowAt(m.Posteriors, middle)
	testkit.Near(t, "at the border", even, []float64{.5, .5}, 1e-12)
	if logs, err := m.LogProbs(far); err != nil || !(logs[0] < -1e9) || math.IsInf(logs[0], 0) {
		t.Errorf("log densities %v (%v)", logs, err)
	}
	if _, err := m.Posteriors(mat.NewDense(1, 1, []float64{1e200})); !errors.Is(err, input.ErrNotFinite) {
		t.Errorf("got %v, want that the log densities overflow", err)
	}
}

// TestSample: draws have the moments of the model.
func TestSample(t *testing.T) {
	m := mustFit(t, Gaussian{K: 2, Src: rand.NewPCG(1, 1)}, blobs(100, 2, 2, 4, 2))
	x, part, err := m.Sample(40000, rand.NewPCG(9, 9))
	if err != nil {
		t.Fatal(err)
	}
	ones := 0
	for _, k := range part {
		ones += k
	}
	if w := m.Weights[1]; math.Abs(float64(ones)/40000-w) > 4*math.Sqrt(w*(1-w)/40000) {
		t.Errorf("share of component 1: %v, want %v", float64(ones)/40000, w)
	}
	for j := range 2 {
		mean := m.Weights[0]*m.Means[0][j] + m.Weights[1]*m.Means[1][j]
		if got, sd := stat.MeanStdDev(la.Col(x, j), nil); math.Abs(got-mean) > 4*sd/200 {
			t.Errorf("mean of column %d: %v, want %v", j, got, mean)
		}
	}
	law, err := m.Law()
	if err != nil {
		t.Fatal(err)
	}
	logs, err := m.LogProbs(x)
	if err != nil || math.Abs(logs[7]-law.LogProb(x.RawRowView(7))) > 1e-12 {
		t.Errorf("log density %v (%v), want %v", logs[7], err, law.LogProb(x.RawRowView(7)))
	}
}

// TestAnything: of small samples of all kinds, with equal rows, lattices, outliers and columns in other units, either a fit whose likelihood is that of its law, or an error that says what
// the matter is.
func TestAnything(t *testing.T) {
	fits, collapsed := 0, 0
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 99))
		n, d, k, kind, scale := 1+r.IntN(30), 1+r.IntN(4), 1+r.IntN(5), r.IntN(6), math.Pow(10, float64(r.IntN(60)-30))
		x := mat.NewDense(n, d, nil)
		x.Apply(func(_, j int, _ float64) float64 {
			v := r.NormFloat64()
			return scale * []float64{v, math.Round(v), float64(r.IntN(2)), v * math.Pow(1e6, float64(r.IntN(10)/9)), math.Exp(5 * v), v * math.Pow(1000, float64(j))}[kind]
		}, x)
		if r.IntN(3) == 0 {
			for i := range n / 2 {
				x.SetRow(n-1-i, x.RawRowView(i))
			}
		}
		p := Gaussian{K: k, Covariance: Covariance(r.IntN(4)), Init: Init(r.IntN(2)), Restarts: 1 + r.IntN(3), MaxIter: 50, Prior: []float64{0, 1e-6, .1, 10}[r.IntN(4)], Src: rand.NewPCG(seed, 1)}
		m, err := p.Fit(x)
		switch {
		case errors.Is(err, ErrCollapsed):
			collapsed++
			if text := err.Error(); p.Prior > 1e-6 && !strings.Contains(text, "no observations left") {
				t.Errorf("seed %d: with a prior %v", seed, err)
			}
			continue
		case errors.Is(err, input.ErrSingular), errors.Is(err, input.ErrParam) && k > n:
			continue
		case err != nil:
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		fits++
		logs, err := m.LogProbs(x)
		if sum := floats.Sum(logs); err != nil || math.Abs(sum-m.LogLikelihood) > 1e-7*(1+math.Abs(sum)) {
			t.Errorf("seed %d, kind %d, %+v: log likelihood %v, of the law %v (%v)", seed, kind, p, m.LogLikelihood, sum, err)
		}
	}
	if fits < 300 || collapsed < 50 {
		t.Errorf("%d fits, %d collapsed", fits, collapsed)
	}
}

func TestBadInput(t *testing.T) {
	x, src := blobs(10, 2, 2, 3, 1), rand.NewPCG(1, 1)
	means := [][]float64{{0, 0}, {1, 1}}
	constant := mat.NewDense(5, 2, []float64{1, 2, 2, 2, 3, 2, 4, 2, 9, 2})
	line := mat.NewDense(5, 2, []float64{1, 2, 2, 4, 3, 6, 4, 8, 9, 18})
	tenths := mat.NewDense(7, 2, []float64{1, .1, 2, .1, 4, .1, 7, .1, 3, .1, 5, .1, 9, .1}) // the mean of seven tenths is another number, by rounding
	nan := mat.NewDense(2, 1, []float64{1, math.NaN()})
	huge := mat.NewDense(3, 1, []float64{-1.7e308, 1.7e308, 0})
	for i, c := range []struct {
		p    Gaussian
		x    mat.Matrix
		want error
	}{
		{Gaussian{Src: src}, x, input.ErrParam},
		{Gaussian{K: -1, Src: src}, x, input.ErrParam},
		{Gaussian{K: 11, Src: src}, x, input.ErrParam},
		{Gaussian{K: 2}, x, input.ErrParam},
		{Gaussian{K: 2, Src: src, Covariance: 4}, x, input.ErrParam},
		{Gaussian{K: 2, Src: src, Init: -1}, x, input.ErrParam},
		{Gaussian{K: 2, Src: src, Restarts: -1}, x, input.ErrParam},
		{Gaussian{K: 2, Src: src, MaxIter: -1}, x, input.ErrParam},
		{Gaussian{K: 2, Src: src, Tol: -1}, x, input.ErrParam},
		{Gaussian{K: 2, Src: src, Tol: math.NaN()}, x, input.ErrParam},
		{Gaussian{K: 2, Src: src, Prior: -1}, x, input.ErrParam},
		{Gaussian{K: 2, Src: src, Prior: math.Inf(1)}, x, input.ErrParam},
		{Gaussian{K: 2, Src: src}, nil, input.ErrEmpty},
		{Gaussian{K: 1, Src: src}, nan, input.ErrNotFinite},
		{Gaussian{K: 1, Src: src}, huge, input.ErrNotFinite},
		{Gaussian{K: 1, Src: src}, constant, input.ErrSingular},
		{Gaussian{K: 1, Src: src, Prior: 1, Covariance: Diagonal}, constant, input.ErrSingular},
		{Gaussian{K: 1, Src: src}, tenths, input.ErrSingular},
		{Gaussian{K: 1, Src: src, Prior: .1}, tenths, input.ErrSingular},
		{Gaussian{K: 1, Src: src, Covariance: Diagonal}, tenths, input.ErrSingular},
		{Gaussian{K: 1, Src: src, Covariance: Spherical}, mat.NewDense(7, 1, slices.Repeat([]float64{.1}, 7)), input.ErrSingular},
		{Gaussian{K: 1, Src: src, Covariance: Tied}, line, input.ErrSingular},
		{Gaussian{K: 1, Src: src, Covariance: Spherical}, mat.NewDense(3, 1, []float64{2, 2, 2}), input.ErrSingular},
		{Gaussian{Start: &Start{}}, x, input.ErrParam},
		{Gaussian{K: 3, Start: &Start{Means: means}}, x, input.ErrShape},
		{Gaussian{Restarts: 2, Start: &Start{Means: means}}, x, input.ErrParam},
		{Gaussian{Start: &Start{Means: [][]float64{{0}, {1}}}}, x, input.ErrShape},
		{Gaussian{Start: &Start{Means: [][]float64{{0, 0}, {1, math.Inf(1)}}}}, x, input.ErrNotFinite},
		{Gaussian{Start: &Start{Means: means, Weights: []float64{1, 0}}}, x, input.ErrParam},
		{Gaussian{Start: &Start{Means: means, Weights: []float64{.5, .6}}}, x, input.ErrParam},
		{Gaussian{Start: &Start{Means: means, Covs: [][][]float64{{{1, 0}, {0, 1}}, {{1, 0}, {0, 1}}, {{1, 0}, {0, 1}}}}}, x, input.ErrShape},
		{Gaussian{Start: &Start{Means: means, Covs: [][][]float64{{{1, 0}}}}}, x, input.ErrShape},
		{Gaussian{Start: &Start{Means: means, Covs: [][][]float64{{{1, 0}, {0}}}}}, x, input.ErrShape},
		{Gaussian{Start: &Start{Means: means, Covs: [][][]float64{{{1, 2}, {2, 1}}}}}, x, input.ErrSingular},
		{Gaussian{Start: &Start{Means: means, Covs: [][][]float64{{{1, .5}, {.4, 1}}}}}, x, input.ErrParam},
		{Gaussian{Covariance: Diagonal, Start: &Start{Means: means, Covs: [][][]float64{{{1, .5}, {.5, 1}}}}}, x, input.ErrParam},
		{Gaussian{Covariance: Spherical, Start: &Start{Means: means, Covs: [][][]float64{{{1, 0}, {0, 2}}}}}, x, input.ErrParam},
		{Gaussian{Covariance: Tied, Start: &Start{Means: means, Covs: [][][]float64{{{1, 0}, {0, 1}}, {{1, 0}, {0, 2}}}}}, x, input.ErrParam},
		{Gaussian{Start: &Start{Means: [][]float64{{1e200, 0}, {1e200, 1}}}}, x, input.ErrNotFinite},
	} {
		if m, err := c.p.Fit(c.x); !errors.Is(err, c.want) || m != nil || !strings.HasPrefix(err.Error(), "mixture: gaussian: ") {
			t.Errorf("case %d: got %v, want %v", i, err, c.want)
		}
	}
	m := mustFit(t, Gaussian{K: 2, Covariance: Tied, Src: src}, x)
	for what, err := range map[string]error{
		"other columns": second(m.Posteriors(mat.NewDense(1, 3, nil))), "no source": third(m.Sample(3, nil)), "no draws": third(m.Sample(0, src)),
		"zero model": second((&Model{}).Predict(x)), "broken model": second((&Model{Weights: m.Weights, Means: m.Means, Covs: m.Covs[:1]}).LogProbs(x)),
	} {
		if err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	if _, means, _ := (*Model)(nil).NormalClasses(); means != nil || !math.IsNaN((*Model)(nil).BIC()) || !math.IsNaN((&Model{}).AIC()) || (&Model{}).Parameters() != 0 {
		t.Error("a model that was not fitted has numbers")
	}
}

func second[T any](_ T, err error) error { return err }

func third[T, U any](_ T, _ U, err error) error { return err }

func TestConventions(t *testing.T) {
	x := blobs(60, 3, 2, 3, 8)
	p := Gaussian{K: 2, Covariance: Tied, Init: PlusPlus, Restarts: 3, MaxIter: 50, Tol: 1e-4, Prior: .5, Trace: true, Start: &Start{Means: [][]float64{{1}}, Weights: []float64{1}, Covs: [][][]float64{{{2}}}}}
	testkit.RoundTrip(t, &p)
	p.Start, p.Src = nil, rand.NewPCG(1, 1)
	m := mustFit(t, p, x)
	testkit.RoundTrip(t, m)
	if text, err := json.Marshal(p); err != nil || !strings.Contains(string(text), `"tied"`) {
		t.Errorf("%s (%v)", text, err)
	}
	testkit.Views(t, "mixture", x, func(x mat.Matrix) (any, error) {
		p.Src = rand.NewPCG(1, 1)
		return p.Fit(x)
	})
	large := blobs(3000, 3, 3, 2, 8)
	testkit.Processors(t, "mixture", func() []float64 {
		m := mustFit(t, Gaussian{K: 3, Restarts: 2, MaxIter: 20, Src: rand.NewPCG(1, 1)}, large)
		return slices.Concat(m.Weights, slices.Concat(m.Means...), m.Covs[0].Data, m.Covs[2].Data, m.Objective)
	})
	if s := m.Report.String(); !strings.Contains(s, "converged after") {
		t.Errorf("report %q", s)
	}
	labels, err := m.Predict(x)
	if err != nil || !slices.Equal(labels, m.Labels) {
		t.Errorf("the labels of the fit are not those of Predict (%v)", err)
	}
	if l, means, covs := m.NormalClasses(); !slices.Equal(l, []int{0, 1}) || len(means) != 2 || covs[1][2][1] != m.Covs[1].At(2, 1) {
		t.Errorf("classes %v %v %v", l, means, covs)
	}
}

func BenchmarkFit(b *testing.B) {
	for _, size := range [][2]int{{1000, 2}, {10000, 10}} {
		x := blobs(size[0]/10, size[1], 4, 2, 1)
		big := mat.NewDense(size[0], size[1], nil)
		r := rand.New(rand.NewPCG(1, 1))
		big.Apply(func(i, j int, _ float64) float64 { return x.At(i%(size[0]/10), j) + .1*r.NormFloat64() }, big)
		b.Run(fmt.Sprintf("n=%d/d=%d", size[0], size[1]), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				mustFit(b, Gaussian{K: 4, Restarts: 1, MaxIter: 20, Tol: 1e-300, Src: rand.NewPCG(1, 1)}, big)
			}
		})
	}
}
