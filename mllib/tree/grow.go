package tree

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// targets are what a tree predicts: classes 0, 1, …, or numbers.
type targets struct {
	class    []int32
	classes  int // 0 for numbers
	impurity Impurity
	number   []float64 // nil for classes
	weight   []float64 // nil if all are 1
}

// of is the weight of a row.
func (t *targets) of(row int) float64 {
	if t.weight == nil {
		return 1
	}
	return t.weight[row]
}

// grower grows a tree from its root, depth first, the left side before the right: that is the order of the nodes.
type grower struct {
	Growth
	search
	columns     [][]entry
	category    []bool // by column
	goesLeft    []bool // by row
	tree        *Tree
	totalWeight float64
}

// task is a node that is still to be cut.
type task struct{ node, lo, hi, depth int }

func grow(p Growth, r *rows, t *targets) (*Tree, error) {
	n := len(r.at)
	g := &grower{Growth: p, columns: r.columns(t.class), category: make([]bool, r.d), goesLeft: make([]bool, n), tree: &Tree{Dim: r.d, Missing: p.Missing}}
	if err := checkCategories(p, g.columns, t.classes); err != nil {
		return nil, err
	}
	for _, j := range p.Categorical {
		g.category[j] = true
	}
	g.search = search{targets: t, least: max(p.MinLeaf, 1), total: make([]float64, t.classes), left: make([]float64, t.classes), right: make([]float64, t.classes), spare: make([]entry, n)}
	for row := range n {
		g.totalWeight += t.of(row)
	}
	g.tree.Nodes = append(g.tree.Nodes, g.node(0, n))
	stack := []task{{0, 0, n, 0}}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if at.node < 0 { // a right side, whose node comes after all nodes of the left
			g.tree.Nodes[-at.node-1].Right = len(g.tree.Nodes)
			at.node = len(g.tree.Nodes)
			g.tree.Nodes = append(g.tree.Nodes, g.node(at.lo, at.hi))
		}
		middle, ok := g.cutNode(at)
		if !ok {
			continue
		}
		g.tree.Nodes[at.node].Left = len(g.tree.Nodes)
		left := task{len(g.tree.Nodes), at.lo, middle, at.depth + 1}
		g.tree.Nodes = append(g.tree.Nodes, g.node(at.lo, middle))
		stack = append(stack, task{-at.node - 1, middle, at.hi, at.depth + 1}, left)
	}
	return g.tree, nil
}

// node describes the entries lo..hi-1 as a leaf.
func (g *grower) node(lo, hi int) Node {
	node := Node{Column: -1, Rows: hi - lo}
	part := g.columns[0][lo:hi]
	if g.number == nil {
		node.Counts = make([]float64, g.classes)
		for _, e := range part {
			node.Counts[e.class] += g.of(int(e.row))
		}
		node.Weight = floats.Sum(node.Counts)
		node.Impurity = Of(g.impurity, node.Counts)
		node.Risk = (node.Weight - floats.Max(node.Counts)) / g.totalWeight
		return node
	}
	first, mean, weight := g.mean(part)
	node.Weight, node.Value = weight, first+mean
	squares := 0.0
	for _, e := range part {
		d := g.number[e.row] - node.Value
		squares += g.of(int(e.row)) * d * d
	}
	node.Impurity, node.Risk = squares/node.Weight, squares/g.totalWeight
	return node
}

// mean is the mean of the numbers of some entries, as its distance from the first of them, and their weight: of equal numbers that is 0, and of others it keeps digits that
// are lost far from 0.
func (t *targets) mean(part []entry) (first, mean, weight float64) {
	first, same, sum := t.number[part[0].row], true, 0.0
	for _, e := range part {
		same = same && t.number[e.row] == first
		weight += t.of(int(e.row))
		sum += t.of(int(e.row)) * (t.number[e.row] - first)
	}
	if same {
		return first, 0, weight
	}
	return first, sum / weight, weight
}

// cutNode cuts a node, if it may, and returns where its right side begins.
func (g *grower) cutNode(at task) (middle int, ok bool) {
	node := &g.tree.Nodes[at.node]
	if g.Depth > 0 && at.depth >= g.Depth || node.Rows < max(g.MinSplit, 2) || node.Rows < 2*g.least || node.Impurity <= 0 {
		return 0, false
	}
	g.weight = node.Weight
	copy(g.total, node.Counts)
	best := cut{score: math.Inf(-1), column: -1}
	if g.number != nil {
		best.score = -1 // sums of squares are at least 0
		g.first, g.middle, _ = g.mean(g.columns[0][at.lo:at.hi])
	}
	for j, column := range g.columns {
		if part := column[at.lo:at.hi]; g.category[j] {
			best = g.categorical(j, part, best)
		} else if part[0].v != part[len(part)-1].v {
			best = g.column(j, part, best)
		}
	}
	if best.column < 0 {
		return 0, false
	}
	gain := best.score // of numbers
	if g.number == nil {
		gain -= kept(g.impurity, node.Counts, node.Weight)
	}
	if gain = max(gain, 0) / g.totalWeight; gain < g.LeastGain {
		return 0, false
	}
	node.Column, node.Threshold, node.Categories, node.MissingLeft, node.Gain = best.column, best.threshold, best.categories, best.missingLeft, gain
	return g.part(node, at, best.told), true
}

// part parts all columns by the cut of a node.
func (g *grower) part(node *Node, at task, told bool) (middle int) {
	middle = at.lo
	weight := 0.0
	for _, e := range g.columns[node.Column][at.lo:at.hi] {
		left := node.goesLeft(e.v)
		if g.goesLeft[e.row] = left; left {
			middle++
			weight += g.of(int(e.row))
		}
	}
	if !told {
		node.MissingLeft = 2*weight >= node.Weight
	}
	for _, column := range g.columns {
		to, right := at.lo, g.spare[:0]
		for _, e := range column[at.lo:at.hi] {
			if g.goesLeft[e.row] {
				column[to] = e
				to++
			} else {
				right = append(right, e)
			}
		}
		copy(column[to:at.hi], right)
	}
	return middle
}

// goesLeft tells the side of a value; missing ones go to that of MissingLeft. Categories that the node did not have go to the right.
func (n *Node) goesLeft(v float64) bool {
	switch {
	case v != v:
		return n.MissingLeft
	case n.Categories == nil:
		return v <= n.Threshold
	}
	_, left := slices.BinarySearch(n.Categories, v)
	return left
}
