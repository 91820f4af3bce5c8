package boosting_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/mercer-go/mercer/mllib/boosting"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/logistic"
	"github.com/mercer-go/mercer/mllib/tree"
	"gonum.org/v1/gonum/mat"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// ten are the ten points of the curriculum (N10.2a, Y53c, S8e).
func ten() (*mat.Dense, []int) {
	x := mat.NewDense(10, 1, nil)
	for i := range 10 {
		x.Set(i, 0, float64(i))
	}
	return x, []int{1, 1, 1, -1, -1, -1, 1, 1, 1, -1}
}

// TestTenPoints: thresholds, errors, α, weights and their sums in the fractions of the curriculum.
func TestTenPoints(t *testing.T) {
	x, y := ten()
	p := boosting.Boost(boosting.Stump{}, 7)
	p.Trace = true
	m := must(p.Fit(x, y))
	testkit.Near(t, "errors", m.Errors[:3], []float64{3. / 10, 3. / 14, 2. / 11}, 1e-14)
	testkit.Near(t, "errors of rounds 4 to 7", m.Errors[3:], []float64{.194444, .189655, .191489, .190789}, 1e-6)
	testkit.Near(t, "α", m.Alpha[:3], []float64{math.Log(7. / 3), math.Log(11. / 3), math.Log(9. / 2)}, 1e-14)
	for k, want := range []float64{2.5, 8.5, 5.5} {
		if s := m.Parts[k]; s.Threshold != want || s.Left != []int{1, 1, -1}[k] {
			t.Errorf("round %d: %v, want the threshold %v", k+1, s, want)
		}
	}
	totals := make([]float64, 4)
	for k := range totals {
		totals[k] = math.Exp(m.LogTotals[k])
	}
	testkit.Near(t, "sums of weights", totals, []float64{1, 7. / 5, 11. / 5, 18. / 5}, 1e-13)
	for k, want := range [][]float64{{1. / 14, 1. / 14, 1. / 6, 1. / 14}, {1. / 22, 1. / 6, 7. / 66, 1. / 22}, {1. / 8, 11. / 108, 7. / 108, 1. / 8}} {
		w := m.Weights[k+1]
		testkit.Near(t, "weights", []float64{w[0], w[3], w[6], w[9]}, want, 1e-14)
	}
	testkit.Near(t, "staged errors", must(m.StagedErrors(x, y)), []float64{.3, .3, 0, 0, 0, 0, 0}, 1e-15)
	three := must(boosting.Boost(boosting.Stump{}, 3).Fit(x, y))
	testkit.Near(t, "f", must(three.Scores(x)), []float64{.6425, .6425, .6425, -1.0521, -1.0521, -1.0521, 1.9561, 1.9561, 1.9561, -.6425}, 1e-4)
	if m.Report.Reason != boosting.AllRounds || m.Report.Rounds != 7 || m.Report.Error != 0 {
		t.Errorf("report %v", m.Report)
	}
}

// cloud is n rows of d columns, whole numbers or normal ones, with labels that depend on two of them, and weights.
func cloud(r *rand.Rand, n, d int, whole bool) (x *mat.Dense, y []int, w []float64) {
	x = mat.NewDense(n, d, nil)
	x.Apply(func(int, int, float64) float64 {
		if whole {
			return float64(r.IntN(7))
		}
		return r.NormFloat64()
	}, x)
	for i := range n {
		y = append(y, 3)
		if x.At(i, 0)*(1+x.At(i, min(1, d-1)))+r.NormFloat64() > 0 {
			y[i] = 5
		}
		w = append(w, float64(r.IntN(4)))
	}
	y[0], y[1], w[0], w[1] = 3, 5, 1, 1
	return x, y, w
}

