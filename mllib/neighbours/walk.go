package neighbours

import "github.com/mercer-go/mercer/mllib/internal/lanes"

// This file goes down a tree: of the children of a node first into that which is nearest, and into none that is further away than what was found already.

// walker is a way through a tree. It is used again for the next point.
type walker struct {
	*tree
	x       []float64
	best    *nearest
	gaps    []float64 // of the children of a node
	squares []float64 // distances of the observations of a leaf
	roads   [][]road  // level by level
}

// road is a child of a node, and how near its observations may be.
type road struct {
	gap  float64
	node int
}

func (t *tree) walker(best *nearest) *walker {
	w := &walker{tree: t, best: best, gaps: make([]float64, max(usualFan, t.fans[0])), squares: make([]float64, t.width), roads: make([][]road, len(t.fans))}
	for i, fan := range t.fans {
		w.roads[i] = make([]road, 0, fan)
	}
	return w
}

// nearest finds the k nearest observations of each point.
func (t *tree) nearest(points [][]float64, k int) []nearest {
	best, w := room(len(points), k), t.walker(nil)
	for i, x := range points {
		w.x, w.best = x, &best[i]
		w.down(0, 0)
	}
	return best
}

// down offers the observations of a node.
func (w *walker) down(level, node int) {
	if level == len(w.fans) {
		w.offer(node)
		return
	}
	for _, r := range w.ways(level, node) {
		if r.gap > w.best.last() {
			return
		}
		w.down(level+1, r.node)
	}
}

// offer offers those of a leaf.
func (w *walker) offer(leaf int) {
	lanes.Squared(w.squares, w.x, w.leaf(leaf))
	lo, hi := w.node(w.cuts, leaf)
	last := w.best.last()
	for i, s := range w.squares[:hi-lo] {
		if s <= last {
			w.best.take(int(w.order[lo+i]), s)
			last = w.best.last()
		}
	}
}

// ways are the children of a node that may hold nearer observations than those found, the nearest first.
func (w *walker) ways(level, node int) []road {
	fan, roads, last := w.fans[level], w.roads[level][:0], w.best.last()
	gaps := w.children(level, node)
	for i, gap := range gaps {
		if gap > last {
			continue
		}
		roads = append(roads, road{})
		at := len(roads) - 1
		for ; at > 0 && gap < roads[at-1].gap; at-- {
			roads[at] = roads[at-1]
		}
		roads[at] = road{gap, node*fan + i}
	}
	return roads
}

// children is how near those of a node may be.
func (w *walker) children(level, node int) []float64 {
	fan := w.fans[level]
	size := w.shape.size(w.d, fan)
	w.shape.below(w.gaps[:fan], w.x, w.bounds[level][node*size:][:size])
	return w.gaps[:fan]
}

// within appends the observations at squared distances of at most limit to some.
func (w *walker) within(x []float64, limit float64, some *nearest) {
	w.x, w.best = x, some
	w.gather(0, 0, limit)
}

func (w *walker) gather(level, node int, limit float64) {
	if level < len(w.fans) {
		var near [1 << (leastCuts + usualCuts - 1)]bool
		fan := w.fans[level]
		for i, gap := range w.children(level, node) {
			near[i] = gap <= limit
		}
		for i, ok := range near[:fan] {
			if ok {
				w.gather(level+1, node*fan+i, limit)
			}
		}
		return
	}
	lanes.Squared(w.squares, w.x, w.leaf(node))
	lo, hi := w.node(w.cuts, node)
	for i, s := range w.squares[:hi-lo] {
		if s <= limit {
			w.best.index, w.best.squares = append(w.best.index, int(w.order[lo+i])), append(w.best.squares, s)
		}
	}
}
