package spline

import (
	"fmt"
	"math"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/floats"
)

// cars are speeds and stopping distances (M. Ezekiel, Methods of Correlation Analysis, 1930), R's data set of this name.
var cars = struct{ speed, dist []float64 }{
	[]float64{4, 4, 7, 7, 8, 9, 10, 10, 10, 11, 11, 12, 12, 12, 12, 13, 13, 13, 13, 14, 14, 14, 14, 15, 15, 15, 16, 16, 17, 17, 17, 18, 18, 18, 18, 19, 19, 19, 20, 20, 20, 20, 20, 22, 23, 24, 24, 24, 24, 25},
	[]float64{2, 10, 4, 22, 16, 10, 18, 26, 34, 17, 28, 14, 20, 24, 28, 26, 34, 34, 46, 26, 36, 60, 80, 20, 26, 54, 32, 40, 32, 40, 50, 42, 56, 76, 84, 36, 46, 68, 32, 48, 52, 56, 64, 66, 54, 70, 92, 93, 120, 85},
}

// TestR: what R prints for smooth.spline(speed, dist): lambda 0.1112206, Df 2.635278, penalized criterion (the residuals of the means at equal x) 4187.776, GCV 244.1044. Its penalty
// matrix is made with .3330 for ⅓, and its search ends at a GCV that is a little larger than the least.
func TestR(t *testing.T) {
	lambda := .1112206 * math.Pow(25-4, 3)
	m := must(Smoothing{Choose: Given, Lambda: lambda}.Fit(Matrix(cars.speed), cars.dist))
	s := must(Smoothing{}.scale(Matrix(cars.speed), cars.dist, nil))
	means := m.RSS - s.spread/s.yUnit/s.yUnit
	testkit.Near(t, "DF, GCV, residuals of the means", []float64{m.DF, m.GCV, means}, []float64{2.635278, 244.1044, 4187.776}, 2e-5)
	best := must(Smoothing{}.Fit(Matrix(cars.speed), cars.dist))
	if !(best.GCV <= m.GCV) || math.Abs(best.Lambda/lambda-1) > 2e-3 {
		t.Errorf("least GCV %v for λ = %v, R has %v for %v", best.GCV, best.Lambda, m.GCV, lambda)
	}
}

// TestScipy: make_smoothing_spline with weights (for larger λ it loses digits; TestPrecise holds ours), its choice by generalised cross-validation, and CubicSpline with natural ends.
func TestScipy(t *testing.T) {
	var cases []struct {
		X, Y, W, Grid, GCV []float64
		Fits               []struct {
			Lambda                 float64
			Values, Slopes, Second []float64
		}
		Natural [3][]float64
	}
	testkit.Reference(t, "testdata/scipy.json", &cases)
	for _, c := range cases {
		width := c.X[len(c.X)-1] - c.X[0]
		derivative := func(f *Curve, order int) []float64 {
			d := must(f.Derivatives(order, Matrix(c.Grid)))
			floats.Scale(math.Pow(width, float64(order)), d)
			return d
		}
		scaled := func(v []float64, order int) []float64 {
			floats.Scale(math.Pow(width, float64(order)), v)
			return v
		}
		for _, fit := range c.Fits {
			m := must(Smoothing{Choose: Given, Lambda: fit.Lambda}.FitWeighted(Matrix(c.X), c.Y, c.W))
			what := fmt.Sprintf("n = %d, λ = %v", len(c.X), fit.Lambda)
			testkit.Near(t, what, derivative(&m.Curve, 0), fit.Values, 1e-8)
			testkit.Near(t, what+": slopes", derivative(&m.Curve, 1), scaled(fit.Slopes, 1), 1e-6)
			testkit.Near(t, what+": second derivatives", derivative(&m.Curve, 2), scaled(fit.Second, 2), 1e-5)
		}
		m := must(Smoothing{}.Fit(Matrix(c.X), c.Y))
		testkit.Near(t, fmt.Sprintf("n = %d, GCV", len(c.X)), derivative(&m.Curve, 0), c.GCV, 1e-4)
		f := must(Interpolate(Cubic, c.X, c.Y))
		for order, want := range c.Natural {
			testkit.Near(t, fmt.Sprintf("n = %d, natural spline, derivative %d", len(c.X), order), derivative(f, order), scaled(want, order), 1e-8)
		}
	}
}
