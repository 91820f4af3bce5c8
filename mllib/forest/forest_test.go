package forest_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/forest"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/logistic"
	"github.com/mercer-go/mercer/mllib/metrics"
	"github.com/mercer-go/mercer/mllib/regression"
	"github.com/mercer-go/mercer/mllib/tree"
	"gonum.org/v1/gonum/mat"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// cloud is n rows of d normal columns with labels 2, 4 and 7 or fewer, and targets.
func cloud(seed uint64, n, d, classes int) (x *mat.Dense, y []int, z []float64) {
	r := rand.New(rand.NewPCG(seed, 1))
	x = mat.NewDense(n, d, nil)
	x.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, x)
	for i := range n {
		f := x.At(i, 0) + x.At(i, 1)*x.At(i, d-1) + .3*r.NormFloat64()
		z = append(z, f)
		y = append(y, []int{2, 4, 7}[min(classes-1, max(0, int(math.Floor(f+1.5))))])
	}
	return x, y, z
}

type numbers struct{ Mean, Deviation []float64 }

type reference struct {
	X  [][]float64
	Y  []int
	Z  []float64
	Tx [][]float64 `json:"test_x"`
	Ty []int       `json:"test_y"`
	Tz []float64   `json:"test_z"`

	Classifier, One, Most, Leaf, Regressor, Deep numbers
}

// within holds the mean of our seeds against scikit-learn's, in standard errors of the difference of two means of twelve.
func within(t *testing.T, what string, rows [][]float64, want numbers) {
	t.Helper()
	for j := range want.Mean {
		mean, squares := 0.0, 0.0
		for _, row := range rows {
			mean += row[j] / float64(len(rows))
		}
		for _, row := range rows {
			squares += (row[j] - mean) * (row[j] - mean) / float64(len(rows)-1)
		}
		se := math.Sqrt((squares + want.Deviation[j]*want.Deviation[j]) / float64(len(rows)))
		if math.Abs(mean-want.Mean[j]) > 4*se {
			t.Errorf("%s, number %d: %v ± %v, scikit-learn has %v", what, j, mean, se, want.Mean[j])
		}
	}
}

// TestScikitLearn: test error, error out of the bag and importances, means over twelve seeds.
func TestScikitLearn(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	var ref reference
	testkit.Reference(t, "testdata/reference.json", &ref)
	x, test := testkit.Matrix(t, ref.X), testkit.Matrix(t, ref.Tx)
	classes := func(what string, p forest.Classifier, want numbers) {
		var rows [][]float64
		for seed := range uint64(12) {
			p.Trees, p.Vote, p.Src = 60, forest.Shares, rand.NewPCG(10, seed)
			m := must(p.Fit(x, ref.Y))
			rows = append(rows, append([]float64{must(metrics.ErrorRate(must(m.Predict(test)), ref.Ty)), m.OutOfBag.Error()}, m.Importances()...))
		}
		within(t, what, rows, want)
	}
	classes("defaults", forest.Classifier{}, ref.Classifier)
	classes("one column", forest.Classifier{Features: 1}, ref.One)
	classes("six columns", forest.Classifier{Features: 6}, ref.Most)
	classes("leaves of five", forest.Classifier{Growth: forest.Growth{MinLeaf: 5}, Impurity: tree.Entropy}, ref.Leaf)
	numbers := func(what string, p forest.Regressor, want numbers) {
		var rows [][]float64
		for seed := range uint64(12) {
			p.Trees, p.Src = 60, rand.NewPCG(11, seed)
			m := must(p.Fit(x, ref.Z))
			rows = append(rows, append([]float64{must(metrics.MeanSquaredError(must(m.Predict(test)), ref.Tz)), m.OutOfBag.Error()}, m.Importances()...))
		}
		within(t, what, rows, want)
	}
	numbers("regression", forest.Regressor{Features: 2}, ref.Regressor)
	numbers("regression, six columns", forest.Regressor{Features: 6, Growth: forest.Growth{Depth: 6}}, ref.Deep)
}