// TestStumpIsBest: no rule of one column is better, all tried; and a stump by Gini is the first cut of a tree.
func TestStumpIsBest(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(1, seed))
		x, y, w := cloud(r, 12+r.IntN(40), 3, seed%2 == 0)
		wrong := func(m learn.Model[int]) float64 {
			sum := 0.0
			for i, l := range must(m.Predict(x)) {
				if l != y[i] {
					sum += w[i]
				}
			}
			return sum
		}
		m := must(boosting.Stump{}.FitWeighted(x, y, w))
		least := math.Inf(1)
		for j := range 3 {
			top := math.Inf(-1)
			for i := range y {
				if w[i] > 0 {
					top = max(top, x.At(i, j))
				}
			}
			for i := range y {
				if w[i] == 0 || x.At(i, j) == top {
					continue // all rows with weight on one side
				}
				for _, left := range []int{3, 5} {
					least = min(least, wrong(&boosting.StumpModel{Dim: 3, Column: j, Threshold: x.At(i, j), Left: left, Right: 8 - left}))
				}
			}
		}
		if got := wrong(m); got > least {
			t.Errorf("seed %d: %v has the error %v, the best has %v", seed, m, got, least)
		}
		gini := must(boosting.Stump{Criterion: boosting.LeastGini}.FitWeighted(x, y, w))
		cut := must(tree.Classifier{Growth: tree.Growth{Depth: 1}}.FitWeighted(x, y, w))
		if root := cut.Nodes[0]; root.Column != gini.Column || gini.Threshold != root.Threshold {
			t.Errorf("seed %d: %v, the tree cuts column %d at %v", seed, gini, root.Column, root.Threshold)
		}
	}
}

// TestRepeatedIsPlain: many stumps from the same sorted columns are those that are fitted one by one.
func TestRepeatedIsPlain(t *testing.T) {
	x, y, w := cloud(rand.New(rand.NewPCG(2, 1)), 150, 4, false)
	for _, c := range boosting.LeastError.All() {
		fast := must(boosting.Boost(boosting.Stump{Criterion: c}, 30).FitWeighted(x, y, w))
		slow := must(boosting.Boost(plain{boosting.Stump{Criterion: c}}, 30).FitWeighted(x, y, w))
		if !reflect.DeepEqual(fast.Parts, slow.Parts) || !testkit.Bits(fast.Alpha, slow.Alpha) || fast.Report != slow.Report {
			t.Errorf("%v: the two ways differ: %v, %v", c, fast.Report, slow.Report)
		}
	}
}

// plain hides that a stump can prepare for many fits.
type plain struct{ s boosting.Stump }

func (p plain) Fit(x mat.Matrix, y []int) (*boosting.StumpModel, error) { return p.s.Fit(x, y) }

func (p plain) FitWeighted(x mat.Matrix, y []int, w []float64) (*boosting.StumpModel, error) {
	return p.s.FitWeighted(x, y, w)
}

// TestLaws: Lemma 10.1 and 10.2, the bound of theorem 10.3, an error of one half of each classifier after its round, margins and scores; for stumps, trees and a logistic model.
func TestLaws(t *testing.T) {
	x, y, w := cloud(rand.New(rand.NewPCG(3, 1)), 200, 3, false)
	laws(t, boosting.Boost(boosting.Stump{}, 40), x, y, w)
	laws(t, boosting.Boost(tree.Classifier{Growth: tree.Growth{Depth: 2}}, 20), x, y, w)
	laws(t, boosting.Boost(logistic.Binary{Ridge: 1}, 5), x, y, w)
}

