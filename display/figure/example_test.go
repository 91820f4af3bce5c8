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

func ExampleNewTernary() {
	p := [][]float64{{0.8, 0.1, 0.1}, {0.2, 0.5, 0.3}, {1, 1, 2}}
	fmt.Print(figure.NewTernary("Probabilities of three classes", "cat", "dog", "bird").
		Shares("predictions", p).
		Contour("entropy", figure.OnSimplex(func(a, b, c float64) float64 {
			return -(a*math.Log(a+1e-300) + b*math.Log(b+1e-300) + c*math.Log(c+1e-300))
		}), []float64{0.5, 1}))
	// Output:
	// Figure: Probabilities of three classes
	//   triangle of shares: cat, dog, bird
	//   points “predictions”: 3, cat in [0.2, 0.8], dog in [0.1, 0.5], bird in [0.1, 0.5]
	//   contours “entropy”: 2 levels in [0.5, 1]
}

func ExampleNewGraph() {
	fmt.Print(figure.NewGraph("A chain of two states", figure.Graph{
		Nodes:    []string{"sun", "rain"},
		Edges:    []figure.Edge{{From: 0, To: 1, Text: "0.2"}, {From: 1, To: 0, Text: "0.5"}, {From: 0, To: 0, Text: "0.8"}},
		Directed: true,
	}))
	// Output:
	// Figure: A chain of two states
	//   graph: 2 nodes (sun, rain), 3 edges: sun→rain (0.2), rain→sun (0.5), sun→sun (0.8)
}

func ExampleFigure_Residuals() {
	fitted := []float64{1, 2, 3, 4}
	observed := []float64{1.1, 1.9, 3.2, 3.8}
	fmt.Print(figure.New("Residuals").Residuals("least squares", fitted, observed))
	// Output:
	// Figure: Residuals
	//   x axis: fitted
	//   y axis: observed − fitted
	//   straight line: y = 0
	//   points “least squares (r.m.s. 0.158)”: 4, x in [1, 4], y in [−0.2, 0.2]
}
