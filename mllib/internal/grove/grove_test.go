package grove_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/grove"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/tree"
	"gonum.org/v1/gonum/mat"
)

// cloud is n rows of d columns, whole numbers below values, or normal ones for 0; labels, numbers and whole weights, some of them 0.
func cloud(r *rand.Rand, n, d, values, classes int) (x *mat.Dense, class []int32, number, weight []float64) {
	x = mat.NewDense(n, d, nil)
	x.Apply(func(int, int, float64) float64 {
		if values > 0 {
			return float64(r.IntN(values))
		}
		return r.NormFloat64()
	}, x)
	for i := range n {
		class, weight = append(class, int32(r.IntN(classes))), append(weight, float64(r.IntN(4)))
		number = append(number, x.At(i, 0)+r.NormFloat64())
	}
	for k := range classes {
		class[k], weight[k] = int32(k), 1
	}
	return x, class, number, weight
}

// same compares a tree with that of package tree, node by node, and the leaf of each row.
func same(t *testing.T, what string, got *grove.Grown, want *tree.Tree, values func(n *tree.Node) []float64, x *mat.Dense, leaf []int, weight []float64) {
	t.Helper()
	if len(got.Nodes) != len(want.Nodes) {
		t.Fatalf("%s: %d nodes, want %d", what, len(got.Nodes), len(want.Nodes))
	}
	gains := make([]float64, want.Dim)
	for i, n := range want.Nodes {
		o := got.Nodes[i]
		if n.Leaf() {
			testkit.Near(t, what+": leaf", got.Values[int(o.Right)*got.Width:int(o.Right+1)*got.Width], values(&n), 1e-12)
		} else {
			gains[n.Column] += n.Gain
		}
		if int(o.Column) != n.Column || !n.Leaf() && (o.Threshold != n.Threshold || int(o.Right) != n.Right) {
			t.Fatalf("%s: node %d is %+v, want %+v", what, i, o, n)
		}
	}
	testkit.Near(t, what+": gains", got.Gains, gains, 1e-10)
	if err := got.Check(want.Dim, got.Width); err != nil {
		t.Error(what, err)
	}
	for i, l := range leaf {
		number := int(got.Nodes[l].Right)
		if got.Lean.Leaf(x.RawRowView(i)) != number || weight[i] > 0 != (got.Leaf[i] >= 0) || weight[i] > 0 && int(got.Leaf[i]) != number {
			t.Fatalf("%s: row %d in leaf %d (%d), want %d", what, i, got.Lean.Leaf(x.RawRowView(i)), got.Leaf[i], number)
		}
	}
}

// TestSameAsTree: with all columns in each node the trees are those of package tree, by Gini's impurity, the entropy and squares, for two classes and three,
// with equal values and without, with limits and without, in small and in large nodes.
func TestSameAsTree(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(1, seed))
		n := 20 + r.IntN(100)
		if seed%20 == 0 {
			n = 1500
		}
		classes := 2 + int(seed%2)
		x, class, number, weight := cloud(r, n, 3, int(seed%3)*20, classes)
		raw := x.RawMatrix()
		columns := grove.New(raw.Data, raw.Stride, n, 3)
		g := tree.Growth{Depth: int(seed % 7), MinLeaf: int(seed % 4), MinSplit: int(seed % 5)}
		grower := columns.NewGrower(grove.Growth{Depth: g.Depth, MinSplit: g.MinSplit, MinLeaf: g.MinLeaf})
		labels := make([]int, n)
		for i, c := range class {
			labels[i] = int(c)
		}
		for _, kind := range tree.Gini.All() {
			want, err := tree.Classifier{Growth: g, Impurity: kind}.FitWeighted(x, labels, weight)
			if err != nil {
				t.Fatal(err)
			}
			leaf, _ := want.Leaf(x)
			got := grower.Grow(grove.Task{Weight: weight, Class: class, Classes: classes, Impurity: kind}, nil)
			same(t, fmt.Sprint("seed ", seed, " ", kind), got, &want.Tree, func(n *tree.Node) []float64 {
				shares := make([]float64, classes)
				for k := range shares {
					shares[k] = n.Counts[k] / n.Weight
				}
				return shares
			}, x, leaf, weight)
		}
		want, err := tree.Regressor{Growth: g}.FitWeighted(x, number, weight)
		if err != nil {
			t.Fatal(err)
		}
		leaf, _ := want.Leaf(x)
		same(t, fmt.Sprint("seed ", seed, " numbers"), grower.Grow(grove.Task{Weight: weight, Number: number}, nil), &want.Tree, func(n *tree.Node) []float64 { return []float64{n.Value} }, x, leaf, weight)
	}
}

