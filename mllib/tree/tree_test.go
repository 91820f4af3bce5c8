package tree_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/metrics"
	"github.com/mercer-go/mercer/mllib/tree"
	"github.com/mercer-go/mercer/mllib/validate"
	"gonum.org/v1/gonum/mat"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// cloud is n points of d small whole numbers, so that values are equal often, with labels 1..K, numbers and weights.
func cloud(r *rand.Rand, n, d, k int) (x *mat.Dense, y []int, z, w []float64) {
	x = mat.NewDense(n, d, nil)
	x.Apply(func(int, int, float64) float64 { return float64(r.IntN(6)) }, x)
	for range n {
		y, z, w = append(y, 1+r.IntN(k)), append(z, float64(r.IntN(9))), append(w, float64(1+r.IntN(3)))
	}
	for c := range k {
		y[c] = c + 1
	}
	return x, y, z, w
}

// impurityOf is the weight of the rows times their impurity, by the definition.
func impurityOf(kind tree.Impurity, y []int, w []float64, rows []int) float64 {
	counts := map[int]float64{}
	total := 0.0
	for _, i := range rows {
		counts[y[i]] += w[i]
		total += w[i]
	}
	sum, most := 0.0, 0.0
	for _, count := range counts {
		p := count / total
		most = max(most, p)
		switch kind {
		case tree.Gini:
			sum += p * (1 - p)
		case tree.Entropy:
			sum -= p * math.Log(p)
		}
	}
	if kind == tree.Error {
		sum = 1 - most
	}
	return total * sum
}

// squaresOf is the sum of squared distances from the mean.
func squaresOf(z, w []float64, rows []int) float64 {
	sum, total, squares := 0.0, 0.0, 0.0
	for _, i := range rows {
		sum, total = sum+w[i]*z[i], total+w[i]
	}
	for _, i := range rows {
		squares += w[i] * (z[i] - sum/total) * (z[i] - sum/total)
	}
	return squares
}

// leastByHand is the least impurity after one cut, all cuts tried, numbers by thresholds and categories by subsets.
func leastByHand(x *mat.Dense, categorical bool, of func(rows []int) float64) float64 {
	n, d := x.Dims()
	least := math.Inf(1)
	for j := range d {
		for way := range 1 << 6 {
			var left, right []int
			for i := range n {
				v := int(x.At(i, j))
				if categorical && way>>v&1 == 1 || !categorical && v <= way {
					left = append(left, i)
				} else {
					right = append(right, i)
				}
			}
			if len(left) > 0 && len(right) > 0 {
				least = min(least, of(left)+of(right))
			}
		}
	}
	return least
}

// TestBestCut: the first cut is the best of all that there are, by each impurity, of numbers and of categories, for two and three classes, and in regression.
func TestBestCut(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(5, seed))
		x, y, z, w := cloud(r, 12+r.IntN(30), 3, 2+int(seed%2))
		all, total := make([]int, len(y)), 0.0
		for i := range all {
			all[i] = i
			total += w[i]
		}
		for _, categorical := range []bool{false, true} {
			g := tree.Growth{Depth: 1}
			if categorical {
				g.Categorical = []int{0, 1, 2}
			}
			for _, kind := range tree.Gini.All() {
				of := func(rows []int) float64 { return impurityOf(kind, y, w, rows) }
				m := must(tree.Classifier{Impurity: kind, Growth: g}.FitWeighted(x, y, w))
				got := m.Nodes[0].Weight * (m.Nodes[0].Impurity - m.Nodes[0].Gain*total/m.Nodes[0].Weight)
				after := m.Nodes[1].Weight*m.Nodes[1].Impurity + m.Nodes[2].Weight*m.Nodes[2].Impurity
				testkit.Near(t, fmt.Sprint("seed ", seed, " ", kind, categorical), []float64{got, after, m.Nodes[0].Impurity * total}, []float64{leastByHand(x, categorical, of), got, of(all)}, 1e-9)
			}
			of := func(rows []int) float64 { return squaresOf(z, w, rows) }
			m := must(tree.Regressor{Growth: g}.FitWeighted(x, z, w))
			after := m.Nodes[1].Weight*m.Nodes[1].Impurity + m.Nodes[2].Weight*m.Nodes[2].Impurity
			testkit.Near(t, fmt.Sprint("seed ", seed, " squares ", categorical), []float64{after, (m.Nodes[0].Risk - m.Nodes[0].Gain) * total}, []float64{leastByHand(x, categorical, of), after}, 1e-9)
		}
	}
}

