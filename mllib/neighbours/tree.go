package neighbours

import (
	"math"
	"math/bits"
	"slices"

	"github.com/mercer-go/mercer/mllib/internal/lanes"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
)

// This file cuts observations into leaves. They are halved across the column where they are spread most, again and again, until so few are left that the distances of all are had at once by
// vector instructions; the halves are equal up to one observation, so that where a leaf begins follows from its number. Three cuts are one level of the tree: a node has eight
// children, the bounds of which (boxes.go, balls.go) are laid out side by side, for vector instructions again. The first level takes up what does not go into threes.

const (
	leafSize   = 40      // observations in a leaf, at most
	usualFan   = 8       // children of a node
	usualCuts  = 3       // cuts that make them
	leastCuts  = 2       // so that the children of a node are a multiple of lanes.Width
	sampleSize = 128     // observations that tell where others are spread
	safeSize   = 0x1p500 // of coordinates that are safe: their squares do not overflow in fewer than 2^20 dimensions
)

// tree is observations, leaf after leaf.
type tree struct {
	n, d, cuts int
	fans       []int       // children of a node, level by level
	order      []int32     // the observations, leaf by leaf
	width      int         // places in a leaf
	points     []float64   // the leaves, each coordinate by coordinate; the last places may hold anything
	bounds     [][]float64 // of the children of nodes, level by level, node by node
	shape      shape
}

// shape is what holds the observations of a node.
type shape interface {
	size(d, fan int) int                                   // numbers that bound so many children
	bound(group []float64, fan, child int, rows []float64) // writes those of one child, which may have no rows
	below(dst, x, group []float64)                         // squared distances of x, or less, from the observations of the children
}

// newTree returns nil where distances may overflow.
func newTree(x [][]float64, w Way) *tree {
	n, d := len(x), len(x[0])
	t := &tree{n: n, d: d, order: make([]int32, n), cuts: leastCuts, shape: shape(boxes{})}
	if w == BallTree {
		t.shape = balls{}
	}
	if !safe(x) {
		return nil
	}
	for parallel.Pieces(n, 1<<t.cuts) > leafSize {
		t.cuts++
	}
	first := leastCuts + (t.cuts-leastCuts)%usualCuts
	t.fans = append(t.fans, 1<<first)
	for cuts := first; cuts < t.cuts; cuts += usualCuts {
		t.fans = append(t.fans, usualFan)
	}
	rows := t.halve(x)
	t.layOut(rows)
	t.enclose(rows)
	return t
}

// safe reports whether no distance of such points overflows.
func safe(points [][]float64) bool {
	if len(points[0]) >= 1<<20 {
		return false
	}
	for _, x := range points {
		for _, v := range x {
			if !(math.Abs(v) <= safeSize) {
				return false
			}
		}
	}
	return true
}

func (t *tree) safe(points [][]float64) bool { return safe(points) }

// node is where the observations of a node begin and end after so many cuts.
func (t *tree) node(cuts, node int) (lo, hi int) { return node * t.n >> cuts, (node + 1) * t.n >> cuts }

// halve puts the observations into the order of the leaves and returns them so, one after another. Each cut moves them, so that those of a node stay side by side in memory.
func (t *tree) halve(x [][]float64) []float64 {
	rows, next := make([]float64, t.n*t.d), make([]float64, t.n*t.d)
	for i, row := range x {
		t.order[i] = int32(i)
		copy(rows[i*t.d:], row)
	}
	keys, order := make([]key, t.n), make([]int32, t.n)
	for cuts := range t.cuts {
		parallel.Do(1<<cuts, func(node int) {
			lo, hi := t.node(cuts, node)
			mid, _ := t.node(cuts+1, 2*node+1)
			some, from := keys[lo:hi], rows[lo*t.d:hi*t.d]
			t.cut(some, t.order[lo:hi], from, mid-lo)
			for i, k := range some {
				order[lo+i] = k.index
				copy(next[(lo+i)*t.d:][:t.d], from[int(k.place)*t.d:])
			}
		})
		rows, next = next, rows
		t.order, order = order, t.order
	}
	return rows
}

