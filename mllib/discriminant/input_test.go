package discriminant

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/mat"
)

// TestFitsRefuse: what LDA, QDA and Fisher all refuse.
func TestFitsRefuse(t *testing.T) {
	four := func(x ...float64) *mat.Dense { return mat.NewDense(4, len(x)/4, x) }
	y := []int{0, 0, 1, 1}
	for _, c := range []struct {
		name string
		x    mat.Matrix
		y    []int
		kind error
		says string
	}{
		{"no matrix", nil, nil, input.ErrEmpty, "X"},
		{"empty matrix", &mat.Dense{}, nil, input.ErrEmpty, "X"},
		{"NaN", four(1, 2, math.NaN(), 4), y, input.ErrNotFinite, "X"},
		{"infinity", four(1, 2, math.Inf(-1), 4), y, input.ErrNotFinite, "X"},
		{"overflow", four(1e300, -1e300, 1e300, 3), y, input.ErrNotFinite, "variance"},
		{"few labels", four(1, 2, 3, 4), []int{0, 1}, input.ErrShape, "y"},
		{"one class", four(1, 2, 3, 5), []int{3, 3, 3, 3}, input.ErrOneClass, "y"},
		{"constant column", four(1, .1, 2, .1, 4, .1, 5, .1), y, input.ErrSingular, "column 1 is constant"},
		{"constant in the classes", four(.1, .1, .3, .3), y, input.ErrSingular, "column 0 is constant"},
		{"collinear columns", four(1, 2.1, 2, 4.2, 4, 8.4, 6, 12.6), y, input.ErrSingular, "column 1 is a linear function"},
		{"n < d", mat.NewDense(4, 5, slices.Concat(iris(0)[:5], iris(2)[:5], iris(4)[:5], iris(7)[:5])), y, input.ErrSingular, "column"},
		{"as many as classes", mat.NewDense(2, 1, []float64{1, 2}), []int{0, 1}, input.ErrParam, "observations"},
	} {
		for method, fit := range map[string]func() error{
			"LDA":    func() error { _, err := LDA{}.Fit(c.x, c.y); return err },
			"QDA":    func() error { _, err := QDA{}.Fit(c.x, c.y); return err },
			"Fisher": func() error { _, err := Fisher{}.Fit(c.x, c.y); return err },
		} {
			if err := fit(); !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), method) {
				t.Errorf("%s, %s: got %v, want %q and a text with %q", method, c.name, err, c.kind, c.says)
			}
		}
	}
}

func iris(i int) []float64 { return slices.Concat(data.Iris().Row(i), data.Iris().Row(i+50)) }

func TestParametersRefuse(t *testing.T) {
	s := data.Iris()
	lda := func(p LDA) error { _, err := p.Fit(s.X, s.Y); return err }
	qda := func(p QDA) error { _, err := p.Fit(s.X, s.Y); return err }
	fisher := func(p Fisher) error { _, err := p.Fit(s.X, s.Y); return err }
	alone := func() error {
		_, err := QDA{}.Fit(mat.NewDense(4, 1, []float64{1, 2, 4, 9}), []int{0, 0, 0, 1})
		return err
	}
	for _, c := range []struct {
		name string
		err  error
		kind error
		says string
	}{
		{"two priors", lda(LDA{Priors: []float64{.5, .5}}), input.ErrShape, "LDA.Priors"},
		{"negative prior", lda(LDA{Priors: []float64{-.5, .5, 1}}), input.ErrParam, "LDA.Priors[0]"},
		{"zero prior", qda(QDA{Priors: []float64{0, .5, .5}}), input.ErrParam, "QDA.Priors[0]"},
		{"NaN prior", lda(LDA{Priors: []float64{math.NaN(), .5, .5}}), input.ErrNotFinite, "LDA.Priors"},
		{"sum 2", qda(QDA{Priors: []float64{1, .5, .5}}), input.ErrParam, "sum 2"},
		{"priors twice", lda(LDA{Priors: []float64{.5, .2, .3}, EqualPriors: true}), input.ErrParam, "LDA.EqualPriors"},
		{"shrinkage 2", lda(LDA{Shrinkage: 2}), input.ErrParam, "LDA.Shrinkage"},
		{"NaN shrinkage", qda(QDA{Shrinkage: math.NaN()}), input.ErrParam, "QDA.Shrinkage"},
		{"pooling", qda(QDA{Pooling: -1}), input.ErrParam, "QDA.Pooling"},
		{"target", lda(LDA{Target: 9}), input.ErrParam, "LDA.Target"},
		{"divisor", qda(QDA{Divisor: -1}), input.ErrParam, "Divisor"},
		{"tie", lda(LDA{Tie: 5}), input.ErrParam, "LDA.Tie"},
		{"three classes", fisher(Fisher{}), input.ErrLabel, "3 classes"},
		{"cut", fisher(Fisher{Cut: 7}), input.ErrParam, "Fisher.Cut"},
		{"a class of one", alone(), input.ErrParam, "class 1"},
	} {
		if !errors.Is(c.err, c.kind) || !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%s: got %v, want %q and a text with %q", c.name, c.err, c.kind, c.says)
		}
	}
	_, err := LDA{Shrinkage: -1, Target: 9, Priors: []float64{1}}.Fit(s.X, s.Y[1:])
	for _, want := range []string{"y", "Shrinkage", "Target"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not name %s", err, want)
		}
	}
}

