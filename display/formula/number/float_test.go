package number

import (
	"errors"
	"math"
	"testing"
)

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*math.Abs(want)) {
		t.Errorf("%s = %.17g, want %.17g (off by %.2g, relative)", what, got, want, (got-want)/want)
	}
}

func TestFloatCall(t *testing.T) {
	tests := []struct {
		f    Func
		x, y float64 // published tables, 16 digits
	}{
		{NormalCDF, -1.96, 0.024997895148220435},
		{NormalCDF, -5, 2.866515718791939e-07},
		{NormalCDF, -10, 7.619853024160526e-24},
		{NormalCDF, 1, 0.8413447460685429},
		{NormalQuantile, 0.975, 1.959963984540054},
		{NormalQuantile, 1e-10, -6.361340902404056},
		{NormalDensity, 1, 0.24197072451914337},
		{LogGamma, 0.5, 0.5723649429247001},
		{LogGamma, 100, 359.1342053695754},
		{Gamma, -0.5, -3.544907701811032},
		{Erf, 0.5, 0.5204998778130465},
		{Polygamma(0), 1, -0.5772156649015329},
		{Polygamma(0), 0.5, -1.9635100260214235}, {Polygamma(0), -1.5, 0.7031566406452432},
		{Polygamma(1), 1, math.Pi * math.Pi / 6},
		{Polygamma(2), 1, -2 * 1.2020569031595943},
		{Polygamma(3), 0.5, math.Pow(math.Pi, 4)},
		{Sign, -3, -1},
		{Tanh, 0.5, 0.46211715726000975},
	}
	for _, c := range tests {
		got, err := Float{}.Call(c.f, c.x)
		if err != nil {
			t.Errorf("%s(%g): %v", c.f, c.x, err)
		}
		near(t, c.f.String(), got, c.y, 2e-15)
	}
}

// The lower tail by the continued fraction of Mills' ratio (Abramowitz and Stegun 26.2.14).
func TestNormalTail(t *testing.T) {
	for x := 5.0; x < 37.5; x += 0.37 {
		ratio := x
		for k := 400.0; k >= 1; k-- {
			ratio = x + k/ratio
		}
		near(t, "Φ(-x)", normalCDF(-x), normalDensity(x)/ratio, 3e-15)
	}
}

func TestNormalQuantileInverts(t *testing.T) {
	for p := 1e-300; p < 0.5; p *= 1.7 {
		x := normalQuantile(p)
		// the condition number of Φ at x is |x| φ(x)/Φ(x)
		near(t, "Φ(Φ⁻¹(p))", normalCDF(x), p, 4e-16*(4+math.Abs(x)*normalDensity(x)/p))
	}
	if x := normalQuantile(5e-324); math.Abs(x+38.47) > 0.1 {
		t.Errorf("the quantile of the least float64 is %g", x)
	}
	if normalQuantile(0.5) != 0 {
		t.Errorf("the median is %g", normalQuantile(0.5))
	}
}

func TestFloatErrors(t *testing.T) {
	tests := []struct {
		f    Func
		x    float64
		want error
	}{
		{Log, 0, ErrDomain}, {Log, -2, ErrDomain}, {Sqrt, -1e-300, ErrDomain}, {Asin, 1.1, ErrDomain}, {NormalQuantile, 1, ErrDomain},
		{LogGamma, 0, ErrDomain}, {Gamma, -2, ErrDomain}, {Exp, 1000, ErrOverflow}, {Gamma, 200, ErrOverflow}, {Polygamma(0), -3, ErrDomain},
		{Exp, math.NaN(), ErrDomain},
	}
	for _, c := range tests {
		if y, err := (Float{}).Call(c.f, c.x); !errors.Is(err, c.want) {
			t.Errorf("%s(%g) = %g, %v; want %v", c.f, c.x, y, err, c.want)
		}
	}
	_, err := Float{}.Call(Log, -2)
	if got := err.Error(); got != "log at -2: no real value" {
		t.Errorf("message %q", got)
	}
	if _, err := (Float{}).Div(1, 0); !errors.Is(err, ErrZero) || err.Error() != "division by zero" {
		t.Errorf("1/0: %v", err)
	}
	for _, c := range []struct {
		a, b float64
		want error
	}{{0, -1, ErrZero}, {-8, 1. / 3, ErrDomain}, {10, 400, ErrOverflow}} {
		if _, err := (Float{}).Pow(c.a, c.b); !errors.Is(err, c.want) {
			t.Errorf("%g^%g: %v", c.a, c.b, err)
		}
	}
}
