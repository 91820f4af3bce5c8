package number

import (
	"math"
	"math/big"
)

// Rational is the field of exact rationals. Functions have a value where it is known to be rational (the root of a
// perfect square, exp 0, Γ of a small integer) and are ErrInexact elsewhere.
type Rational struct {
	// Spent, if not nil, is raised by what sums, products and quotients of long numbers take beyond those of short ones, in some tens of nanoseconds each.
	Spent *int
}

var _ Field[*big.Rat] = Rational{}

// maxBits bounds numerator and denominator of a power.
const maxBits = 1 << 16

// longWords is from how many words of 64 bits on, in both operands, a number is long.
const longWords = 64

// spend notes an operation, whose time grows with the square of the length: most of it is the greatest common divisor.
func (f Rational) spend(a, b *big.Rat) {
	if f.Spent == nil {
		return
	}
	if words := bitsOf(a)/64 + bitsOf(b)/64; words > longWords {
		*f.Spent += words * words / 512
	}
}

// HasPower reports whether the n-th powers of numbers like a are of a size that is computed, within 65,536 bits.
func (Rational) HasPower(a *big.Rat, n int) bool {
	bits := max(a.Num().BitLen(), a.Denom().BitLen())
	return n <= maxBits && -n <= maxBits && max(n, -n)*bits <= maxBits
}

// Int is n.
func (Rational) Int(n int64) *big.Rat { return new(big.Rat).SetInt64(n) }

// Rat is r itself, which is not changed by any operation.
func (Rational) Rat(r *big.Rat) *big.Rat { return r }

// Float is x exactly; of NaN or an infinity it is 0.
func (Rational) Float(x float64) *big.Rat {
	r := new(big.Rat)
	r.SetFloat64(x)
	return r
}

// Named is ErrInexact: the constants are no rational numbers.
func (Rational) Named(c Constant) (*big.Rat, error) {
	return nil, &Error{c.String(), c.Float(), ErrInexact}
}

// Value is the nearest float64.
func (Rational) Value(a *big.Rat) float64 { x, _ := a.Float64(); return x }

// Add is a + b.
func (f Rational) Add(a, b *big.Rat) *big.Rat {
	f.spend(a, b)
	if !dyadic(a, b) {
		return new(big.Rat).Add(a, b)
	}
	num, product := new(big.Int).Mul(a.Num(), b.Denom()), new(big.Int).Mul(b.Num(), a.Denom())
	return lowest(num.Add(num, product), product.Mul(a.Denom(), b.Denom()))
}

// Sub is a - b.
func (f Rational) Sub(a, b *big.Rat) *big.Rat {
	f.spend(a, b)
	if !dyadic(a, b) {
		return new(big.Rat).Sub(a, b)
	}
	num, product := new(big.Int).Mul(a.Num(), b.Denom()), new(big.Int).Mul(b.Num(), a.Denom())
	return lowest(num.Sub(num, product), product.Mul(a.Denom(), b.Denom()))
}

// Mul is a·b.
func (f Rational) Mul(a, b *big.Rat) *big.Rat {
	f.spend(a, b)
	if !dyadic(a, b) {
		return new(big.Rat).Mul(a, b)
	}
	return lowest(new(big.Int).Mul(a.Num(), b.Num()), new(big.Int).Mul(a.Denom(), b.Denom()))
}

// Neg is -a.
func (Rational) Neg(a *big.Rat) *big.Rat { return new(big.Rat).Neg(a) }

// Div is a/b.
func (f Rational) Div(a, b *big.Rat) (*big.Rat, error) {
	if b.Sign() == 0 {
		return nil, &Error{opDivision, f.Value(a), ErrZero}
	}
	f.spend(a, b)
	return new(big.Rat).Quo(a, b), nil
}

// Cmp compares.
func (Rational) Cmp(a, b *big.Rat) int { return a.Cmp(b) }

// Order is Cmp.
func (Rational) Order(a, b *big.Rat) int { return a.Cmp(b) }

// IsConstant is true.
func (Rational) IsConstant(*big.Rat) bool { return true }

// Exact is true.
func (Rational) Exact() bool { return true }

// Pow is a^b where it is rational: every integer power whose size is within 65,536 bits, and roots of perfect powers.
func (f Rational) Pow(a, b *big.Rat) (*big.Rat, error) {
	if a.Sign() == 0 && b.Sign() < 0 {
		return nil, &Error{opPower, 0, ErrZero}
	}
	if a.Sign() < 0 && !b.IsInt() {
		return nil, &Error{opPower, f.Value(a), ErrDomain}
	}
	if y, ok := f.pow(a, b); ok {
		return y, nil
	}
	return nil, &Error{opPower, f.Value(a), ErrInexact}
}

// pow is a^b for b an integer or a ≥ 0.
func (f Rational) pow(a, b *big.Rat) (*big.Rat, bool) {
	if isOne(a) || a.Sign() == 0 && b.Sign() > 0 {
		return a, true
	}
	if !b.Num().IsInt64() || !b.Denom().IsInt64() {
		return nil, false
	}
	base, ok := rootRat(a, b.Denom().Int64())
	if !ok {
		return nil, false
	}
	n := b.Num().Int64()
	if n != int64(int(n)) || !f.HasPower(base, int(n)) {
		return nil, false
	}
	return intPow(base, n), true
}

func isOne(a *big.Rat) bool { return a.IsInt() && a.Num().IsInt64() && a.Num().Int64() == 1 }