// TestAllRowsIsTree: a tree from all rows and columns is that of package tree; so is each tree of a forest, from its sample.
func TestAllRowsIsTree(t *testing.T) {
	x, y, z := cloud(1, 200, 4, 3)
	p := forest.Classifier{Growth: forest.Growth{Trees: 2, AllRows: true, Src: rand.NewPCG(1, 1)}, Features: 4}
	m, want := must(p.Fit(x, y)), must(tree.Classifier{}.Fit(x, y))
	new, _, _ := cloud(2, 500, 4, 3)
	if !slices.Equal(must(m.Predict(new)), must(want.Predict(new))) || m.Trees[1].Leaves() != want.Leaves() {
		t.Error("another tree")
	}
	testkit.Near(t, "importances", m.Importances(), want.Importances(), 1e-10)
	if e := m.OutOfBag.Error(); !math.IsNaN(e) {
		t.Errorf("an error out of no bag: %v", e)
	}
	r := forest.Regressor{Growth: forest.Growth{Trees: 1, AllRows: true, MinLeaf: 3, Src: rand.NewPCG(1, 1)}, Features: 4}
	testkit.Near(t, "regression", must(must(r.Fit(x, z)).Predict(new)), must(must(tree.Regressor{Growth: tree.Growth{MinLeaf: 3}}.Fit(x, z)).Predict(new)), 1e-12)
	testkit.Near(t, "agreement", []float64{must(m.Agreement(new))}, []float64{1}, 0)
}

// TestForestIsBagging: with all columns in each cut a forest is bagging of trees, sample by sample.
func TestForestIsBagging(t *testing.T) {
	x, y, _ := cloud(3, 150, 4, 2)
	f := must(forest.Classifier{Growth: forest.Growth{Trees: 20, Src: rand.NewPCG(7, 7)}, Features: 4}.Fit(x, y))
	b := must(forest.Bag(tree.Classifier{}, 20, rand.NewPCG(7, 7)).Fit(x, y))
	new, truth, _ := cloud(4, 400, 4, 2)
	if !reflect.DeepEqual(must(f.Predict(new)), must(b.Predict(new))) {
		t.Error("other predictions")
	}
	testkit.Near(t, "out of the bag", f.OutOfBag.Errors(), b.OutOfBag.Errors(), 1e-15)
	testkit.Near(t, "staged", must(f.StagedErrors(new, truth)), must(b.StagedErrors(new, truth)), 1e-12)
	testkit.Near(t, "votes", must(f.Posteriors(new)).RawMatrix().Data, must(b.Votes(new)).RawMatrix().Data, 1e-15)
}

// TestOutOfBag: by hand, from forests of one tree each with the same sources.
func TestOutOfBag(t *testing.T) {
	x, y, _ := cloud(5, 90, 3, 3)
	m := must(forest.Classifier{Growth: forest.Growth{Trees: 15, Trace: true, Src: rand.NewPCG(8, 8)}}.Fit(x, y))
	src := rand.NewPCG(8, 8)
	votes := mat.NewDense(90, 3, nil)
	for b := range 15 {
		r := rand.New(rand.NewPCG(src.Uint64(), src.Uint64()))
		seen := make([]bool, 90)
		for range 90 {
			seen[r.IntN(90)] = true
		}
		for i := range 90 {
			if !seen[i] {
				shares := m.Trees[b].Value(x.RawRowView(i))
				k := 2
				for c := 1; c >= 0; c-- {
					if shares[c] > shares[k] {
						k = c
					}
				}
				votes.Set(i, k, votes.At(i, k)+1)
			}
		}
	}
	wrong, rows := 0.0, 0.0
	for i := range 90 {
		row := votes.RawRowView(i)
		sum := row[0] + row[1] + row[2]
		if sum == 0 {
			continue
		}
		rows++
		best := 2
		for c := 1; c >= 0; c-- {
			if row[c] > row[best] {
				best = c
			}
		}
		if m.Classes[best] != y[i] {
			wrong++
		}
		testkit.Near(t, "shares", m.OutOfBag.Posteriors[i], []float64{row[0] / sum, row[1] / sum, row[2] / sum}, 1e-15)
	}
	testkit.Near(t, "error", []float64{m.OutOfBag.Error(), m.OutOfBag.Weights[14]}, []float64{wrong / rows, rows}, 1e-15)
}

