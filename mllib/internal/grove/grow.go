package grove

import (
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/tree"
)

// Growth says when a tree stops, as tree.Growth does, and how many columns a node looks at.
type Growth struct {
	Depth    int // cuts on the way to a leaf at most; 0 means any number
	MinSplit int // a node of fewer rows is not cut; 0 means 2
	MinLeaf  int // rows of a leaf, at least; 0 means 1
	Features int // columns that are drawn for each node; 0 or D means all
}

// Task is what one tree learns.
type Task struct {
	Weight   []float64 // of each row; 0 leaves it out
	Number   []float64 // what is predicted, or 0 and 1 for two classes
	Class    []int32   // 0..Classes-1; nil for numbers
	Classes  int
	Impurity tree.Impurity // of classes
}

// Grown is a tree with what it says about the observations it has grown from.
type Grown struct {
	tree.Lean
	Gains []float64 // by column: by how much its cuts lower the impurity, or the mean squared error
	Leaf  []int32   // of each row, -1 for those that were left out
}

// observation is a row of a node: its weight, and the weight times the distance of its number from the mean of the node.
type observation struct{ w, d float64 }

// Grower grows trees. It holds memory for one tree at a time: each goroutine needs its own.
type Grower struct {
	*Columns
	growth  Growth
	task    Task
	numbers bool // cuts are compared by numbers: in regression, and for two classes by Gini's impurity
	rnd     *rand.Rand
	rows    []int32 // a node is a range of it, in increasing order
	spare   []int32
	place   []int32 // by row: its place in the node, -1 outside
	seen    []observation
	class   []int32
	a, b    []uint64
	drawn   []int
	totals  []float64 // weights of the classes of the node
	left    []float64
	right   []float64
	weight  float64 // of the node
	all     float64 // of the tree
	tiny    float64 // a gain of rounding alone
	out     *Grown
}

// NewGrower returns a grower for trees from these columns.
func (c *Columns) NewGrower(g Growth) *Grower {
	w := &Grower{Columns: c, growth: g, rows: make([]int32, c.N), spare: make([]int32, c.N), place: slices.Repeat([]int32{-1}, c.N), seen: make([]observation, c.N),
		class: make([]int32, c.N), a: make([]uint64, c.N), b: make([]uint64, c.N), drawn: make([]int, c.D)}
	if g.Features == 0 {
		w.growth.Features = c.D
	}
	return w
}

// task is a node that is still to be cut.
type pending struct{ lo, hi, depth, parent int }

// Grow grows one tree. Without Features below D nothing is drawn from rnd, which may be nil.
func (g *Grower) Grow(t Task, rnd *rand.Rand) *Grown {
	g.task, g.rnd, g.rows, g.all = t, rnd, g.rows[:0], 0
	g.numbers = t.Class == nil || t.Classes == 2 && t.Impurity == tree.Gini
	if t.Class != nil {
		g.totals, g.left, g.right = make([]float64, t.Classes), make([]float64, t.Classes), make([]float64, t.Classes)
	}
	g.out = &Grown{Lean: tree.Lean{Dim: g.D, Width: max(1, t.Classes)}, Gains: make([]float64, g.D), Leaf: slices.Repeat([]int32{-1}, g.N)}
	for i, w := range t.Weight {
		if w > 0 {
			g.rows = append(g.rows, int32(i))
			g.all += w
		}
	}
	stack := []pending{{0, len(g.rows), 0, -1}}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if at.parent >= 0 {
			g.out.Nodes[at.parent].Right = int32(len(g.out.Nodes))
		}
		node := len(g.out.Nodes)
		g.out.Nodes = append(g.out.Nodes, tree.LeanNode{Column: -1})
		if middle, ok := g.cut(at, node); ok {
			stack = append(stack, pending{middle, at.hi, at.depth + 1, node}, pending{at.lo, middle, at.depth + 1, -1})
		}
	}
	return g.out
}

// cut looks at the rows of a node and cuts it, or makes it a leaf.
func (g *Grower) cut(at pending, node int) (middle int, ok bool) {
	rows := g.rows[at.lo:at.hi]
	mean, pure := g.look(rows)
	least := max(g.growth.MinLeaf, 1)
	best := cut{column: -1}
	if !pure && (g.growth.Depth == 0 || at.depth < g.growth.Depth) && len(rows) >= max(g.growth.MinSplit, 2, 2*least) {
		best = g.search(rows, least)
	}
	if best.column < 0 {
		g.leaf(rows, node, mean)
		return 0, false
	}
	g.out.Gains[best.column] += best.gain * g.weight / g.all
	g.out.Nodes[node] = tree.LeanNode{Column: int32(best.column), Threshold: best.threshold}
	return at.lo + g.part(rows, best), true
}

// look sums up the rows of a node and tells their mean, and whether all are equal.
func (g *Grower) look(rows []int32) (mean float64, pure bool) {
	g.weight = 0
	if g.task.Class == nil {
		return g.lookAtNumbers(rows)
	}
	pure = g.lookAtClasses(rows)
	if g.tiny = tiny; g.numbers {
		mean = g.totals[1] / g.weight
		of := [2]float64{0 - mean, 1 - mean}
		for k := range rows {
			g.seen[k].d = g.seen[k].w * of[g.class[k]]
		}
	}
	return mean, pure
}

func (g *Grower) lookAtClasses(rows []int32) (pure bool) {
	clear(g.totals)
	pure = true
	for k, r := range rows {
		g.seen[k].w, g.class[k] = g.task.Weight[r], g.task.Class[r]
		g.totals[g.class[k]] += g.seen[k].w
		pure = pure && g.class[k] == g.class[0]
	}
	for _, w := range g.totals {
		g.weight += w
	}
	return pure
}

func (g *Grower) lookAtNumbers(rows []int32) (mean float64, pure bool) {
	first, sum := g.task.Number[rows[0]], 0.0
	pure = true
	for k, r := range rows {
		w, v := g.task.Weight[r], g.task.Number[r]
		g.seen[k].w = w
		g.weight += w
		sum += float64(w * (v - first))
		pure = pure && v == first
	}
	middle := sum / g.weight // of the distances from the first, which keep their digits far from 0
	if pure {
		middle = 0
	}
	g.tiny = 0
	for k, r := range rows {
		d := g.task.Number[r] - first - middle
		g.tiny = max(g.tiny, d, -d)
		g.seen[k].d = g.seen[k].w * d
	}
	g.tiny *= g.tiny * tiny
	return first + middle, pure
}

// leaf makes a node a leaf.
func (g *Grower) leaf(rows []int32, node int, mean float64) {
	number := int32(len(g.out.Values) / g.out.Width)
	g.out.Nodes[node].Right = number
	for _, r := range rows {
		g.out.Leaf[r] = number
	}
	if g.task.Class == nil {
		g.out.Values = append(g.out.Values, mean)
		return
	}
	for _, w := range g.totals {
		g.out.Values = append(g.out.Values, w/g.weight)
	}
}

// part parts the rows of a node and keeps their order; it returns how many go to the left.
func (g *Grower) part(rows []int32, c cut) int {
	rank := g.rank[c.column]
	l, r := 0, 0
	for _, row := range rows {
		rows[l], g.spare[r] = row, row
		if rank[row] <= c.rank {
			l++
		} else {
			r++
		}
	}
	copy(rows[l:], g.spare[:r])
	return l
}
