package cluster

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// start returns K starting centres, one after another.
func (p KMeans) start(s *dataset, rnd *rand.Rand) []float64 {
	switch {
	case p.Start != nil:
		return slices.Concat(p.Start...)
	case p.Init == RandomPoints:
		return s.randomPoints(p.K, rnd)
	}
	return s.plusPlus(p.K, p.Candidates, rnd)
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

// plusPlus draws the first centre uniformly among the observations. For each next one it draws candidates with probability proportional to
// the squared distance from the nearest centre so far, and takes the one that leaves the least sum of squared distances (the first among
// equals); one candidate is the plain form. When all observations are centres, the first ones are repeated.
//
// Reference: D. Arthur and S. Vassilvitskii, k-means++: the advantages of careful seeding, SODA (2007), 1027-1035: the
// expected inertia of the plain start is at most 8(ln K + 2) times the least possible. The greedy form is the authors' as well, in the last
// section; scikit-learn has it with the same number of candidates.
func (s *dataset) plusPlus(k, candidates int, rnd *rand.Rand) []float64 {
	p := &plusPlus{dataset: s, nearest: make([]float64, s.n), squares: make([]float64, s.n*candidates), sums: make([][]float64, candidates)}
	for i := range p.nearest {
		p.nearest[i] = math.Inf(1)
	}
	for c := range p.sums {
		p.sums[c] = make([]float64, s.blockCount())
	}
	p.take([]int{rnd.IntN(s.n)})
	drawn := make([]int, candidates)
	for len(p.centers) < k*s.d {
		for c := range drawn {
			drawn[c] = drawWeighted(p.nearest, p.left, rnd)
		}
		p.take(drawn)
	}
	return p.centers
}

// usualCandidates is the number of candidates of k-means++ for k centres.
func usualCandidates(k int) int { return 2 + int(math.Log(float64(k))) }

// plusPlus is the state of a start.
type plusPlus struct {
	*dataset
	centers []float64   // so far
	nearest []float64   // of each observation, the squared distance from the nearest centre
	left    []float64   // the sums of nearest over the blocks
	squares []float64   // what nearest would be with each of the candidates, observation by observation
	sums    [][]float64 // and left, candidate by candidate
}

// take makes the best of the candidates, which are observations, a centre.
func (p *plusPlus) take(drawn []int) {
	m := len(drawn)
	f, points := newFinder(m, p.d), make([]float64, 0, m*p.d)
	for _, i := range drawn {
		points = append(points, p.row(i)...)
	}
	f.set(points)
	p.blocks(f.width, func(b, lo, hi int) {
		scratch, sum := make([]float64, f.width), make([]float64, m)
		for i := lo; i < hi; i++ {
			for c, v := range f.squares(p.row(i), scratch) {
				v = min(v, p.nearest[i])
				p.squares[i*m+c] = v
				sum[c] += v
			}
		}
		for c, v := range sum {
			p.sums[c][b] = v
		}
	})
	best, least := 0, math.Inf(1)
	for c := range drawn {
		if v := floats.Sum(p.sums[c]); v < least {
			best, least = c, v
		}
	}
	p.centers = append(p.centers, points[best*p.d:(best+1)*p.d]...)
	p.left = slices.Clone(p.sums[best])
	for i := range p.nearest {
		p.nearest[i] = p.squares[i*m+best]
	}
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
