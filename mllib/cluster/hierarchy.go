package cluster

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Hierarchy is a tree of clusters. The n observations are its nodes 0..n-1, and merge k makes node n+k. It is plain data: it goes through JSON and back.
type Hierarchy struct {
	Linkage Linkage
	Merges  []Merge // the n-1 merges, by height
}

// Merge makes one cluster of two.
type Merge struct {
	A, B   int     // nodes, A < B
	Height float64 // their distance, at least that of the merges before
	Size   int     // observations in the new cluster
}

// whole checks what the methods rely on, and returns the number of observations.
func (h *Hierarchy) whole() (n int, err error) {
	if h == nil {
		return 0, input.NoModel("cluster.Hierarchy")
	}
	if len(h.Merges) == 0 {
		return 0, input.Errorf(input.ErrShape, "Hierarchy.Merges", "got none, want a fitted model")
	}
	n = len(h.Merges) + 1
	sizes, used := make([]int, 2*n-1), make([]bool, 2*n-1)
	for i := range n {
		sizes[i] = 1
	}
	last := 0.0
	for k, m := range h.Merges {
		name := fmt.Sprintf("Hierarchy.Merges[%d]", k)
		if m.A < 0 || m.A >= m.B || m.B >= n+k || used[m.A] || used[m.B] {
			return 0, input.Errorf(input.ErrParam, name, "joins the nodes %d and %d, want A < B < %d, each once", m.A, m.B, n+k)
		}
		if sizes[n+k] = sizes[m.A] + sizes[m.B]; m.Size != sizes[n+k] {
			return 0, input.Errorf(input.ErrParam, name, "has the size %d, want %d", m.Size, sizes[n+k])
		}
		if !(m.Height >= last) || math.IsInf(m.Height, 1) {
			return 0, input.Errorf(input.ErrParam, name, "has the height %v, want a finite number >= %v", m.Height, last)
		}
		used[m.A], used[m.B], last = true, true, m.Height
	}
	return n, nil
}

// Cut returns the cluster of each observation, of k in 1..n clusters: all merges but the last k-1. Clusters are numbered 0..k-1 by their first observation.
// It returns an error that wraps input.ErrParam for another k, and one for a model that Fit did not make.
func (h *Hierarchy) Cut(k int) ([]int, error) {
	n, err := h.whole()
	if err == nil {
		err = input.Param(k >= 1 && k <= n, "k", k, fmt.Sprintf("a number of clusters from 1 to %d", n))
	}
	if err != nil {
		return nil, fmt.Errorf("cluster: cut: %w", err)
	}
	return h.labels(n, n-k), nil
}

// CutAt returns the cluster of each observation after all merges whose height is at most that given: two observations share one exactly if their cophenetic distance is
// at most the height. Clusters are numbered 0, 1, … by their first observation. It returns an error that wraps input.ErrParam for NaN, and one for a model
// that Fit did not make.
func (h *Hierarchy) CutAt(height float64) ([]int, error) {
	n, err := h.whole()
	if err == nil {
		err = input.Param(!math.IsNaN(height), "height", height, "a number")
	}
	if err != nil {
		return nil, fmt.Errorf("cluster: cut: %w", err)
	}
	made := 0
	for made < len(h.Merges) && h.Merges[made].Height <= height {
		made++
	}
	return h.labels(n, made), nil
}

// labels are the clusters after some of the merges.
func (h *Hierarchy) labels(n, made int) []int {
	above := make([]int, n+made)
	for i := range above {
		above[i] = i
	}
	for k, m := range h.Merges[:made] {
		above[m.A], above[m.B] = n+k, n+k
	}
	number, labels := map[int]int{}, make([]int, n)
	for i := range labels {
		t := top(above, i)
		label, known := number[t]
		if !known {
			label = len(number)
			number[t] = label
		}
		labels[i] = label
	}
	return labels
}

// Leaves returns the observations in the order in which a drawing of the tree has them side by side without crossings: below each merge those of A, then those
// of B. It returns an error for a model that Fit did not make.
func (h *Hierarchy) Leaves() ([]int, error) {
	n, err := h.whole()
	if err != nil {
		return nil, fmt.Errorf("cluster: leaves: %w", err)
	}
	from, leaves := h.places(n), make([]int, n)
	for i := range leaves {
		leaves[from[i]] = i
	}
	return leaves, nil
}

// places are the first places that the leaves below each node have in a drawing.
func (h *Hierarchy) places(n int) []int {
	from := make([]int, 2*n-1)
	for k := len(h.Merges) - 1; k >= 0; k-- {
		m := h.Merges[k]
		from[m.A], from[m.B] = from[n+k], from[n+k]+h.size(n, m.A)
	}
	return from
}

// size is the number of observations below a node.
func (h *Hierarchy) size(n, node int) int {
	if node < n {
		return 1
	}
	return h.Merges[node-n].Size
}

// Cophenetic returns the n×n matrix of the heights at which each two observations first share a cluster. They obey d(i, k) <= max(d(i, j), d(j, k)); those of single
// linkage are the largest such distances that are nowhere above the given ones. It returns an error for a model that Fit did not make, and one that wraps input.ErrParam for
// more than 2^31 numbers.
func (h *Hierarchy) Cophenetic() (*mat.SymDense, error) {
	n, err := h.whole()
	if err == nil {
		err = input.Size("the distances of all pairs", n, n)
	}
	if err != nil {
		return nil, fmt.Errorf("cluster: cophenetic: %w", err)
	}
	leaves, _ := h.Leaves()
	from, out := h.places(n), mat.NewSymDense(n, nil)
	for _, m := range h.Merges {
		a, b := from[m.A], from[m.B]
		for _, i := range leaves[a : a+h.size(n, m.A)] {
			for _, j := range leaves[b : b+h.size(n, m.B)] {
				out.SetSym(i, j, m.Height)
			}
		}
	}
	return out, nil
}

// Tree returns the two nodes of each merge and the heights, as a drawing wants them: figure.Dendrogram{Merges: merges, Heights: heights}. It returns an error for a
// model that Fit did not make.
func (h *Hierarchy) Tree() (merges [][2]int, heights []float64, err error) {
	if _, err := h.whole(); err != nil {
		return nil, nil, fmt.Errorf("cluster: tree: %w", err)
	}
	for _, m := range h.Merges {
		merges, heights = append(merges, [2]int{m.A, m.B}), append(heights, m.Height)
	}
	return merges, heights, nil
}
