package quadrature

import (
	"math"
	"testing"
)

// FuzzIntegrate integrates a spline of degree 3 with a kink and a jump, whose integral is known, between any bounds: where the knot is told
// the result is within ten times its error estimate; where it is not, a tiny jump may be seen too late, but not one that matters.
// Nothing is NaN.
func FuzzIntegrate(f *testing.F) {
	f.Add(0.0, 1.0, 0.3, 1.0, -2.0, 3.0, 0.5)
	f.Add(5.0, -5.0, 0.0, 0.0, 1.0, 0.0, 1.0)
	f.Add(-1e3, 1e3, 999.0, 1.0, 1.0, 1.0, 1.0)
	f.Fuzz(func(t *testing.T, a, b, knot, c1, c2, c3, jump float64) {
		scale := 0.0
		for _, x := range []float64{a, b, knot, c1, c2, c3, jump} {
			if !(math.Abs(x) <= 1e4) || x != 0 && math.Abs(x) < 1e-6 {
				return
			}
			scale = max(scale, math.Abs(x))
		}
		spline := func(x float64) (float64, error) {
			y := c1 + c2*x
			if x > knot {
				y += c3*(x-knot)*(x-knot)*(x-knot) + jump
			}
			return y, nil
		}
		primitive := func(x float64) float64 {
			y := c1*x + c2*x*x/2
			if x > knot {
				y += c3*math.Pow(x-knot, 4)/4 + jump*(x-knot)
			}
			return y
		}
		want := primitive(b) - primitive(a)
		rounding := 1e-13 * (math.Abs(primitive(b)) + math.Abs(primitive(a)))
		for _, breaks := range [][]float64{nil, {knot}} {
			r, err := Integrate(spline, a, b, Options{Breaks: breaks})
			if math.IsNaN(r.Value) || math.IsNaN(r.Err) {
				t.Fatalf("%+v, %v", r, err)
			}
			unseen := 0.0
			if breaks == nil {
				unseen = 1e-5 * math.Abs(b-a) * scale * max(1, scale*math.Pow(math.Abs(b-a)+scale, 3))
			}
			if err == nil && math.Abs(r.Value-want) > 10*r.Err+rounding+unseen {
				t.Fatalf("%g, want %g: off by %g, the estimate is %g (breaks %v)", r.Value, want, r.Value-want, r.Err, breaks)
			}
		}
	})
}
