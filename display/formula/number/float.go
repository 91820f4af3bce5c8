package number

import (
	"math"
	"math/big"
)

// Float is the field of float64. A Call or Pow whose result is not finite is an error.
type Float struct{}

var _ Field[float64] = Float{}

// Int is n, rounded to the nearest float64.
func (Float) Int(n int64) float64 { return float64(n) }

// Rat is the float64 nearest to r.
func (Float) Rat(r *big.Rat) float64 { x, _ := r.Float64(); return x }

// Float is x.
func (Float) Float(x float64) float64 { return x }

// Named is the nearest float64.
func (Float) Named(c Constant) (float64, error) { return c.Float(), nil }

// Value is a.
func (Float) Value(a float64) float64 { return a }

// Add is a + b.
func (Float) Add(a, b float64) float64 { return a + b }

// Sub is a - b.
func (Float) Sub(a, b float64) float64 { return a - b }

// Mul is a·b.
func (Float) Mul(a, b float64) float64 { return a * b }

// Neg is -a.
func (Float) Neg(a float64) float64 { return -a }

// Dot is Σ a_i b_i.
func (Float) Dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += float64(x * b[i]) // not fused, so that every processor gives the same
	}
	return sum
}

// Div is a/b.
func (Float) Div(a, b float64) (float64, error) {
	if b == 0 {
		return 0, &Error{opDivision, a, ErrZero}
	}
	return a / b, nil
}

// Cmp compares; NaN is equal to everything, so that callers check for it first.
func (Float) Cmp(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// Order is Cmp.
func (f Float) Order(a, b float64) int { return f.Cmp(a, b) }

// IsConstant is true.
func (Float) IsConstant(float64) bool { return true }

// Exact is false.
func (Float) Exact() bool { return false }

// Pow is a^b.
func (Float) Pow(a, b float64) (float64, error) {
	if a == 0 && b < 0 {
		return 0, &Error{opPower, a, ErrZero}
	}
	return finite(opPower, a, math.Pow(a, b))
}

// Call is f(x).
func (Float) Call(f Func, x float64) (float64, error) {
	if !inDomain(f, x) {
		return 0, fail(f, x, ErrDomain)
	}
	y := floatCall(f, x)
	if y-y == 0 {
		return y, nil
	}
	return finite(f.String(), x, y)
}

// finite turns a result that is not finite into an error.
func finite(op string, x, y float64) (float64, error) {
	switch {
	case math.IsNaN(y):
		return 0, &Error{op, x, ErrDomain}
	case math.IsInf(y, 0):
		return 0, &Error{op, x, ErrOverflow}
	}
	return y, nil
}

// inDomain reports whether f has a real value at x.
func inDomain(f Func, x float64) bool {
	switch f {
	case Log, LogGamma:
		return x > 0
	case Sqrt:
		return x >= 0
	case Asin, Acos:
		return -1 <= x && x <= 1
	case NormalQuantile:
		return 0 < x && x < 1
	}
	if f == Gamma || f >= polygamma0 {
		return x > 0 || x != math.Floor(x)
	}
	return true
}

// floatCall is f(x) for x in the domain of f.
func floatCall(f Func, x float64) float64 {
	switch f {
	case NormalCDF:
		return normalCDF(x)
	case NormalDensity:
		return normalDensity(x)
	case NormalQuantile:
		return normalQuantile(x)
	case LogGamma:
		y, _ := math.Lgamma(x)
		return y
	case Sign:
		return float64(Float{}.Cmp(x, 0))
	}
	if f >= polygamma0 {
		return polygamma(int(f-polygamma0), x)
	}
	return plainFuncs[f](x)
}

// plainFuncs are the functions that package math has as they are.
var plainFuncs = [...]func(float64) float64{Exp: math.Exp, Log: math.Log, Sqrt: math.Sqrt, Sin: math.Sin, Cos: math.Cos,
	Tan: math.Tan, Asin: math.Asin, Acos: math.Acos, Atan: math.Atan, Sinh: math.Sinh, Cosh: math.Cosh, Tanh: math.Tanh,
	Gamma: math.Gamma, Erf: math.Erf, Abs: math.Abs, Floor: math.Floor, Ceil: math.Ceil}