// intPow is aⁿ by repeated squaring, for a ≠ 0 or n ≥ 0.
func intPow(a *big.Rat, n int64) *big.Rat {
	if n < 0 {
		return intPow(new(big.Rat).Inv(a), -n)
	}
	result := big.NewRat(1, 1)
	for square := a; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = new(big.Rat).Mul(result, square)
		}
		if n > 1 {
			square = new(big.Rat).Mul(square, square)
		}
	}
	return result
}

// rootRat is the n-th root of a where it is rational; a ≥ 0 or n = 1.
func rootRat(a *big.Rat, n int64) (*big.Rat, bool) {
	if n == 1 || a.Sign() == 0 {
		return a, true
	}
	num, ok := rootInt(a.Num(), n)
	if !ok {
		return nil, false
	}
	den, ok := rootInt(a.Denom(), n)
	if !ok {
		return nil, false
	}
	return new(big.Rat).SetFrac(num, den), true
}

// rootInt is the n-th root of a > 0 where it is an integer, by Newton's method from above.
func rootInt(a *big.Int, n int64) (*big.Int, bool) {
	if n == 2 {
		root := new(big.Int).Sqrt(a)
		return root, new(big.Int).Mul(root, root).Cmp(a) == 0
	}
	bits := int64(a.BitLen())
	if n >= bits { // the root is 1
		return big.NewInt(1), bits == 1
	}
	x := new(big.Int).Lsh(big.NewInt(1), uint(bits/n+1))
	order, less := big.NewInt(n), big.NewInt(n-1)
	for {
		power := new(big.Int).Exp(x, less, nil)
		next := new(big.Int).Quo(a, power)
		next.Add(next, new(big.Int).Mul(less, x)).Quo(next, order)
		if next.Cmp(x) >= 0 {
			return x, new(big.Int).Mul(power, x).Cmp(a) == 0
		}
		x = next
	}
}

// Call is f(x) where it is known to be rational.
func (f Rational) Call(fn Func, x *big.Rat) (*big.Rat, error) {
	if y, ok := f.rounding(fn, x); ok {
		return y, nil
	}
	if y, ok := f.known(fn, x); ok {
		return y, nil
	}
	at := f.Value(x)
	if outside(fn, x) {
		return nil, fail(fn, at, ErrDomain)
	}
	return nil, fail(fn, at, ErrInexact)
}

// outside is the complement of inDomain, exactly.
func outside(fn Func, x *big.Rat) bool {
	one := big.NewRat(1, 1)
	switch fn {
	case Log, LogGamma:
		return x.Sign() <= 0
	case Sqrt:
		return x.Sign() < 0
	case Asin, Acos:
		return new(big.Rat).Abs(x).Cmp(one) > 0
	case NormalQuantile:
		return x.Sign() <= 0 || x.Cmp(one) >= 0
	}
	return (fn == Gamma || fn >= polygamma0) && x.Sign() <= 0 && x.IsInt()
}

// rounding has the functions whose values are rational everywhere.
func (f Rational) rounding(fn Func, x *big.Rat) (*big.Rat, bool) {
	switch fn {
	case Abs:
		return new(big.Rat).Abs(x), true
	case Sign:
		return f.Int(int64(x.Sign())), true
	case Floor:
		return floorRat(x), true
	case Ceil:
		return f.Neg(floorRat(f.Neg(x))), true
	}
	return nil, false
}

// floorRat is ⌊x⌋: Euclidean division by a positive denominator rounds down.
func floorRat(x *big.Rat) *big.Rat {
	quotient, _ := new(big.Int).DivMod(x.Num(), x.Denom(), new(big.Int))
	return new(big.Rat).SetInt(quotient)
}

// known has the single rational values of transcendental functions.
func (f Rational) known(fn Func, x *big.Rat) (*big.Rat, bool) {
	switch fn {
	case Sqrt:
		if x.Sign() < 0 {
			return nil, false
		}
		return rootRat(x, 2)
	case Gamma, LogGamma:
		return f.gamma(fn, x)
	}
	for _, k := range knownValues {
		if k.f == fn && f.Value(x) == k.x && x.Cmp(f.Float(k.x)) == 0 {
			return f.Float(k.y), true
		}
	}
	return nil, false
}

// knownValues: f(x) = y exactly. The numbers are binary fractions.
var knownValues = [...]struct {
	f    Func
	x, y float64
}{{Exp, 0, 1}, {Log, 1, 0}, {Sin, 0, 0}, {Cos, 0, 1}, {Tan, 0, 0}, {Asin, 0, 0}, {Acos, 1, 0}, {Atan, 0, 0}, {Sinh, 0, 0},
	{Cosh, 0, 1}, {Tanh, 0, 0}, {NormalCDF, 0, 0.5}, {NormalQuantile, 0.5, 0}, {Erf, 0, 0}}

// gamma is Γ(n) = (n-1)! for integers up to 2000, and log Γ(1) = log Γ(2) = 0.
func (f Rational) gamma(fn Func, x *big.Rat) (*big.Rat, bool) {
	n := f.Value(x)
	if !x.IsInt() || n < 1 || n > 2000 || n != math.Floor(n) {
		return nil, false
	}
	if fn == LogGamma {
		return f.Int(0), n <= 2
	}
	return new(big.Rat).SetInt(new(big.Int).MulRange(1, int64(n)-1)), true
}
