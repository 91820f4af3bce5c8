package gp_test

import (
	"fmt"
	"log"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/gp"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/mat"
)

// Brownian motion that was seen with noise: the posterior mean is the linear smoothing spline (Nussbaum, theorem 6.10).
func ExampleRegression() {
	x := mat.NewDense(4, 1, []float64{.25, .5, .75, 1})
	m, err := gp.Regression{Kernel: kernels.Min(), Noise: .25}.Fit(x, []float64{1, 0, 1, 0})
	if err != nil {
		log.Fatal(err)
	}
	mean, err := m.Predict(x)
	if err != nil {
		log.Fatal(err)
	}
	variance, err := m.Variance(x)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.4f\n%.4f\nlog evidence %.4f\n", mean, variance, m.LogEvidence)
	// Output:
	// [0.4412 0.3235 0.5294 0.2647]
	// [0.0956 0.1103 0.1176 0.1544]
	// log evidence -4.7252
}

// The parameters of largest evidence.
func ExampleSearch() {
	r := rand.New(rand.NewPCG(1, 1))
	p := gp.Regression{Kernel: kernels.Scaled(4, kernels.Gaussian(.5))}
	x := mat.NewDense(80, 1, nil)
	for i := range 80 {
		x.Set(i, 0, r.Float64()*10)
	}
	path, err := p.Sample(x, 1, rand.NewPCG(2, 2))
	if err != nil {
		log.Fatal(err)
	}
	y := path.RawRowView(0)
	for i := range y {
		y[i] += .3 * r.NormFloat64()
	}
	search := gp.Regression{Kernel: kernels.Scaled(1, kernels.Gaussian(1)), Noise: 1, Search: &gp.Search{}}
	m, err := search.Fit(x, y)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("scale %.1f, width %.2f, noise %.3f\n", m.Parameters.Kernel.Scale, m.Parameters.Kernel.Parts[0].Width, m.Parameters.Noise)
	// Output: scale 5.3, width 0.67, noise 0.083
}

// Two classes on a line: in between nothing is known, and far away nothing either.
func ExampleClassifier() {
	x := mat.NewDense(4, 1, []float64{0, 1, 2, 3})
	y := []int{1, 1, -1, -1}
	z := mat.NewDense(4, 1, []float64{.5, 1.5, 2.5, 9})
	p := gp.Classifier{Kernel: kernels.Scaled(9, kernels.Gaussian(1))}
	for _, p.Approximation = range []gp.Approximation{gp.Laplace, gp.ExpectationPropagation} {
		m, err := p.Fit(x, y)
		if err != nil {
			log.Fatal(err)
		}
		posterior, err := m.Posterior(z)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%v: %.3f, log evidence %.3f\n", p.Approximation, posterior, m.LogEvidence)
	}
	// Output:
	// laplace: [0.789 0.500 0.211 0.500], log evidence -2.672
	// expectation propagation: [0.839 0.500 0.161 0.500], log evidence -2.549
}
