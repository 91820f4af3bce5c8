package cluster

import (
	"math"
	"math/rand/v2"
	"slices"
)

// start returns K starting centres, one after another.
func (p KMeans) start(s *dataset, rnd *rand.Rand) []float64 {
	switch {
	case p.Start != nil:
		return slices.Concat(p.Start...)
	case p.Init == RandomPoints:
		return s.randomPoints(p.K, rnd)
	}
	return s.plusPlus(p.K, rnd)
}

// randomPoints draws k different rows by the first k steps of a Fisher–Yates shuffle.
func (s *dataset) randomPoints(k int, rnd *rand.Rand) []float64 {
	order := make([]int, s.n)
	for i := range order {
		order[i] = i
	}
	centers := make([]float64, 0, k*s.d)
	for c := range k {
		j := c + rnd.IntN(s.n-c)
		order[c], order[j] = order[j], order[c]
		centers = append(centers, s.row(order[c])...)
	}
	return centers
}

// plusPlus draws the first centre uniformly among the observations, and each next one with probability proportional to
// the squared distance from the nearest centre so far. When all observations are centres, the first ones are repeated.
//
// Reference: D. Arthur and S. Vassilvitskii, k-means++: the advantages of careful seeding, SODA (2007), 1027-1035: the
// expected inertia of the start is at most 8(ln K + 2) times the least possible.
func (s *dataset) plusPlus(k int, rnd *rand.Rand) []float64 {
	nearest := make([]float64, s.n)
	for i := range nearest {
		nearest[i] = math.Inf(1)
	}
	sums := make([]float64, s.blockCount())
	centers := make([]float64, 0, k*s.d)
	i := rnd.IntN(s.n)
	for c := range k {
		centers = append(centers, s.row(i)...)
		if c == k-1 {
			break
		}
		center := centers[c*s.d:]
		s.blocks(1, func(b, lo, hi int) {
			sum := 0.0
			for i := lo; i < hi; i++ {
				nearest[i] = min(nearest[i], squared(s.row(i), center))
				sum += nearest[i]
			}
			sums[b] = sum
		})
		i = drawWeighted(nearest, sums, rnd)
	}
	return centers
}

// drawWeighted returns an index with probability proportional to its weight; sums are the sums of blocks of weights. With
// all weights 0 it returns 0.
func drawWeighted(weights, sums []float64, rnd *rand.Rand) int {
	total := 0.0
	for _, v := range sums {
		total += v
	}
	target := rnd.Float64() * total
	b := 0
	for ; b < len(sums)-1 && target >= sums[b]; b++ {
		target -= sums[b]
	}
	last := 0
	for i := b * blockSize; i < len(weights); i++ {
		if weights[i] > 0 {
			last = i
			if target < weights[i] {
				break
			}
		}
		target -= weights[i]
	}
	return last
}