// TestUnits: numbers in other units give the same cuts.
func TestUnits(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	x, _, number, weight := cloud(r, 200, 3, 0, 2)
	raw := x.RawMatrix()
	grower := grove.New(raw.Data, raw.Stride, 200, 3).NewGrower(grove.Growth{})
	base := grower.Grow(grove.Task{Weight: weight, Number: number}, nil)
	for _, unit := range []float64{0x1p-400, 0x1p300} {
		scaled := make([]float64, len(number))
		for i, v := range number {
			scaled[i] = unit * v
		}
		got := grower.Grow(grove.Task{Weight: weight, Number: scaled}, nil)
		if fmt.Sprint(got.Nodes) != fmt.Sprint(base.Nodes) {
			t.Errorf("unit %v: other cuts", unit)
		}
	}
}

// TestDrawn: with fewer columns than there are a node looks at those that are drawn, and at more where none of them can be cut.
func TestDrawn(t *testing.T) {
	x := mat.NewDense(40, 6, nil)
	r := rand.New(rand.NewPCG(3, 1))
	class, weight := make([]int32, 40), make([]float64, 40)
	for i := range 40 {
		x.Set(i, 4, r.Float64())
		class[i], weight[i] = int32(i%2), 1
	}
	raw := x.RawMatrix()
	grower := grove.New(raw.Data, raw.Stride, 40, 6).NewGrower(grove.Growth{Features: 1})
	got := grower.Grow(grove.Task{Weight: weight, Class: class, Classes: 2}, r)
	for _, n := range got.Nodes {
		if n.Column >= 0 && n.Column != 4 {
			t.Errorf("cut at constant column %d", n.Column)
		}
	}
	if got.Leaves() < 5 {
		t.Errorf("%d leaves, for one column can be cut", got.Leaves())
	}
	full, _, _, _ := cloud(r, 300, 4, 0, 2)
	raw = full.RawMatrix()
	count := make([]int, 4)
	columns := grove.New(raw.Data, raw.Stride, 300, 4)
	for range 400 {
		class, weight = class[:0], weight[:0]
		for range 300 {
			class, weight = append(class, int32(r.IntN(2))), append(weight, 1)
		}
		one := columns.NewGrower(grove.Growth{Features: 1, Depth: 1}).Grow(grove.Task{Weight: weight, Class: class, Classes: 2}, r)
		count[one.Nodes[0].Column]++
	}
	for j, c := range count {
		if c < 65 || c > 135 { // 100 ± 4 standard deviations of 8.7
			t.Errorf("column %d first in %d of 400 trees", j, c)
		}
	}
}

func BenchmarkGrow(b *testing.B) {
	for _, n := range []int{10000, 50000} {
		r := rand.New(rand.NewPCG(1, 1))
		const d = 20
		x, class, weight := mat.NewDense(n, d, nil), make([]int32, n), make([]float64, n)
		x.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, x)
		for i := range class {
			if row := x.RawRowView(i); row[0]+row[1]*row[2]+r.NormFloat64() > 0 {
				class[i] = 1
			}
			weight[r.IntN(n)]++
		}
		raw := x.RawMatrix()
		columns := grove.New(raw.Data, raw.Stride, n, d)
		for _, m := range []int{4, 20} {
			grower := columns.NewGrower(grove.Growth{Features: m})
			b.Run(fmt.Sprintf("n=%d/d=%d/features=%d", n, d, m), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					grower.Grow(grove.Task{Weight: weight, Class: class, Classes: 2}, r)
				}
			})
		}
	}
}
