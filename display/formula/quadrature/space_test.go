package quadrature

import (
	"errors"
	"math"
	"testing"
)

// TestSpace integrates densities with known integrals; the widths and correlations are such as random positive definite matrices have.
func TestSpace(t *testing.T) {
	normal2 := func(m [2]float64, a, b, c float64) func(x []float64) float64 { // exp(-½(a u² + 2b uv + c v²))
		return func(x []float64) float64 {
			u, v := x[0]-m[0], x[1]-m[1]
			return math.Exp(-(a*u*u + 2*b*u*v + c*v*v) / 2)
		}
	}
	gauss := func(a, b, c float64) float64 { return 2 * math.Pi / math.Sqrt(a*c-b*b) }
	cases := []struct {
		name    string
		f       func(x []float64) float64
		d       int
		centers [][]float64
		want    float64
		smooth  bool
	}{
		{"round", normal2([2]float64{}, 1, 0, 1), 2, nil, 2 * math.Pi, true},
		{"correlated", normal2([2]float64{3, -7}, 1, 0.999, 1), 2, nil, gauss(1, 0.999, 1), true},
		{"narrow and wide", normal2([2]float64{0.1, 0.2}, 1e6, 0, 1e-6), 2, [][]float64{{0.1, 0.2}}, 2 * math.Pi, true},
		{"two peaks", func(x []float64) float64 {
			return normal2([2]float64{-5, 0}, 1, 0.5, 1)(x) + normal2([2]float64{6, 6}, 4, 0, 9)(x)
		}, 2, [][]float64{{-5, 0}, {6, 6}}, gauss(1, .5, 1) + gauss(4, 0, 9), true},
		{"with a sign", func(x []float64) float64 { return x[0] * x[0] * x[1] * normal2([2]float64{0, 1}, 1, 0, 1)(x) }, 2, [][]float64{{0, 1}}, 2 * math.Pi, true},
		{"of three", func(x []float64) float64 {
			return math.Exp(-(x[0]*x[0] + 2*x[1]*x[1] + 3*x[2]*x[2] + x[0]*x[1]) / 2)
		}, 3, nil, math.Pow(2*math.Pi, 1.5) / math.Sqrt(3*(2-0.25)), true},
		{"a peak that is not named", func(x []float64) float64 {
			return normal2([2]float64{}, 1, 0, 1)(x) + normal2([2]float64{40, 40}, 1e-2, 0, 1e-2)(x)
		}, 2, nil, 0, false},
		{"a cone", func(x []float64) float64 { return math.Exp(-math.Hypot(x[0], x[1])) }, 2, nil, 0, false},
		{"long tails", func(x []float64) float64 { return math.Pow(1+x[0]*x[0]+x[1]*x[1], -2) }, 2, nil, 0, false},
		{"a half-plane", func(x []float64) float64 { return indicator(x[0] > 0.1) * normal2([2]float64{}, 1, 0, 1)(x) }, 2, nil, 0, false},
		{"the smaller of two", func(x []float64) float64 {
			return min(normal2([2]float64{-1, 0}, 1, 0, 1)(x), normal2([2]float64{1, 1}, 1, 0, 1)(x))
		}, 2, [][]float64{{-1, 0}, {1, 1}}, 0, false},
	}
	for _, c := range cases {
		asked := 0
		s, err := Space(func(x []float64) ([]float64, error) { asked++; return []float64{c.f(x)}, nil }, c.d, c.centers, Options{Tol: 1e-9})
		if !c.smooth {
			if !errors.Is(err, ErrNotSmooth) || s.Frame == nil {
				t.Errorf("%s: %+v, %v; it is not smooth", c.name, s, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if math.Abs(s.Values[0]-c.want) > 1e-10*c.want+s.Err || s.Err > 1e-9*c.want {
			t.Errorf("%s: %.15g ± %.2g; want %.15g, off %.2g", c.name, s.Values, s.Err, c.want, math.Abs(s.Values[0]-c.want))
		}
		t.Logf("%s: %d evaluations, off %.1e, estimate %.1e", c.name, asked, math.Abs(s.Values[0]-c.want), s.Err)
	}
}

// An error of the integrand ends the integration.
func TestSpaceFails(t *testing.T) {
	broken := errors.New("broken")
	if _, err := Space(func(x []float64) ([]float64, error) { return nil, broken }, 2, nil, Options{}); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

// TestBranches integrates functions with kinks and jumps whose branches are told: the error is that of smooth functions.
func TestBranches(t *testing.T) {
	cases := []struct {
		name  string
		f     func(x float64) (y float64, branch uint64)
		a, b  float64
		want  float64
		exact float64
	}{
		{"|x - 1/3|", func(x float64) (float64, uint64) { return math.Abs(x - 1./3), sign(x - 1./3) }, 0, 1, 5. / 18, 1e-14},
		{"a jump", func(x float64) (float64, uint64) { return indicator(x > 0.3), sign(x - 0.3) }, 0, 1, 0.7, 1e-14},
		{"the smaller of two densities", func(x float64) (float64, uint64) {
			return min(normal(x), normal(x-2)), sign(normal(x) - normal(x-2))
		}, -inf, inf, math.Erfc(1 / math.Sqrt2), 1e-11},
		{"five kinks", func(x float64) (float64, uint64) {
			return math.Abs(math.Sin(x)), sign(math.Sin(x))
		}, 0, 6 * math.Pi, 12, 1e-12},
		{"a uniform density", func(x float64) (float64, uint64) {
			return indicator(2 < x && x < 5) / 3, 3*sign(x-2) + sign(x-5)
		}, -inf, inf, 1, 1e-13},
	}
	for _, c := range cases {
		var branch uint64
		r, err := Integrate(func(x float64) (float64, error) {
			var y float64
			y, branch = c.f(x)
			return y, nil
		}, c.a, c.b, Options{Branch: func() uint64 { return branch }})
		if off := math.Abs(r.Value - c.want); err != nil || off > c.exact || off > r.Err+1e-14 {
			t.Errorf("%s = %.16g ± %.1g, %v; want %.16g, off %.1e", c.name, r.Value, r.Err, err, c.want, off)
		}
		t.Logf("%s: %d evaluations, off %.1e, estimate %.1e", c.name, r.Evaluations, math.Abs(r.Value-c.want), r.Err)
	}
}

func sign(x float64) uint64 {
	if x > 0 {
		return 1
	}
	return 0
}
