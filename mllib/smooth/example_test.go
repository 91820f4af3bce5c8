package smooth_test

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/smooth"
	"github.com/mercer-go/mercer/mllib/spline"
)

// The matrix of a linear smoothing spline on five points: its rows are weights that add to 1.
func ExampleOf() {
	x := spline.Matrix([]float64{1, 2, 3, 4, 5})
	s, err := smooth.Of(spline.Smoothing{Kind: spline.Linear, Choose: spline.Given, Lambda: 1}, x)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.3f\n", s.S[2])
	fmt.Printf("%.3f degrees of freedom, %.3f are left for the residuals\n", s.DF(), s.ResidualDF())
	// Output:
	// [0.091 0.182 0.455 0.182 0.091]
	// 2.636 degrees of freedom, 1.550 are left for the residuals
}

// The filter characteristic of a tapered series.
func ExampleSeries() {
	p := smooth.Series{Basis: smooth.Sine, Lambda: .01}
	fmt.Printf("%.5f\n", p.Filter(3))
	// Output:
	// [0.97592 0.81829 0.61849]
}
