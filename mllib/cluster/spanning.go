package cluster

import (
	"cmp"
	"math"
	"slices"
)

var infinity = math.Inf(1)

// spanning returns the merges of single linkage by Prim's algorithm, which needs a row of distances at a time: from observation 0 on, the next one is always that
// which is nearest to any of those before, the lowest among equals. The runs of the sequence between steps longer than h are the clusters that the minimum spanning tree
// has without its edges longer than h, so each step is the merge of the runs before and after it.
func spanning(n int, row func(i int) []float64) []joint {
	near := make([]float64, n) // the distance of each of the rest from those before
	rest := make([]int, n-1)
	for i := range rest {
		rest[i] = i + 1
	}
	for i := range near {
		near[i] = infinity
	}
	all, at := make([]joint, 0, n-1), 0
	for len(rest) > 0 {
		next := lower(near, row(at), rest)
		all = append(all, joint{at, next, near[next]})
		rest, at = drop(rest, next), next
	}
	return all
}

// lower lowers the distances of the rest to those of a row, and returns the observation that has the least.
func lower(near, row []float64, rest []int) (next int) {
	best := infinity
	for _, i := range rest {
		v := near[i]
		if w := row[i]; w < v {
			v, near[i] = w, w
		}
		if v < best {
			best, next = v, i
		}
	}
	return next
}

// numbered puts merges of n observations in the order of their heights, those of equal height as they were found, and numbers the clusters.
func numbered(n int, all []joint) []Merge {
	slices.SortStableFunc(all, func(a, b joint) int { return cmp.Compare(a.height, b.height) })
	above, sizes := make([]int, 2*n-1), make([]int, 2*n-1)
	for i := range above {
		above[i], sizes[i] = i, 1
	}
	merges := make([]Merge, len(all))
	for k, j := range all {
		a, b := top(above, j.x), top(above, j.y)
		above[a], above[b] = n+k, n+k
		sizes[n+k] = sizes[a] + sizes[b]
		merges[k] = Merge{A: min(a, b), B: max(a, b), Height: j.height, Size: sizes[n+k]}
	}
	return merges
}

// top is the cluster that holds node i and is in no other one; it shortens the way there.
func top(above []int, i int) int {
	for above[i] != i {
		above[i] = above[above[i]]
		i = above[i]
	}
	return i
}
