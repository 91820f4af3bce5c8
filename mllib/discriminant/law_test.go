package discriminant

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// randomModel returns a model with d dimensions and k classes.
func randomModel(rnd *rand.Rand, d, k int) *QuadraticModel {
	priors, means, covs := make([]float64, k), make([][]float64, k), make([]*mat.Dense, k)
	for c := range k {
		priors[c] = .2 + rnd.Float64()
		means[c] = make([]float64, d)
		a := mat.NewDense(d, d, nil)
		for i := range d {
			means[c][i] = 2 * rnd.NormFloat64()
			for j := range d {
				a.Set(i, j, rnd.NormFloat64()/math.Sqrt(float64(d)))
			}
			a.Set(i, i, a.At(i, i)+1.5)
		}
		covs[c] = new(mat.Dense)
		covs[c].Mul(a, a.T())
	}
	floats.Scale(1/floats.Sum(priors), priors)
	priors[k-1] = 1 - floats.Sum(priors[:k-1])
	return must(NewQuadratic(nil, priors, means, covs))
}

// linearOf is the model with the first covariance for all classes.
func linearOf(m *QuadraticModel) *LinearModel {
	return must(NewLinear(nil, m.Priors, m.Means, m.Covs[0]))
}

func TestLaws(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 1))
	for range 60 {
		d, k := 1+rnd.IntN(5), 2+rnd.IntN(3)
		q := randomModel(rnd, d, k)
		l := linearOf(q)
		s := must(q.Draw(40, rnd))
		equal := must(NewQuadratic(nil, l.Priors, l.Means, slices.Repeat([]dist.Sym{l.Cov}, k)))
		checkBayes(t, must(q.Posteriors(s.X)), must(q.LogPosteriors(s.X)), must(q.Scores(s.X)), must(q.LogJoint(s.X)))
		checkBayes(t, must(l.Posteriors(s.X)), must(l.LogPosteriors(s.X)), must(l.Scores(s.X)), must(l.LogJoint(s.X)))
		if a, b := must(l.Posteriors(s.X)), must(equal.Posteriors(s.X)); !mat.EqualApprox(a, b, 1e-11) {
			t.Errorf("d=%d, K=%d: QDA with equal covariances is not LDA", d, k)
		}
		h, quadric := must(l.Boundary(0, 1)), must(q.Boundary(0, 1))
		sl, sq := must(l.Scores(s.X)), must(q.Scores(s.X))
		for i := range 40 {
			near(t, "boundary of LDA", h.Score(s.Row(i)), sl.At(i, 0)-sl.At(i, 1), 1e-9*(1+math.Abs(sl.At(i, 0))))
			near(t, "boundary of QDA", quadric.Value(s.Row(i)), sq.At(i, 0)-sq.At(i, 1), 1e-8*(1+math.Abs(sq.At(i, 0))))
		}
	}
}

// checkBayes: posteriors are the normalised joint densities and the softmax of the scores.
func checkBayes(t *testing.T, p, log, scores, joint *mat.Dense) {
	t.Helper()
	n, k := p.Dims()
	for i := range n {
		near(t, "sum of posteriors", floats.Sum(p.RawRowView(i)), 1, 1e-14)
		density, sum := floats.LogSumExp(joint.RawRowView(i)), floats.LogSumExp(scores.RawRowView(i))
		for c := range k {
			near(t, "Bayes formula", p.At(i, c), math.Exp(joint.At(i, c)-density), 1e-11)
			near(t, "softmax of the scores", p.At(i, c), math.Exp(scores.At(i, c)-sum), 1e-10)
			near(t, "log posterior", math.Exp(log.At(i, c)), p.At(i, c), 1e-13)
		}
	}
}

