package simulate

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

func TestPermutations(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 2, 3: 6, 4: 24, 5: 120} {
		all, seen := Permutations(n), map[string]bool{}
		for _, p := range all {
			seen[fmt.Sprint(p)] = true
			for i, v := range slices.Sorted(slices.Values(p)) {
				if v != i {
					t.Errorf("n = %d: %v is no permutation", n, p)
				}
			}
		}
		if len(all) != want || len(seen) != want || !slices.IsSortedFunc(all, slices.Compare[[]int]) {
			t.Errorf("n = %d: %d orders, %d different, want %d in lexicographic order", n, len(all), len(seen), want)
		}
	}
	for _, n := range []int{0, -1, 11} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("n = %d: no panic", n)
				}
			}()
			Permutations(n)
		}()
	}
}

func TestSamples(t *testing.T) {
	law := []float64{.1, .2, .7}
	for m := range 6 {
		total, mean, seen := 0.0, 0.0, map[string]bool{}
		for s, p := range Samples(law, m) {
			total += p
			seen[fmt.Sprint(s)] = true
			for _, i := range s {
				mean += p * float64(i)
			}
		}
		if len(seen) != int(math.Pow(3, float64(m))) || math.Abs(total-1) > 1e-14 || math.Abs(mean-1.6*float64(m)) > 1e-13 {
			t.Errorf("m = %d: %d samples, total %v, mean of the sum %v, want %v", m, len(seen), total, mean, 1.6*float64(m))
		}
	}
	for range Samples(nil, 3) {
		t.Error("a sample of nothing")
	}
	count := 0
	for range Samples(law, 3) {
		if count++; count == 2 {
			break
		}
	}
	if count != 2 {
		t.Errorf("went on after %d", count)
	}
}
