package logistic_test

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/logistic"
	"gonum.org/v1/gonum/mat"
)

func ExampleBinary() {
	x := mat.NewDense(8, 1, []float64{.5, 1, 1.5, 2, 2.5, 3, 3.5, 4})
	y := []int{-1, -1, -1, 1, -1, 1, 1, 1}
	m, err := logistic.Binary{}.Fit(x, y)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Report)
	fmt.Printf("log-odds %.4f + %.4f x, standard errors %.4f\n", m.B, m.W[0], m.StdErr)
	// Output:
	// converged after 7 iterations, log-likelihood -2.50305
	// log-odds -5.7703 + 2.5646 x, standard errors [1.7208 4.0358]
}

func ExampleBinary_separated() {
	x := mat.NewDense(4, 1, []float64{-2, -1, 1, 2})
	y := []int{0, 0, 1, 1}
	m, _ := logistic.Binary{}.Fit(x, y)
	fmt.Println(m.Report.Stop, m.StdErr)
	m, _ = logistic.Binary{Ridge: 1}.Fit(x, y)
	fmt.Printf("%v, w = %.4f\n", m.Report.Stop, m.W[0])
	// Output:
	// separated []
	// converged, w = 1.0066
}

func ExampleSoftmax() {
	iris := data.Iris()
	m, err := logistic.Softmax{Ridge: 1, Coding: logistic.Symmetric}.Fit(iris.X, iris.Y)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, _ := m.Posteriors(iris.X)
	fmt.Printf("%.3f\n", p.RawRowView(70))
	// Output: [0.002 0.440 0.558]
}

func ExampleSmooth() {
	// the kernel min(s, t) on three points
	gram := mat.NewDense(3, 3, []float64{1, 1, 1, 1, 2, 2, 1, 2, 3})
	m, err := logistic.Smooth{Lambda: .5}.FitGram(gram, []int{0, 1, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, _ := m.Posterior(gram)
	fmt.Printf("%.3f\n", p)
	// Output: [0.563 0.693 0.745]
}

func ExampleModel_Wald() {
	x := mat.NewDense(8, 1, []float64{.5, 1, 1.5, 2, 2.5, 3, 3.5, 4})
	m, err := logistic.Binary{}.Fit(x, []int{-1, -1, -1, 1, -1, 1, 1, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	intervals, _ := m.Wald(.9)
	fmt.Printf("w in [%.3f, %.3f], log-odds at 3: ± %.3f\n", intervals[0].Low, intervals[0].High, m.ScoreStdErr([]float64{3}))
	// Output: w in [-0.266, 5.395], log-odds at 3: ± 1.721
}

func ExampleNewLikelihood() {
	x := mat.NewDense(4, 1, []float64{-1, 1, -2, 2})
	l, err := logistic.NewLikelihood(x, []int{0, 0, 1, 1}, logistic.FreeIntercept, logistic.Reference, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d coefficients, f(0) = %.6f, smoothness %.3f\n", l.Dim(), l.Value([]float64{0, 0}), l.Smoothness())
	// Output: 2 coefficients, f(0) = 0.693147, smoothness 0.625
}
