package quadrature

import (
	"errors"
	"math"
	"testing"
)

var inf = math.Inf(1)

func plain(f func(x float64) float64) func(x float64) (float64, error) {
	return func(x float64) (float64, error) { return f(x), nil }
}

func normal(x float64) float64 { return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) }

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func TestClosedForms(t *testing.T) {
	cases := []struct {
		name   string
		f      func(x float64) float64
		a, b   float64
		want   float64
		tol    float64 // relative; the closed forms are elementary
		breaks []float64
	}{
		{"constant", func(x float64) float64 { return 3 }, -1, 4, 15, 1e-13, nil},
		{"x^20", func(x float64) float64 { return math.Pow(x, 20) }, 0, 2, math.Pow(2, 21) / 21, 1e-12, nil},
		{"reversed", func(x float64) float64 { return x * x }, 1, 0, -1. / 3, 1e-12, nil},
		{"odd", func(x float64) float64 { return x * x * x }, -1, 1, 0, 1e-12, nil},
		{"sin over ten periods", math.Sin, 0, 19 * math.Pi, 2, 1e-10, nil},
		{"exp(-x)", func(x float64) float64 { return math.Exp(-x) }, 0, inf, 1, 1e-11, nil},
		{"exp(x), left", math.Exp, -inf, 1, math.E, 1e-11, nil},
		{"normal", normal, -inf, inf, 1, 1e-11, nil},
		{"second moment", func(x float64) float64 { return x * x * normal(x) }, -inf, inf, 1, 1e-11, nil},
		{"narrow normal at 0", func(x float64) float64 { return 1e4 * normal(1e4*x) }, -inf, inf, 1, 1e-10, nil},
		{"wide normal", func(x float64) float64 { return 1e-4 * normal(1e-4*x) }, -inf, inf, 1, 1e-10, nil},
		{"shifted normal", func(x float64) float64 { return normal(x - 20) }, -inf, inf, 1, 1e-10, nil},
		{"normal at 1000, told", func(x float64) float64 { return normal(x - 1000) }, -inf, inf, 1, 1e-10, []float64{1000, 1e6}},
		{"Cauchy", func(x float64) float64 { return 1 / (math.Pi * (1 + x*x)) }, -inf, inf, 1, 1e-11, nil},
		{"logistic density, which overflows far out", func(x float64) float64 {
			e := math.Exp(-x)
			return e / (1 + e) / (1 + e)
		}, -inf, inf, 1, 1e-11, nil},
		{"Laplace at 1", func(x float64) float64 { return math.Exp(-math.Abs(x-1)) / 2 }, -inf, inf, 1, 1e-9, nil},
		{"1/√x", func(x float64) float64 { return 1 / math.Sqrt(x) }, 0, 1, 2, 1e-11, nil},
		{"x^-0.9", func(x float64) float64 { return math.Pow(x, -0.9) }, 0, 1, 10, 1e-9, nil},
		{"log x", math.Log, 0, 1, -1, 1e-12, nil},
		{"arcsine density", func(x float64) float64 { return 1 / (math.Pi * math.Sqrt(x*(1-x))) }, 0, 1, 1, 1e-6, nil},
		{"Γ(1/2)", func(x float64) float64 { return math.Exp(-x) / math.Sqrt(x) }, 0, inf, math.Sqrt(math.Pi), 1e-11, nil},
		{"|x - 1/3|", func(x float64) float64 { return math.Abs(x - 1./3) }, 0, 1, 5. / 18, 1e-9, nil},
		{"jump", func(x float64) float64 { return indicator(x > 0.3) }, 0, 1, 0.7, 1e-8, nil},
		{"jump, told", func(x float64) float64 { return indicator(x > 0.3) }, 0, 1, 0.7, 1e-12, []float64{0.3}},
		{"a uniform density on the line", func(x float64) float64 { return indicator(2 < x && x < 5) / 3 }, -inf, inf, 1, 1e-8, nil},
		{"tail of a normal", normal, 8, inf, 6.220960574271785e-16, 1e-10, nil},
		{"zero", func(x float64) float64 { return 0 }, 0, inf, 0, 0, nil},
		{"no range", math.Exp, 2, 2, 0, 0, nil},
	}
	for _, c := range cases {
		r, err := Integrate(plain(c.f), c.a, c.b, Options{Breaks: c.breaks})
		if err != nil {
			t.Errorf("%s: %v (%+v)", c.name, err, r)
			continue
		}
		off := math.Abs(r.Value - c.want)
		if !(off <= c.tol*max(math.Abs(c.want), r.Err)) && !(c.want == 0 && off <= 1e-14) {
			t.Errorf("%s = %.15g, want %.15g (off by %.2g), %d evaluations", c.name, r.Value, c.want, off, r.Evaluations)
		}
		if off > 10*r.Err+1e-14*math.Abs(c.want) {
			t.Errorf("%s is off by %.2g, the estimate is %.2g", c.name, off, r.Err)
		}
		t.Logf("%-45s off %.1e, estimate %.1e, %d evaluations", c.name, off, r.Err, r.Evaluations)
	}
}

