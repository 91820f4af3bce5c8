package cluster

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
)

// TestGreedyStarts: on 50 groups in ten dimensions the median inertia of one run from a greedy start is that of scikit-learn's runs, near the
// best; that of the plain start is far from it. The reference is made by testdata/starts.py.
func TestGreedyStarts(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	var reference struct {
		X         [][]float64
		Inertias  []float64
		FromMeans float64
	}
	testkit.Reference(t, "testdata/starts.json", &reference)
	x := testkit.Matrix(t, reference.X)
	median := func(candidates int) float64 {
		var all []float64
		src := rand.NewPCG(50, 1)
		for range 101 {
			all = append(all, mustFit(t, KMeans{K: 50, Candidates: candidates, Restarts: 1, Src: src}, x).Inertia)
		}
		slices.Sort(all)
		return all[50] / reference.FromMeans
	}
	slices.Sort(reference.Inertias)
	theirs := reference.Inertias[100] / reference.FromMeans
	greedy, plain := median(0), median(1)
	t.Logf("medians by the inertia from the means of the groups: greedy %.3f, plain %.3f, scikit-learn %.3f", greedy, plain, theirs)
	if greedy > theirs+.1 || plain < 1.5*greedy {
		t.Errorf("medians by the inertia from the means: greedy %v, plain %v, scikit-learn's %v", greedy, plain, theirs)
	}
}

func TestUsualCandidates(t *testing.T) {
	for k, want := range map[int]int{1: 2, 2: 2, 3: 3, 10: 4, 50: 5, 100: 6} {
		if got := usualCandidates(k); got != want {
			t.Errorf("K = %d: %d candidates, want %d", k, got, want)
		}
	}
}