func TestShrinkageHelps(t *testing.T) {
	x, y := mat.NewDense(4, 2, []float64{1, 2, 2, 4, 4, 8, 6, 12}), []int{0, 0, 1, 1}
	for _, p := range []LDA{{Shrinkage: .1}, {Shrinkage: 1}, {Shrinkage: .1, Target: Identity}, {Shrinkage: .1, Target: Diagonal}} {
		if m, err := p.Fit(x, y); err != nil || len(must(m.Predict(x))) != 4 {
			t.Errorf("%+v: %v", p, err)
		}
	}
}

func TestModelsRefuse(t *testing.T) {
	s := data.Iris()
	l, q := must(LDA{}.Fit(s.X, s.Y)), must(QDA{}.Fit(s.X, s.Y))
	f := must(Fisher{}.Fit(s.X.Slice(0, 100, 0, 4), s.Y[:100]))
	moments := must(NewMoments(s.X, s.Y))
	c := must(moments.Canonical())
	nan := mat.NewDense(1, 4, []float64{1, 2, 3, math.NaN()})
	for name, use := range map[string]func(x mat.Matrix) error{
		"LDA predict": func(x mat.Matrix) error { _, err := l.Predict(x); return err }, "LDA posteriors": func(x mat.Matrix) error { _, err := l.Posteriors(x); return err },
		"LDA scores": func(x mat.Matrix) error { _, err := l.Scores(x); return err }, "LDA log": func(x mat.Matrix) error { _, err := l.LogPosteriors(x); return err },
		"LDA density": func(x mat.Matrix) error { _, err := l.LogDensity(x); return err },
		"QDA predict": func(x mat.Matrix) error { _, err := q.Predict(x); return err }, "QDA posteriors": func(x mat.Matrix) error { _, err := q.Posteriors(x); return err },
		"QDA log": func(x mat.Matrix) error { _, err := q.LogPosteriors(x); return err }, "QDA density": func(x mat.Matrix) error { _, err := q.LogDensity(x); return err },
		"Fisher": func(x mat.Matrix) error { _, err := f.Predict(x); return err }, "canonical": func(x mat.Matrix) error { _, err := c.Project(x); return err },
	} {
		for x, kind := range map[mat.Matrix]error{mat.Matrix(nil): input.ErrEmpty, mat.NewDense(1, 3, nil): input.ErrShape, nan: input.ErrNotFinite} {
			if err := use(x); !errors.Is(err, kind) {
				t.Errorf("%s: got %v, want %v", name, err, kind)
			}
		}
	}
}