func laws[M learn.Model[int]](t *testing.T, p boosting.AdaBoost[M], x *mat.Dense, y []int, first []float64) {
	t.Helper()
	p.Trace = true
	m := must(p.FitWeighted(x, y, first))
	what := fmt.Sprintf("%T", p.Each)
	f, all := make([]float64, len(y)), 0.0
	for _, v := range first {
		all += v
	}
	logs, bound, alphas := 0.0, 1.0, 0.0
	for k, part := range m.Parts {
		e, after := 0.0, 0.0
		for i, said := range must(part.Predict(x)) {
			f[i] += m.Alpha[k] * float64(said-4)
			if said != y[i] {
				e += m.Weights[k][i]
				after += m.Weights[k+1][i]
			}
		}
		testkit.Near(t, what+": error, and after its round", []float64{m.Errors[k], after}, []float64{e, .5}, 1e-12)
		alphas += m.Alpha[k]
		logs += math.Log(2 * (1 - e))
		bound *= 2 * math.Sqrt(e*(1-e))
		mean := 0.0
		for i, v := range f {
			unwrapped := first[i] / all * math.Exp(-float64(y[i]-4)*v/2+alphas/2)
			mean += first[i] / all * math.Exp(-float64(y[i]-4)*v/2)
			testkit.Near(t, what+": weight", []float64{m.Weights[k+1][i] * math.Exp(m.LogTotals[k+1])}, []float64{unwrapped}, 1e-11)
		}
		testkit.Near(t, what+": total, bound", []float64{m.LogTotals[k+1], mean}, []float64{logs, bound}, 1e-11)
	}
	if m.Report.Error > bound+1e-12 || len(m.Parts) < 3 {
		t.Errorf("%s: %v, bound %v", what, m.Report, bound)
	}
	testkit.Near(t, what+": scores", must(m.Scores(x)), f, 1e-12)
	for i, v := range must(m.Margins(x, y)) {
		testkit.Near(t, what+": margin", []float64{v}, []float64{float64(y[i]-4) * f[i] / alphas}, 1e-12)
	}
	if back := testkit.RoundTrip(t, m); !reflect.DeepEqual(must(back.Predict(x)), must(m.Predict(x))) {
		t.Errorf("%s: other predictions after JSON", what)
	}
}

// TestEnds: a classifier without mistakes decides alone, one that is no better than chance ends it.
func TestEnds(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{1, 2, 3, 4})
	m := must(boosting.Boost(boosting.Stump{}, 9).Fit(x, []int{0, 0, 1, 1}))
	if m.Report.Reason != boosting.Perfect || len(m.Parts) != 1 || m.Report.Error != 0 || m.Alpha[0] != 1 {
		t.Errorf("%v, α %v", m.Report, m.Alpha)
	}
	same := mat.NewDense(4, 1, []float64{1, 1, 1, 1})
	if _, err := boosting.Boost(boosting.Stump{}, 9).Fit(same, []int{0, 0, 1, 1}); !errors.Is(err, boosting.ErrChance) {
		t.Errorf("chance: %v", err)
	}
	m = must(boosting.Boost(boosting.Stump{}, 9).Fit(same, []int{0, 1, 1, 1}))
	if m.Report.Reason != boosting.Chance || len(m.Parts) != 1 || math.Abs(m.Report.Left-.5) > 1e-12 {
		t.Errorf("%v", m.Report)
	}
	for _, n := range []int{49, 800} { // shares of equal weights are counts by n, exactly
		g := rand.New(rand.NewPCG(8, uint64(n)))
		x, y := mat.NewDense(n, 2, nil), make([]int, n)
		for i := range n {
			x.SetRow(i, []float64{g.NormFloat64(), g.NormFloat64()})
			if x.At(i, 0)*x.At(i, 1) > .3*g.NormFloat64() {
				y[i] = 1
			}
		}
		m := must(boosting.Boost(boosting.Stump{}, 20).Fit(x, y))
		if errs := must(m.StagedErrors(x, y)); m.Report.Error != errs[len(errs)-1] || m.Report.Error == 0 {
			t.Errorf("n = %d: error %v, staged %v", n, m.Report.Error, errs[len(errs)-1])
		}
	}
	xor := mat.NewDense(4, 2, []float64{0, 0, 0, 1, 1, 0, 1, 1})
	late := must(boosting.Boost(tree.Classifier{}, 9).Fit(xor, []int{0, 1, 1, 0}))
	if late.Report.Reason != boosting.Perfect {
		t.Errorf("a full tree: %v", late.Report)
	}
}

