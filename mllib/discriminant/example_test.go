package discriminant_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/discriminant"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/metrics"
	"gonum.org/v1/gonum/mat"
)

func ExampleLDA() {
	iris := data.Iris()
	m, err := discriminant.LDA{}.Fit(iris.X, iris.Y)
	if err != nil {
		fmt.Println(err)
		return
	}
	y, _ := m.Predict(iris.X)
	rate, _ := metrics.ErrorRate(y, iris.Y)
	p, _ := m.Posteriors(mat.NewDense(1, 4, []float64{6, 2.7, 5.1, 1.6})) // a flower between two species
	fmt.Printf("training error %.2f, posteriors %.3f\n", rate, p.RawRowView(0))
	// Output: training error 0.02, posteriors [0.000 0.143 0.857]
}

func ExampleQDA() {
	iris := data.Iris()
	m, err := discriminant.QDA{}.Fit(iris.X, iris.Y)
	if err != nil {
		fmt.Println(err)
		return
	}
	y, _ := m.Predict(iris.X)
	c, _ := metrics.NewConfusion(y, iris.Y)
	fmt.Println(c.Counts)
	// Output: [[50 0 0] [0 48 2] [0 1 49]]
}

func ExampleNewLinear() {
	truth, err := discriminant.NewLinear([]int{0, 1}, []float64{.5, .5}, [][]float64{{0, 0}, {2, 1}}, mat.NewDense(2, 2, []float64{2, .5, .5, 1}))
	if err != nil {
		fmt.Println(err)
		return
	}
	least, _ := truth.BayesRisk()
	sample, _ := truth.Draw(100, rand.NewPCG(1, 2))
	m, _ := discriminant.LDA{}.Fit(sample.X, sample.Y)
	rule, _ := m.Boundary(1, 0)
	risk, _ := truth.RiskOf(rule)
	fmt.Printf("Bayes risk %.6f, risk of LDA from 100 observations %.4f\n", least, risk)
	// Output: Bayes risk 0.224846, risk of LDA from 100 observations 0.2270
}

func ExampleFisher() {
	iris := data.Iris()
	m, err := discriminant.Fisher{}.Fit(iris.X.Slice(50, 150, 0, 4), iris.Y[50:]) // versicolor and virginica
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("λ = %.3f, w = %.2f\n", m.Lambda, m.W)
	// Output: λ = 7.109, w = [-1.78 -2.79 3.49 6.19]
}

func ExampleKernelFisher() {
	ring := data.Ring() // one class around the other
	m, err := discriminant.KernelFisher{Kernel: kernels.Gaussian(1.5), Ridge: .1}.Fit(ring.X, ring.Y)
	if err != nil {
		fmt.Println(err)
		return
	}
	y, err := m.Predict(ring.X)
	fmt.Printf("λ = %.3f, ‖a‖² = %.3f %v %v\n", m.Lambda, m.Norm2, y, err)
	// Output: λ = 3.617, ‖a‖² = 33.905 [-1 -1 -1 -1 1 1 1 1 1] <nil>
}

func ExampleNewSplits() {
	s, err := discriminant.NewSplits([]float64{-1, 0, 1, 2}, []int{-1, 1, -1, 1}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	cut, rate := s.Best()
	fmt.Println(s.Errors, cut, rate)
	// Output: [0.5 0.25 0.5 0.25 0.5] -0.5 0.25
}

func ExampleMoments_Canonical() {
	iris := data.Iris()
	m, err := discriminant.NewMoments(iris.X, iris.Y)
	if err != nil {
		fmt.Println(err)
		return
	}
	c, _ := m.Canonical()
	z, _ := c.Project(iris.X)
	fmt.Printf("ratios %.4f, first flower at %.4f\n", c.Ratios, z.RawRowView(0))
	// Output: ratios [32.1919 0.2854], first flower at [-8.0618 0.3004]
}

func ExampleQuadraticModel_Boundary() {
	m, err := discriminant.NewQuadratic(nil, []float64{.5, .5}, [][]float64{{0}, {0}},
		[]*mat.SymDense{mat.NewSymDense(1, []float64{1}), mat.NewSymDense(1, []float64{4})})
	if err != nil {
		fmt.Println(err)
		return
	}
	q, _ := m.Boundary(1, 0)
	risk, _ := m.BayesRisk()
	fmt.Printf("class 2 outside %.4f, Bayes risk %.4f\n", q.Roots(), risk)
	// Output: class 2 outside [-1.3596 1.3596], Bayes risk 0.3387
}
