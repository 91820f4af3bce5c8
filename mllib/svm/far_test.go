package svm_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/mercer-go/mercer/mllib/svm"
)

// TestFarColumns: with squares of slacks at a high price in columns of 1e8, where the gradient is so large beside w that a step from it would be rounding, an answer is the
// minimum, or its report says that it is not.
func TestFarColumns(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	r := rand.New(rand.NewPCG(9, 60))
	for k := range 100 {
		n, d, apart, units := 4+r.IntN(300), 1+r.IntN(20), 2*r.Float64(), []float64{1e8, []float64{1, 1e8}[k%2]}
		c := []float64{1e3, 1e6, 1e9, 1e12}[r.IntN(4)]
		x, y := mat.NewDense(n, d, nil), make([]int, n)
		for i := range y {
			y[i] = 2*(i%2) - 1
			for j := range d {
				x.Set(i, j, units[j%2]*(r.NormFloat64()+apart*float64(y[i])))
			}
		}
		m, err := svm.Classifier{Form: svm.Squares, C: c}.Fit(x, y)
		if err != nil {
			t.Fatal(err)
		}
		// Slacks of the tolerance, times the price, are more than the whole of an objective of 1e-16: w and α are what there is to see.
		if short := m.NormSquared()/2 - m.Dual(); short > 1e-3*m.Primal() && m.Report.Gap < 1e-3 {
			t.Errorf("%d×%d, C = %g: half of ‖w‖² is %.3g above a dual objective of %.3g, and the report says %+v", n, d, c, short, m.Dual(), m.Report)
		}
	}
}
