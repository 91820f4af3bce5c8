package grove

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestByRank: each way to sort gives the order of ranks, and of places among equal ones.
func TestByRank(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{1, 2, few, few + 1, 1000, some, some + 1, 20000} {
		for _, ranks := range []int{0, 1, 5, 255, 256, 3000, 70000, 5000000} {
			a := make([]uint64, n)
			for k := range a {
				a[k] = uint64(r.IntN(ranks+1))<<32 | uint64(k)
			}
			want := slices.Clone(a)
			slices.Sort(want)
			if got := byRank(a, make([]uint64, n), ranks); !slices.Equal(got, want) {
				t.Errorf("%d entries with ranks up to %d are not in order", n, ranks)
			}
		}
	}
}
