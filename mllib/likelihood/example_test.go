package likelihood_test

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/likelihood"
	"gonum.org/v1/gonum/mat"
)

func ExampleMLE() {
	x := []float64{1, 2, 3, 4, 10}
	m, err := likelihood.MLE{Law: likelihood.Gamma}.Fit(x)
	if err != nil {
		fmt.Println(err)
		return
	}
	se, _ := m.StandardErrors()
	fmt.Println(m.Names, m.Report.Stop)
	fmt.Printf("%.4f ± %.4f\n", m.Theta, se)
	low, high, _ := likelihood.MLE{Law: likelihood.Gamma}.Interval(x, "shape", .95)
	fmt.Printf("shape between %.3f and %.3f\n", low, high)
	// Output:
	// [shape scale] converged
	// [1.8726 2.1361] ± [1.0952 1.4311]
	// shape between 0.487 and 4.974
}

func ExampleMLE_known() {
	// The location of a Cauchy law, from the median on.
	p := likelihood.MLE{Law: likelihood.Cauchy, Known: map[string]float64{"scale": 1}, Start: []float64{.8, 1}, Newton: likelihood.Newton{Trace: true}}
	m, _ := p.Fit([]float64{-1.2, .3, .8, 1.1, 5})
	for _, s := range m.Trace {
		fmt.Printf("%.12f %.6f\n", s.Theta[0], s.LogLikelihood)
	}
	// Output:
	// 0.800000000000 -10.567718
	// 0.655898253897 -10.524378
	// 0.654537645376 -10.524374
	// 0.654537263935 -10.524374
}

func ExampleCramerRao() {
	bound, _ := likelihood.CramerRao(likelihood.Normal, 100, 0, 4) // of mean and variance from 100 observations with variance 4
	fmt.Printf("%.2f\n", bound.Data)
	// Output:
	// [0.04 0.00 0.00 0.32]
}

// line is the log likelihood of y = a + b·t with normal noise of variance 1.
type line struct{ t, y []float64 }

func (l line) At(theta, score []float64, information *mat.SymDense) (value float64) {
	clear(score)
	information.Zero()
	for i, t := range l.t {
		r := l.y[i] - theta[0] - theta[1]*t
		value -= r * r / 2
		score[0] += r
		score[1] += r * t
		information.SetSym(0, 0, information.At(0, 0)+1)
		information.SetSym(0, 1, information.At(0, 1)+t)
		information.SetSym(1, 1, information.At(1, 1)+t*t)
	}
	return value
}

func ExampleNewton() {
	m, _ := likelihood.Newton{}.Maximise(line{t: []float64{0, 1, 2}, y: []float64{1, 2, 6}}, []float64{0, 0})
	fmt.Printf("%.4f %v\n", m.Theta, m.Report.Stop)
	// Output:
	// [0.5000 2.5000] converged
}
