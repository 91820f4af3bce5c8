package cluster

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/mat"
)

// Scatter holds the criteria of an encoder C on data x_1, ..., x_n, with d the squared Euclidean distance. Each pair of
// points counts once in Within, Between and Total.
//
// Reference: Nussbaum, (1) and (2) in section 1.2. Curriculum: N1.2d, N1.2h.
type Scatter struct {
	Within  float64 // W(C) = ½ Σ_k Σ_{i in k} Σ_{i' in k} d(x_i, x_i') = Σ_k N_k Σ_{i in k} ‖x_i - x̄_k‖²
	Between float64 // B(C) = ½ Σ_k Σ_{i in k} Σ_{i' not in k} d(x_i, x_i')
	Total   float64 // T = ½ Σ_{i,i'} d(x_i, x_i'), whatever C is
	Inertia float64 // R(C) = Σ_k Σ_{i in k} ‖x_i - x̄_k‖²
}

// NewScatter computes the scatters of the n×d matrix X under any labels, in O(nd + K²d) with cluster means. Within, Between and Total
// are computed apart from each other, so that T = W + B is not put in. It returns the errors of input.Matrix, and one that
// wraps input.ErrShape unless there are n labels, and input.ErrNotFinite where squared distances overflow or underflow.
func NewScatter(x mat.Matrix, labels []int) (Scatter, error) {
	s, err := labelled(x, labels)
	if err != nil {
		return Scatter{}, fmt.Errorf("cluster: scatter: %w", err)
	}
	codes, k := compact(labels)
	means, sizes := s.means(codes, k)
	within := make([]float64, k) // sums of squares about the means
	for i, c := range codes {
		within[c] += squared(s.row(i), means[c])
	}
	var out Scatter
	for a := range k {
		out.Inertia += within[a]
		out.Within += sizes[a] * within[a]
		for b := range a { // the pairs between two clusters
			out.Between += sizes[b]*within[a] + sizes[a]*within[b] + sizes[a]*sizes[b]*squared(means[a], means[b])
		}
	}
	center, _ := s.means(make([]int, s.n), 1)
	for i := range s.n {
		out.Total += float64(s.n) * squared(s.row(i), center[0])
	}
	return out, nil
}

// PairScatter computes the same as NewScatter by summing over all pairs, as the definitions say, in O(n²d). The inertia is the
// sum over the clusters of their pairs divided by their sizes. The errors are those of NewScatter.
func PairScatter(x mat.Matrix, labels []int) (Scatter, error) {
	s, err := labelled(x, labels)
	if err != nil {
		return Scatter{}, fmt.Errorf("cluster: scatter: %w", err)
	}
	codes, k := compact(labels)
	pairs, sizes := make([]float64, k), make([]float64, k)
	var out Scatter
	for i := range s.n {
		sizes[codes[i]]++
		for j := range i {
			d := squared(s.row(i), s.row(j))
			out.Total += d
			if codes[i] == codes[j] {
				out.Within += d
				pairs[codes[i]] += d
			} else {
				out.Between += d
			}
		}
	}
	for c := range k {
		out.Inertia += pairs[c] / sizes[c]
	}
	return out, nil
}

// Means returns the mean and the size of each cluster, in increasing order of the labels that occur. The errors are those
// of NewScatter.
func Means(x mat.Matrix, labels []int) (means [][]float64, sizes []int, err error) {
	s, err := labelled(x, labels)
	if err != nil {
		return nil, nil, fmt.Errorf("cluster: means: %w", err)
	}
	codes, k := compact(labels)
	means, counts := s.means(codes, k)
	for _, c := range counts {
		sizes = append(sizes, int(c))
	}
	return means, sizes, nil
}

// SquaredDistances returns the n×n matrix of the dissimilarities ‖x_i - x_i'‖² of the rows of X, in O(n²d). The
// errors are those of input.Matrix and input.Size, and one that wraps input.ErrNotFinite if sums of them would overflow or they underflow. Curriculum: N1.2c.
func SquaredDistances(x mat.Matrix) (*mat.SymDense, error) {
	n, d, err := input.Matrix("X", x)
	if err != nil {
		return nil, fmt.Errorf("cluster: distances: %w", err)
	}
	s := newDataset(x, n, d)
	if err := errors.Join(input.Size("X", n, n), s.checkSquares(nil)); err != nil {
		return nil, fmt.Errorf("cluster: distances: %w", err)
	}
	out := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i {
			out.SetSym(i, j, squared(s.row(i), s.row(j)))
		}
	}
	return out, nil
}

// labelled checks data with a label for each row.
func labelled(x mat.Matrix, labels []int) (*dataset, error) {
	n, d, err := input.Matrix("X", x)
	if err != nil {
		return nil, err
	}
	if len(labels) != n {
		return nil, input.Errorf(input.ErrShape, "labels", "got %d for the %d rows of X", len(labels), n)
	}
	s := newDataset(x, n, d)
	return s, s.checkSquares(nil)
}

// compact renames labels to 0..k-1 in their order.
func compact(labels []int) (codes []int, k int) {
	names := label.Distinct(labels)
	codes = make([]int, len(labels))
	for i, v := range labels {
		codes[i], _ = slices.BinarySearch(names, v)
	}
	return codes, len(names)
}

// means returns the means and sizes of the clusters 0..k-1, none of which is empty.
func (s *dataset) means(codes []int, k int) (means [][]float64, sizes []float64) {
	means, sizes = rows(make([]float64, k*s.d), k, s.d), make([]float64, k)
	for i, c := range codes {
		addTo(means[c], s.row(i))
		sizes[c]++
	}
	for c := range k {
		for j := range means[c] {
			means[c][j] /= sizes[c]
		}
	}
	return means, sizes
}
