package neighbours

import (
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/mat"
)

// KNN is the rule of the majority among the K nearest observations, in Euclidean distance. Columns with larger units count for more;
// data.Standardize brings them to one.
//
// With another Kernel the distance is that of its features, √(K(x, x) + K(z, z) − 2K(x, z)), as kernels.Kernel.Distance computes it: one pair at a time, without the products and the trees that
// rule out most observations. A kernel of ‖x−z‖ that decreases, as Gaussian, has the neighbours of the Euclidean distance, but for ties of distances so large that its values underflow.
//
// Reference: T. M. Cover and P. E. Hart, Nearest neighbor pattern classification, IEEE Transactions on Information Theory 13 (1967).
// Curriculum: Y1a, B2.2.2a, B3.2.4a, B3.2.4e, B3.2.4f, N9.2d.
type KNN struct {
	K       int            // observations that vote, 1 to n; 0 means 1
	Kernel  kernels.Kernel `json:",omitzero"` // positive definite by what it is made of; the zero value is the inner product
	Weights Weights        `json:",omitzero"` // of the votes; the zero value is Uniform
	Tie     Tie            `json:",omitzero"` // of labels with equally many votes; the zero value is TieNearest
	Way     Way            `json:",omitzero"` // to find neighbours; all give the same ones
}

// Model is the observations and how many of them vote. It is plain data: it goes through JSON and back.
type Model struct {
	K       int
	X       [][]float64    // n rows of equal length
	Y       []int          // their labels
	Classes []int          // the different labels, in increasing order
	Kernel  kernels.Kernel `json:",omitzero"` // in whose features they are near
	Weights Weights        `json:",omitzero"`
	Tie     Tie            `json:",omitzero"`
	Way     Way            `json:",omitzero"`
}

// Fit keeps a copy of the n×d matrix X and of the labels y, any integers. The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite (also where
// all squared distances underflow) or ErrParam, and are those of kernels.Kernel.Diagonal. Euclidean distances below 1e-154 lose digits, and below 1e-162 count as 0.
func (p KNN) Fit(x mat.Matrix, y []int) (*Model, error) {
	s, k, err := fit(x, len(y), p.K, p.Kernel, p.Weights, p.Way)
	if err == nil {
		err = p.Tie.Check("Tie")
	}
	if err != nil {
		return nil, fmt.Errorf("neighbours: %w", err)
	}
	return &Model{K: k, X: s.x, Y: slices.Clone(y), Classes: label.Distinct(y), Kernel: p.Kernel, Weights: p.Weights.clone(), Tie: p.Tie, Way: p.Way}, nil
}

// fit is what classification and regression have in common: the observations and how many count.
func fit(x mat.Matrix, targets, k int, kernel kernels.Kernel, w Weights, way Way) (*space, int, error) {
	n, _, err := input.Matrix("X", x)
	if err == nil && targets != n {
		err = input.Errorf(input.ErrShape, "y", "got %d targets for the %d rows of X", targets, n)
	}
	if err == nil {
		err = input.Param(0 <= k && k <= n, "K", k, fmt.Sprintf("1 to %d, the number of observations", n))
	}
	if err == nil {
		err = w.check(max(k, 1))
	}
	if err != nil {
		return nil, 0, err
	}
	s, err := newSpace(x, kernel)
	if err == nil {
		err = s.checkWay(way)
	}
	return s, max(k, 1), err
}

// Predict returns, for each row of X, the label with the most votes of its K nearest observations; which one of several, Tie says.
// The errors wrap input.ErrEmpty, ErrShape or ErrNotFinite.
func (m *Model) Predict(x mat.Matrix) ([]int, error) {
	if err := m.check(x); err != nil {
		return nil, fmt.Errorf("neighbours: %w", err)
	}
	n, _ := x.Dims()
	labels := make([]int, n)
	if err := m.vote(x, func(i int, near *nearest, b *ballot) { labels[i] = b.winner(near, m.Tie) }); err != nil {
		return nil, err
	}
	return labels, nil
}

// Posteriors returns the m×K matrix of the shares that the labels have of the votes, in the order of Classes, for the m rows of X: estimates of P(label | x). The errors are those of
// Predict.
//
// Curriculum: N9.1e.
func (m *Model) Posteriors(x mat.Matrix) (*mat.Dense, error) {
	if err := m.check(x); err != nil {
		return nil, fmt.Errorf("neighbours: %w", err)
	}
	n, _ := x.Dims()
	p := mat.NewDense(n, len(m.Classes), nil)
	if err := m.vote(x, func(i int, _ *nearest, b *ballot) { b.shares(p.RawRowView(i)) }); err != nil {
		return nil, err
	}
	return p, nil
}

// Posterior returns the share of the second of two classes for each row of X. The errors are those of Predict; with another number of classes the error wraps input.ErrLabel.
func (m *Model) Posterior(x mat.Matrix) ([]float64, error) {
	p, err := m.Posteriors(x)
	if err == nil && len(m.Classes) != 2 {
		err = fmt.Errorf("neighbours: %w", input.Errorf(input.ErrLabel, "model", "it has %d classes, want 2", len(m.Classes)))
	}
	if err != nil {
		return nil, err
	}
	return mat.Col(nil, 1, p), nil
}

// Nearest returns the positions in X of the k observations nearest to a point, the nearest first; of those at equal distance the first
// comes first. The errors wrap input.ErrShape, ErrNotFinite or ErrParam. Search makes an Index, which finds those of many points and their distances.
func (m *Model) Nearest(x []float64, k int) ([]int, error) {
	err := m.whole()
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
		err = m.space().direct(&best, x)
	}
	if err != nil {
		return nil, fmt.Errorf("neighbours: %w", err)
	}
	return best.index, nil
}

func (m *Model) space() *space { return &space{x: m.X, kernel: m.Kernel} }

// check refuses models that Fit did not make, and points of another dimension.
func (m *Model) check(x mat.Matrix) error {
	if err := m.whole(); err != nil {
		return err
	}
	return m.space().points(x)
}

func (m *Model) whole() error {
	if m == nil {
		return input.NoModel("neighbours.Model")
	}
	if err := m.space().check(len(m.Y), m.K, m.Weights, m.Way); err != nil {
		return err
	}
	if err := input.Increasing("Classes", m.Classes); err != nil {
		return err
	}
	for i, y := range m.Y {
		if _, found := slices.BinarySearch(m.Classes, y); !found {
			return input.Errorf(input.ErrLabel, "model", "label %d is %d, which is not among the classes", i, y)
		}
	}
	return m.Tie.Check("Tie")
}
