package tree

import (
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// Tree is the nodes of a tree, the root first, then all of its left side, then all of its right side, and so on. It is plain data.
type Tree struct {
	Dim     int     // columns of X
	Missing Missing // as in Growth
	Nodes   []Node

	learn.Named
}

// Node is a node of a tree: a leaf, or a cut with two sides.
type Node struct {
	Column      int       // by which it is cut, -1 for a leaf
	Threshold   float64   // numbers ≤ Threshold go to the left
	Categories  []float64 `json:",omitzero"` // where the column has categories, those that go to the left, in increasing order; all others go to the right
	MissingLeft bool      // missing values go to the left
	Left, Right int       // positions of the sides, 0 for a leaf
	Rows        int       // observations
	Weight      float64   // their weight
	Impurity    float64   // of the node alone; in regression the mean squared distance from Value
	Risk        float64   // what the node as a leaf adds to the share of wrong labels, or to the mean squared error
	Gain        float64   // by which the cut lowers the impurity of the whole tree, in shares of all weight
	Counts      []float64 `json:",omitempty"` // weights of the classes
	Value       float64   // mean of the targets in regression
}

// Leaf reports whether the node is a leaf.
func (n *Node) Leaf() bool { return n.Column < 0 }

// Leaves returns the number of leaves, Depth that of the cuts on the way to the lowest leaf.
func (t *Tree) Leaves() int {
	leaves := 0
	for i := range t.Nodes {
		if t.Nodes[i].Leaf() {
			leaves++
		}
	}
	return leaves
}

// Depth returns the largest number of cuts from the root to a leaf; 0 for a tree that is not whole.
func (t *Tree) Depth() int {
	if t.whole() != nil {
		return 0
	}
	depth, most := make([]int, len(t.Nodes)), 0
	for i, n := range t.Nodes { // sides come after their node
		most = max(most, depth[i])
		if !n.Leaf() {
			depth[n.Left], depth[n.Right] = depth[i]+1, depth[i]+1
		}
	}
	return most
}

// Importances returns, for each column, the sum of the gains of its cuts as a share of all gains, zeros for a tree without gain and nil for one that is not whole. Columns with many
// values are favoured; permuting a column of new data is a fairer measure.
func (t *Tree) Importances() []float64 {
	if t.whole() != nil {
		return nil
	}
	share, total := make([]float64, t.Dim), 0.0
	for _, n := range t.Nodes {
		if !n.Leaf() {
			share[n.Column] += n.Gain
			total += n.Gain
		}
	}
	for j := range share {
		if total > 0 {
			share[j] /= total
		}
	}
	return share
}

// Box is a leaf as a part of space: Low_j < x_j ≤ High_j, infinite where no cut bounds it. Categorical cuts bound nothing.
type Box struct {
	Node      int
	Low, High []float64
}

// Boxes returns the boxes of the leaves, in the order of the nodes; nil for a tree that is not whole.
func (t *Tree) Boxes() []Box {
	if t.whole() != nil {
		return nil
	}
	low, high := make([]float64, t.Dim), make([]float64, t.Dim)
	for j := range low {
		low[j], high[j] = math.Inf(-1), math.Inf(1)
	}
	all := make([]Box, len(t.Nodes))
	all[0] = Box{0, low, high}
	var leaves []Box
	for i, n := range t.Nodes {
		if n.Leaf() {
			leaves = append(leaves, all[i])
			continue
		}
		all[n.Left], all[n.Right] = all[i].copy(n.Left), all[i].copy(n.Right)
		if n.Categories == nil {
			all[n.Left].High[n.Column] = min(n.Threshold, all[i].High[n.Column])
			all[n.Right].Low[n.Column] = max(n.Threshold, all[i].Low[n.Column])
		}
	}
	return leaves
}

func (b Box) copy(node int) Box {
	return Box{node, append([]float64(nil), b.Low...), append([]float64(nil), b.High...)}
}

// mostColumns is how many columns a tree may have that was read: for each of them there are numbers to be made.
const mostColumns = 1 << 26

// whole refuses trees that Fit did not make.
func (t *Tree) whole() error {
	if len(t.Nodes) == 0 || t.Dim < 1 || t.Dim > mostColumns {
		return input.Errorf(input.ErrShape, "model", "it has %d nodes and %d columns; Fit makes a model", len(t.Nodes), t.Dim)
	}
	parents := make([]int, len(t.Nodes))
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Leaf() {
			continue
		}
		if n.Column >= t.Dim || n.Left <= i || n.Right <= i || n.Left >= len(t.Nodes) || n.Right >= len(t.Nodes) || n.Left == n.Right || n.Threshold-n.Threshold != 0 {
			return input.Errorf(input.ErrShape, "model", "node %d is cut at column %d, %v, into nodes %d and %d of %d", i, n.Column, n.Threshold, n.Left, n.Right, len(t.Nodes))
		}
		parents[n.Left]++
		parents[n.Right]++
	}
	for i, p := range parents {
		if p > 1 || (p == 0) != (i == 0) {
			return input.Errorf(input.ErrShape, "model", "node %d has %d parents", i, p)
		}
	}
	return t.Missing.Check("model.Missing")
}

// leaves returns the leaf of each row of X.
func (t *Tree) leaves(x mat.Matrix) ([]int, error) {
	if err := t.whole(); err != nil {
		return nil, err
	}
	if err := t.columns(x); err != nil {
		return nil, err
	}
	n, d := x.Dims()
	data, stride := input.Rows(x)
	leaf := make([]int, n)
	parallel.Rows(n, 512, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			leaf[i] = t.leaf(data[i*stride : i*stride+d])
		}
	})
	return leaf, nil
}

func (t *Tree) columns(x mat.Matrix) error {
	if t.Missing == MissingRefused {
		return input.Columns("X", x, t.Dim)
	}
	_, d, err := input.MatrixWithMissing("X", x)
	if err == nil && d != t.Dim {
		err = input.Errorf(input.ErrShape, "X", "got %d columns, want %d", d, t.Dim)
	}
	return err
}

// leaf is the leaf of a point.
func (t *Tree) leaf(x []float64) int {
	at := 0
	for {
		n := &t.Nodes[at]
		if n.Leaf() {
			return at
		}
		if n.goesLeft(x[n.Column]) {
			at = n.Left
		} else {
			at = n.Right
		}
	}
}
