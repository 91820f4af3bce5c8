package cluster

import (
	"fmt"
	"iter"
	"math/big"

	"github.com/mercer-go/mercer/mllib/input"
)

// Stirling2 returns S(n, k), the number of ways to split n points into k nonempty clusters without names, the Stirling
// number of the second kind. The errors are those of LabelledCounts.
//
// Reference: Nussbaum, section 1.2. Curriculum: N1.2f.
func Stirling2(n, k int) (*big.Int, error) {
	sums, err := LabelledCounts(n, k)
	if err != nil {
		return nil, err
	}
	named := sums[len(sums)-1]
	return named.Div(named, new(big.Int).MulRange(1, int64(k))), nil
}

// LabelledCounts returns the partial sums of inclusion and exclusion for the number of ways to put n points into k groups with
// names so that no group is empty: kⁿ, kⁿ - k(k-1)ⁿ, kⁿ - k(k-1)ⁿ + C(k,2)(k-2)ⁿ, and so on. The last one is k!·S(n, k); the
// others lie above and below it in turn. It returns an error that wraps input.ErrParam if n or k is negative, k is
// larger than 10 000, or n(k+1) than 10 million: there are k numbers of n log₂ k bits.
//
// Reference: Nussbaum, comment in section 1.2, who divides each partial sum by k!, which need not give an integer.
// Curriculum: N1.2g.
func LabelledCounts(n, k int) ([]*big.Int, error) {
	const mostGroups, mostBits = 10_000, 10_000_000
	if err := input.Param(n >= 0 && k >= 0 && k <= mostGroups && n <= mostBits/(k+1), "n, k", [2]int{n, k},
		"two numbers >= 0, k at most 10 000 and n(k+1) at most 10 million"); err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	var sums []*big.Int
	sum, choose := new(big.Int), big.NewInt(1)             // choose is C(k, j)
	for j := 0; j == 0 || j < k || n == 0 && j == k; j++ { // the term j = k is 0 unless n = 0
		term := new(big.Int).Exp(big.NewInt(int64(k-j)), big.NewInt(int64(n)), nil)
		term.Mul(term, choose)
		choose.Mul(choose, big.NewInt(int64(k-j)))
		choose.Div(choose, big.NewInt(int64(j+1)))
		if j%2 == 1 {
			term.Neg(term)
		}
		sum.Add(sum, term)
		sums = append(sums, new(big.Int).Set(sum))
	}
	return sums, nil
}

// Partitions yields every way to split the points 0..n-1 into k nonempty clusters without names, as labels 0..k-1, in which a
// new cluster takes the next free label (restricted growth strings), in lexicographic order. The slice is
// used again for the next one. It yields nothing for k < 1 or k > n, nor for an n beyond
// input.MaxNumbers, for which no list can be made.
//
// Curriculum: N1.2f, N1.2k.
func Partitions(n, k int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		if k < 1 || k > n || n > input.MaxNumbers {
			return
		}
		labels := make([]int, n)
		var place func(i, used int) bool
		place = func(i, used int) bool {
			if i == n {
				return yield(labels)
			}
			for c := range min(used+1, k) {
				now := max(used, c+1)
				if k-now > n-i-1 { // too few points left to fill the clusters
					continue
				}
				labels[i] = c
				if !place(i+1, now) {
					return false
				}
			}
			return true
		}
		place(0, 0)
	}
}