// TestInvariances: the order of the rows does not matter, nor an affine change of coordinates, nor the distance from the origin.
func TestInvariances(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 2))
	for range 20 {
		d := 1 + rnd.IntN(4)
		s := must(randomModel(rnd, d, 3).Draw(200, rnd))
		order := rnd.Perm(200)
		shuffled := must(s.Take(order))
		a := mat.NewDense(d, d, nil)
		for i := range d {
			for j := range d {
				a.Set(i, j, rnd.NormFloat64()/4)
			}
			a.Set(i, i, a.At(i, i)+2)
		}
		var moved mat.Dense
		moved.Mul(s.X, a)
		moved.Apply(func(_, j int, v float64) float64 { return v + 1e5*float64(j+1) }, &moved)
		lda, qda := must(LDA{}.Fit(s.X, s.Y)), must(QDA{}.Fit(s.X, s.Y))
		p, q := must(lda.Posteriors(s.X)), must(qda.Posteriors(s.X))
		if other := must(must(LDA{}.Fit(shuffled.X, shuffled.Y)).Posteriors(s.X)); !mat.EqualApprox(p, other, 1e-10) {
			t.Error("LDA depends on the order of the rows")
		}
		if other := must(must(LDA{}.Fit(&moved, s.Y)).Posteriors(&moved)); !mat.EqualApprox(p, other, 1e-7) {
			t.Error("LDA depends on the coordinates")
		}
		if other := must(must(QDA{}.Fit(&moved, s.Y)).Posteriors(&moved)); !mat.EqualApprox(q, other, 1e-7) {
			t.Error("QDA depends on the coordinates")
		}
		if other := must(must(QDA{Pooling: 1}.Fit(s.X, s.Y)).Posteriors(s.X)); !mat.EqualApprox(p, other, 1e-10) {
			t.Error("QDA with full pooling is not LDA")
		}
		transposed := mat.DenseCopyOf(s.X.T()).T() // a matrix that does not show its memory row by row
		if other := must(lda.Posteriors(transposed)); !mat.Equal(p, other) {
			t.Error("another form of the same matrix gives other posteriors")
		}
	}
}

// TestMomentsAddUp: within + between is the total scatter, and pooled is the weighted mean of the class covariances.
func TestMomentsAddUp(t *testing.T) {
	s := data.Iris()
	m := must(NewMoments(s.X, s.Y))
	total := must(NewMoments(s.X, make([]int, 150))).Scatter[0]
	sum := m.Within()
	floats.Add(sum.Data, m.Between().Data)
	nearAll(t, "within + between", sum.Data, total.Data, 1e-10)
	pooled, mix := must(m.Pooled(Unbiased)), dist.ZeroSym(4)
	for k := range 3 {
		floats.AddScaled(mix.Data, 49./147, must(m.Covariance(k, Unbiased)).Data)
	}
	nearAll(t, "pooled", pooled.Data, mix.Data, 1e-13)
	ml := must(m.Pooled(Likelihood))
	nearAll(t, "likelihood", scaled(150./147, ml).Data, pooled.Data, 1e-14)
}

// TestFisherIsBest: no direction has a larger criterion, LDA has the same direction, and so has the first canonical variate.
func TestFisherIsBest(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 3))
	for range 30 {
		d := 1 + rnd.IntN(5)
		s := must(randomModel(rnd, d, 2).Draw(60, rnd))
		m := must(NewMoments(s.X, s.Y))
		f := must(Fisher{}.Fit(s.X, s.Y))
		c0, c1 := must(m.Covariance(0, Unbiased)), must(m.Covariance(1, Unbiased))
		near(t, "criterion at the optimum", Criterion(f.W, m.Means[0], m.Means[1], c0, c1), f.Lambda, 1e-10*(1+f.Lambda))
		w := make([]float64, d)
		for range 50 {
			for j := range w {
				w[j] = rnd.NormFloat64()
			}
			if v := Criterion(w, m.Means[0], m.Means[1], c0, c1); v > f.Lambda*(1+1e-12) {
				t.Errorf("direction %v has the criterion %v > %v", w, v, f.Lambda)
			}
		}
		lda, canonical := must(LDA{}.Fit(s.X, s.Y)), must(m.Canonical())
		h := must(lda.Boundary(1, 0))
		cosine := floats.Dot(h.W, canonical.Directions[0]) / floats.Norm(h.W, 2) / floats.Norm(canonical.Directions[0], 2)
		near(t, "canonical direction", math.Abs(cosine), 1, 1e-9)
	}
}

