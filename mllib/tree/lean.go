package tree

import (
	"github.com/mercer-go/mercer/mllib/input"
)

// Lean is a tree as ensembles keep hundreds of them: cuts and values, without the counts, impurities and gains of a Tree. Nodes stand in the order of a Tree,
// so that the left side of a cut is the node after it. It is plain data.
type Lean struct {
	Dim    int // columns of X
	Width  int // numbers of a leaf
	Nodes  []LeanNode
	Values []float64 // Width numbers for each leaf, leaf by leaf
}

// LeanNode is a node of a Lean tree.
type LeanNode struct {
	Threshold float64 // numbers ≤ Threshold go to the left
	Column    int32   // by which it is cut, -1 for a leaf
	Right     int32   // the node of the right side; of a leaf its number
}

// Leaves returns the number of leaves.
func (t *Lean) Leaves() int { return (len(t.Nodes) + 1) / 2 }

// Leaf returns the number of the leaf of a point with Dim coordinates. Check tells whether it may be called.
func (t *Lean) Leaf(x []float64) int {
	at := int32(0)
	for {
		n := &t.Nodes[at]
		if n.Column < 0 {
			return int(n.Right)
		}
		if at++; !(x[n.Column] <= n.Threshold) {
			at = n.Right
		}
	}
}

// Value returns the numbers of the leaf of a point, in the memory of the tree.
func (t *Lean) Value(x []float64) []float64 {
	leaf := t.Leaf(x)
	return t.Values[leaf*t.Width : (leaf+1)*t.Width]
}

// Check refuses trees that no fit has made: of other dimensions, with cuts that lead nowhere or leaves without values. The error wraps input.ErrShape.
func (t *Lean) Check(dim, width int) error {
	leaves := 0
	if t.Dim != dim || t.Width != width || len(t.Nodes) == 0 || width < 1 {
		return input.Errorf(input.ErrShape, "model", "a tree has %d columns, %d numbers in a leaf and %d nodes, want %d columns and %d numbers", t.Dim, t.Width, len(t.Nodes), dim, width)
	}
	for i, n := range t.Nodes {
		switch {
		case n.Column < 0:
			if int(n.Right) != leaves {
				return input.Errorf(input.ErrShape, "model", "node %d is leaf %d, want %d", i, n.Right, leaves)
			}
			leaves++
		case int(n.Column) >= dim || int(n.Right) <= i+1 || int(n.Right) >= len(t.Nodes) || n.Threshold-n.Threshold != 0:
			return input.Errorf(input.ErrShape, "model", "node %d is cut at column %d, %v, with the right side %d of %d nodes", i, n.Column, n.Threshold, n.Right, len(t.Nodes))
		}
	}
	if len(t.Nodes) != 2*leaves-1 {
		return input.Errorf(input.ErrShape, "model", "a tree has %d nodes with %d leaves", len(t.Nodes), leaves)
	}
	return input.Vector("model: values of a tree", t.Values, leaves*width)
}