type staged struct {
	Column                          []int
	Threshold, Alpha, Error, Staged []float64
}

type reference struct {
	X                              [][]float64
	Y, Three                       []int
	Z, W                           []float64
	Two, Weighted, Samme           staged
	Regression, Deep               [][]float64
	Logistic, Exponential, Softmax [][][]float64
}

// TestScikitLearn: AdaBoost with the same stumps, errors and weights, also with first weights and three classes; gradient boosting with the same predictions after each round.
func TestScikitLearn(t *testing.T) {
	var ref reference
	testkit.Reference(t, "testdata/reference.json", &ref)
	x := testkit.Matrix(t, ref.X)
	one := tree.Classifier{Growth: tree.Growth{Depth: 1}}
	asTree(t, "trees", must(boosting.Boost(one, 40).Fit(x, ref.Y)), x, ref.Y, ref.Two)
	asTree(t, "weights", must(boosting.Boost(one, 25).FitWeighted(x, ref.Y, ref.W)), x, ref.Y, ref.Weighted)
	asTree(t, "three classes", must(boosting.Boost(one, 25).Fit(x, ref.Three)), x, ref.Three, ref.Samme)
	fast := must(boosting.Boost(boosting.Stump{Criterion: boosting.LeastGini}, 40).Fit(x, ref.Y))
	testkit.Near(t, "stumps: α", fast.Alpha, ref.Two.Alpha, 1e-10)
	for k, s := range fast.Parts {
		if s.Column != ref.Two.Column[k] || math.Abs(s.Threshold-ref.Two.Threshold[k]) > 1e-6 {
			t.Errorf("round %d: %v, want column %d at %v", k+1, s, ref.Two.Column[k], ref.Two.Threshold[k])
		}
	}
	g := boosting.Gradient{Rounds: 30}
	deep := boosting.Gradient{Rounds: 30, Depth: 5, MinLeaf: 4, Shrinkage: .3}
	for what, c := range map[string]struct {
		p    boosting.Gradient
		want [][]float64
	}{"regression": {g, ref.Regression}, "deep": {deep, ref.Deep}} {
		for rounds := 1; rounds <= 30; rounds += 7 {
			c.p.Rounds = rounds
			m := must(boosting.GradientRegressor{Gradient: c.p}.Fit(x, ref.Z))
			testkit.Near(t, fmt.Sprint(what, " ", rounds), must(m.Predict(x)), c.want[rounds-1], 1e-9)
		}
	}
	classes := func(what string, p boosting.GradientClassifier, y []int, want [][][]float64) {
		for rounds := 1; rounds <= 15; rounds += 2 {
			p.Rounds = rounds
			q := must(must(p.Fit(x, y)).Posteriors(x))
			for i, row := range want[rounds-1] {
				testkit.Near(t, fmt.Sprint(what, " ", rounds), q.RawRowView(i), row, 1e-9)
			}
		}
	}
	two := boosting.Gradient{Depth: 2}
	classes("logistic", boosting.GradientClassifier{}, ref.Y, ref.Logistic)
	classes("exponential", boosting.GradientClassifier{Gradient: two, Loss: boosting.Exponential}, ref.Y, ref.Exponential)
	classes("softmax", boosting.GradientClassifier{Gradient: two}, ref.Three, ref.Softmax)
}

func asTree(t *testing.T, what string, m *boosting.Model[*tree.Model], x *mat.Dense, y []int, want staged) {
	t.Helper()
	testkit.Near(t, what+": α", m.Alpha, want.Alpha, 1e-10)
	testkit.Near(t, what+": errors", m.Errors, want.Error, 1e-10)
	testkit.Near(t, what+": staged", must(m.StagedErrors(x, y)), want.Staged, 1e-12)
	for k, part := range m.Parts {
		if root := part.Nodes[0]; root.Column != want.Column[k] || math.Abs(root.Threshold-want.Threshold[k]) > 1e-6 {
			t.Errorf("%s: round %d cuts column %d at %v, want %d at %v", what, k+1, root.Column, root.Threshold, want.Column[k], want.Threshold[k])
		}
	}
}

