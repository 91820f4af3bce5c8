package spline

import (
	"fmt"
	"math"
	"sort"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Curve is a function of one variable that is a polynomial of degree 1 or 3 between neighbours of its knots. Beyond them it goes on constant if it is Linear, straight if it is Cubic; where it is
// Pinned, the first knot is 0, and it is not defined on the left of it. It is plain data.
type Curve struct {
	Kind   Kind
	Pinned bool
	Knots  []float64 // increasing
	Values []float64 // f at the knots
	Slopes []float64 // f' at the knots; of a linear curve, which has corners there, behind them
	Second []float64 // f'' at the knots; nil if it is Linear
	Third  []float64 // f''' behind the knots, constant up to the next one; nil if it is Linear
}

// At is f(x), and NaN where x is not finite or f not defined, and for nil.
func (c *Curve) At(x float64) float64 { return c.Derivative(0, x) }

// Derivative is the derivative of f of an order >= 0 at x, the function itself for order 0. Where it jumps, it is that behind the knot. It is NaN where At is, and for a negative order.
//
// Curriculum: N6.2s.
func (c *Curve) Derivative(order int, x float64) float64 {
	if c.check() != nil || order < 0 || !finite(x) || c.Pinned && x < c.Knots[0] {
		return math.NaN()
	}
	return c.derivative(order, x)
}

func (c *Curve) derivative(order int, x float64) float64 {
	n := len(c.Knots)
	i := sort.Search(n, func(i int) bool { return c.Knots[i] > x }) - 1 // the last knot that is not behind x
	switch {
	case i < 0:
		if c.Kind == Linear {
			return taylor(order, 0, c.Values[0], 0, 0, 0)
		}
		return taylor(order, x-c.Knots[0], c.Values[0], c.Slopes[0], 0, 0)
	case i == n-1:
		return taylor(order, x-c.Knots[i], c.Values[i], c.Slopes[i], 0, 0)
	}
	left := c.Knots[i+1]-x > x-c.Knots[i]
	if c.Kind == Linear {
		if left {
			return taylor(order, x-c.Knots[i], c.Values[i], c.Slopes[i], 0, 0)
		}
		return taylor(order, x-c.Knots[i+1], c.Values[i+1], c.Slopes[i], 0, 0)
	}
	if left {
		return taylor(order, x-c.Knots[i], c.Values[i], c.Slopes[i], c.Second[i], c.Third[i])
	}
	return taylor(order, x-c.Knots[i+1], c.Values[i+1], c.Slopes[i+1], c.Second[i+1], c.Third[i])
}

// taylor is a derivative of a + bt + ct²/2 + dt³/6.
func taylor(order int, t, a, b, c, d float64) float64 {
	switch order {
	case 0:
		return a + t*(b+t*(c/2+t*(d/6)))
	case 1:
		return b + t*(c+t*(d/2))
	case 2:
		return c + t*d
	case 3:
		return d
	}
	return 0
}

// Predict returns f at the rows of the n×1 matrix X. The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite, or ErrValue for a point where f is not defined.
func (c *Curve) Predict(x mat.Matrix) ([]float64, error) { return c.Derivatives(0, x) }

// Derivatives returns the derivative of an order >= 0 at the rows of the n×1 matrix X. The errors are those of Predict, and input.ErrParam for a negative order.
func (c *Curve) Derivatives(order int, x mat.Matrix) ([]float64, error) {
	values, err := c.derivatives(order, x)
	if err != nil {
		return nil, fmt.Errorf("spline: predict: %w", err)
	}
	return values, nil
}

func (c *Curve) derivatives(order int, x mat.Matrix) ([]float64, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if err := input.Param(order >= 0, "order", order, "a number >= 0"); err != nil {
		return nil, err
	}
	points, err := column(x)
	if err != nil {
		return nil, err
	}
	values := make([]float64, len(points))
	for i, v := range points {
		if c.Pinned && v < c.Knots[0] {
			return nil, input.Errorf(input.ErrValue, "X", "row %d is %v, where the function is not defined", i, v)
		}
		if values[i] = c.derivative(order, v); !finite(values[i]) {
			return nil, input.Errorf(input.ErrNotFinite, "X", "the value at row %d, x = %v, is %v", i, v, values[i])
		}
	}
	return values, nil
}

// check refuses what no fit makes.
func (c *Curve) check() error {
	if c == nil {
		return input.NoModel("spline.Curve")
	}
	n := len(c.Knots)
	other := n
	if c.Kind == Linear {
		other = 0
	}
	if n == 0 || len(c.Values) != n || len(c.Slopes) != n || len(c.Second) != other || len(c.Third) != other {
		return input.Errorf(input.ErrShape, "model", "it has %d knots, %d values, %d slopes, and %d and %d further derivatives; Fit makes a model", n, len(c.Values), len(c.Slopes), len(c.Second), len(c.Third))
	}
	return c.Kind.Check("model")
}
