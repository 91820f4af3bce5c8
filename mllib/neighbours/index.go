package neighbours

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/mat"
)

// Search says how observations are searched.
type Search struct {
	Way    Way
	Kernel kernels.Kernel `json:",omitzero"` // among whose features, as in KNN; the zero value is the inner product: Euclidean distance
}

// Index answers which observations are near a point. It keeps a copy of them, with a tree where there is one, and is safe for use by several goroutines at a time. Unlike a model it is
// no plain data: make it again from X.
type Index struct {
	space *space
	way   Way
	tree  *tree // nil for Brute
}

// Index prepares the n×d matrix X, one observation in each row, to be searched: O(nd log n) for a tree. With Automatic there is a tree of boxes in up to 9 dimensions, for
// 500 + 24·2^d observations and more. The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite (also where all squared distances underflow) or ErrParam, and are those of kernels.Kernel.Diagonal.
func (p Search) Index(x mat.Matrix) (*Index, error) {
	s, err := newSpace(x, p.Kernel)
	if err == nil {
		err = s.checkWay(p.Way)
	}
	if err != nil {
		return nil, fmt.Errorf("neighbours: %w", err)
	}
	ix := &Index{space: s, way: s.choose(p.Way, len(s.x))}
	if ix.way != Brute {
		ix.tree = newTree(s.x, ix.way)
	}
	return ix, nil
}

// Way is how the index is searched: not Automatic.
func (ix *Index) Way() Way {
	if ix == nil {
		return Automatic
	}
	return ix.way
}

// Lists are the neighbours of m points, each list with the nearest first and, of those at equal distances, that which stands first in X.
type Lists struct {
	Index    [][]int     // Index[i]: positions in X of the neighbours of point i
	Distance [][]float64 // and their distances from it
}

// Nearest finds the k observations that are nearest to each row of the m×d matrix x. The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite (also where a distance overflows) or
// ErrParam.
func (ix *Index) Nearest(x mat.Matrix, k int) (*Lists, error) {
	err := ix.check(x)
	if err == nil {
		err = input.Param(1 <= k && k <= len(ix.space.x), "k", k, fmt.Sprintf("1 to %d, the number of observations", len(ix.space.x)))
	}
	if err != nil {
		return nil, fmt.Errorf("neighbours: %w", err)
	}
	n, _ := x.Dims()
	return ix.lists(x, newLists(n), k)
}

// NearestOthers finds for each observation the k others that are nearest to it: a graph of neighbours. An observation is never its own neighbour; another one at the same place may be. The
// errors are those of Nearest; k is at most n−1.
func (ix *Index) NearestOthers(k int) (*Lists, error) {
	err := ix.whole()
	if err == nil {
		err = input.Param(1 <= k && k < len(ix.space.x), "k", k, fmt.Sprintf("1 to %d, the number of other observations", len(ix.space.x)-1))
	}
	if err != nil {
		return nil, fmt.Errorf("neighbours: %w", err)
	}
	l, err := ix.lists(ix.space.matrix(), newLists(len(ix.space.x)), k+1)
	if err != nil {
		return nil, err
	}
	for i := range l.Index {
		l.without(i, k)
	}
	return l, nil
}

// Within finds the observations at distances of at most radius from each row of the m×d matrix x; lists may be empty. The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite (also where
// a distance overflows) or ErrParam.
func (ix *Index) Within(x mat.Matrix, radius float64) (*Lists, error) {
	err := ix.check(x)
	if err == nil {
		err = input.Param(radius >= 0 && !math.IsInf(radius, 1), "radius", radius, "a finite number, at least 0")
	}
	if err != nil {
		return nil, fmt.Errorf("neighbours: %w", err)
	}
	points := rowsOf(x)
	l, limit := newLists(len(points)), ix.space.limit(radius)
	const size = 32
	err = parallel.Try(parallel.Pieces(len(points), size), func(piece int) error {
		lo, hi := piece*size, min(len(points), (piece+1)*size)
		return ix.within(points[lo:hi], limit, lo, func(i int, near *nearest) { l.put(ix.space, i, near) })
	})
	if err != nil {
		return nil, fmt.Errorf("neighbours: %w", err)
	}
	return l, nil
}

// OthersWithin finds for each observation the others at distances of at most radius: the graph of an ε. The errors are those of Within.
func (ix *Index) OthersWithin(radius float64) (*Lists, error) {
	if err := ix.whole(); err != nil {
		return nil, fmt.Errorf("neighbours: %w", err)
	}
	l, err := ix.Within(ix.space.matrix(), radius)
	if err != nil {
		return nil, err
	}
	for i := range l.Index {
		l.without(i, len(l.Index[i]))
	}
	return l, nil
}

// whole refuses an index that Search did not make.
func (ix *Index) whole() error {
	if ix == nil || ix.space == nil {
		return input.NoModel("neighbours.Index")
	}
	return nil
}

// check refuses points of another dimension, too.
func (ix *Index) check(x mat.Matrix) error {
	if err := ix.whole(); err != nil {
		return err
	}
	if err := input.Columns("x", x, len(ix.space.x[0])); err != nil {
		return err
	}
	return checkKernel(ix.space.kernel, x)
}

func (ix *Index) lists(x mat.Matrix, l *Lists, k int) (*Lists, error) {
	f := &finder{space: ix.space, tree: ix.tree}
	if f.tree == nil {
		f.products = newProducts(ix.space, len(l.Index))
	}
	defer f.done()
	if err := f.each(x, k, func() func(int, *nearest) { return func(i int, near *nearest) { l.put(ix.space, i, near) } }); err != nil {
		return nil, fmt.Errorf("neighbours: %w", err)
	}
	return l, nil
}

func newLists(n int) *Lists { return &Lists{Index: make([][]int, n), Distance: make([][]float64, n)} }

// put makes list i of what was found, in place.
func (l *Lists) put(s *space, i int, near *nearest) {
	l.Index[i], l.Distance[i] = slices.Clone(near.index), slices.Clone(s.distances(near))
}

// without takes observation i out of its own list and leaves at most k others.
func (l *Lists) without(i, k int) {
	if at := slices.Index(l.Index[i], i); at >= 0 {
		l.Index[i], l.Distance[i] = slices.Delete(l.Index[i], at, at+1), slices.Delete(l.Distance[i], at, at+1)
	}
	k = min(k, len(l.Index[i]))
	l.Index[i], l.Distance[i] = l.Index[i][:k:k], l.Distance[i][:k:k]
}
