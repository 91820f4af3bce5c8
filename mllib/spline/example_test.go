package spline_test

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/spline"
)

// A sine wave with disturbances: λ by generalised cross-validation.
func ExampleSmoothing() {
	var x, y []float64
	for i := range 40 {
		v := float64(i) / 40
		x, y = append(x, v), append(y, math.Sin(2*math.Pi*v)+.3*math.Cos(float64(i*i)))
	}
	m, err := spline.Smoothing{}.Fit(spline.Matrix(x), y)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f degrees of freedom\n", m.DF)
	fmt.Printf("f(.25) = %.3f, f'(.25) = %.2f\n", m.At(.25), m.Derivative(1, .25))
	_, err = spline.Smoothing{Lambda: .1}.Fit(spline.Matrix(x), y)
	fmt.Println(err)
	// Output:
	// 14.50 degrees of freedom
	// f(.25) = 1.182, f'(.25) = -0.54
	// spline: smoothing: Smoothing.Lambda: got 0.1, want 0, for it is chosen (Choose: spline.Given takes it): parameter out of range
}

// The natural cubic spline through three points, and its pieces.
func ExampleInterpolate() {
	f, err := spline.Interpolate(spline.Cubic, []float64{0, 1, 2}, []float64{0, 1, 0})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("f(½) =", f.At(.5))
	fmt.Printf("f'' at the points: %.4f\n", f.Second)
	fmt.Printf("straight beyond: %.4f %.4f\n", f.At(3), f.At(4))
	// Output:
	// f(½) = 0.6875
	// f'' at the points: [0.0000 -3.0000 0.0000]
	// straight beyond: -1.5000 -3.0000
}

// What a linear smoothing spline does to the slowest and the fastest functions on eight points.
func ExampleNewSpectrum() {
	s, err := spline.NewSpectrum(spline.Linear, []float64{1, 2, 3, 4, 5, 6, 7, 8}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.3f\n", s.Filter(2))
	fmt.Printf("%.3f degrees of freedom\n", s.DF(2))
	// Output:
	// [1.000 0.767 0.460 0.288 0.200 0.153 0.128 0.115]
	// 3.111 degrees of freedom
}