// TestRiskIsTheShareOfErrors: closed forms against a simulation, within four standard errors.
func TestRiskIsTheShareOfErrors(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 4))
	const n = 40000
	share := func(name string, s *data.Set, y []int, risk float64) {
		wrong := 0.0
		for i := range y {
			if y[i] != s.Y[i] {
				wrong++
			}
		}
		near(t, name, wrong/n, risk, 4*math.Sqrt(risk*(1-risk)/n)+1e-9)
	}
	for range 6 {
		q := randomModel(rnd, 3, 2)
		l := linearOf(q)
		s := must(l.Draw(n, rnd))
		share("Bayes risk", s, must(l.Predict(s.X)), must(l.BayesRisk()))
		h := linear.Hyperplane{W: []float64{rnd.NormFloat64(), rnd.NormFloat64(), rnd.NormFloat64()}, B: rnd.NormFloat64()}
		s = must(q.Draw(n, rnd))
		y := must(h.Classify(s.X, 0))
		for i := range y {
			y[i] = (y[i] + 3) / 2
		}
		share("risk of a linear rule", s, y, must(q.RiskOf(h)))
		line := randomModel(rnd, 1, 2)
		s = must(line.Draw(n, rnd))
		share("Bayes risk on the line", s, must(line.Predict(s.X)), must(line.BayesRisk()))
	}
}

func TestDrawHasItsMoments(t *testing.T) {
	m := three()
	const n = 100000
	s := must(m.Draw(n, rand.NewPCG(7, 5)))
	got := must(NewMoments(s.X, s.Y))
	for k, p := range m.Priors {
		near(t, "share", got.Weight[k]/n, p, 4*math.Sqrt(p*(1-p)/n))
		for j := range 2 {
			near(t, "mean", got.Means[k][j], m.Means[k][j], 4*math.Sqrt(m.Cov.At(j, j)/got.Weight[k]))
		}
	}
	nearAll(t, "covariance", must(got.Pooled(Unbiased)).Data, m.Cov.Data, 4*2*math.Sqrt(2./n)*1.1)
}

// TestProcessorsDoNotMatter: the same bits with one goroutine and with several.
func TestProcessorsDoNotMatter(t *testing.T) {
	s := must(randomModel(rand.New(rand.NewPCG(7, 6)), 4, 3).Draw(20000, rand.NewPCG(7, 7)))
	testkit.Processors(t, "posteriors", func() []float64 {
		return slices.Concat(must(must(LDA{}.Fit(s.X, s.Y)).Posteriors(s.X)).RawMatrix().Data, must(must(QDA{}.Fit(s.X, s.Y)).Posteriors(s.X)).RawMatrix().Data)
	})
}

// TestModelsKeepTheirMemory: a model does not change with the moments it was fitted to.
func TestModelsKeepTheirMemory(t *testing.T) {
	s := data.Iris()
	m := must(NewMoments(s.X, s.Y))
	l, q := must(LDA{}.FitMoments(m)), must(QDA{}.FitMoments(m))
	before := slices.Concat(must(l.Posteriors(s.X)).RawMatrix().Data, must(q.Posteriors(s.X)).RawMatrix().Data)
	m.Means[0][0], m.Classes[0], m.Scatter[0].Data[0] = 99, 99, 99
	if after := slices.Concat(must(l.Posteriors(s.X)).RawMatrix().Data, must(q.Posteriors(s.X)).RawMatrix().Data); !testkit.Bits(before, after) || l.Classes[0] != 1 || q.Classes[0] != 1 {
		t.Error("the model changed with the moments")
	}
}