// TestWeightsAreCopies: a weight of 2 is two rows, of 0 none.
func TestWeightsAreCopies(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(6, seed))
		x, y, _, w := cloud(r, 40, 3, 3)
		w[7], w[9] = 0, 0
		var rows []int
		for i := range y {
			for range int(w[i]) {
				rows = append(rows, i)
			}
		}
		cx := mat.NewDense(len(rows), 3, nil)
		var cy []int
		for k, i := range rows {
			cx.SetRow(k, x.RawRowView(i))
			cy = append(cy, y[i])
		}
		for _, kind := range tree.Gini.All() {
			a, b := must(tree.Classifier{Impurity: kind}.FitWeighted(x, y, w)), must(tree.Classifier{Impurity: kind}.Fit(cx, cy))
			for i := range b.Nodes {
				b.Nodes[i].Rows = a.Nodes[i].Rows
			}
			if !reflect.DeepEqual(a, b) {
				t.Errorf("seed %d, %v: %v and %v", seed, kind, a.Rules(), b.Rules())
			}
		}
	}
}

// TestLaws: leaves part the space; a full tree repeats labels; nodes obey the bounds; increasing changes of the columns change no label.
func TestLaws(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(7, seed))
		n := 60
		x, y := mat.NewDense(n, 3, nil), make([]int, n)
		x.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, x)
		for i := range y {
			y[i] = i%3 - 1
		}
		full := must(tree.Classifier{}.Fit(x, y))
		if got := must(full.Predict(x)); !slices.Equal(got, y) {
			t.Errorf("seed %d: a full tree does not repeat the labels", seed)
		}
		p := tree.Classifier{Growth: tree.Growth{Depth: 4, MinSplit: 9, MinLeaf: 3}}
		m := must(p.Fit(x, y))
		if m.Depth() > 4 || m.Leaves() != len(m.Boxes()) || 2*m.Leaves()-1 != len(m.Nodes) {
			t.Errorf("seed %d: depth %d, %d leaves", seed, m.Depth(), m.Leaves())
		}
		for _, node := range m.Nodes {
			if node.Rows < 3 || !node.Leaf() && node.Rows < 9 || node.Gain < 0 {
				t.Errorf("seed %d: node %+v", seed, node)
			}
		}
		leaf := must(m.Leaf(x))
		for i := range n {
			in := 0
			for _, box := range m.Boxes() {
				inside := true
				for j, v := range x.RawRowView(i) {
					inside = inside && box.Low[j] < v && v <= box.High[j]
				}
				if inside {
					in++
					if box.Node != leaf[i] {
						t.Errorf("row %d is in box %d, leaf %d", i, box.Node, leaf[i])
					}
				}
			}
			if in != 1 {
				t.Errorf("row %d is in %d boxes", i, in)
			}
		}
		bent := mat.NewDense(n, 3, nil)
		bent.Apply(func(_, j int, v float64) float64 { return math.Exp(v) * math.Pow(10, float64(j*100)) }, x)
		if !slices.Equal(must(must(p.Fit(bent, y)).Leaf(bent)), leaf) {
			t.Errorf("seed %d: other leaves after an increasing change", seed)
		}
	}
}

// TestPathIsBest: each stage has the least risk plus α times leaves of all subtrees, which are tried one by one, and is the smallest.
func TestPathIsBest(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(8, seed))
		x, y, z, _ := cloud(r, 30, 2, 2)
		g := tree.Growth{Depth: 3}
		m := must(tree.Classifier{Growth: g}.Fit(x, y))
		s := must(tree.Regressor{Growth: g}.Fit(x, z))
		pathIsBest(t, &m.Tree, must(m.Path()), func(alpha float64) *tree.Tree { return &must(m.Prune(alpha)).Tree })
		pathIsBest(t, &s.Tree, must(s.Path()), func(alpha float64) *tree.Tree { return &must(s.Prune(alpha)).Tree })
	}
}

type size struct {
	leaves int
	risk   float64
}

// subtrees are all ways to prune below a node.
func subtrees(t *tree.Tree, i int) []size {
	n := t.Nodes[i]
	all := []size{{1, n.Risk}}
	if !n.Leaf() {
		for _, a := range subtrees(t, n.Left) {
			for _, b := range subtrees(t, n.Right) {
				all = append(all, size{a.leaves + b.leaves, a.risk + b.risk})
			}
		}
	}
	return all
}

