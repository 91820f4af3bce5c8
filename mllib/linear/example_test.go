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
