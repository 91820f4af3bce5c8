package mixture_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/mixture"
	"gonum.org/v1/gonum/mat"
)

func ExampleGaussian() {
	x := mat.NewDense(7, 1, []float64{-2, -1.5, -1, 1, 1.5, 2, 2.5})
	m, err := mixture.Gaussian{K: 2, Covariance: mixture.Tied, Src: rand.NewPCG(1, 2)}.Fit(x)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Labels)
	fmt.Printf("log likelihood %.4f, BIC %.2f, %v\n", m.LogLikelihood, m.BIC(), m.Report.Stop)
	r, _ := m.Posteriors(mat.NewDense(1, 1, []float64{0}))
	fmt.Printf("at 0: %.3f\n", r.RawRowView(0))
	// Output:
	// [1 1 1 0 0 0 0]
	// log likelihood -9.8609, BIC 27.51, converged
	// at 0: [0.208 0.792]
}

func ExampleGaussian_start() {
	x := mat.NewDense(7, 1, []float64{-2, -1.5, -1, 1, 1.5, 2, 2.5})
	start := &mixture.Start{Means: [][]float64{{-1}, {1}}, Covs: [][][]float64{{{1}}}}
	m, _ := mixture.Gaussian{Start: start, MaxIter: 2}.Fit(x)
	fmt.Printf("%.6f\n", m.Objective)
	// Output:
	// [-13.265554 -11.159053 -9.724304]
}
