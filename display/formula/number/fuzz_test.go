package number

import (
	"math"
	"math/big"
	"testing"
)

// FuzzFields checks a function, and a power, at the same numbers in three fields: where the exact one has a value, the floating-point one is
// near it, and a tower without ε agrees with its base. Nothing panics.
func FuzzFields(f *testing.F) {
	for fn := Exp; fn <= Polygamma(2); fn++ {
		f.Add(uint8(fn), 0.5, 2.0)
		f.Add(uint8(fn), -1.0, 0.5)
		f.Add(uint8(fn), 0.0, 0.0)
	}
	f.Add(uint8(Gamma), 1e308, -1e308)
	f.Fuzz(func(t *testing.T, code uint8, a, b float64) {
		fn := Func(code) % (Polygamma(3) + 1)
		if a-a != 0 || b-b != 0 {
			return
		}
		x, errX := Float{}.Call(fn, a)
		y, errY := Float{}.Pow(a, b)
		for _, v := range []struct {
			v   float64
			err error
		}{{x, errX}, {y, errY}} {
			if v.err == nil && v.v-v.v != 0 {
				t.Fatalf("%s(%g), %g^%g: %g without an error", fn, a, a, b, v.v)
			}
		}
		exactly(t, fn, a, x, errX)
		tower(t, fn, a, x, errX)
	})
}

// exactly compares with the rational value, if there is one.
func exactly(t *testing.T, fn Func, a, x float64, err error) {
	r, errR := Rational{}.Call(fn, new(big.Rat).SetFloat64(a))
	if errR != nil || err != nil {
		return
	}
	want := Rational{}.Value(r)
	if math.Abs(x-want) > 1e-14*math.Max(math.Abs(want), 1e-300) {
		t.Fatalf("%s(%g) = %g, exactly %g", fn, a, x, want)
	}
}

// tower compares with a tower; with a derivative only the real part, which must be finite where there is no error.
func tower(t *testing.T, fn Func, a, x float64, err error) {
	y, errY := floats.Call(fn, floats.Constant(a))
	if (err == nil) != (errY == nil) || err == nil && floats.Real(y) != x {
		t.Fatalf("%s(%g) = %g, %v; in a tower %v, %v", fn, a, x, err, y, errY)
	}
	if z, err := floats.Call(fn, seeded(a, 2)); err == nil && floats.Real(z) != x {
		t.Fatalf("%s(%g + ε) has the real part %g, not %g", fn, a, floats.Real(z), x)
	}
}