func TestOthersRefuse(t *testing.T) {
	iris, two := data.Iris(), norm2(.5)
	l, q := must(LDA{}.Fit(iris.X, iris.Y)), must(QDA{}.Fit(iris.X, iris.Y))
	moments := must(NewMoments(iris.X, iris.Y))
	given := func(classes []int, priors []float64, cov mat.Matrix, means ...[]float64) error {
		_, err := NewLinear(classes, priors, means, cov)
		return err
	}
	one := mat.NewDense(1, 1, []float64{1})
	half := []float64{.5, .5}
	second := func(_ any, err error) error { return err }
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"no means", given(nil, nil, one), input.ErrEmpty},
		{"one mean", given(nil, []float64{1}, one, []float64{1}), input.ErrOneClass},
		{"unequal means", given(nil, half, one, []float64{1}, []float64{1, 2}), input.ErrShape},
		{"labels", given([]int{2, 1}, half, one, []float64{1}, []float64{2}), input.ErrLabel},
		{"three labels", given([]int{1, 2, 3}, half, one, []float64{1}, []float64{2}), input.ErrShape},
		{"priors", given(nil, []float64{.5, .6}, one, []float64{1}, []float64{2}), input.ErrParam},
		{"no covariance", given(nil, half, nil, []float64{1}, []float64{2}), input.ErrEmpty},
		{"shape", given(nil, half, mat.NewDense(1, 2, nil), []float64{1}, []float64{2}), input.ErrShape},
		{"negative", given(nil, half, mat.NewDense(1, 1, []float64{-1}), []float64{1}, []float64{2}), input.ErrSingular},
		{"zero", given(nil, half, mat.NewDense(1, 1, nil), []float64{1}, []float64{2}), input.ErrSingular},
		{"indefinite", given(nil, half, mat.NewDense(2, 2, []float64{1, 2, 2, 1}), []float64{1, 1}, []float64{2, 2}), input.ErrSingular},
		{"not symmetric", given(nil, half, mat.NewDense(2, 2, []float64{1, .5, .4, 1}), []float64{1, 1}, []float64{2, 2}), input.ErrParam},
		{"huge means", given(nil, half, one, []float64{1e200}, []float64{2}), input.ErrNotFinite},
		{"one matrix for two", second(NewQuadratic(nil, half, [][]float64{{1}, {2}}, []dist.Sym{{N: 1, Data: []float64{1}}})), input.ErrShape},
		{"boundary with itself", second(l.Boundary(1, 1)), input.ErrParam},
		{"boundary outside", second(q.Boundary(0, 3)), input.ErrParam},
		{"risk of three classes", second(l.RiskOf(linear.Hyperplane{W: make([]float64, 4)})), input.ErrParam},
		{"Bayes risk of three classes", second(l.BayesRisk()), input.ErrParam},
		{"Bayes risk in four dimensions", second(q.BayesRisk()), input.ErrParam},
		{"risk of a short vector", second(two.RiskOf(linear.Hyperplane{W: []float64{1}})), input.ErrShape},
		{"risk of NaN", second(two.RiskOf(linear.Hyperplane{W: []float64{1, 1}, B: math.NaN()})), input.ErrNotFinite},
		{"risk of no model", second(new(LinearModel).RiskOf(linear.Hyperplane{})), input.ErrShape},
		{"Bayes risk of no model", second(new(LinearModel).BayesRisk()), input.ErrShape},
		{"Bayes risk of a broken model", second((&LinearModel{Classes: []int{1, 2}}).BayesRisk()), input.ErrShape},
		{"Bayes risk without a covariance", second((&LinearModel{Classes: []int{1, 2}, Priors: half, Means: [][]float64{{0}, {1}}, Cov: dist.Sym{N: 1, Data: []float64{-1}}, W: [][]float64{{0}, {1}}, B: half, Slope: [][]float64{{0}, {1}}, Offset: half, Center: []float64{0}}).BayesRisk()), input.ErrSingular},
		{"boundary of far classes", second(must(NewQuadratic(nil, half, [][]float64{{0}, {1e308}}, []dist.Sym{{N: 1, Data: []float64{1}}, {N: 1, Data: []float64{1}}})).Boundary(0, 1)), input.ErrNotFinite},
		{"Bayes risk of far classes", second(must(NewQuadratic(nil, half, [][]float64{{0}, {1e308}}, []dist.Sym{{N: 1, Data: []float64{1}}, {N: 1, Data: []float64{2}}})).BayesRisk()), input.ErrNotFinite},
		{"boundary of a broken model", second((&LinearModel{Classes: []int{1, 2}, Priors: half, Means: [][]float64{{0}, {1}}, Cov: dist.Sym{N: 1, Data: []float64{1}}, W: [][]float64{{0}, {1}}, B: half, Slope: [][]float64{{1e200}, {1}}, Offset: half, Center: []float64{1e200}}).Boundary(0, 1)), input.ErrNotFinite},
		{"broken covariance", given(nil, half, dist.Sym{N: 1}, []float64{1}, []float64{2}), input.ErrNotFinite},
		{"covariance of negative size", given(nil, half, dist.Sym{N: -1}, []float64{1}, []float64{2}), input.ErrEmpty},
		{"nil symmetric covariance", given(nil, half, (*mat.SymDense)(nil), []float64{1}, []float64{2}), input.ErrEmpty},
		{"far point, LDA", second(l.Posteriors(mat.NewDense(1, 4, []float64{1e308, -1e308, 1e308, 1e308}))), input.ErrNotFinite},
		{"far point, QDA", second(q.Posteriors(mat.NewDense(1, 4, []float64{1e200, 0, 0, 0}))), input.ErrNotFinite},
		{"far point, density", second(l.LogDensity(mat.NewDense(1, 4, []float64{1e200, 0, 0, 0}))), input.ErrNotFinite},
		{"far point, Fisher", second((&FisherModel{Classes: []int{0, 1}, W: []float64{1e200}}).Predict(mat.NewDense(1, 1, []float64{1e200}))), input.ErrNotFinite},
		{"Fisher of no model", second(new(FisherModel).Predict(iris.X)), input.ErrShape},
		{"Fisher without a rule", second((&FisherModel{Classes: []int{0, 1}, W: []float64{1}, Normal: &QuadraticModel{}}).Predict(one)), input.ErrShape},
		{"means far apart", second(Fisher{}.Given([]float64{-1e200}, []float64{1e200}, dist.Sym{N: 1, Data: []float64{1}}, dist.Sym{N: 1, Data: []float64{1}})), input.ErrNotFinite},
		{"negative prior", second((&QuadraticModel{Classes: []int{0, 1}, Priors: []float64{-1, 2}, Means: [][]float64{{0}, {1}}, Covs: []dist.Sym{{N: 1, Data: []float64{1}}, {N: 1, Data: []float64{1}}}}).Posteriors(one)), input.ErrParam},
		{"no directions", second(new(Canonical).Project(iris.X)), input.ErrShape},
		{"short direction", second((&Canonical{Center: []float64{0}, Directions: [][]float64{nil}}).Project(one)), input.ErrShape},
		{"too many draws", second(two.Draw(math.MaxInt, rand.NewPCG(1, 2))), input.ErrParam},
		{"weights with a huge sum", second(NewSplits([]float64{1, 2}, []int{1, -1}, []float64{1e308, 1e308})), input.ErrNotFinite},
		{"variance of a huge column", second(NewMoments(mat.NewDense(2, 1, []float64{1e300, -1e300}), []int{1, 1})), input.ErrNotFinite},
		{"moments with a negative weight", second(LDA{}.FitMoments(&Moments{Classes: []int{1, 2}, Weight: []float64{-1, 2}, Means: [][]float64{{0}, {1}}, Scatter: []dist.Sym{{N: 1, Data: []float64{1}}, {N: 1, Data: []float64{1}}}})), input.ErrParam},
		{"moments with NaN", second(LDA{}.FitMoments(&Moments{Classes: []int{1, 2}, Weight: []float64{9, 9}, Means: [][]float64{{0}, {math.NaN()}}, Scatter: []dist.Sym{{N: 1, Data: []float64{1}}, {N: 1, Data: []float64{1}}}})), input.ErrNotFinite},
		{"covariance of no moments", second(new(Moments).Covariance(0, Likelihood)), input.ErrEmpty},
		{"pooled covariance of no moments", second(new(Moments).Pooled(Likelihood)), input.ErrEmpty},
		{"draw nothing", second(two.Draw(0, rand.NewPCG(1, 2))), input.ErrParam},
		{"draw without source", second(q.Draw(1, nil)), input.ErrParam},
		{"weights", second(WeightedMoments(iris.X, iris.Y, []float64{1})), input.ErrShape},
		{"zero weight", second(WeightedMoments(one, []int{1}, []float64{0})), input.ErrParam},
		{"covariance of no class", second(moments.Covariance(3, Unbiased)), input.ErrParam},
		{"no moments", second(LDA{}.FitMoments(nil)), input.ErrEmpty},
		{"odd moments", second(QDA{}.FitMoments(&Moments{Classes: []int{1, 2}})), input.ErrShape},
		{"canonical of one class", second(must(NewMoments(iris.X, make([]int, 150))).Canonical()), input.ErrOneClass},
		{"Fisher of nothing", second(Fisher{}.Given(nil, nil, nil, nil)), input.ErrEmpty},
		{"Fisher of singular", second(Fisher{}.Given([]float64{1}, []float64{2}, dist.Sym{N: 1, Data: []float64{0}}, dist.Sym{N: 1, Data: []float64{0}})), input.ErrSingular},
		{"splits of nothing", second(NewSplits(nil, nil, nil)), input.ErrEmpty},
		{"splits with bad labels", second(NewSplits([]float64{1}, []int{0}, nil)), input.ErrLabel},
		{"splits of NaN", second(NewSplits([]float64{math.NaN()}, []int{1}, nil)), input.ErrNotFinite},
		{"splits with a bad weight", second(NewSplits([]float64{1}, []int{1}, []float64{-1})), input.ErrParam},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.want)
		}
	}
	for name, v := range map[string]float64{
		"criterion of 0":      Criterion([]float64{0}, []float64{0}, []float64{1}, dist.Sym{N: 1, Data: []float64{1}}, dist.Sym{N: 1, Data: []float64{1}}),
		"criterion of shapes": Criterion([]float64{0, 1}, []float64{0}, []float64{1}, dist.Sym{N: 1, Data: []float64{1}}, dist.Sym{N: 1, Data: []float64{1}}),
		"distance outside":    two.Distance(0, 2), "quadratic form": two.Cov.Quadratic([]float64{1}, nil),
		"quadric": must(q.Boundary(0, 1)).Value(nil), "broken quadric": (&Quadric{W: []float64{1}}).Value([]float64{1}),
		"criterion of nil": Criterion([]float64{1}, []float64{0}, []float64{1}, (*mat.SymDense)(nil), nil),
		"broken form":      dist.Sym{N: 1}.Quadratic([]float64{1}, []float64{1}), "broken entry": dist.Sym{N: 1}.At(0, 0),
		"no splits": new(Splits).At(0), "best of no splits": first((&Splits{Points: []float64{1}, Errors: []float64{1}}).Best()),
	} {
		if !math.IsNaN(v) {
			t.Errorf("%s: got %v, want NaN", name, v)
		}
	}
}

