package simulate

import "iter"

// This file enumerates all cases where they are few: what is found in all of them is no estimate.

// Permutations returns the n! orders of 0, 1, …, n−1 in lexicographic order. It panics for n outside 1..10, for which there are too many, or none.
func Permutations(n int) [][]int {
	if n < 1 || n > 10 {
		panic("simulate: Permutations: n must be 1 to 10")
	}
	var all [][]int
	order, used := make([]int, 0, n), make([]bool, n)
	var extend func()
	extend = func() {
		if len(order) == n {
			all = append(all, append([]int(nil), order...))
			return
		}
		for i := range n {
			if !used[i] {
				used[i], order = true, append(order, i)
				extend()
				used[i], order = false, order[:len(order)-1]
			}
		}
	}
	extend()
	return all
}

// Samples goes through all samples of m independent draws from a law on 0, 1, …, len(law)−1, each with its probability; their number is
// len(law)^m. The probabilities of all samples sum to that of the law to the power m. A sample may be kept, it is not used again.
// Samples that contain a draw of probability 0 come too.
func Samples(law []float64, m int) iter.Seq2[[]int, float64] {
	return func(yield func([]int, float64) bool) {
		sample := make([]int, m)
		for len(law) > 0 && m >= 0 {
			p := 1.0
			for _, i := range sample {
				p *= law[i]
			}
			if !yield(append([]int(nil), sample...), p) || !next(sample, len(law)) {
				return
			}
		}
	}
}

// next counts on, with the first digit as the fastest, and tells whether there was a next sample.
func next(sample []int, base int) bool {
	for k := range sample {
		if sample[k]++; sample[k] < base {
			return true
		}
		sample[k] = 0
	}
	return false
}