// TestAdditive: a committee of stumps is a sum of functions of one column.
func TestAdditive(t *testing.T) {
	x, y, _ := cloud(rand.New(rand.NewPCG(4, 1)), 150, 3, true)
	for _, c := range boosting.LeastError.All() {
		m := must(boosting.Boost(boosting.Stump{Criterion: c}, 60).Fit(x, y))
		g := must(boosting.Additive(m))
		for i, f := range must(m.Scores(x)) {
			sum := 0.0
			for j := range g {
				sum += g[j].Value(x.At(i, j))
			}
			testkit.Near(t, "Σ g", []float64{sum}, []float64{f}, 1e-12)
		}
	}
}

// TestStagewiseIsAdaBoost: with the exponential loss and all stumps, both signs, forward stagewise modelling is AdaBoost with half its coefficients.
func TestStagewiseIsAdaBoost(t *testing.T) {
	x, y := ten()
	h := mat.NewDense(10, 18, nil)
	target := make([]float64, 10)
	for i := range 10 {
		for k := range 9 {
			s := 1.0
			if i > k {
				s = -1
			}
			h.Set(i, 2*k, s)
			h.Set(i, 2*k+1, -s)
		}
		target[i] = float64(y[i])
	}
	m := must(boosting.Boost(boosting.Stump{}, 7).Fit(x, y))
	f := must(boosting.Stagewise{Loss: boosting.Exponential, Rounds: 7}.Fit(h, target))
	product := 1.0
	for k := range f.Beta {
		product *= 2 * math.Sqrt(m.Errors[k]*(1-m.Errors[k]))
		s := f.Beta[k] * float64(1-2*(f.Index[k]%2))
		testkit.Near(t, fmt.Sprint("round ", k+1), []float64{math.Abs(s), float64(f.Index[k] / 2), f.Risks[k]}, []float64{m.Alpha[k] / 2, math.Floor(m.Parts[k].Threshold), product}, 1e-10)
	}
	for i, v := range must(m.Scores(x)) {
		testkit.Near(t, "f", []float64{f.Values[i], must(f.Predict(h))[i]}, []float64{v / 2, v / 2}, 1e-10)
	}
	logistic := must(boosting.Stagewise{Loss: boosting.Logistic, Rounds: 200}.Fit(h, target))
	for k, r := range logistic.Risks[1:] {
		if r > logistic.Risks[k] {
			t.Errorf("the logistic loss rises in round %d", k+2)
		}
	}
	if last := logistic.Risks[199]; last > .05 {
		t.Errorf("the logistic loss is %v after 200 rounds", last)
	}
}

// TestOrthonormal: with orthonormal functions and squares the largest coefficients come first.
func TestOrthonormal(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	a := mat.NewDense(12, 12, nil)
	a.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, a)
	var qr mat.QR
	qr.Factorize(a)
	var q mat.Dense
	qr.QTo(&q)
	y := make([]float64, 12)
	for i := range y {
		y[i] = r.NormFloat64()
	}
	m := must(boosting.Stagewise{Rounds: 12}.Fit(&q, y))
	var c mat.VecDense
	c.MulVec(q.T(), mat.NewVecDense(12, y))
	for k, j := range m.Index {
		testkit.Near(t, "coefficient", []float64{m.Beta[k]}, []float64{c.AtVec(j)}, 1e-12)
		if k > 0 && math.Abs(m.Beta[k]) > math.Abs(m.Beta[k-1])+1e-12 {
			t.Errorf("coefficient %d is larger than the one before", k)
		}
	}
	testkit.Near(t, "the end", []float64{m.Risks[11]}, []float64{0}, 1e-12)
}