// TestOutOfBagIsHonest: it is near the error of new data, where the training error is 0.
func TestOutOfBagIsHonest(t *testing.T) {
	x, y, z := cloud(6, 600, 5, 2)
	new, truth, fresh := cloud(7, 4000, 5, 2)
	m := must(forest.Classifier{Growth: forest.Growth{Src: rand.NewPCG(9, 9)}}.Fit(x, y))
	if e := must(metrics.ErrorRate(must(m.Predict(new)), truth)); math.Abs(e-m.OutOfBag.Error()) > .04 || must(metrics.ErrorRate(must(m.Predict(x)), y)) > .01 {
		t.Errorf("error %v, out of the bag %v", e, m.OutOfBag.Error())
	}
	r := must(forest.Regressor{Growth: forest.Growth{Src: rand.NewPCG(9, 9)}}.Fit(x, z))
	if e := must(metrics.MeanSquaredError(must(r.Predict(new)), fresh)); math.Abs(e/r.OutOfBag.Error()-1) > .3 {
		t.Errorf("squared error %v, out of the bag %v", e, r.OutOfBag.Error())
	}
}

// TestImportance: columns that say nothing lose nothing when they are permuted.
func TestImportance(t *testing.T) {
	x, y, z := cloud(8, 500, 6, 2)
	m := must(forest.Classifier{Growth: forest.Growth{Trees: 60, Permutation: true, Src: rand.NewPCG(1, 9)}}.Fit(x, y))
	r := must(forest.Regressor{Growth: forest.Growth{Trees: 60, Permutation: true, Src: rand.NewPCG(1, 9)}}.Fit(x, z))
	for what, all := range map[string]*forest.Ensemble{"classes": &m.Ensemble, "numbers": &r.Ensemble} {
		for j, e := range all.PermutationEstimates() {
			says := j < 2 || j == 5
			if says != (e.Mean > 5*e.SE) || !says && math.Abs(e.Mean) > 4*e.SE || e.N != 60 {
				t.Errorf("%s, column %d: %v", what, j, e)
			}
		}
		gains := all.Importances()
		testkit.Near(t, what+": sum of gains", []float64{gains[0] + gains[1] + gains[2] + gains[3] + gains[4] + gains[5]}, []float64{1}, 1e-12)
		for j, e := range all.GainEstimates() {
			testkit.Near(t, what+": gains", []float64{e.Mean}, gains[j:j+1], 1e-12)
		}
	}
}

// TestWeights: rows of weight 0 are not there, and weights count.
func TestWeights(t *testing.T) {
	x, y, _ := cloud(10, 200, 3, 2)
	w := make([]float64, 200)
	for i := range w {
		if i < 150 {
			w[i] = 1
		}
	}
	broken := slices.Clone(y)
	for i := 150; i < 200; i++ {
		broken[i] = 6 - y[i]
	}
	p := forest.Classifier{Growth: forest.Growth{Trees: 10, Src: rand.NewPCG(2, 2)}}
	a := must(p.FitWeighted(x, y, w))
	p.Src = rand.NewPCG(2, 2)
	b := must(p.FitWeighted(x, broken, w))
	if !reflect.DeepEqual(a.Trees, b.Trees) || a.OutOfBag.Error() != b.OutOfBag.Error() {
		t.Error("labels of rows without weight have a say")
	}
	all := forest.Classifier{Growth: forest.Growth{Trees: 1, AllRows: true, Src: rand.NewPCG(2, 2)}, Features: 3}
	for i := range w {
		w[i] = float64(1 + i%3)
	}
	if !slices.Equal(must(must(all.FitWeighted(x, y, w)).Predict(x)), must(must(tree.Classifier{}.FitWeighted(x, y, w)).Predict(x))) {
		t.Error("weights: another tree")
	}
}

// TestBagAnything: of learners that draw, of regressions, and of samples with one class only, which are drawn again.
func TestBagAnything(t *testing.T) {
	x, y, z := cloud(11, 80, 3, 2)
	m := must(forest.Bag(regression.LeastSquares{}, 200, rand.NewPCG(3, 3)).Fit(x, z))
	one := must(must(regression.LeastSquares{}.Fit(x, z)).Predict(x))
	for i, v := range must(m.Predict(x)) {
		if math.Abs(v-one[i]) > .25 {
			t.Errorf("row %d: %v, of all rows %v", i, v, one[i])
		}
	}
	errs := must(m.StagedErrors(x, z))
	testkit.Near(t, "staged", errs[199:], []float64{must(metrics.MeanSquaredError(must(m.Predict(x)), z))}, 1e-12)
	forests := must(forest.Bag(forest.Classifier{Growth: forest.Growth{Trees: 3, Src: rand.NewPCG(1, 1)}}, 4, rand.NewPCG(3, 3)).Fit(x, y))
	if reflect.DeepEqual(forests.Parts[0], forests.Parts[1]) {
		t.Error("equal forests")
	}
	few := mat.NewDense(4, 1, []float64{1, 2, 3, 4})
	b := must(forest.Bag(logistic.Binary{Ridge: 1}, 30, rand.NewPCG(3, 4)).Fit(few, []int{0, 0, 0, 1}))
	testkit.RoundTrip(t, b)
	if got := must(b.Predict(few)); got[0] != 0 {
		t.Errorf("%v", got)
	}
}

