package discriminant

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// This file says what the zero set of a quadric looks like. Curriculum: V1.2d, V1.2e.

// Sphere returns centre and squared radius of the zero set where A is a multiple a ≠ 0 of the identity, and false otherwise. A negative
// squared radius means that there is no zero.
func (q *Quadric) Sphere() (centre []float64, radius2 float64, ok bool) {
	d := len(q.W)
	if d == 0 || len(q.A.Data) != d*d || q.A.Data[0] == 0 {
		return nil, 0, false
	}
	a := q.A.Data[0]
	for i := range d {
		for j := range d {
			want := 0.0
			if i == j {
				want = a
			}
			if math.Abs(q.A.Data[i*d+j]-want) > 1e-12*math.Abs(a) {
				return nil, 0, false
			}
		}
	}
	centre = make([]float64, d)
	floats.ScaleTo(centre, -1/(2*a), q.W)
	return centre, floats.Dot(centre, centre) - q.C/a, true
}

// Conic returns what the zero set in the plane is: "ellipse", "hyperbola", "parabola", "crossing lines", "parallel lines", "line",
// "point", "empty" or "plane". It returns "" if d is not 2. Determinants below 1e-9 of their terms count as zero.
func (q *Quadric) Conic() string {
	if len(q.W) != 2 || len(q.A.Data) != 4 {
		return ""
	}
	scale := math.Max(floats.Norm(q.A.Data, math.Inf(1)), math.Max(floats.Norm(q.W, math.Inf(1)), math.Abs(q.C)))
	if scale == 0 {
		return "plane"
	}
	a, b, c := q.A.Data[0]/scale, q.A.Data[1]/scale, q.A.Data[3]/scale
	u, v, w := q.W[0]/scale/2, q.W[1]/scale/2, q.C/scale
	minor := a*c - b*b
	whole := mat.Det(mat.NewDense(3, 3, []float64{a, b, u, b, c, v, u, v, w}))
	switch zero := func(x float64) bool { return math.Abs(x) < 1e-9 }; {
	case zero(a) && zero(b) && zero(c):
		return line(u, v)
	case zero(minor) && !zero(whole):
		return "parabola"
	case zero(minor):
		return parallelLines(a*w-u*u, c*w-v*v)
	case minor > 0 && zero(whole):
		return "point"
	case minor > 0 && whole*(a+c) > 0:
		return "empty"
	case minor > 0:
		return "ellipse"
	case zero(whole):
		return "crossing lines"
	}
	return "hyperbola"
}

// line names the zero set of an affine function.
func line(u, v float64) string {
	if u == 0 && v == 0 {
		return "empty"
	}
	return "line"
}

// parallelLines names a degenerate conic whose quadratic part has rank 1, by its other principal minors.
func parallelLines(first, second float64) string {
	switch s := first + second; {
	case s < -1e-9:
		return "parallel lines"
	case s > 1e-9:
		return "empty"
	}
	return "line"
}