func pathIsBest(t *testing.T, full *tree.Tree, path []tree.Stage, prune func(alpha float64) *tree.Tree) {
	t.Helper()
	all := subtrees(full, 0)
	for k, stage := range path {
		alphas := []float64{stage.Alpha, stage.Alpha + 1}
		if k+1 < len(path) {
			alphas[1] = (stage.Alpha + path[k+1].Alpha) / 2
		}
		for _, alpha := range alphas {
			best := size{1, math.Inf(1)}
			for _, s := range all {
				value, least := s.risk+alpha*float64(s.leaves), best.risk+alpha*float64(best.leaves)
				if value < least-1e-9 || value < least+1e-9 && s.leaves < best.leaves {
					best = s
				}
			}
			small, risk := prune(alpha), 0.0
			for _, n := range small.Nodes {
				if n.Leaf() {
					risk += n.Risk
				}
			}
			testkit.Near(t, fmt.Sprint("stage ", k, " of ", len(path)), []float64{float64(stage.Leaves), stage.Risk, float64(small.Leaves()), risk}, []float64{float64(best.leaves), best.risk, float64(best.leaves), best.risk}, 1e-9)
		}
	}
	if last := path[len(path)-1]; last.Leaves != 1 || path[0].Alpha != 0 {
		t.Errorf("the path goes from %+v to %+v", path[0], last)
	}
}

// TestHandTree: the tree of N9.3h, in counts: root (40, 18 ones), L (20, 3), RL (10, 9), RRL (5, 5), RRR (5, 1).
func TestHandTree(t *testing.T) {
	node := func(n, ones, left, right int) tree.Node {
		column := 0
		if left == 0 {
			column = -1
		}
		return tree.Node{Column: column, Left: left, Right: right, Rows: n, Weight: float64(n), Risk: float64(min(ones, n-ones)), Counts: []float64{float64(n - ones), float64(ones)}}
	}
	m := &tree.Model{Classes: []int{0, 1}, Tree: tree.Tree{Dim: 1, Nodes: []tree.Node{
		node(40, 18, 1, 2), node(20, 3, 0, 0), node(20, 15, 3, 4), node(10, 9, 0, 0), node(10, 6, 5, 6), node(5, 5, 0, 0), node(5, 1, 0, 0)}}}
	want := []tree.Stage{{0, 4, 5}, {1.5, 2, 8}, {10, 1, 18}}
	if path := must(m.Path()); !slices.Equal(path, want) {
		t.Errorf("path %v, want %v", path, want)
	}
}

// TestChoose: the price is found on folds alone; noise is pruned away, a step is kept.
func TestChoose(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	s := &data.Set{X: mat.NewDense(200, 3, nil), Y: make([]int, 200)}
	for i := range s.Y {
		s.X.SetRow(i, []float64{r.Float64(), r.Float64(), r.Float64()})
		if s.Y[i] = 1; (s.X.At(i, 1) > .4) != (r.Float64() < .1) {
			s.Y[i] = 2
		}
	}
	folds := must(validate.KFold{K: 10, Src: rand.NewPCG(1, 1)}.Split(s.Y))
	c := must(tree.Classifier{}.Choose(s, folds))
	if full := c.Path[0].Leaves; full < 20 || c.Path[c.OneStdErr].Leaves != 2 || c.Losses[0].Mean() <= c.Losses[c.Best].Mean() || c.OneStdErr < c.Best {
		t.Errorf("%d leaves, best %v, within a standard error %v, %v and %v", full, c.Path[c.Best], c.Path[c.OneStdErr], c.Losses[0], c.Losses[c.Best])
	}
	cv := must(validate.CrossValidate(s, folds, tree.Classifier{}))
	for k, price := range c.Prices { // the definition: prune, then predict
		want := must(cv.By(s, func(m *tree.Model, x mat.Matrix, y []int) (float64, error) {
			return metrics.ErrorRate(must(must(m.Prune(price)).Predict(x)), y)
		}))
		testkit.Near(t, fmt.Sprint("stage ", k), c.Losses[k], want, 1e-12)
	}
	m := must(tree.Classifier{Alpha: c.Alpha(c.OneStdErr)}.Fit(s.X, s.Y))
	if m.Leaves() != 2 || m.Nodes[0].Column != 1 || math.Abs(m.Nodes[0].Threshold-.4) > .05 {
		t.Errorf("%s", m.Rules())
	}
	reg := &data.Regression{X: s.X, Y: make([]float64, 200)}
	for i := range reg.Y {
		reg.Y[i] = 3*float64(s.Y[i]) + r.NormFloat64()
	}
	rc := must(tree.Regressor{}.Choose(reg, folds))
	rcv := must(validate.CrossValidate(reg, folds, tree.Regressor{}))
	for k := 0; k < len(rc.Prices); k += 7 {
		want := must(rcv.By(reg, func(m *tree.RegressionModel, x mat.Matrix, y []float64) (float64, error) {
			return metrics.MeanSquaredError(must(must(m.Prune(rc.Prices[k])).Predict(x)), y)
		}))
		testkit.Near(t, fmt.Sprint("stage ", k), rc.Losses[k], want, 1e-12)
	}
	if rc.Path[rc.OneStdErr].Leaves > 12 || !math.IsNaN(rc.Alpha(len(rc.Path))) {
		t.Errorf("%v", rc.Path[rc.OneStdErr])
	}
}