func TestVariance(t *testing.T) {
	for _, c := range []struct {
		rho  float64
		b    int
		want float64
	}{{.5, 1, 1}, {.5, 10, .55}, {.5, 100, .505}, {.5, 1000, .5005}, {.05, 10, .145}, {.05, 100, .0595}, {.05, 1000, .05095}, {-.5, 3, 0}} {
		testkit.Near(t, "variance", []float64{forest.VarianceOfMean(1, c.rho, c.b)}, []float64{c.want}, 1e-14)
	}
	for _, v := range []float64{forest.VarianceOfMean(-1, 0, 1), forest.VarianceOfMean(1, 0, 0), forest.VarianceOfMean(1, 1.1, 3), forest.VarianceOfMean(1, -.6, 3), forest.VarianceOfMean(math.NaN(), 0, 1)} {
		if !math.IsNaN(v) {
			t.Errorf("%v, want NaN", v)
		}
	}
	if v, rho, err := forest.Correlation([][]float64{{1, 2}, {1e300, 3}}); !errors.Is(err, input.ErrNotFinite) {
		t.Errorf("runs that overflow: %v, %v, %v", v, rho, err)
	}
	r := rand.New(rand.NewPCG(4, 4))
	runs := make([][]float64, 4000)
	for i := range runs {
		common := r.NormFloat64()
		for range 6 {
			runs[i] = append(runs[i], 3+2*(math.Sqrt(.3)*common+math.Sqrt(.7)*r.NormFloat64()))
		}
	}
	variance, rho, err := forest.Correlation(runs)
	if err != nil || math.Abs(variance-4) > .2 || math.Abs(rho-.3) > .04 {
		t.Errorf("variance %v, ρ %v, %v", variance, rho, err)
	}
}

func TestModels(t *testing.T) {
	x, y, z := cloud(12, 120, 3, 3)
	m := must(forest.Classifier{Growth: forest.Growth{Trees: 5, Permutation: true, Trace: true, Src: rand.NewPCG(1, 1)}}.Fit(x, y))
	if back := testkit.RoundTrip(t, m); !slices.Equal(must(back.Predict(x)), must(m.Predict(x))) {
		t.Error("other predictions after JSON")
	}
	testkit.RoundTrip(t, must(forest.Regressor{Growth: forest.Growth{Trees: 3, Src: rand.NewPCG(1, 1)}}.Fit(x, z)))
	long := must(forest.Classifier{Growth: forest.Growth{Trees: 9, Src: rand.NewPCG(1, 1)}}.Fit(x, y))
	if !reflect.DeepEqual(long.Trees[:5], must(forest.Classifier{Growth: forest.Growth{Trees: 5, Src: rand.NewPCG(1, 1)}}.Fit(x, y)).Trees) {
		t.Error("more trees change the first ones")
	}
	testkit.Processors(t, "forest", func() []float64 {
		m := must(forest.Classifier{Growth: forest.Growth{Trees: 8, Permutation: true, Src: rand.NewPCG(1, 1)}}.Fit(x, y))
		b := must(forest.Bag(regression.LeastSquares{}, 5, rand.NewPCG(1, 1)).Fit(x, z))
		return append(append(append(m.OutOfBag.Errors()[3:], m.Importances()...), m.PermutationEstimates()[0].Mean, b.OutOfBag.Error()), must(m.Posteriors(x)).RawMatrix().Data...)
	})
	testkit.Views(t, "forest", x, func(x mat.Matrix) (any, error) {
		return forest.Classifier{Growth: forest.Growth{Trees: 3, Src: rand.NewPCG(1, 1)}}.Fit(x, y)
	})
}

