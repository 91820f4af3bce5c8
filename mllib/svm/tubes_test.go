package svm_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/svm"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// TestShareOfTargets: whatever the price is, Σ|β| is ν Σ C where there is a tube, and at most that where there is none; then the problem is that of its tube, which the two objectives prove. Targets
// that repeat make Σ|β| jump.
func TestShareOfTargets(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector; TestManyProcessors has what is split among goroutines")
	}
	rnd := rand.New(rand.NewPCG(51, 4))
	for round := range 16 {
		n, d := 5+rnd.IntN(20), 1+rnd.IntN(3)
		x, y, w := mat.NewDense(n, d, nil), make([]float64, n), make([]float64, n)
		for i := range n {
			for j := range d {
				x.Set(i, j, rnd.NormFloat64())
			}
			switch y[i], w[i] = rnd.NormFloat64(), 1; round % 4 {
			case 1:
				y[i] = float64(rnd.IntN(3))
			case 2:
				y[i] = 5
			case 3:
				y[i], w[i] = 1e3*y[i], []float64{0, 1, 2, 1e-3}[i%4]
			}
		}
		scale := floats.Max(y)/2 - floats.Min(y)/2
		for _, k := range []kernels.Kernel{{}, kernels.Gaussian(1), kernels.Laplacian(.5)} {
			for _, c := range []float64{1e-3, 1, 1e4, 1e6} {
				for _, nu := range []float64{.03, .3, .74, 1} {
					m := must(svm.Regressor{Form: svm.Share, C: c, Nu: nu, Kernel: k}.FitWeighted(x, y, w))
					what := fmt.Sprintf("round %d, %v, C = %g, ν = %g, ε = %g, %+v", round, k, c, nu, m.Epsilon, m.Report)
					total := floats.Sum(m.Bounds)
					noise := 1e-14 * floats.Norm(m.Beta, 1) * 10
					if sum := floats.Norm(m.Beta, 1); sum > nu*total*(1+1e-7) || m.Epsilon > 0 && sum < nu*total*(1-1e-7) {
						t.Errorf("%s: Σ|β| = %v, want %v", what, sum, nu*total)
					}
					if gap := m.Gap(); !(math.Abs(gap) <= 1e-6*m.Primal()+2*total*(1e-8*scale+noise)) {
						t.Errorf("%s: gap %v of %v", what, gap, m.Primal())
					}
					if m.Report.Stop == svm.IterationLimit || m.Report.Gap > 1e-7*scale+noise {
						t.Error(what)
					}
					testkit.Near(t, what, must(m.Predict(x)), m.F, 1e-6*scale+1e-9+noise)
				}
			}
		}
	}
}

// TestWeightsOfManySizes: observations with small weights count, too, where those with large ones leave it open.
func TestWeightsOfManySizes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(52, 4))
	for round := range 12 {
		n, d := 300, 1+round%3
		x, y, z, w := mat.NewDense(n, d, nil), make([]int, n), make([]float64, n), make([]float64, n)
		for i := range n {
			for j := range d {
				x.Set(i, j, rnd.NormFloat64())
			}
			y[i], z[i], w[i] = 2*(i%2)-1, rnd.NormFloat64(), []float64{0, 1, 2, 1e-5, 1e5, .5}[rnd.IntN(6)]
		}
		m := must(svm.Classifier{C: .1}.FitWeighted(x, y, w))
		r := must(svm.Regressor{C: .1, Epsilon: .1}.FitWeighted(x, z, w))
		if m.Report.Stop != svm.Converged || m.Report.Gap > 1e-8 || r.Report.Stop != svm.Converged || r.Report.Gap > 1e-7 {
			t.Errorf("round %d: %+v, %+v", round, m.Report, r.Report)
		}
	}
}
