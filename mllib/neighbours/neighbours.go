// Package neighbours classifies a point by the observations that are nearest to it.
//
//	m, err := neighbours.KNN{K: 3}.Fit(train.X, train.Y)
//	y, err := m.Predict(test.X)              // the label that most of the three nearest have
//	near, err := m.Nearest(test.Row(0), 12)  // rows of the training data, the nearest first
//	m, err = neighbours.KNN{K: 3, Kernel: kernels.Polynomial(2, 1, 1)}.Fit(train.X, train.Y)  // near among the features of a kernel
//
// There is nothing to fit: the model keeps the observations, and all work is done where it predicts, O(nd) for a point. Distances are exact to
// rounding, as if computed one by one, and points are shared out among the processors. Many points at once are several times as fast as one
// by one: products of matrices rule out most observations, and distances decide among the others, so that the result is the same.
package neighbours

import (
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/internal/squares"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/mat"
)

// KNN is the rule of the majority among the K nearest observations, in Euclidean distance. Columns with larger units count for more;
// data.Standardize brings them to one.
//
// With another Kernel the distance is that of its features, √(K(x, x) + K(z, z) − 2K(x, z)), as kernels.Kernel.Distance computes it: one pair at a time, without the products that
// rule out most observations. A kernel of ‖x−z‖ that decreases, as Gaussian, has the neighbours of the Euclidean distance, but for ties of distances so large that its values underflow.
//
// Reference: T. M. Cover and P. E. Hart, Nearest neighbor pattern classification, IEEE Transactions on Information Theory 13 (1967).
// Curriculum: Y1a, B2.2.2a, B3.2.4e.
type KNN struct {
	K      int            // observations that vote, 1 to n; 0 means 1
	Kernel kernels.Kernel `json:",omitzero"` // positive definite by what it is made of; the zero value is the inner product
}

// Model is the observations and the number of those that vote. It is plain data: it goes through JSON and back.
type Model struct {
	K      int
	X      [][]float64    // n rows of equal length
	Y      []int          // their labels
	Kernel kernels.Kernel `json:",omitzero"` // in whose features they are near
}

// Fit keeps a copy of the n×d matrix X and of the labels y, any integers. The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite (also where
// all squared distances underflow) or ErrParam, and are those of kernels.Kernel.Diagonal. Euclidean distances below 1e-154 lose digits, and below 1e-162 count as 0.
func (p KNN) Fit(x mat.Matrix, y []int) (*Model, error) {
	n, d, err := input.Matrix("X", x)
	if err == nil && len(y) != n {
		err = input.Errorf(input.ErrShape, "y", "got %d labels for the %d rows of X", len(y), n)
	}
	if err == nil {
		err = input.Param(0 <= p.K && p.K <= n, "K", p.K, fmt.Sprintf("1 to %d, the number of observations", n))
	}
	if err == nil {
		err = checkKernel(p.Kernel, x)
	}
	if data, stride := input.Rows(x); err == nil && euclidean(p.Kernel) && squares.Lost(data, stride, n, d) {
		err = input.Errorf(input.ErrNotFinite, "X", "squared distances underflow: no two rows are 1e-150 apart in a column; scale the data")
	}
	if err != nil {
		return nil, fmt.Errorf("neighbours: %w", err)
	}
	m := &Model{K: max(p.K, 1), X: make([][]float64, n), Y: slices.Clone(y), Kernel: p.Kernel}
	numbers := make([]float64, n*d)
	for i := range m.X {
		m.X[i] = mat.Row(numbers[i*d:(i+1)*d:(i+1)*d], i, x)
	}
	return m, nil
}

// Predict returns, for each row of X, the label that most of its K nearest observations have; of labels with equally many that whose
// nearest one is nearer. The errors wrap input.ErrEmpty, ErrShape or ErrNotFinite.
func (m *Model) Predict(x mat.Matrix) ([]int, error) {
	if err := m.check(x); err != nil {
		return nil, fmt.Errorf("neighbours: %w", err)
	}
	n, d := x.Dims()
	data, stride := input.Rows(x)
	points := make([][]float64, n)
	for i := range points {
		points[i] = data[i*stride : i*stride+d]
	}
	size, labels, products := batchSize(n), make([]int, n), newProducts(m, n)
	defer products.done()
	err := parallel.Try(parallel.Pieces(n, size), func(piece int) error {
		lo, hi := piece*size, min(n, (piece+1)*size)
		near, failed := m.search(points[lo:hi], products)
		for i, err := range failed {
			if err != nil {
				return fmt.Errorf("neighbours: row %d of X: %w", lo+i, err)
			}
		}
		votes := map[int]int{}
		for i, best := range near {
			labels[lo+i] = m.majority(best.index, votes)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return labels, nil
}

// majority is the label that most of the observations have, which are in the order of their distances.
func (m *Model) majority(index []int, votes map[int]int) int {
	clear(votes)
	most := 0
	for _, i := range index {
		votes[m.Y[i]]++
		most = max(most, votes[m.Y[i]])
	}
	for _, i := range index {
		if votes[m.Y[i]] == most {
			return m.Y[i]
		}
	}
	return 0 // cannot happen: index is not empty
}

// Nearest returns the positions in X of the k observations nearest to a point, the nearest first; of those at equal distance the first
// comes first. The errors wrap input.ErrShape, ErrNotFinite or ErrParam.
func (m *Model) Nearest(x []float64, k int) ([]int, error) {
	err := m.check(nil)
	if err == nil {
		err = input.Vector("x", x, len(m.X[0]))
	}
	if err == nil {
		err = checkKernel(m.Kernel, mat.NewDense(1, len(x), x))
	}
	if err == nil {
		err = input.Param(1 <= k && k <= len(m.X), "k", k, fmt.Sprintf("1 to %d, the number of observations", len(m.X)))
	}
	best := nearest{k: k}
	if err == nil {
		err = m.direct(&best, x)
	}
	if err != nil {
		return nil, fmt.Errorf("neighbours: %w", err)
	}
	return best.index, nil
}

// check refuses models that Fit did not make, and points of another dimension; x may be nil.
func (m *Model) check(x mat.Matrix) error {
	if m == nil {
		return input.NoModel("neighbours.Model")
	}
	if len(m.X) == 0 || len(m.Y) != len(m.X) || m.K < 1 || m.K > len(m.X) {
		return input.Errorf(input.ErrShape, "model", "it has %d rows, %d labels and K = %d; Fit makes a model", len(m.X), len(m.Y), m.K)
	}
	for i, row := range m.X {
		if len(row) == 0 || len(row) != len(m.X[0]) {
			return input.Errorf(input.ErrShape, "model", "row %d has %d numbers, row 0 has %d", i, len(row), len(m.X[0]))
		}
	}
	if x != nil {
		if err := input.Columns("X", x, len(m.X[0])); err != nil {
			return err
		}
	}
	return checkKernel(m.Kernel, x)
}
