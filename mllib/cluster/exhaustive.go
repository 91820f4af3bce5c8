package cluster

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Exhaustive tries every partition of the data into K nonempty clusters. There are S(n, K) of them, so that it serves for
// small n only: 34 105 for n = 10 and K = 4, more than 10^10 for n = 19.
//
// Reference: Nussbaum, section 1.2; Banisch, section 4.1.1. Curriculum: N1.2k, B4.1.1a.
type Exhaustive struct {
	K     int // number of clusters, 1..n
	Limit int // most partitions that may be tried, >= 1; 0 means 20 000 000
}

// Optima holds the best partitions under both criteria.
type Optima struct {
	Within     Optimum // minimises the point scatter W(C)
	Inertia    Optimum // minimises the within-cluster sum of squares R(C)
	Partitions int     // tried
}

// Optimum is a best partition.
type Optimum struct {
	Value  float64 // of the criterion
	Labels []int   // 0..K-1, numbered in the order of first occurrence; the lexicographically first of equal ones
}

// Fit returns the partitions of the rows of X that minimise W and R. It returns the errors of input.Matrix, and one that wraps
// input.ErrParam if K is outside 1..n or if there are more than Limit partitions. Memory is O(n²).
func (p Exhaustive) Fit(x mat.Matrix) (*Optima, error) {
	s, err := p.check(x)
	if err != nil {
		return nil, fmt.Errorf("cluster: exhaustive search: %w", err)
	}
	e := &search{
		n: s.n, k: p.K, distances: make([]float64, s.n*s.n), labels: make([]int, s.n), pairs: make([]float64, p.K), sizes: make([]float64, p.K),
		best: Optima{Within: Optimum{Value: math.Inf(1)}, Inertia: Optimum{Value: math.Inf(1)}},
	}
	for i := range s.n {
		for j := range s.n {
			e.distances[i*s.n+j] = squared(s.row(i), s.row(j))
		}
	}
	e.place(0, 0)
	return &e.best, nil
}

func (p Exhaustive) check(x mat.Matrix) (*dataset, error) {
	n, d, err := input.Matrix("X", x)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(
		input.Param(p.K >= 1 && p.K <= n, "Exhaustive.K", p.K, fmt.Sprintf("a number in 1..%d, the number of observations", n)),
		input.Param(p.Limit >= 0, "Exhaustive.Limit", p.Limit, "a number >= 0"),
	); err != nil {
		return nil, err
	}
	limit := p.Limit
	if limit == 0 {
		limit = 20_000_000
	}
	if n > 1000 && p.K > 1 && p.K < n { // at least 2^(n-1)-1 or n(n-1)/2 partitions; do not compute powers of such size
		return nil, input.Errorf(input.ErrParam, "X", "got %d observations, too many to try all partitions", n)
	}
	if count, err := Stirling2(n, p.K); err != nil || count.Cmp(big.NewInt(int64(limit))) > 0 {
		return nil, errors.Join(err, input.Errorf(input.ErrParam, "Exhaustive.Limit", "there are %v partitions, more than the limit %d", count, limit))
	}
	s := newDataset(x, n, d)
	return s, s.checkSquares(nil)
}

// search is the state of the enumeration: points 0..i-1 have labels, pairs and sizes are the sums of the distances of
// the pairs and the numbers of points of each cluster.
type search struct {
	n, k      int
	distances []float64
	labels    []int
	pairs     []float64
	sizes     []float64
	best      Optima
}

// place tries every cluster for point i, when used clusters have points.
func (e *search) place(i, used int) {
	if i == e.n {
		e.judge()
		return
	}
	for c := range min(used+1, e.k) {
		now := max(used, c+1)
		if e.k-now > e.n-i-1 {
			continue
		}
		before := e.pairs[c]
		for j, l := range e.labels[:i] {
			if l == c {
				e.pairs[c] += e.distances[i*e.n+j]
			}
		}
		e.labels[i] = c
		e.sizes[c]++
		e.place(i+1, now)
		e.sizes[c]--
		e.pairs[c] = before
	}
}

// judge compares a whole partition with the best so far.
func (e *search) judge() {
	e.best.Partitions++
	within, inertia := 0.0, 0.0
	for c, p := range e.pairs {
		within += p
		inertia += p / e.sizes[c]
	}
	e.best.Within.improve(within, e.labels)
	e.best.Inertia.improve(inertia, e.labels)
}

func (o *Optimum) improve(value float64, labels []int) {
	if value < o.Value {
		o.Value, o.Labels = value, slices.Clone(labels)
	}
}
