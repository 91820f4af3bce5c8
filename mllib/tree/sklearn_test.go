package tree_test

import (
	"math"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/tree"
	"gonum.org/v1/gonum/mat"
)

// nodes are those of a tree of scikit-learn, in the same order.
type nodes struct {
	Column, Rows, Left, Right       []int
	Threshold, Impurity, Importance []float64
	Value                           [][]float64
}

type reference struct {
	X                                                   [][]float64
	Gaps                                                [][]*float64
	Y                                                   []int
	Z, W                                                []float64
	Gini, Entropy, Depth, Weighted, Regression, Missing nodes
	Path                                                struct{ Alpha, Risk []float64 }
	Weak                                                nodes `json:"pruned 0.02"`
	Strong                                              nodes `json:"pruned 0.1"`
}

// same compares a tree with one of scikit-learn, whose impurities are in units of log (log 2 for entropy).
func same(t *testing.T, what string, got *tree.Tree, want nodes, log float64) {
	t.Helper()
	if len(got.Nodes) != len(want.Column) {
		t.Fatalf("%s: %d nodes, want %d", what, len(got.Nodes), len(want.Column))
	}
	for i, n := range got.Nodes {
		if n.Column != want.Column[i] || n.Rows != want.Rows[i] || n.Left != want.Left[i] || n.Right != want.Right[i] || math.Abs(n.Impurity-want.Impurity[i]*log) > 1e-10 {
			t.Errorf("%s: node %d is %+v, want column %d, %d rows, sides %d and %d, impurity %v", what, i, n, want.Column[i], want.Rows[i], want.Left[i], want.Right[i], want.Impurity[i]*log)
		}
		if !n.Leaf() && math.Abs(n.Threshold-want.Threshold[i]) > 1e-12 && n.Threshold != math.MaxFloat64 {
			t.Errorf("%s: node %d is cut at %v, want %v", what, i, n.Threshold, want.Threshold[i])
		}
		value := []float64{n.Value}
		if n.Counts != nil {
			value = make([]float64, len(n.Counts))
			for k := range value {
				value[k] = n.Counts[k] / n.Weight
			}
		}
		testkit.Near(t, what, value, want.Value[i], 1e-12)
	}
	testkit.Near(t, what+": importances", got.Importances(), want.Importance, 1e-10)
}

// TestScikitLearn: the same columns, thresholds, impurities, shares and means, node by node; the same path of pruning, and the same trees pruned.
func TestScikitLearn(t *testing.T) {
	var ref reference
	testkit.Reference(t, "testdata/reference.json", &ref)
	x, leaf, large := testkit.Matrix(t, ref.X), tree.Growth{MinLeaf: 10}, tree.Growth{MinLeaf: 20}
	fit := func(p tree.Classifier, x mat.Matrix, weights []float64) *tree.Tree {
		m, err := p.Fit(x, ref.Y)
		if weights != nil {
			m, err = p.FitWeighted(x, ref.Y, weights)
		}
		if err != nil {
			t.Fatal(err)
		}
		return &m.Tree
	}
	same(t, "gini", fit(tree.Classifier{Growth: leaf}, x, nil), ref.Gini, 1)
	same(t, "entropy", fit(tree.Classifier{Growth: large, Impurity: tree.Entropy}, x, nil), ref.Entropy, math.Ln2)
	same(t, "depth", fit(tree.Classifier{Growth: tree.Growth{Depth: 3, LeastGain: .01}}, x, nil), ref.Depth, 1)
	same(t, "weighted", fit(tree.Classifier{Growth: leaf}, x, ref.W), ref.Weighted, 1)
	m, err := tree.Regressor{Growth: leaf}.Fit(x, ref.Z)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "regression", &m.Tree, ref.Regression, 1)
	path, err := m.Path()
	if err != nil || len(path) != len(ref.Path.Alpha) {
		t.Fatalf("%d stages, want %d (%v)", len(path), len(ref.Path.Alpha), err)
	}
	for k, stage := range path {
		testkit.Near(t, "path", []float64{stage.Alpha, stage.Risk}, []float64{ref.Path.Alpha[k], ref.Path.Risk[k]}, 1e-12)
	}
	for alpha, want := range map[float64]nodes{.02: ref.Weak, .1: ref.Strong} {
		small, err := m.Prune(alpha)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "pruned", &small.Tree, want, 1)
	}
	gaps := mat.NewDense(len(ref.Gaps), len(ref.Gaps[0]), nil)
	for i, row := range ref.Gaps {
		for j, v := range row {
			if gaps.Set(i, j, math.NaN()); v != nil {
				gaps.Set(i, j, *v)
			}
		}
	}
	large.Missing = tree.MissingSide
	same(t, "missing", fit(tree.Classifier{Growth: large}, gaps, nil), ref.Missing, 1)
	if !slices.ContainsFunc(fit(tree.Classifier{Growth: large}, gaps, nil).Nodes, func(n tree.Node) bool { return n.MissingLeft && !n.Leaf() }) {
		t.Error("missing values never go to the left")
	}
}