// TestJSON: whatever went through JSON answers with the same bits.
func TestJSON(t *testing.T) {
	s := data.Iris()
	for _, m := range []*LinearModel{must(LDA{}.Fit(s.X, s.Y)), must(LDA{Priors: []float64{.2, .3, .5}, Tie: label.Negative, Shrinkage: .1}.Fit(s.X, s.Y))} {
		if !testkit.Bits(must(m.Posteriors(s.X)).RawMatrix().Data, must(testkit.RoundTrip(t, m).Posteriors(s.X)).RawMatrix().Data) {
			t.Error("an LDA model from JSON has other posteriors")
		}
	}
	qda := must(QDA{Shrinkage: .1, Target: Diagonal}.Fit(s.X, s.Y))
	if !testkit.Bits(must(qda.Posteriors(s.X)).RawMatrix().Data, must(testkit.RoundTrip(t, qda).Posteriors(s.X)).RawMatrix().Data) {
		t.Error("a QDA model from JSON has other posteriors")
	}
	q := must(qda.Boundary(0, 1))
	if v := s.Row(3); q.Value(v) != testkit.RoundTrip(t, q).Value(v) {
		t.Error("a quadric from JSON has another value")
	}
	f := must(Fisher{Cut: NormalRule}.Fit(s.X.Slice(0, 100, 0, 4), s.Y[:100]))
	if !slices.Equal(must(f.Predict(s.X)), must(testkit.RoundTrip(t, f).Predict(s.X))) {
		t.Error("a Fisher model from JSON predicts otherwise")
	}
	moments := must(NewMoments(s.X, s.Y))
	again := testkit.RoundTrip(t, moments)
	if !testkit.Bits(must(must(LDA{}.FitMoments(again)).Posteriors(s.X)).RawMatrix().Data, must(must(LDA{}.Fit(s.X, s.Y)).Posteriors(s.X)).RawMatrix().Data) {
		t.Error("moments from JSON make another model")
	}
	c := must(moments.Canonical())
	if !testkit.Bits(must(c.Project(s.X)).RawMatrix().Data, must(testkit.RoundTrip(t, c).Project(s.X)).RawMatrix().Data) {
		t.Error("canonical directions from JSON project otherwise")
	}
	splits := must(NewSplits([]float64{-1, 0, 1, 2}, []int{-1, 1, -1, 1}, nil))
	if testkit.RoundTrip(t, splits).At(.5) != splits.At(.5) {
		t.Error("splits from JSON have other errors")
	}
	testkit.RoundTrip(t, &LDA{Priors: []float64{.5, .5}, Divisor: Likelihood, Shrinkage: .25, Target: Identity, Tie: label.Negative})
	testkit.RoundTrip(t, &QDA{EqualPriors: true, Divisor: Likelihood, Pooling: .5, Shrinkage: .25, Target: Diagonal})
	testkit.RoundTrip(t, &Fisher{Cut: NormalRule})
	if err := json.Unmarshal([]byte(`{"Target":"sideways"}`), new(QDA)); err == nil {
		t.Error("an unknown target came through")
	}
}

func TestViews(t *testing.T) {
	s := data.Iris()
	two := must(s.Take([]int{50, 55, 60, 65, 70, 75, 80, 100, 105, 110, 115, 120, 125, 130, 135}))
	for name, fit := range map[string]func(x mat.Matrix) (any, error){
		"LDA": func(x mat.Matrix) (any, error) { return LDA{}.Fit(x, s.Y) }, "QDA": func(x mat.Matrix) (any, error) { return QDA{}.Fit(x, s.Y) },
		"posteriors": func(x mat.Matrix) (any, error) { return must(QDA{}.Fit(s.X, s.Y)).Posteriors(x) },
	} {
		testkit.Views(t, name, s.X, fit)
	}
	testkit.Views(t, "Fisher", two.X, func(x mat.Matrix) (any, error) { return Fisher{}.Fit(x, two.Y) })
}