// TestMissing: missing values take the better side, alone if that is best; a category that is missing too; and at prediction where none was missing.
func TestMissing(t *testing.T) {
	nan := math.NaN()
	g := tree.Growth{Missing: tree.MissingSide}
	x := mat.NewDense(8, 1, []float64{1, 2, 3, 4, nan, nan, 5, 6})
	for _, categorical := range [][]int{nil, {0}} {
		g.Categorical = categorical
		m := must(tree.Classifier{Growth: g}.Fit(x, []int{1, 1, 1, 1, 2, 2, 1, 1}))
		if m.Leaves() != 2 || !slices.Equal(must(testkit.RoundTrip(t, m).Predict(x)), []int{1, 1, 1, 1, 2, 2, 1, 1}) {
			t.Errorf("categorical %v: %s", categorical, m.Rules())
		}
		m = must(tree.Classifier{Growth: g}.Fit(x, []int{1, 1, 1, 2, 1, 1, 2, 2}))
		if m.Leaves() != 2 || !slices.Equal(must(m.Predict(x)), []int{1, 1, 1, 2, 1, 1, 2, 2}) {
			t.Errorf("categorical %v: %s", categorical, m.Rules())
		}
	}
	g.Categorical = nil
	m := must(tree.Classifier{Growth: g}.Fit(mat.NewDense(3, 1, []float64{1, 2, 3}), []int{7, 8, 8}))
	if got := must(m.Predict(mat.NewDense(1, 1, []float64{nan}))); got[0] != 8 {
		t.Errorf("got %d, want the label of the heavier side", got[0])
	}
}

// TestBits: the same tree on one and several processors, from any form of matrix, and from JSON.
func TestBits(t *testing.T) {
	s := data.BreastCancer()
	testkit.Processors(t, "thresholds", func() (all []float64) {
		m := must(tree.Classifier{}.Fit(s.X, s.Y))
		for _, n := range m.Nodes {
			all = append(all, n.Threshold, n.Gain, n.Impurity)
		}
		p := must(m.Posteriors(s.X))
		return append(all, p.RawMatrix().Data...)
	})
	testkit.Views(t, "tree", s.X, func(x mat.Matrix) (any, error) { return tree.Classifier{}.Fit(x, s.Y) })
	testkit.RoundTrip(t, must(tree.Classifier{}.Fit(s.X, s.Y)))
	d := data.Diabetes()
	testkit.RoundTrip(t, must(tree.Regressor{}.Fit(d.X, d.Y)))
}