func first(a, _ float64) float64 { return a }

// TestBrokenMomentsAreEmpty: what has no error to return returns nothing for moments that NewMoments did not make.
func TestBrokenMomentsAreEmpty(t *testing.T) {
	for _, m := range []*Moments{{}, {Weight: []float64{1, 2}, Means: [][]float64{{1}, {1, 2}}, Scatter: []dist.Sym{{N: 1}, {N: 5}}}} {
		if m.Mean() != nil || m.Within().N != 0 || m.Between().N != 0 {
			t.Errorf("%+v: mean %v, scatter %v and %v", m, m.Mean(), m.Within(), m.Between())
		}
	}
	if dist.NewSym(nil).N != 0 || (&Quadric{W: []float64{1}}).Roots() != nil {
		t.Error("a matrix or roots of nothing")
	}
}

// TestUnitsDoNotMatter: posteriors stay the same when columns change their units and their origins.
func TestUnitsDoNotMatter(t *testing.T) {
	s := data.Iris()
	for name, c := range map[string]struct{ up, down, shift, tol float64 }{"units": {1e8, 1e-8, 0, 1e-11}, "far away": {1, 1, 1e8, 1e-5}, "small and far": {1e-8, 1, 1, 1e-5}} {
		x := mat.DenseCopyOf(s.X)
		x.Apply(func(_, j int, v float64) float64 { return v*[]float64{c.up, c.down, 1, c.up}[j] + c.shift }, x)
		for method, fit := range map[string]func(x mat.Matrix) (classifier, error){
			"LDA": func(x mat.Matrix) (classifier, error) { return LDA{}.Fit(x, s.Y) }, "QDA": func(x mat.Matrix) (classifier, error) { return QDA{}.Fit(x, s.Y) },
		} {
			plain, moved := must(must(fit(s.X)).Posteriors(s.X)), must(must(fit(x)).Posteriors(x))
			if !mat.EqualApprox(plain, moved, c.tol) {
				t.Errorf("%s, %s: other posteriors", name, method)
			}
		}
	}
	for _, shift := range []float64{1e4, 1e8} {
		law := func(c float64) *QuadraticModel {
			return must(NewQuadratic(nil, []float64{.4, .6}, [][]float64{{c}, {c + 1}}, []dist.Sym{{N: 1, Data: []float64{1}}, {N: 1, Data: []float64{4}}}))
		}
		near(t, "Bayes risk far away", must(law(shift).BayesRisk()), must(law(0).BayesRisk()), 1e-15)
	}
	for _, c := range []float64{1e-200, 1e200} {
		two := norm2(.5)
		h := linear.Hyperplane{W: []float64{1, -.5}, B: .2}
		near(t, "risk of a rescaled rule", must(two.RiskOf(h.Scale(c))), must(two.RiskOf(h)), 1e-15)
	}
	for _, c := range []float64{1, 1e-200, 1e200} {
		q := &Quadric{A: dist.Sym{N: 1, Data: []float64{c}}, W: []float64{-3 * c}, C: 2 * c}
		if r := q.Roots(); len(r) != 2 || math.Abs(r[0]-1) > 1e-15 || math.Abs(r[1]-2) > 1e-15 {
			t.Errorf("roots %v, want 1 and 2", r)
		}
	}
}

