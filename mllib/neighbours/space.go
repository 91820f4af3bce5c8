package neighbours

import (
	"errors"
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/internal/squares"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/mat"
)

// space is observations, and what their distances are.
type space struct {
	x      [][]float64 // n rows of equal length
	kernel kernels.Kernel
}

// newSpace copies the rows of X, which it checks.
func newSpace(x mat.Matrix, k kernels.Kernel) (*space, error) {
	n, d, err := input.Matrix("X", x)
	if err == nil {
		err = checkKernel(k, x)
	}
	if err != nil {
		return nil, err
	}
	if data, stride := input.Rows(x); euclidean(k) && squares.Lost(data, stride, n, d) {
		return nil, input.Errorf(input.ErrNotFinite, "X", "squared distances underflow: no two rows are 1e-150 apart in a column; scale the data")
	}
	s := &space{x: make([][]float64, n), kernel: k}
	numbers := make([]float64, n*d)
	for i := range s.x {
		s.x[i] = mat.Row(numbers[i*d:(i+1)*d:(i+1)*d], i, x)
	}
	return s, nil
}

// matrix is a copy of the observations.
func (s *space) matrix() *mat.Dense {
	x := mat.NewDense(len(s.x), len(s.x[0]), nil)
	for i, row := range s.x {
		x.SetRow(i, row)
	}
	return x
}

// check refuses what is not of a model that was fitted.
func (s *space) check(targets, k int, w Weights, way Way) error {
	if len(s.x) == 0 || targets != len(s.x) || k < 1 || k > len(s.x) {
		return input.Errorf(input.ErrShape, "model", "it has %d rows, %d labels and K = %d; Fit makes a model", len(s.x), targets, k)
	}
	for i, row := range s.x {
		if len(row) == 0 || len(row) != len(s.x[0]) {
			return input.Errorf(input.ErrShape, "model", "row %d has %d numbers, row 0 has %d", i, len(row), len(s.x[0]))
		}
	}
	return errors.Join(w.check(k), s.checkWay(way), checkKernel(s.kernel, nil))
}

// points refuses points of another dimension than that of the space, and those that its kernel does not take.
func (s *space) points(x mat.Matrix) error {
	if err := input.Columns("X", x, len(s.x[0])); err != nil {
		return err
	}
	return checkKernel(s.kernel, x)
}

// finder is a space that is prepared for many questions: by a tree, by products, or by neither.
type finder struct {
	*space
	tree     *tree
	products *products
}

// finder prepares for so many points.
func (s *space) finder(w Way, points int) *finder {
	f := &finder{space: s}
	if w = s.choose(w, points); w != Brute {
		f.tree = newTree(s.x, w)
	}
	if f.tree == nil {
		f.products = newProducts(s, points)
	}
	return f
}

func (f *finder) done() { f.products.done() }

// nearest finds the k nearest observations of each point, and says where distances overflow.
func (f *finder) nearest(points [][]float64, k int) ([]nearest, []error) {
	if f.tree == nil || !f.tree.safe(points) {
		return f.search(points, k, f.products)
	}
	return f.tree.nearest(points, k), make([]error, len(points))
}

// each finds the k nearest observations of each row of X, which is checked, and hands them to what begin gives: once for each piece of the rows; from several goroutines, and in
// no order.
func (f *finder) each(x mat.Matrix, k int, begin func() func(i int, near *nearest)) error {
	points := rowsOf(x)
	n, size := len(points), batchSize(len(points))
	return parallel.Try(parallel.Pieces(n, size), func(piece int) error {
		lo, hi := piece*size, min(n, (piece+1)*size)
		near, failed := f.nearest(points[lo:hi], k)
		for i, err := range failed {
			if err != nil {
				return fmt.Errorf("row %d of X: %w", lo+i, err)
			}
		}
		use := begin()
		for i := range near {
			use(lo+i, &near[i])
		}
		return nil
	})
}

// distances makes distances of the numbers that are compared, in place.
func (s *space) distances(near *nearest) []float64 {
	for j, v := range near.squares {
		near.squares[j] = s.distance(v)
	}
	return near.squares
}

// rowsOf is the rows of X, not copied where it is dense.
func rowsOf(x mat.Matrix) [][]float64 {
	n, d := x.Dims()
	data, stride := input.Rows(x)
	points := make([][]float64, n)
	for i := range points {
		points[i] = data[i*stride : i*stride+d]
	}
	return points
}