func TestBadInput(t *testing.T) {
	two := mat.NewDense(2, 1, []float64{0, 1})
	good := must(tree.Classifier{}.Fit(two, []int{1, 2}))
	fit := func(p tree.Classifier, x mat.Matrix, y []int, w ...float64) error {
		_, err := p.Fit(x, y)
		if w != nil {
			_, err = p.FitWeighted(x, y, w)
		}
		return err
	}
	growth := func(g tree.Growth) error { return fit(tree.Classifier{Growth: g}, two, []int{1, 2}) }
	regress := func(y ...float64) error { _, err := tree.Regressor{}.Fit(two, y); return err }
	predict := func(m tree.Model, x mat.Matrix) error { _, err := m.Predict(x); return err }
	broken := func(change func(m *tree.Model)) error {
		m := *testkit.RoundTrip(t, good)
		change(&m)
		return errors.Join(predict(m, two))
	}
	_, negative := good.Prune(-1)
	many := mat.NewDense(40, 1, nil)
	labels := make([]int, 40)
	for i := range labels {
		many.Set(i, 0, float64(i))
		labels[i] = i % 3
	}
	for i, c := range []struct{ got, want error }{
		{fit(tree.Classifier{}, nil, nil), input.ErrEmpty}, {fit(tree.Classifier{}, two, []int{1}), input.ErrShape},
		{fit(tree.Classifier{}, two, []int{1, 1}), input.ErrOneClass}, {fit(tree.Classifier{}, two, []int{1, 2}, 1, 0), input.ErrOneClass},
		{fit(tree.Classifier{}, mat.NewDense(2, 1, []float64{0, math.NaN()}), []int{1, 2}), input.ErrNotFinite},
		{fit(tree.Classifier{Growth: tree.Growth{Missing: tree.MissingSide}}, mat.NewDense(2, 1, []float64{0, math.Inf(1)}), []int{1, 2}), input.ErrNotFinite},
		{fit(tree.Classifier{}, two, []int{1, 2}, 1), input.ErrShape}, {fit(tree.Classifier{}, two, []int{1, 2}, 1, -1), input.ErrParam}, {fit(tree.Classifier{}, two, []int{1, 2}, 0, 0), input.ErrParam},
		{fit(tree.Classifier{}, two, []int{1, 2}, math.MaxFloat64, math.MaxFloat64), input.ErrNotFinite},
		{fit(tree.Classifier{Impurity: 9}, two, []int{1, 2}), input.ErrParam}, {fit(tree.Classifier{Tie: 9}, two, []int{1, 2}), input.ErrParam}, {fit(tree.Classifier{Alpha: -1}, two, []int{1, 2}), input.ErrParam},
		{growth(tree.Growth{Depth: -1}), input.ErrParam}, {growth(tree.Growth{MinLeaf: -1}), input.ErrParam}, {growth(tree.Growth{MinSplit: -1}), input.ErrParam},
		{growth(tree.Growth{LeastGain: math.NaN()}), input.ErrParam}, {growth(tree.Growth{Categorical: []int{1}}), input.ErrParam}, {growth(tree.Growth{Missing: 7}), input.ErrParam},
		{fit(tree.Classifier{Growth: tree.Growth{Categorical: []int{0}}}, many, labels), input.ErrParam},
		{regress(1), input.ErrShape}, {regress(1, math.NaN()), input.ErrNotFinite}, {regress(-1e300, 1e300), input.ErrNotFinite}, {negative, input.ErrParam},
		{predict(*good, mat.NewDense(1, 2, nil)), input.ErrShape}, {predict(*good, mat.NewDense(1, 1, []float64{math.NaN()})), input.ErrNotFinite}, {predict(tree.Model{}, two), input.ErrShape},
		{broken(func(m *tree.Model) { m.Nodes[0].Left = 0 }), input.ErrShape}, {broken(func(m *tree.Model) { m.Nodes[0].Right = 1 }), input.ErrShape},
		{broken(func(m *tree.Model) { m.Nodes[0].Column = 1 }), input.ErrShape}, {broken(func(m *tree.Model) { m.Nodes[1].Counts = nil }), input.ErrShape},
		{broken(func(m *tree.Model) { m.Nodes = m.Nodes[:2] }), input.ErrShape}, {broken(func(m *tree.Model) { m.Classes[1] = 0 }), input.ErrShape},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("case %d: error %v, want %v", i, c.got, c.want)
		}
	}
}

// TestSameColumns: rows that are equal with different labels end in one leaf, whose tie goes where the parameter says.
func TestSameColumns(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{1, 1, 1, 1, 1, 1, 1, 1})
	m := must(tree.Classifier{}.Fit(x, []int{1, 2, 1, 2}))
	if got := must(m.Predict(x)); len(m.Nodes) != 1 || got[0] != 2 || m.Rules() != "2 (2 : 2)\n" {
		t.Errorf("%v, %s", got, m.Rules())
	}
}