// key is an observation, where its row stands, and the coordinate across which it is cut.
type key struct {
	at           float64
	index, place int32
}

func (a key) less(b key) bool { return a.at < b.at || a.at == b.at && a.index < b.index }

func (a key) compare(b key) int {
	switch {
	case a.less(b):
		return -1
	case b.less(a):
		return 1
	}
	return 0
}

// cut makes the keys of observations by the column in which they are spread most, the first mid of that order first.
func (t *tree) cut(keys []key, order []int32, rows []float64, mid int) {
	if len(order) == 0 {
		return
	}
	j := t.widest(rows)
	for i, o := range order {
		keys[i] = key{rows[i*t.d+j], o, int32(i)}
	}
	split(keys, mid)
}

// widest is the column in which rows, or a sample of many, are spread most.
func (t *tree) widest(rows []float64) int {
	step := parallel.Pieces(len(rows)/t.d, sampleSize) * t.d
	low, high := slices.Clone(rows[:t.d]), slices.Clone(rows[:t.d])
	for i := 0; i < len(rows); i += step {
		for j, v := range rows[i : i+t.d] {
			low[j], high[j] = min(low[j], v), max(high[j], v)
		}
	}
	best := 0
	for j := range low {
		if high[j]-low[j] > high[best]-low[best] {
			best = j
		}
	}
	return best
}

// split moves the mid least keys to the front: Hoare's selection, which sorts where its guesses are bad too often.
func split(keys []key, mid int) {
	for tries := 2 * bits.Len(uint(len(keys))); len(keys) > 8 && tries > 0; tries-- {
		i, j := partition(keys)
		switch {
		case mid <= j:
			keys = keys[:j+1]
		case mid >= i:
			keys, mid = keys[i:], mid-i
		default:
			return
		}
	}
	slices.SortFunc(keys, key.compare)
}

// partition moves keys so that those up to j are at most as large as those from i on, and those between are equal to both.
func partition(keys []key) (i, j int) {
	p := median(keys[0], keys[len(keys)/2], keys[len(keys)-1])
	i, j = 0, len(keys)-1
	for i <= j {
		for keys[i].less(p) {
			i++
		}
		for p.less(keys[j]) {
			j--
		}
		if i <= j {
			keys[i], keys[j] = keys[j], keys[i]
			i, j = i+1, j-1
		}
	}
	return i, j
}

func median(a, b, c key) key {
	if b.less(a) {
		a, b = b, a
	}
	switch {
	case c.less(a):
		return a
	case c.less(b):
		return c
	}
	return b
}

// layOut writes the leaves coordinate by coordinate.
func (t *tree) layOut(rows []float64) {
	t.width = parallel.Pieces(parallel.Pieces(t.n, 1<<t.cuts), lanes.Width) * lanes.Width
	t.points = make([]float64, t.width*t.d<<t.cuts)
	parallel.Rows(1<<t.cuts, 64, func(_, first, last int) {
		for leaf := first; leaf < last; leaf++ {
			block := t.leaf(leaf)
			lo, hi := t.node(t.cuts, leaf)
			for i := range hi - lo {
				for j, v := range rows[(lo+i)*t.d:][:t.d] {
					block[j*t.width+i] = v
				}
			}
		}
	})
}

func (t *tree) leaf(leaf int) []float64 { return t.points[leaf*t.width*t.d:][:t.width*t.d] }

// enclose writes the bounds of all nodes.
func (t *tree) enclose(rows []float64) {
	cuts := 0
	for _, fan := range t.fans {
		size := t.shape.size(t.d, fan)
		level := make([]float64, size<<cuts)
		below := cuts + bits.TrailingZeros(uint(fan))
		parallel.Do(1<<cuts, func(node int) {
			for child := range fan {
				lo, hi := t.node(below, node*fan+child)
				t.shape.bound(level[node*size:][:size], fan, child, rows[lo*t.d:hi*t.d])
			}
		})
		t.bounds, cuts = append(t.bounds, level), below
	}
}