func TestRefused(t *testing.T) {
	x, y, z := cloud(13, 10, 2, 2)
	y[0], y[1] = 2, 4
	src := rand.NewPCG(1, 1)
	second := func(_ any, err error) error { return err }
	fit := func(g forest.Growth) error {
		if g.Src == nil && g.Trees != -7 {
			g.Src = src
		}
		return second(forest.Classifier{Growth: g}.Fit(x, y))
	}
	nan := mat.DenseCopyOf(x)
	nan.Set(3, 1, math.NaN())
	good := forest.Growth{Trees: 2, Src: src}
	for what, c := range map[string]struct{ err, want error }{
		"no rows":    {second(forest.Classifier{Growth: good}.Fit(&mat.Dense{}, nil)), input.ErrEmpty},
		"labels":     {second(forest.Classifier{Growth: good}.Fit(x, y[:3])), input.ErrShape},
		"NaN":        {second(forest.Classifier{Growth: good}.Fit(nan, y)), input.ErrNotFinite},
		"one class":  {second(forest.Classifier{Growth: good}.Fit(x, make([]int, 10))), input.ErrOneClass},
		"no source":  {second(forest.Classifier{}.Fit(x, y)), input.ErrEmpty},
		"trees":      {fit(forest.Growth{Trees: -1}), input.ErrParam},
		"depth":      {fit(forest.Growth{Depth: -1}), input.ErrParam},
		"split":      {fit(forest.Growth{MinSplit: -1}), input.ErrParam},
		"leaf":       {fit(forest.Growth{MinLeaf: -1}), input.ErrParam},
		"features":   {second(forest.Classifier{Growth: good, Features: 3}.Fit(x, y)), input.ErrParam},
		"impurity":   {second(forest.Classifier{Growth: good, Impurity: 9}.Fit(x, y)), input.ErrParam},
		"vote":       {second(forest.Classifier{Growth: good, Vote: 9}.Fit(x, y)), input.ErrParam},
		"weights":    {second(forest.Classifier{Growth: good}.FitWeighted(x, y, z[:2])), input.ErrShape},
		"no weight":  {second(forest.Classifier{Growth: good}.FitWeighted(x, y, make([]float64, 10))), input.ErrParam},
		"large":      {second(forest.Regressor{Growth: good}.Fit(x, append(slices.Clone(z[:9]), 1e200))), input.ErrNotFinite},
		"large sum":  {second(forest.Regressor{Growth: good}.Fit(x, slices.Repeat([]float64{1e308}, 10))), input.ErrNotFinite},
		"infinite":   {second(forest.Regressor{Growth: good}.Fit(x, append(slices.Clone(z[:9]), math.Inf(1)))), input.ErrNotFinite},
		"no learner": {second(forest.Bagging[int, *tree.Model]{Src: src}.Fit(x, y)), input.ErrEmpty},
		"bag size":   {second(forest.Bag(tree.Classifier{}, -1, src).Fit(x, y)), input.ErrParam},
		"bag":        {second(forest.Bag(tree.Classifier{}, 2, nil).Fit(x, y)), input.ErrEmpty},
		"bag class":  {second(forest.Bag(tree.Classifier{}, 2, src).Fit(x, make([]int, 10))), input.ErrOneClass},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v, want %v", what, c.err, c.want)
		}
	}
	m := must(forest.Classifier{Growth: good}.Fit(x, y))
	odd := *m
	if odd.Dim = 1 << 60; odd.Importances() != nil || odd.GainEstimates() != nil || odd.PermutationEstimates() != nil {
		t.Error("columns that no tree has")
	}
	broken := *m
	broken.Trees = []tree.Lean{{Dim: 2, Width: 2, Nodes: []tree.LeanNode{{Column: 5, Right: 2}, {Column: -1}, {Column: -1, Right: 1}}, Values: make([]float64, 4)}}
	loop := *m
	loop.Trees = []tree.Lean{{Dim: 2, Width: 2, Nodes: []tree.LeanNode{{Column: 1, Right: 0}, {Column: -1}, {Column: -1, Right: 1}}, Values: make([]float64, 4)}}
	for what, err := range map[string]error{"columns": second(m.Predict(mat.NewDense(1, 3, nil))), "staged": second(m.StagedErrors(x, y[:2])), "empty": second((&forest.Model{}).Predict(x)),
		"column": second(broken.Predict(x)), "loop": second(loop.Predict(x)), "regression": second((&forest.RegressionModel{}).Predict(x)),
		"no classes": second((&forest.BaggingModel[int, *tree.Model]{Classes: []int{}, Parts: make([]*tree.Model, 1)}).Predict(x)), "classes lost": second((&forest.BaggingModel[int, *tree.Model]{Parts: make([]*tree.Model, 1)}).Votes(x)), "bagging": second((&forest.BaggingModel[int, *tree.Model]{}).Predict(x))} {
		if !errors.Is(err, input.ErrShape) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for what, err := range map[string]error{"no runs": func() error { _, _, err := forest.Correlation(nil); return err }()} {
		if !errors.Is(err, input.ErrEmpty) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, _, err := forest.Correlation([][]float64{{1, 1}, {1, 1}}); !errors.Is(err, input.ErrValue) {
		t.Errorf("no variance: %v", err)
	}
	if _, _, err := forest.Correlation([][]float64{{1, 1}, {1}}); !errors.Is(err, input.ErrShape) {
		t.Errorf("ragged: %v", err)
	}
}

// TestContract: forests are learners that draw.
func TestContract(t *testing.T) {
	var _ learn.Weighted[int, *forest.Model] = forest.Classifier{}
	var _ learn.Weighted[float64, *forest.RegressionModel] = forest.Regressor{}
	all := learn.Apart[int, *forest.Model](forest.Classifier{Growth: forest.Growth{Src: rand.NewPCG(1, 1)}}, 2)
	x, y, _ := cloud(14, 60, 2, 2)
	if reflect.DeepEqual(must(all[0].Fit(x, y)), must(all[1].Fit(x, y))) {
		t.Error("both draw the same")
	}
}

func ExampleClassifier() {
	s := data.Iris()
	m, err := forest.Classifier{Growth: forest.Growth{Trees: 200, Src: rand.NewPCG(1, 1)}}.Fit(s.X, s.Y)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("error out of the bag %.3f\n", m.OutOfBag.Error())
	for j, e := range m.Importances() {
		fmt.Printf("%s %.1f\n", s.Features[j], e)
	}
	// Output:
	// error out of the bag 0.047
	// sepal length 0.1
	// sepal width 0.0
	// petal length 0.4
	// petal width 0.4
}

func ExampleBag() {
	s := data.Wine()
	m, err := forest.Bag(tree.Classifier{}, 50, rand.NewPCG(1, 1)).Fit(s.X, s.Y)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d trees, error out of the bag %.3f\n", len(m.Parts), m.OutOfBag.Error())
	// Output:
	// 50 trees, error out of the bag 0.045
}

// TestTinyTargets: targets whose squares underflow are told, for all cuts would look alike.
func TestTinyTargets(t *testing.T) {
	x := mat.NewDense(6, 1, []float64{1, 2, 3, 4, 5, 6})
	for _, size := range []float64{1e-300, 1e-160, 5e-324} {
		y := []float64{size, 0, 2 * size, 0, size, size}
		if _, err := (forest.Regressor{Growth: forest.Growth{Trees: 3, Src: rand.NewPCG(1, 2)}}).Fit(x, y); !errors.Is(err, input.ErrNotFinite) {
			t.Errorf("%v: %v", size, err)
		}
	}
	if _, err := (forest.Regressor{Growth: forest.Growth{Trees: 3, Src: rand.NewPCG(1, 2)}}).Fit(x, []float64{1, 1 + 1e-15, 1, 2, 1e-300, 0}); err != nil {
		t.Error(err)
	}
	if _, err := (forest.Regressor{Growth: forest.Growth{Trees: 3, Src: rand.NewPCG(1, 2)}}).Fit(x, make([]float64, 6)); err != nil {
		t.Error(err)
	}
}

// TestCorrelationOfEqualPredictions: predictions that do not vary have no correlation, also where their mean is rounded, and those whose squares underflow are told apart from them.
func TestCorrelationOfEqualPredictions(t *testing.T) {
	for _, v := range []float64{0, .1, .7, 1e300} {
		for runs := 2; runs < 12; runs++ {
			equal := slices.Repeat([][]float64{{v, v / 3}}, runs)
			if variance, rho, err := forest.Correlation(equal); !errors.Is(err, input.ErrValue) {
				t.Errorf("%d runs of %v: %v, %v, %v", runs, v, variance, rho, err)
			}
		}
	}
	if _, _, err := forest.Correlation([][]float64{{1e-200, 0}, {0, 1e-200}}); !errors.Is(err, input.ErrNotFinite) {
		t.Errorf("squares that underflow: %v", err)
	}
	one := [][]float64{{.1, 1}, {.1, 2}, {.1, 3}, {.1, 4}, {.1, 5}, {.1, 6}}
	if variance, rho, err := forest.Correlation(one); err != nil || math.Abs(variance-1.75) > 1e-15 || math.Abs(rho) > 1e-15 {
		t.Errorf("one learner varies: %v, %v, %v", variance, rho, err)
	}
}
