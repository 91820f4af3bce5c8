package cluster

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Model is a clustering by centres. It is plain data: it goes through JSON and back.
type Model struct {
	Centers [][]float64 // K centres in R^d, the means of their clusters
	Labels  []int       // cluster 0..K-1 of each observation
	Sizes   []int       // observations in each cluster
	Inertia float64     // R = Σ ‖x_i - centre of i‖²
	Report  Report      // how the best run ended
	Runs    []Run       // every restart, in order
	Trace   []Step      // every pass of the best run, if it was asked for
}

// Report says how the best run ended.
type Report struct {
	Stop       Stop  // the reason
	Iterations int   // passes over the data, the last one, which changes nothing, included
	Best       int   // number of the run, from 0
	Distances  int64 // distances between observations and centres that were computed to find nearest centres
	Emptied    int   // times that a cluster became empty
	Different  int   // different observations where there are fewer than K, else 0
	Empty      int   // clusters without observations in the model
}

// Run is one restart.
type Run struct {
	Inertia    float64 // R at its end
	Iterations int     // passes over the data
	Stop       Stop    // the reason why it ended
}

// Step is one pass: the assignment to given centres, then the means.
type Step struct {
	Centers  [][]float64 // centres to which the observations were assigned; that of an empty cluster moved to the observation it got
	Labels   []int       // the assignment, after the rule for empty clusters
	Moved    int         // observations that changed their cluster; all of them in the first pass
	Assigned float64     // R after the assignment, with Centers
	Centered float64     // R after the centres were replaced by the means of the clusters
}

// String says in one line how the run ended.
func (r Report) String() string {
	text := fmt.Sprintf("%v after %d passes and %d distances, run %d", r.Stop, r.Iterations, r.Distances, r.Best)
	if r.Different > 0 {
		text += fmt.Sprintf("; only %d different", r.Different)
	}
	if r.Empty == 1 {
		text += "; 1 cluster is empty"
	} else if r.Empty > 1 {
		text += fmt.Sprintf("; %d clusters are empty", r.Empty)
	}
	return text
}

// Predict returns the nearest centre 0..K-1 for each row of X, the lowest index among equals. It returns the errors of input.Matrix
// and one that wraps input.ErrShape if X has other columns than the fitted data, or if the model has no centres.
func (m *Model) Predict(x mat.Matrix) ([]int, error) {
	s, f, err := m.prepare(x)
	if err != nil {
		return nil, fmt.Errorf("cluster: predict: %w", err)
	}
	labels := make([]int, s.n)
	s.blocks(f.k, func(_, lo, hi int) {
		scratch := make([]float64, f.width)
		for i := lo; i < hi; i++ {
			labels[i], _, _ = f.nearest(s.row(i), scratch)
		}
	})
	return labels, nil
}

// Distances returns the n×K matrix of the squared Euclidean distances from the rows of X to the centres. The errors are
// those of Predict.
func (m *Model) Distances(x mat.Matrix) (*mat.Dense, error) {
	s, f, err := m.prepare(x)
	if err != nil {
		return nil, fmt.Errorf("cluster: distances: %w", err)
	}
	out := make([]float64, s.n*f.k)
	s.blocks(f.k, func(_, lo, hi int) {
		scratch := make([]float64, f.width)
		for i := lo; i < hi; i++ {
			copy(out[i*f.k:], f.squares(s.row(i), scratch))
		}
	})
	return mat.NewDense(s.n, f.k, out), nil
}

func (m *Model) prepare(x mat.Matrix) (*dataset, *finder, error) {
	if m == nil {
		return nil, nil, input.NoModel("cluster.Model")
	}
	if len(m.Centers) == 0 {
		return nil, nil, input.Errorf(input.ErrShape, "Model.Centers", "got none, want a fitted model")
	}
	d := len(m.Centers[0])
	if err := input.Columns("X", x, d); err != nil {
		return nil, nil, err
	}
	centers := make([]float64, 0, len(m.Centers)*d)
	for k, c := range m.Centers {
		if err := input.Vector(fmt.Sprintf("Model.Centers[%d]", k), c, d); err != nil {
			return nil, nil, err
		}
		centers = append(centers, c...)
	}
	n, _ := x.Dims()
	s, f := newDataset(x, n, d), newFinder(len(m.Centers), d)
	f.set(centers)
	return s, f, s.overflow(m.Centers)
}
