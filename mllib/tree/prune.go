package tree

import (
	"container/heap"
	"fmt"
	"math"
	"slices"
)

// Stage is a subtree on the path of pruning: the smallest of those with the least risk + α·leaves, for α from Alpha on up to that of the next stage.
type Stage struct {
	Alpha  float64 // price of a leaf
	Leaves int
	Risk   float64 // share of wrong labels of the training data, or their mean squared error
}

// Path returns the subtrees with the least risk plus α times leaves, for all α ≥ 0: the first from α = 0 on, the last is the root alone. Each is a subtree of the
// one before. The risk is the share of wrong labels by weight, whatever the impurity by which the tree has grown; where a source counts wrong labels, its α is n times this one. The errors are
// those of a model that Fit did not make.
//
// Reference: Breiman and others, chapter 3 (weakest links). Curriculum: N9.3h.
func (m *Model) Path() ([]Stage, error) {
	if err := m.whole(); err != nil {
		return nil, fmt.Errorf("tree: path: %w", err)
	}
	path, _ := m.links()
	return path, nil
}

// Prune returns the subtree of least risk plus α times leaves, the smallest of several. The error wraps input.ErrParam for an α that is negative or not finite, or is that of a model that
// Fit did not make.
func (m *Model) Prune(alpha float64) (*Model, error) {
	err := m.whole()
	if err == nil {
		err = checkAlpha("alpha", alpha)
	}
	if err != nil {
		return nil, fmt.Errorf("tree: prune: %w", err)
	}
	return &Model{Tree: m.pruned(alpha), Classes: slices.Clone(m.Classes), Tie: m.Tie}, nil
}

// Path is that of Model.Path, with the mean squared error.
func (m *RegressionModel) Path() ([]Stage, error) {
	if err := m.whole(); err != nil {
		return nil, fmt.Errorf("tree: path: %w", err)
	}
	path, _ := m.links()
	return path, nil
}

// Prune is that of Model.Prune, with the mean squared error.
func (m *RegressionModel) Prune(alpha float64) (*RegressionModel, error) {
	err := m.whole()
	if err == nil {
		err = checkAlpha("alpha", alpha)
	}
	if err != nil {
		return nil, fmt.Errorf("tree: prune: %w", err)
	}
	return &RegressionModel{m.pruned(alpha)}, nil
}

// link is a node with the α at which it is as good as the subtree below.
type link struct {
	node, leaves int // of the subtree, to tell links that have changed since
	alpha        float64
}

// weakest is a heap of links, the least α first, of equal ones the node nearest to the root.
type weakest []link

func (w weakest) Len() int { return len(w) }
func (w weakest) Less(i, j int) bool {
	return w[i].alpha < w[j].alpha || w[i].alpha == w[j].alpha && w[i].node < w[j].node
}
func (w weakest) Swap(i, j int) { w[i], w[j] = w[j], w[i] }
func (w *weakest) Push(v any)   { *w = append(*w, v.(link)) }
func (w *weakest) Pop() any {
	last := (*w)[len(*w)-1]
	*w = (*w)[:len(*w)-1]
	return last
}

// links takes away weakest links until the root is left. It returns the path and, for each node, the α from which on it is a leaf or gone.
func (t *Tree) links() (path []Stage, cutAt []float64) {
	n := len(t.Nodes)
	parent, leaves, below := make([]int, n), make([]int, n), make([]float64, n)
	cutAt = make([]float64, n)
	parent[0] = -1
	for i := n - 1; i >= 0; i-- {
		node := &t.Nodes[i]
		cutAt[i], leaves[i], below[i] = math.Inf(1), 1, node.Risk
		if !node.Leaf() {
			leaves[i], below[i] = leaves[node.Left]+leaves[node.Right], below[node.Left]+below[node.Right]
			parent[node.Left], parent[node.Right] = i, i
		}
	}
	tiny := near * t.Nodes[0].Risk
	of := func(i int) link {
		gain := t.Nodes[i].Risk - below[i]
		if gain <= tiny { // rounding
			gain = 0
		}
		return link{i, leaves[i], gain / float64(leaves[i]-1)}
	}
	var all weakest
	for i := range n {
		if !t.Nodes[i].Leaf() {
			all = append(all, of(i))
		}
	}
	heap.Init(&all)
	alpha := 0.0
	for {
		for len(all) > 0 && (cutAt[all[0].node] <= alpha || leaves[all[0].node] != all[0].leaves || gone(parent, cutAt, all[0].node, alpha)) {
			heap.Pop(&all)
		}
		if len(all) == 0 || all[0].alpha > alpha*(1+near) {
			path = append(path, Stage{alpha, leaves[0], below[0]})
		}
		if len(all) == 0 {
			return path, cutAt
		}
		weak := heap.Pop(&all).(link)
		if weak.alpha > alpha*(1+near) {
			alpha = weak.alpha
		}
		i := weak.node
		lost, more := leaves[i]-1, t.Nodes[i].Risk-below[i]
		cutAt[i] = alpha
		for a := i; a >= 0; a = parent[a] {
			leaves[a] -= lost
			below[a] += more
			if a != i {
				heap.Push(&all, of(a))
			}
		}
		below[i] = t.Nodes[i].Risk
	}
}

// gone reports whether a node is below one that has become a leaf.
func gone(parent []int, cutAt []float64, node int, alpha float64) bool {
	for a := parent[node]; a >= 0; a = parent[a] {
		if cutAt[a] <= alpha {
			return true
		}
	}
	return false
}

// pruned is a copy without the nodes that do not pay at this price.
func (t *Tree) pruned(alpha float64) Tree {
	_, cutAt := t.links()
	out := Tree{Dim: t.Dim, Missing: t.Missing}
	type pending struct{ from, parent int }
	stack := []pending{{0, -1}}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		to, node := len(out.Nodes), t.Nodes[at.from]
		node.Counts, node.Categories = slices.Clone(node.Counts), slices.Clone(node.Categories)
		if at.parent >= 0 && out.Nodes[at.parent].Left == 0 {
			out.Nodes[at.parent].Left = to
		} else if at.parent >= 0 {
			out.Nodes[at.parent].Right = to
		}
		left, right := node.Left, node.Right
		node.Left, node.Right = 0, 0
		if !node.Leaf() && cutAt[at.from] > alpha {
			stack = append(stack, pending{right, to}, pending{left, to})
		} else {
			node.Column, node.Threshold, node.Categories, node.MissingLeft, node.Gain = -1, 0, nil, false, 0
		}
		out.Nodes = append(out.Nodes, node)
	}
	return out
}
