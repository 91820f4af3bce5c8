package descent_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/descent"
)

func ExampleGradientDescent() {
	f := descent.Quadratic{Curvature: []float64{1, 10}}
	r, err := descent.GradientDescent{Step: 2. / 11, Record: 1}.Minimize(f, []float64{10, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Report)
	fmt.Printf("%.4f\n", r.Values()[:4])
	// Output:
	// small gradient after 105 steps, gradient 9.99e-09
	// [55.0000 36.8182 24.6469 16.4992]
}

func ExampleStochastic() {
	x := descent.Points{1, 2, 3, 6}
	p := descent.Stochastic{Schedule: descent.Schedule{Decay: descent.InverseTime}, Steps: 10_000, Src: rand.NewPCG(1, 2)}
	r, _ := p.Minimize(x, []float64{0})
	fmt.Printf("%.1f\n", r.B)
	// Output: [3.0]
}

func ExampleLBFGS() {
	r, _ := descent.LBFGS{}.Minimize(descent.Quadratic{Curvature: []float64{1, 10, 100}}, []float64{1, 1, 1})
	fmt.Println(r.Report.Stop)
	// Output: small gradient
}

func ExampleSchedule() {
	s := descent.Schedule{Decay: descent.InverseTime, Step: 6, T0: 3}
	fmt.Println(s.At(0), s.At(3), s.At(9))
	// Output: 2 1 0.5
}

func ExampleGradientDescent_backtracking() {
	r, err := descent.GradientDescent{Rule: descent.Backtracking}.Minimize(descent.Huber{}, []float64{20, -3})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Report.Stop, r.B)
	// Output: small gradient [0 0]
}