// TestGradientLaws: without shrinkage and with deep trees the training data are learnt; losses fall; weights are copies; subsampling draws; JSON.
func TestGradientLaws(t *testing.T) {
	x, y, w := cloud(rand.New(rand.NewPCG(6, 1)), 160, 4, false)
	z := make([]float64, len(y))
	for i := range z {
		z[i] = math.Sin(2*x.At(i, 0)) + x.At(i, 1)
	}
	m := must(boosting.GradientRegressor{Gradient: boosting.Gradient{Rounds: 3, Shrinkage: 1, Depth: 20}}.Fit(x, z))
	testkit.Near(t, "learnt", must(m.Predict(x)), z, 1e-12)
	c := must(boosting.GradientClassifier{}.Fit(x, y))
	for k, l := range c.Losses[1:] {
		if l > c.Losses[k] {
			t.Errorf("the loss rises in round %d", k+2)
		}
	}
	if staged := must(c.StagedErrors(x, y)); staged[len(staged)-1] > staged[0] {
		t.Errorf("training error %v after %v", staged[len(staged)-1], staged[0])
	}
	var rows []int
	for i, v := range w {
		for range int(v) {
			rows = append(rows, i)
		}
	}
	copies, labels, _ := learn.Take(x, y, rows)
	testkit.Near(t, "copies", must(must(boosting.GradientClassifier{}.Fit(copies, labels)).Scores(x)), must(must(boosting.GradientClassifier{}.FitWeighted(x, y, w)).Scores(x)), 1e-9)
	some := boosting.GradientClassifier{Gradient: boosting.Gradient{Subsample: .5, Features: 2, Src: rand.NewPCG(1, 1)}}
	drawn := must(some.Fit(x, y))
	some.Src = rand.NewPCG(1, 1)
	again := must(some.Fit(x, y))
	some.Src = rand.NewPCG(1, 2)
	other := must(some.Fit(x, y))
	if !reflect.DeepEqual(drawn, again) || reflect.DeepEqual(drawn.Stages.Trees, other.Stages.Trees) {
		t.Error("the source does not decide")
	}
	if back := testkit.RoundTrip(t, drawn); !reflect.DeepEqual(must(back.Predict(x)), must(drawn.Predict(x))) {
		t.Error("other predictions after JSON")
	}
	testkit.RoundTrip(t, m)
}

func TestProcessors(t *testing.T) {
	x, y, _ := cloud(rand.New(rand.NewPCG(7, 1)), 700, 5, false)
	three := make([]int, len(y))
	for i := range three {
		three[i] = y[i] + i%2
	}
	testkit.Processors(t, "boosting", func() []float64 {
		m := must(boosting.Boost(boosting.Stump{}, 30).Fit(x, y))
		g := must(boosting.GradientClassifier{Gradient: boosting.Gradient{Rounds: 10, Subsample: .7, Src: rand.NewPCG(2, 2)}}.Fit(x, three))
		return append(append(m.Alpha, g.Losses...), must(g.Posteriors(x)).RawMatrix().Data...)
	})
}

