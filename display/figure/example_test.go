package figure_test

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/display/figure"
)

func Example() {
	t := []float64{1, 2, 3, 4}
	f := figure.New("Training error").
		Line("perceptron", t, []float64{0.5, 0.3, 0.2, 0.15}).
		HLine("Bayes error", 0.1, figure.Dashed).
		Axes("round t", "error")
	fmt.Print(f)
	// Output:
	// Figure: Training error
	//   x axis: round t
	//   y axis: error
	//   line “perceptron”: 4, x in [1, 4], y in [0.15, 0.5]
	//   straight line “Bayes error”: y = 0.1
}

func ExampleFigure_Curve() {
	fmt.Print(figure.New("").Curve("sine", math.Sin, 0, math.Pi).Line("bad", []float64{1}, nil))
	// Output:
	// Figure
	//   line “sine”: 401, x in [0, 3.14159], y in [0, 1]
	//   not drawn: line "bad": 1 x and 0 y
}
