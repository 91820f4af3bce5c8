package cluster

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Silhouettes says of each of the n rows of X how well it lies in its cluster. With a the mean distance to the other points of its
// cluster, and b the least mean distance to the points of another one, the silhouette is (b - a)/max(a, b): near 1 for a point amid its own,
// near 0 between two clusters, negative for one that is nearer to another cluster. A point that is alone in its cluster has 0. The mean over all points is a
// criterion for the number of clusters. It takes O(n²d).
//
// It returns the errors of input.Matrix, one that wraps input.ErrShape unless there are n labels, input.ErrNotFinite where squared distances overflow or
// underflow, and input.ErrOneClass for fewer than two clusters.
//
// Reference: P. J. Rousseeuw, Silhouettes, Journal of Computational and Applied Mathematics 20 (1987), 53-65.
func Silhouettes(x mat.Matrix, labels []int) ([]float64, error) {
	s, err := labelled(x, labels)
	if err != nil {
		return nil, fmt.Errorf("cluster: silhouettes: %w", err)
	}
	codes, k := compact(labels)
	if k < 2 {
		return nil, fmt.Errorf("cluster: silhouettes: %w", input.Errorf(input.ErrOneClass, "labels", "got one cluster, want at least two"))
	}
	sizes := make([]float64, k)
	for _, c := range codes {
		sizes[c]++
	}
	out := make([]float64, s.n)
	sums := make([]float64, k) // of the distances of point i to the points of each cluster
	for i := range s.n {
		clear(sums)
		for j, c := range codes {
			sums[c] += math.Sqrt(squared(s.row(i), s.row(j)))
		}
		out[i] = silhouette(sums, sizes, codes[i])
	}
	return out, nil
}

// silhouette is that of a point of cluster own, from its summed distances to the points of each cluster.
func silhouette(sums, sizes []float64, own int) float64 {
	if sizes[own] == 1 {
		return 0
	}
	a, b := sums[own]/(sizes[own]-1), math.Inf(1)
	for c := range sums {
		if c != own {
			b = min(b, sums[c]/sizes[c])
		}
	}
	if a == b { // also where all points are the same
		return 0
	}
	return (b - a) / max(a, b)
}
