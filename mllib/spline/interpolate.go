package spline

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
)

// Interpolate returns the spline through the points (x_i, y_i): of all functions through them the one of least ∫f'² (Linear: straight from point to point) or ∫f”² (Cubic: the
// natural cubic spline). Points may come in any order. The errors are those of Smoothing.Fit, and one that wraps input.ErrParam for two different y at one x.
//
// Reference: Green and Silverman (1994), section 2.3. Curriculum: N6a, N5.4q.
func Interpolate(kind Kind, x, y []float64) (*Curve, error) {
	c, err := interpolate(kind, x, y)
	if err != nil {
		return nil, fmt.Errorf("spline: interpolate: %w", err)
	}
	return c, nil
}

func interpolate(kind Kind, x, y []float64) (*Curve, error) {
	p := Smoothing{Kind: kind, Choose: Given}
	if len(x) == 0 {
		return nil, input.Errorf(input.ErrEmpty, "x", "there are no points")
	}
	m, err := p.fit(Matrix(x), y, nil)
	if err != nil {
		return nil, err
	}
	for i, v := range x {
		if f := m.derivative(0, v); f != y[i] {
			return nil, input.Errorf(input.ErrParam, "y", "entry %d is %v, and another y belongs to the same x = %v", i, y[i], v)
		}
	}
	return &m.Curve, nil
}