// TestSplits against the plain count.
func TestSplits(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 1))
	for range 100 {
		n := 1 + rnd.IntN(12)
		z, y, w := make([]float64, n), make([]int, n), make([]float64, n)
		for i := range n {
			z[i], y[i], w[i] = float64(rnd.IntN(6)), 2*rnd.IntN(2)-1, 1+float64(rnd.IntN(3))
		}
		s := must(NewSplits(z, y, w))
		least, greatest := 1.0, 0.0
		for _, c := range []float64{math.Inf(-1), -.5, 0, .5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, math.Inf(1)} {
			wrong, total := 0.0, 0.0
			for i := range n {
				total += w[i]
				if (z[i] > c) != (y[i] > 0) {
					wrong += w[i]
				}
			}
			near(t, "error of a cut", s.At(c), wrong/total, 1e-14)
			least, greatest = min(least, wrong/total), max(greatest, wrong/total)
		}
		cut, best := s.Best()
		near(t, "least error", best, least, 1e-14)
		near(t, "error at the best cut", s.At(cut), best, 0)
		_, reversed := s.BestReversed()
		near(t, "least error reversed", reversed, 1-greatest, 1e-14)
	}
}

// TestModelsFromElsewhere: a model that this package did not make is refused, and nothing panics.
func TestModelsFromElsewhere(t *testing.T) {
	x, h := mat.NewDense(1, 1, nil), linear.Hyperplane{W: []float64{1}}
	half, ends := []float64{.5, .5}, [][]float64{{0}, {1}}
	for _, l := range []*LinearModel{{}, {Priors: half}, {Priors: half, Means: ends}, {Priors: half, Means: ends, Cov: dist.Sym{N: 1, Data: []float64{1}}},
		{Classes: []int{1, 2}, Priors: half, Means: ends, Cov: dist.Sym{N: 1, Data: []float64{1}}, W: make([][]float64, 2), B: half, Slope: make([][]float64, 2), Offset: half, Center: []float64{0}}} {
		_, predict := l.Predict(x)
		_, boundary := l.Boundary(0, 1)
		for _, err := range []error{predict, boundary} {
			if !errors.Is(err, input.ErrShape) {
				t.Errorf("%+v: got %v", l, err)
			}
		}
		l.Distance(0, 1)
	}
	for _, q := range []*QuadraticModel{{}, {Priors: half}, {Priors: half, Means: ends}, {Priors: half, Means: ends, Covs: []dist.Sym{{N: 1, Data: nil}, {N: 1, Data: nil}}}} {
		_, predict := q.Predict(x)
		_, draw := q.Draw(1, rand.NewPCG(1, 2))
		_, boundary := q.Boundary(0, 1)
		_, joint := q.LogJoint(x)
		for _, err := range []error{predict, draw, boundary, joint} {
			if !errors.Is(err, input.ErrShape) {
				t.Errorf("%+v: got %v", q, err)
			}
		}
		_, risk := q.RiskOf(h)
		_, bayes := q.BayesRisk()
		if risk == nil || bayes == nil {
			t.Errorf("%+v: got a risk", q)
		}
	}
	if m := (&Moments{}); m.Within().N != 0 || m.Between().N != 0 || len(m.Mean()) != 0 {
		t.Error("empty moments are not empty")
	}
}