func TestNoIntegral(t *testing.T) {
	broken := errors.New("the logarithm of a negative number")
	cases := []struct {
		name string
		f    func(x float64) (float64, error)
		a, b float64
		want error
	}{
		{"1/x", plain(func(x float64) float64 { return 1 / x }), 0, 1, ErrDivergent},
		{"1/x, to infinity", plain(func(x float64) float64 { return 1 / x }), 1, inf, ErrDivergent},
		{"1", plain(func(x float64) float64 { return 1 }), -inf, inf, ErrDivergent},
		{"exp", plain(math.Exp), 0, inf, ErrUndefined},
		{"sin x/x", plain(func(x float64) float64 { return math.Sin(x) / x }), 0, inf, ErrDivergent},
		{"NaN", plain(func(x float64) float64 { return math.NaN() }), 0, 1, ErrUndefined},
		{"NaN on one half", plain(func(x float64) float64 { return math.Sqrt(x) }), -1, 1, ErrUndefined},
		{"an error", func(x float64) (float64, error) { return 0, broken }, 0, 1, broken},
		{"an error on one side", func(x float64) (float64, error) {
			if x < 0.2 {
				return 0, broken
			}
			return 1, nil
		}, 0, 1, broken},
		{"a pole inside", plain(func(x float64) float64 { return 1 / math.Abs(x-0.3) }), 0, 1, ErrDivergent},
		{"NaN bound", plain(math.Exp), 0, math.NaN(), ErrBounds},
	}
	for _, c := range cases {
		if r, err := Integrate(c.f, c.a, c.b, Options{}); !errors.Is(err, c.want) {
			t.Errorf("%s: %+v, %v; want %v", c.name, r, err, c.want)
		}
	}
}

func TestPlaneAndBoxes(t *testing.T) {
	all := []float64{-inf, -inf}
	up := []float64{inf, inf}
	cases := []struct {
		name   string
		f      func(x []float64) float64
		lo, hi []float64
		want   float64
		tol    float64
	}{
		{"a box", func(x []float64) float64 { return x[0] * x[1] * x[1] }, []float64{0, 0}, []float64{2, 3}, 18, 1e-10},
		{"normal of the plane", func(x []float64) float64 { return normal(x[0]) * normal(x[1]) }, all, up, 1, 1e-9},
		{"correlated normal", func(x []float64) float64 {
			return math.Sqrt(3) / (2 * math.Pi) * math.Exp(-(x[0]*x[0] + x[0]*x[1] + x[1]*x[1]))
		}, all, up, 1, 1e-9},
		{"exp(-x-y)", func(x []float64) float64 { return math.Exp(-x[0] - x[1]) }, []float64{0, 0}, up, 1, 1e-9},
		{"three dimensions", func(x []float64) float64 { return x[0] + x[1]*x[2] }, []float64{0, 0, 0}, []float64{1, 1, 1}, 0.75, 1e-10},
	}
	for _, c := range cases {
		r, err := Box(func(x []float64) (float64, error) { return c.f(x), nil }, c.lo, c.hi, Options{Tol: 1e-9, Max: 1_000_000})
		if err != nil || math.Abs(r.Value-c.want) > c.tol*c.want {
			t.Errorf("%s = %.15g ± %.1g, want %.15g (%d evaluations, %v)", c.name, r.Value, r.Err, c.want, r.Evaluations, err)
		}
		t.Logf("%s: %d evaluations, off %.1e, estimate %.1e", c.name, r.Evaluations, math.Abs(r.Value-c.want), r.Err)
	}
	triangle := func(x []float64) (float64, float64, error) {
		if len(x) == 0 {
			return 0, 1, nil
		}
		return 0, x[0], nil
	}
	r, err := Nested(func(x []float64) (float64, error) { return x[0] * x[1], nil }, 2, triangle, Options{})
	if err != nil || math.Abs(r.Value-1./8) > 1e-12 {
		t.Errorf("over a triangle: %+v, %v", r, err)
	}
}