func TestOutline(t *testing.T) {
	s := data.Iris()
	m := must(tree.Classifier{Growth: tree.Growth{Depth: 1}}.Fit(s.X, s.Y))
	want := tree.Outline{Text: []string{"petal length ≤ 2.45\n50 : 50 : 50", s.ClassNames[0] + "\n50 : 0 : 0", s.ClassNames[2] + "\n0 : 50 : 50"}, Edge: []string{"", "yes", "no"}, Sides: [][]int{{1, 2}, nil, nil}}
	if got := m.Outline(s.ClassNames, s.Features...); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	r := must(tree.Regressor{Growth: tree.Growth{Categorical: []int{0}}}.Fit(mat.NewDense(3, 1, []float64{3, 1, 2}), []float64{5, 5, 8}))
	if got := r.Outline(); got.Text[0] != "x₁ in {1, 3}\n3" || got.Text[2] != "8\n1" || r.Rules() != "x₁ in {1, 3}: 5 (2)\nx₁ not in {1, 3}: 8 (1)\n" {
		t.Errorf("%+v, %s", got, r.Rules())
	}
	if got := (&tree.Model{}).Outline(nil); got.Text != nil {
		t.Errorf("%+v of no model", got)
	}
}

func ExampleClassifier() {
	s := data.Iris()
	m, _ := tree.Classifier{Growth: tree.Growth{Depth: 2}}.Fit(s.X, s.Y)
	fmt.Print(m.Rules(s.Features...))
	path, _ := m.Path()
	fmt.Println(path)
	// Output:
	// petal length ≤ 2.45: 1 (50 : 0 : 0)
	// petal length > 2.45
	//   petal width ≤ 1.75: 2 (0 : 49 : 5)
	//   petal width > 1.75: 3 (0 : 1 : 45)
	// [tree.Stage: Alpha 0, Leaves 3, Risk 0.04 tree.Stage: Alpha 0.293333, Leaves 2, Risk 0.333333 tree.Stage: Alpha 0.333333, Leaves 1, Risk 0.666667]
}

// TestFarTargets: equal cuts are told as such wherever the targets lie; of two rows each column cuts them the same way.
func TestFarTargets(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 1))
	for _, offset := range []float64{0, 1e4, 1e6, -1e9} {
		for range 200 {
			x := mat.NewDense(2, 3, nil)
			x.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, x)
			m, err := tree.Regressor{}.Fit(x, []float64{offset + r.NormFloat64(), offset + r.NormFloat64()})
			if err != nil || m.Nodes[0].Column != 0 {
				t.Fatalf("offset %g: %v, cut by column %d, want 0", offset, err, m.Nodes[0].Column)
			}
		}
	}
}

// TestTinyAndHugeWeights: only the ratios of weights count.
func TestTinyAndHugeWeights(t *testing.T) {
	const n = 100
	x, y, label, w := mat.NewDense(n, 2, nil), make([]float64, n), make([]int, n), make([]float64, n)
	for i := range n {
		x.Set(i, 0, float64(i))
		x.Set(i, 1, float64(i*i%7))
		y[i], label[i] = float64(i*i%11), i/50
	}
	one, want := must(tree.Regressor{}.Fit(x, y)), must(tree.Classifier{}.Fit(x, label))
	for _, unit := range []float64{1e-300, 1e-160, 1e-40, 1e40, 1e155, 1e300} {
		for i := range w {
			w[i] = unit
		}
		m, c := must(tree.Regressor{}.FitWeighted(x, y, w)), must(tree.Classifier{}.FitWeighted(x, label, w))
		if len(m.Nodes) != len(one.Nodes) || len(c.Nodes) != len(want.Nodes) {
			t.Errorf("weights %g: %d and %d nodes, want %d and %d", unit, len(m.Nodes), len(c.Nodes), len(one.Nodes), len(want.Nodes))
		}
		testkit.Near(t, "importances", m.Importances(), one.Importances(), 1e-12)
		testkit.Near(t, "predictions", must(m.Predict(x)), y, 1e-12)
	}
	for i := range w { // the even rows weigh nothing beside the others
		w[i] = []float64{1e-200, 1e200}[i%2]
	}
	m := must(tree.Regressor{}.FitWeighted(x, y, w))
	if m.Nodes[0].Rows != n/2 {
		t.Errorf("%d rows count, want %d", m.Nodes[0].Rows, n/2)
	}
	for i, v := range must(m.Predict(x)) {
		if v-v != 0 || i%2 == 1 && math.Abs(v-y[i]) > 1e-12 {
			t.Errorf("row %d: got %v, its target is %v", i, v, y[i])
		}
	}
}
