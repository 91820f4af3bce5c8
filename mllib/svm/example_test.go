package svm_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/svm"
	"gonum.org/v1/gonum/mat"
)

func ExampleClassifier() {
	x := mat.NewDense(4, 2, []float64{1, 1, 1, -1, -1, 1, -1, -1})
	y := []int{1, -1, -1, 1} // exclusive or
	m, err := svm.Classifier{C: math.Inf(1), Kernel: kernels.Polynomial(2, 1, 1)}.Fit(x, y)
	if err != nil {
		fmt.Println(err)
		return
	}
	f, _ := m.Scores(mat.NewDense(1, 2, []float64{2, 3}))
	fmt.Printf("α = %.4f, margin %.4f, f(2, 3) = %.4f\n", m.Alpha, m.Margin(), f[0])
	// Output: α = [0.1250 0.1250 0.1250 0.1250], margin 1.4142, f(2, 3) = 6.0000
}

// With the linear kernel, many rows are no trouble, nor is a huge price.
func ExampleClassifier_manyRows() {
	rnd := rand.New(rand.NewPCG(1, 2))
	n := 20_000
	x, y := mat.NewDense(n, 2, nil), make([]int, n)
	for i := range n {
		y[i] = 2*(i%2) - 1
		x.SetRow(i, []float64{float64(y[i]) + rnd.NormFloat64(), rnd.NormFloat64()})
	}
	for _, C := range []float64{1e-3, 1, 1e9} {
		m, err := svm.Classifier{C: C}.Fit(x, y)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("C = %g: w = %.3f, %v, gap below 1e-8 of the objective: %v\n", C, m.W, m.Report.Stop, m.Gap() <= 1e-8*m.Primal())
	}
	// Output:
	// C = 0.001: w = [1.131 0.008], converged, gap below 1e-8 of the objective: true
	// C = 1: w = [1.419 0.015], converged, gap below 1e-8 of the objective: true
	// C = 1e+09: w = [1.419 0.015], converged, gap below 1e-8 of the objective: true
}

func ExampleMachine_Offsets() {
	x := mat.NewDense(4, 1, []float64{0, 1, 2, 3})
	m, _ := svm.Classifier{C: 1}.Fit(x, []int{-1, -1, 1, 1})
	fmt.Println("α =", m.Alpha, "offsets", m.Offsets, "taken", m.B)
	// Output: α = [0 1 1 0] offsets [-2 -1] taken -1.5
}

func ExampleMachine_KKT() {
	x := mat.NewDense(3, 2, []float64{3, 3, 4, 3, 1, 1})
	m, _ := svm.Classifier{Form: svm.Hard}.Fit(x, []int{1, 1, -1})
	fmt.Printf("α = %.2f, primal %.4f, dual %.4f, KKT residuals below 1e-9: %v\n", m.Alpha, m.Primal(), m.Dual(), m.KKT().Largest() < 1e-9)
	fmt.Println(m.Positions())
	// Output:
	// α = [0.25 0.00 0.25], primal 0.2500, dual 0.2500, KKT residuals below 1e-9: true
	// [on the margin outside on the margin]
}

func ExampleRegressor() {
	x := mat.NewDense(4, 1, []float64{0, 1, 2, 3})
	m, err := svm.Regressor{C: 10, Epsilon: .2}.Fit(x, []float64{0, 1.2, 1.8, 3.5})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("β = %.3f, f = %.2f, objective %.5f\n%v\n", m.Beta, m.F, m.Primal(), m.Positions())
	// Output:
	// β = [0.000 4.425 -10.000 5.575], f = [-0.15 1.00 2.15 3.30], objective 2.16125
	// [in the tube on its border outside on its border]
}

func ExampleMachine_OtherAlpha() {
	x := mat.NewDense(4, 2, []float64{1, 1, 1, -1, -1, 1, -1, -1})
	m, _ := svm.Classifier{C: 1}.Fit(x, []int{1, 1, -1, -1})
	gram, _ := kernels.Linear().Gram(x)
	other, err := m.OtherAlpha(gram)
	fmt.Println("unique:", other == nil, err)
	// Output: unique: false <nil>
}
