package cluster

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// TestCandidatesAreObservations: more of them than observations would only be the same ones again.
func TestCandidatesAreObservations(t *testing.T) {
	x := mat.NewDense(5, 1, []float64{1, 2, 3, 5, 8})
	for _, candidates := range []int{6, 1 << 27, 1 << 40} {
		if _, err := (KMeans{K: 3, Candidates: candidates, Src: rand.NewPCG(1, 2)}).Fit(x); !errors.Is(err, input.ErrParam) {
			t.Errorf("%d candidates of 5 observations: %v", candidates, err)
		}
	}
	for _, candidates := range []int{0, 1, 5} {
		if _, err := (KMeans{K: 3, Candidates: candidates, Src: rand.NewPCG(1, 2)}).Fit(x); err != nil {
			t.Errorf("%d candidates of 5 observations: %v", candidates, err)
		}
	}
	if _, err := (KMeans{K: 1, Src: rand.NewPCG(1, 2)}).Fit(mat.NewDense(1, 1, nil)); err != nil {
		t.Errorf("one observation: %v", err)
	}
}