// An integral whose integrand calls Integrate again, far out in the tails too.
func TestIntegralWithin(t *testing.T) {
	r, err := Integrate(func(x float64) (float64, error) {
		inner, err := Integrate(func(y float64) (float64, error) { return normal(x) * normal(y-x), nil }, -inf, inf, Options{Breaks: []float64{x}})
		return inner.Value, err
	}, -inf, inf, Options{})
	if err != nil || math.Abs(r.Value-1) > 1e-10 {
		t.Errorf("%+v, %v", r, err)
	}
}

// Integrals of numbers near the smallest, which have few digits.
func TestTinyIntegrand(t *testing.T) {
	for scale := 1e-300; scale > 0; scale /= 10 {
		r, err := Integrate(func(x float64) (float64, error) { return scale * normal(x), nil }, -inf, inf, Options{})
		if err != nil || r.Value > 2*scale || r.Evaluations > 2000 {
			t.Errorf("%g: %+v, %v", scale, r, err)
		}
	}
}

// The rule of 15 points is exact to degree 22, which checks every digit of its constants.
func TestKronrodConstants(t *testing.T) {
	for degree := 0; degree <= 22; degree++ {
		sum, gauss := 0.0, 0.0
		for k, node := range kronrodNodes {
			y := math.Pow(node, float64(degree))
			both := 2.0
			if k == 7 {
				both = 1
			}
			sum += both * kronrodWeights[k] * y
			if k%2 == 1 {
				gauss += both * gaussWeights[k/2] * y
			}
		}
		want := 2 / float64(degree+1)
		if degree%2 == 1 {
			continue // 0 by symmetry
		}
		if math.Abs(sum-want) > 1e-15 || degree <= 12 && math.Abs(gauss-want) > 1e-15 {
			t.Errorf("degree %d: %.17g, %.17g, want %.17g", degree, sum, gauss, want)
		}
	}
}

func TestEvaluationsAreBounded(t *testing.T) {
	for _, limit := range []int{1, 10, 100, 1000} {
		count := 0
		_, err := Integrate(func(x float64) (float64, error) {
			count++
			return math.Abs(math.Sin(1000 * x)), nil
		}, 0, 10, Options{Max: limit})
		if count > limit || err == nil {
			t.Errorf("%d evaluations, at most %d were allowed: %v", count, limit, err)
		}
	}
}

func BenchmarkNormal(b *testing.B) {
	for b.Loop() {
		Integrate(plain(normal), -inf, inf, Options{})
	}
}

// An integral within an integral that may ask for few points only: where the outer variable is far out, the inner integrand is 0, or
// near the smallest numbers.
func TestFewEvaluationsWithin(t *testing.T) {
	o := Options{Tol: 1e-7, Max: 700}
	r, err := Integrate(func(x float64) (float64, error) {
		inner, err := Integrate(plain(func(y float64) float64 { return math.Exp(-(x*x + y*y) / 2) }), -inf, inf, o)
		return inner.Value, err
	}, -inf, inf, o)
	if err != nil || math.Abs(r.Value-2*math.Pi) > 1e-8 {
		t.Errorf("%+v, %v", r, err)
	}
}
