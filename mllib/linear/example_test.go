package linear_test

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/mat"
)

func ExampleHardMargin() {
	x := mat.NewDense(4, 2, []float64{0, 0, 0, 1, 1, 0, 1, 1})
	m, err := linear.HardMargin{}.Fit(x, []int{-1, -1, -1, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("w = %.4f, b = %.4f, margin %.4f, support vectors %v\n", m.W, m.B, m.Margin, m.Support)
	// Output: w = [0.7071 0.7071], b = -1.0607, margin 0.3536, support vectors [1 2 3]
}

func ExampleSeparate() {
	x := mat.NewDense(4, 2, []float64{0, 0, 0, 1, 1, 0, 1, 1})
	s, _ := linear.Separate(x, []int{-1, 1, 1, -1}, false) // exclusive or
	fmt.Println(s.Separable, s.Weights)
	// Output: false [0.25 0.25 0.25 0.25]
}

func ExampleHyperplane() {
	h := linear.Hyperplane{W: []float64{2, 1}, B: -2}
	fmt.Printf("score %v, distance %.4f, foot %.1f\n", h.Score([]float64{3, 4}), h.Distance([]float64{3, 4}), h.Project([]float64{3, 4}))
	// Output: score 8, distance 3.5777, foot [-0.2 2.4]
}

func ExampleMinErrors() {
	x := mat.NewDense(4, 2, []float64{0, 0, 0, 1, 1, 0, 1, 1})
	best, err := linear.MinErrors(x, []int{-1, 1, 1, -1}) // exclusive or
	fmt.Println(best.Errors, err)
	// Output: 1 <nil>
}