// TestRefused: bad input is told by name.
func TestRefused(t *testing.T) {
	x, y := mat.NewDense(3, 1, []float64{1, 2, 3}), []int{0, 1, 0}
	z := []float64{1, 2, 3}
	nan := mat.NewDense(3, 1, []float64{1, math.NaN(), 3})
	boost := boosting.Boost(boosting.Stump{}, 2)
	var none boosting.AdaBoost[*boosting.StumpModel]
	second := func(_ any, err error) error { return err }
	for what, c := range map[string]struct{ err, want error }{
		"no rows":       {second(boost.Fit(&mat.Dense{}, nil)), input.ErrEmpty},
		"labels":        {second(boost.Fit(x, y[:2])), input.ErrShape},
		"NaN":           {second(boost.Fit(nan, y)), input.ErrNotFinite},
		"one class":     {second(boost.Fit(x, []int{1, 1, 1})), input.ErrOneClass},
		"three classes": {second(boost.Fit(x, []int{1, 2, 3})), input.ErrLabel},
		"no learner":    {second(none.Fit(x, y)), input.ErrEmpty},
		"rounds":        {second(boosting.Boost(boosting.Stump{}, -1).Fit(x, y)), input.ErrParam},
		"weights":       {second(boost.FitWeighted(x, y, []float64{1, -1, 1})), input.ErrParam},
		"no weight":     {second(boost.FitWeighted(x, y, []float64{0, 0, 0})), input.ErrParam},
		"infinite":      {second(boost.FitWeighted(x, y, []float64{1, math.Inf(1), 1})), input.ErrNotFinite},
		"criterion":     {second(boosting.Stump{Criterion: 7}.Fit(x, y)), input.ErrParam},
		"stump weights": {second(boosting.Stump{}.FitWeighted(x, y, z[:2])), input.ErrShape},
		"rate":          {second(boosting.GradientClassifier{Gradient: boosting.Gradient{Shrinkage: 2}}.Fit(x, y)), input.ErrParam},
		"sample":        {second(boosting.GradientClassifier{Gradient: boosting.Gradient{Subsample: -1}}.Fit(x, y)), input.ErrParam},
		"no source":     {second(boosting.GradientRegressor{Gradient: boosting.Gradient{Subsample: .5}}.Fit(x, z)), input.ErrEmpty},
		"features":      {second(boosting.GradientRegressor{Gradient: boosting.Gradient{Features: 2}}.Fit(x, z)), input.ErrParam},
		"depth":         {second(boosting.GradientRegressor{Gradient: boosting.Gradient{Depth: -2}}.Fit(x, z)), input.ErrParam},
		"large":         {second(boosting.GradientRegressor{}.Fit(x, []float64{1e200, 2, 3})), input.ErrNotFinite},
		"loss":          {second(boosting.GradientClassifier{Loss: boosting.Exponential}.Fit(x, []int{1, 2, 3})), input.ErrParam},
		"no class":      {second(boosting.GradientClassifier{}.FitWeighted(x, y, []float64{1, 0, 1})), input.ErrOneClass},
		"stagewise":     {second(boosting.Stagewise{Loss: boosting.Logistic}.Fit(x, z)), input.ErrLabel},
		"stagewise y":   {second(boosting.Stagewise{}.Fit(x, z[:2])), input.ErrShape},
		"no such loss":  {second(boosting.Stagewise{Loss: 9}.Fit(x, z)), input.ErrParam},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v, want %v", what, c.err, c.want)
		}
	}
	m := must(boost.Fit(x, y))
	broken := *m
	broken.Parts = []*boosting.StumpModel{{Dim: 1, Column: 3}}
	broken.Alpha = broken.Alpha[:1]
	if !math.IsNaN((*boosting.Steps)(nil).Value(1)) || !math.IsNaN((&boosting.Steps{At: z}).Value(1)) {
		t.Error("steps that Additive did not make have a value")
	}
	staged := func(y ...float64) error {
		return second(must(boosting.GradientRegressor{}.Fit(x, z)).StagedErrors(x, y))
	}
	for what, err := range map[string]error{"target": staged(1, math.NaN(), 2), "large": staged(1, 1e200, 2), "sum": second((&boosting.StagewiseModel{Functions: 1, Index: []int{0}, Beta: []float64{1e308}}).Predict(x))} {
		if !errors.Is(err, input.ErrNotFinite) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for what, err := range map[string]error{"columns": second(m.Predict(mat.NewDense(1, 2, nil))), "labels": second(m.Margins(x, y[:1])), "additive": second(boosting.Additive(&broken)), "staged": second(m.StagedErrors(x, y[:1])),
		"broken": second((&boosting.Model[*boosting.StumpModel]{Classes: []int{1, 2}}).Predict(x)), "stump": second((&boosting.StumpModel{}).Predict(x)), "gradient": second((&boosting.GradientModel{Classes: []int{0, 1}}).Predict(x)),
		"values": second((&boosting.StagewiseModel{Functions: 1, Index: []int{4}, Beta: z[:1]}).Predict(x))} {
		if !errors.Is(err, input.ErrShape) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if !math.IsNaN(boosting.Lost(9, 1, 1)) {
		t.Error("a loss without a name is a number")
	}
}

func ExampleAdaBoost() {
	x := mat.NewDense(10, 1, []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	y := []int{1, 1, 1, -1, -1, -1, 1, 1, 1, -1}
	m, err := boosting.Boost(boosting.Stump{}, 3).Fit(x, y)
	if err != nil {
		fmt.Println(err)
		return
	}
	for k, part := range m.Parts {
		fmt.Printf("%v: error %.4f, α = %.4f\n", part, m.Errors[k], m.Alpha[k])
	}
	fmt.Println(m.Report)
	// Output:
	// 1 if x1 ≤ 2.5, else -1: error 0.3000, α = 0.8473
	// 1 if x1 ≤ 8.5, else -1: error 0.2143, α = 1.2993
	// -1 if x1 ≤ 5.5, else 1: error 0.1818, α = 1.5041
	// all rounds made, 3 in all; training error 0
}

func ExampleGradientRegressor() {
	x := mat.NewDense(6, 1, []float64{0, 1, 2, 3, 4, 5})
	m, err := boosting.GradientRegressor{Gradient: boosting.Gradient{Rounds: 50, Depth: 1, Shrinkage: .5}}.Fit(x, []float64{1, 1, 4, 4, 9, 9})
	if err != nil {
		fmt.Println(err)
		return
	}
	y, err := m.Predict(x)
	fmt.Printf("%.3f %v\n", y, err)
	// Output: [1.000 1.000 4.000 4.000 9.000 9.000] <nil>
}

// TestTinyAndHugeWeights: only the ratios of weights count.
func TestTinyAndHugeWeights(t *testing.T) {
	const n = 100
	x, y, label, w := mat.NewDense(n, 1, nil), make([]float64, n), make([]int, n), make([]float64, n)
	for i := range n {
		x.Set(i, 0, float64(i))
		y[i], label[i] = float64(i*i%11), i/50
	}
	one, want := must(must(boosting.GradientRegressor{}.Fit(x, y)).Predict(x)), must(must(boosting.GradientClassifier{}.Fit(x, label)).Posteriors(x))
	for _, unit := range []float64{1e-300, 1e-160, 1e-40, 1e155, 1e300} {
		for i := range w {
			w[i] = unit
		}
		testkit.Near(t, "predictions", must(must(boosting.GradientRegressor{}.FitWeighted(x, y, w)).Predict(x)), one, 1e-9)
		testkit.Near(t, "posteriors", mat.Col(nil, 1, must(must(boosting.GradientClassifier{}.FitWeighted(x, label, w)).Posteriors(x))), mat.Col(nil, 1, want), 1e-9)
	}
}

// TestTinyTargets: targets whose squares underflow are told, for all cuts would look alike.
func TestTinyTargets(t *testing.T) {
	x := mat.NewDense(6, 1, []float64{1, 2, 3, 4, 5, 6})
	for _, size := range []float64{1e-300, 1e-160, 5e-324} {
		y := []float64{size, 0, 2 * size, 0, size, size}
		if _, err := (boosting.GradientRegressor{}).Fit(x, y); !errors.Is(err, input.ErrNotFinite) {
			t.Errorf("%v: %v", size, err)
		}
	}
	if _, err := (boosting.GradientRegressor{}).Fit(x, []float64{1, 1 + 1e-15, 1, 2, 1e-300, 0}); err != nil {
		t.Error(err)
	}
	if _, err := (boosting.GradientRegressor{}).Fit(x, make([]float64, 6)); err != nil {
		t.Error(err)
	}
}
