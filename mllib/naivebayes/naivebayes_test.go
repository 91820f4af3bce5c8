package naivebayes

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/density"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/la"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/mat"
)

// reference is made by testdata/reference.py.
type reference struct {
	Cases []struct {
		Kind                                          string
		X, At, Joint, LogPosteriors, Means, Variances [][]float64
		Y, Labels                                     []int
		Weights                                       []float64
		Smoothing, Alpha, Threshold                   float64
	}
}

// fitted is what all models answer.
type fitted interface {
	Scores(x mat.Matrix) (*mat.Dense, error)
	Posteriors(x mat.Matrix) (*mat.Dense, error)
	LogPosteriors(x mat.Matrix) (*mat.Dense, error)
	Predict(x mat.Matrix) ([]int, error)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// fit fits with weights where there are some.
func fit[P interface {
	Fit(x mat.Matrix, y []int) (M, error)
	FitWeighted(x mat.Matrix, y []int, w []float64) (M, error)
}, M fitted](p P, x mat.Matrix, y []int, w []float64) fitted {
	if w == nil {
		return must(p.Fit(x, y))
	}
	return must(p.FitWeighted(x, y, w))
}

func TestAgainstScikitLearn(t *testing.T) {
	var ref reference
	testkit.Reference(t, "testdata/reference.json", &ref)
	for i, c := range ref.Cases {
		x, at := testkit.Matrix(t, c.X), testkit.Matrix(t, c.At)
		var m fitted
		switch c.Kind {
		case "gaussian":
			m = fit(Gaussian{Smoothing: c.Smoothing}, x, c.Y, c.Weights)
			for k, v := range m.(*GaussianModel).Variances {
				testkit.Near(t, "means", m.(*GaussianModel).Means[k], c.Means[k], 1e-12)
				testkit.Near(t, "variances", v, c.Variances[k], 1e-11)
			}
		case "multinomial":
			m = fit(Multinomial{Alpha: c.Alpha, Tie: label.Negative}, x, c.Y, c.Weights)
		case "bernoulli":
			m = fit(Bernoulli{Alpha: c.Alpha, Threshold: c.Threshold, Tie: label.Negative}, x, c.Y, c.Weights)
		case "categorical":
			m = fit(Categorical{Alpha: c.Alpha, Tie: label.Negative}, x, c.Y, c.Weights)
		}
		scores, logs := must(m.Scores(at)), must(m.LogPosteriors(at))
		for r := range c.At {
			what := fmt.Sprintf("case %d, %s, row %d", i, c.Kind, r)
			testkit.Near(t, what, scores.RawRowView(r), c.Joint[r], 1e-11)
			testkit.Near(t, what, logs.RawRowView(r), c.LogPosteriors[r], 1e-10)
		}
		if y := must(m.Predict(at)); !slices.Equal(y, c.Labels) {
			t.Errorf("case %d, %s: labels %v, want %v", i, c.Kind, y, c.Labels)
		}
	}
}

// drawn is n rows of d numbers with K classes, as they are, as counts and as categories.
func drawn(seed uint64, n, d, K int) (x, counts, table *mat.Dense, y []int) {
	r := rand.New(rand.NewPCG(44, seed))
	x, counts, table = la.Zeros(n, d), la.Zeros(n, d), la.Zeros(n, d)
	for i := range n {
		y = append(y, 10*(i%K)-3)
		for j := range d {
			v := r.NormFloat64() + float64(i%K)*float64(j%2)
			x.Set(i, j, v)
			counts.Set(i, j, math.Floor(math.Exp(v)))
			table.Set(i, j, min(4, math.Floor(math.Abs(v))))
		}
	}
	return x, counts, table, y
}

func columns(x mat.Matrix) int {
	_, d := x.Dims()
	return d
}

// all are fitted models with what they were fitted to.
func all(x, counts, table mat.Matrix, y []int, w []float64) map[string]func() (fitted, mat.Matrix) {
	return map[string]func() (fitted, mat.Matrix){
		"Gaussian":    func() (fitted, mat.Matrix) { return fit(Gaussian{}, x, y, w), x },
		"KDE":         func() (fitted, mat.Matrix) { return fit(KDE{}, x, y, w), x },
		"histogram":   func() (fitted, mat.Matrix) { return fit(Histogram{Marginal: density.Histogram{Bins: 7}}, x, y, w), x },
		"multinomial": func() (fitted, mat.Matrix) { return fit(Multinomial{}, counts, y, w), counts },
		"Bernoulli":   func() (fitted, mat.Matrix) { return fit(Bernoulli{}, x, y, w), x },
		"categorical": func() (fitted, mat.Matrix) {
			return fit(Categorical{Categories: []int{5, 5, 5, 5}[:columns(table)]}, table, y, w), table
		},
	}
}

// TestLaws: posteriors are probabilities and belong to the scores, rows may be permuted, whole weights are copies, labels are the likeliest, and nothing depends on the processors.
func TestLaws(t *testing.T) {
	x, counts, table, y := drawn(1, 150, 4, 3)
	turn := make([]int, 150)
	for i := range turn {
		turn[i] = (i*77 + 5) % 150
	}
	take := func(m mat.Matrix) *mat.Dense {
		out := mat.NewDense(150, 4, nil)
		for i, r := range turn {
			mat.Row(out.RawRowView(i), r, m)
		}
		return out
	}
	var yt []int
	for _, r := range turn {
		yt = append(yt, y[r])
	}
	turned := all(take(x), take(counts), take(table), yt, nil)
	for name, work := range all(x, counts, table, y, nil) {
		m, of := work()
		p, s, labels := must(m.Posteriors(of)), must(m.Scores(of)), must(m.Predict(of))
		other, _ := turned[name]()
		q := must(other.Posteriors(of))
		for i := range 150 {
			row := p.RawRowView(i)
			testkit.Near(t, name+": sum", []float64{row[0] + row[1] + row[2]}, []float64{1}, 1e-12)
			testkit.Near(t, name+": ratio", []float64{math.Log(row[0] / row[2])}, []float64{s.At(i, 0) - s.At(i, 2)}, 1e-9)
			testkit.Near(t, name+": permuted", q.RawRowView(i), row, 1e-10)
			if most := 10*float64(argmax(row)) - 3; labels[i] != int(most) {
				t.Errorf("%s: row %d is labelled %d at %v", name, i, labels[i], row)
			}
		}
		testkit.Processors(t, name, func() []float64 { m, of := work(); return must(m.Posteriors(of)).RawMatrix().Data })
	}
}

func argmax(v []float64) int {
	best := 0
	for k := range v {
		if v[k] >= v[best] {
			best = k
		}
	}
	return best
}

// TestWeights: a weight of two is a copy, a weight of zero leaves out.
func TestWeights(t *testing.T) {
	x, counts, table, y := drawn(2, 60, 3, 2)
	w, rows := make([]float64, 60), []int{}
	var yr []int
	for i := range w {
		w[i] = float64(i % 3)
		for range i % 3 {
			rows, yr = append(rows, i), append(yr, y[i])
		}
	}
	take := func(m *mat.Dense) *mat.Dense {
		out := mat.NewDense(len(rows), 3, nil)
		for i, r := range rows {
			out.SetRow(i, m.RawRowView(r))
		}
		return out
	}
	copies := all(take(x), take(counts), take(table), yr, nil)
	for name, work := range all(x, counts, table, y, w) {
		if name == "histogram" || name == "KDE" { // their bins and widths are chosen otherwise
			continue
		}
		m, of := work()
		other, _ := copies[name]()
		testkit.Near(t, name, must(m.Posteriors(of)).RawMatrix().Data, must(other.Posteriors(of)).RawMatrix().Data, 1e-7)
	}
	k := fit(KDE{Marginal: density.KDE{Bandwidth: .5}}, x, y, w)
	c := fit(KDE{Marginal: density.KDE{Bandwidth: .5}}, take(x), yr, nil)
	testkit.Near(t, "KDE", must(k.Posteriors(x)).RawMatrix().Data, must(c.Posteriors(x)).RawMatrix().Data, 1e-10)
	edges := density.Histogram{Edges: []float64{-9, -1, 0, 1, 9}}
	h := fit(Histogram{Marginal: edges}, x, y, w)
	g := fit(Histogram{Marginal: edges}, take(x), yr, nil)
	testkit.Near(t, "histogram", must(h.Posteriors(x)).RawMatrix().Data, must(g.Posteriors(x)).RawMatrix().Data, 1e-10)
}

// TestProducts: one column is kernel density classification, two are the product by hand. Y44b.
func TestProducts(t *testing.T) {
	x, _, _, y := drawn(3, 80, 2, 2)
	one := x.Slice(0, 80, 0, 1)
	a := must(must(KDE{}.Fit(one, y)).Scores(one))
	b := must(must(density.Classifier{}.Fit(one, y)).Scores(one))
	testkit.Near(t, "one column", a.RawMatrix().Data, b.RawMatrix().Data, 1e-13)
	m := must(KDE{}.Fit(x, y))
	s := must(m.Scores(la.M{{.3, -.7}}))
	for k, f := range m.Marginals {
		testkit.Near(t, "two columns", []float64{s.At(0, k)}, []float64{math.Log(m.Priors[k] * f[0].Prob(.3) * f[1].Prob(-.7))}, 1e-12)
	}
	h := must(Histogram{Marginal: density.Histogram{Edges: []float64{-9, 0, 9}}, Alpha: .5}.Fit(x, y))
	count := 0.
	for i := range 80 {
		if y[i] == -3 && x.At(i, 1) < 0 {
			count++
		}
	}
	testkit.Near(t, "a bin", []float64{h.Logs[0][1][0]}, []float64{math.Log((count + .5) / 41 / 9)}, 1e-13)
	if out := must(h.Scores(la.M{{-100, 100}})); out.At(0, 0) != must(h.Scores(la.M{{-8, 8}})).At(0, 0) {
		t.Error("outside of the bins is not the bin beside it")
	}
}

// TestFar: where all densities underflow the logarithms tell; where they overflow there is an error; where kernels on the unit ball have nothing the priors stand.
func TestFar(t *testing.T) {
	x, _, _, y := drawn(4, 90, 5, 2)
	far := la.M{{1e5, 1e5, -1e5, 0, 0}}
	for _, m := range []fitted{must(Gaussian{}.Fit(x, y)), must(KDE{}.Fit(x, y))} {
		p := must(m.Posteriors(far)).RawRowView(0)
		if math.Abs(p[0]+p[1]-1) > 1e-12 {
			t.Errorf("%T: %v", m, p)
		}
		if _, err := m.Predict(la.M{{1e200, 0, 0, 0, 0}}); !errors.Is(err, input.ErrNotFinite) {
			t.Errorf("%T: %v", m, err)
		}
	}
	ball := must(KDE{Marginal: density.KDE{Kernel: density.Biweight}, Priors: []float64{.3, .7}}.Fit(x, y))
	testkit.Near(t, "nothing near", must(ball.Posteriors(far)).RawRowView(0), []float64{.3, .7}, 1e-15)
	shifted := mat.DenseCopyOf(x)
	shifted.Apply(func(_, _ int, v float64) float64 { return v + 1e7 }, shifted)
	testkit.Near(t, "another origin", must(must(Gaussian{}.Fit(shifted, y)).Posteriors(shifted)).RawMatrix().Data, must(must(Gaussian{}.Fit(x, y)).Posteriors(x)).RawMatrix().Data, 1e-6)
}

func TestJSONAndViews(t *testing.T) {
	x, counts, table, y := drawn(5, 40, 3, 2)
	testkit.RoundTrip(t, must(Gaussian{}.Fit(x, y)))
	testkit.RoundTrip(t, must(KDE{}.Fit(x, y)))
	testkit.RoundTrip(t, must(Histogram{}.Fit(x, y)))
	testkit.RoundTrip(t, must(Multinomial{}.Fit(counts, y)))
	testkit.RoundTrip(t, must(Bernoulli{}.Fit(x, y)))
	testkit.RoundTrip(t, must(Categorical{}.Fit(table, y)))
	testkit.Views(t, "Gaussian", x, func(x mat.Matrix) (any, error) { return Gaussian{}.Fit(x, y) })
	testkit.Views(t, "KDE", x, func(x mat.Matrix) (any, error) { return KDE{}.Fit(x, y) })
	testkit.Views(t, "histogram", x, func(x mat.Matrix) (any, error) { return Histogram{}.Fit(x, y) })
	testkit.Views(t, "multinomial", counts, func(x mat.Matrix) (any, error) { return Multinomial{}.Fit(x, y) })
	testkit.Views(t, "Bernoulli", x, func(x mat.Matrix) (any, error) { return Bernoulli{}.Fit(x, y) })
	testkit.Views(t, "categorical", table, func(x mat.Matrix) (any, error) { return Categorical{}.Fit(x, y) })
}

// TestBadInput: each is an error with its sentinel.
func TestBadInput(t *testing.T) {
	x, y := la.Cols([]float64{1, 2, 4, 7}, []float64{0, 3, 1, 1}), []int{0, 0, 1, 1}
	constant := la.Cols([]float64{1, 1, 4, 7})
	thirds, halves := slices.Repeat([]float64{1. / 3}, 149), slices.Repeat([]int{0, 1}, 75)[:149] // the mean of equal numbers is another one, by rounding
	for name, c := range map[string]struct {
		work func() error
		want error
	}{
		"nil":           {func() error { _, err := Gaussian{}.Fit(nil, nil); return err }, input.ErrEmpty},
		"labels":        {func() error { _, err := Gaussian{}.Fit(x, y[:2]); return err }, input.ErrShape},
		"one class":     {func() error { _, err := Bernoulli{}.Fit(x, make([]int, 4)); return err }, input.ErrOneClass},
		"NaN":           {func() error { _, err := KDE{}.Fit(la.Cols([]float64{1, math.NaN(), 2, 3}), y); return err }, input.ErrNotFinite},
		"smoothing":     {func() error { _, err := Gaussian{Smoothing: -1}.Fit(x, y); return err }, input.ErrParam},
		"both":          {func() error { _, err := Gaussian{Smoothing: 1, Unsmoothed: true}.Fit(x, y); return err }, input.ErrParam},
		"constant":      {func() error { _, err := Gaussian{Unsmoothed: true}.Fit(constant, y); return err }, input.ErrSingular},
		"all constant":  {func() error { _, err := Gaussian{}.Fit(la.Cols(la.Ones(4)), y); return err }, input.ErrSingular},
		"thirds":        {func() error { _, err := Gaussian{}.Fit(la.Cols(thirds), halves); return err }, input.ErrSingular},
		"thirds, plain": {func() error { _, err := Gaussian{Unsmoothed: true}.Fit(la.Cols(thirds), halves); return err }, input.ErrSingular},
		"weighted thirds": {func() error {
			_, err := Gaussian{}.FitWeighted(la.Cols(thirds), halves, slices.Repeat([]float64{.7}, 149))
			return err
		}, input.ErrSingular},
		"but one of no weight": {func() error {
			_, err := Gaussian{Unsmoothed: true}.FitWeighted(la.Cols(append([]float64{5}, thirds...)), append([]int{1}, halves...), append([]float64{0}, slices.Repeat([]float64{.7}, 149)...))
			return err
		}, input.ErrSingular},
		"thirds KDE":        {func() error { _, err := KDE{}.Fit(la.Cols(thirds), halves); return err }, input.ErrSingular},
		"constant KDE":      {func() error { _, err := KDE{}.Fit(constant, y); return err }, input.ErrSingular},
		"overflow":          {func() error { _, err := Gaussian{}.Fit(la.Cols([]float64{1e200, -1e200, 1, 2}), y); return err }, input.ErrNotFinite},
		"priors":            {func() error { _, err := Gaussian{Priors: []float64{1}}.Fit(x, y); return err }, input.ErrShape},
		"priors, twice":     {func() error { _, err := Gaussian{Priors: []float64{.5, .5}, EqualPriors: true}.Fit(x, y); return err }, input.ErrParam},
		"alpha":             {func() error { _, err := Multinomial{Alpha: -1}.Fit(x, y); return err }, input.ErrParam},
		"alpha, histogram":  {func() error { _, err := Histogram{Alpha: math.NaN()}.Fit(x, y); return err }, input.ErrParam},
		"alpha, overflow":   {func() error { _, err := Histogram{Alpha: 1e308}.Fit(x, y); return err }, input.ErrParam},
		"negative count":    {func() error { _, err := Multinomial{}.Fit(la.Cols([]float64{1, 2, -1, 0}), y); return err }, input.ErrParam},
		"negative question": {func() error { _, err := must(Multinomial{}.Fit(x, y)).Predict(la.M{{-1, 1}}); return err }, input.ErrParam},
		"threshold":         {func() error { _, err := Bernoulli{Threshold: math.Inf(1)}.Fit(x, y); return err }, input.ErrParam},
		"no category":       {func() error { _, err := Categorical{}.Fit(la.Cols([]float64{1, .5, 2, 0}), y); return err }, input.ErrParam},
		"new category":      {func() error { _, err := must(Categorical{}.Fit(x, y)).Predict(la.M{{8, 1}}); return err }, input.ErrParam},
		"categories":        {func() error { _, err := Categorical{Categories: []int{3, 3}}.Fit(x, y); return err }, input.ErrParam},
		"too few sizes":     {func() error { _, err := Categorical{Categories: []int{9}}.Fit(x, y); return err }, input.ErrShape},
		"weights":           {func() error { _, err := Gaussian{}.FitWeighted(x, y, []float64{1}); return err }, input.ErrShape},
		"negative weight":   {func() error { _, err := Gaussian{}.FitWeighted(x, y, []float64{1, 1, 1, -1}); return err }, input.ErrParam},
		"class of weight 0": {func() error { _, err := Gaussian{}.FitWeighted(x, y, []float64{1, 1, 0, 0}); return err }, input.ErrOneClass},
		"columns":           {func() error { _, err := must(Gaussian{}.Fit(x, y)).Predict(constant); return err }, input.ErrShape},
		"NaN question":      {func() error { _, err := must(Gaussian{}.Fit(x, y)).Predict(la.M{{math.NaN(), 1}}); return err }, input.ErrNotFinite},
	} {
		if err := c.work(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	for _, m := range []fitted{(*GaussianModel)(nil), (*KDEModel)(nil), (*HistogramModel)(nil), (*MultinomialModel)(nil), (*BernoulliModel)(nil), (*CategoricalModel)(nil)} {
		if _, err := m.Predict(x); !errors.Is(err, input.ErrEmpty) {
			t.Errorf("%T: %v", m, err)
		}
	}
	for _, m := range []fitted{&GaussianModel{}, &KDEModel{}, &HistogramModel{}, &MultinomialModel{}, &BernoulliModel{}, &CategoricalModel{}} {
		if _, err := m.Posteriors(x); !errors.Is(err, input.ErrShape) {
			t.Errorf("%T: %v", m, err)
		}
	}
}

func Example() {
	x := la.Cols([]float64{0, 1, 2, 4, 5, 6}, []float64{1, 0, 1, 1, 0, 1})
	m, err := Gaussian{}.Fit(x, []int{0, 0, 0, 1, 1, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	y, _ := m.Predict(la.M{{2, 1}, {3.5, 0}})
	fmt.Println(y)
	fmt.Printf("%.3f\n", la.RowAt(m.Posteriors, 3.2, 0))
	// Output:
	// [0 1]
	// [0.231 0.769]
}

func BenchmarkGaussian(b *testing.B) {
	x, _, _, y := drawn(6, 100_000, 50, 2)
	m := must(Gaussian{}.Fit(x, y))
	b.Run("fit/n=100000/d=50", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			must(Gaussian{}.Fit(x, y))
		}
	})
	b.Run("posteriors/n=100000/d=50", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			must(m.Posteriors(x))
		}
	})
}
