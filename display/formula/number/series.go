package number

import (
	"math"
	"math/big"
)

// This file computes elementary functions of floating-point numbers of many bits by their Taylor series, after a reduction of the
// argument, with guard bits beyond the precision asked for.
//
// Reference: R. Brent, P. Zimmermann, Modern Computer Arithmetic (2010), chapter 4.

// guard is how many bits more are computed than are asked for.
const guard = 64

func floatOf(prec uint) *big.Float { return new(big.Float).SetPrec(prec) }

// constant is π, e or, as logTwo, log 2.
func (f *Balls) constant(c Constant, prec uint) *big.Float {
	key := constantAt{c, prec}
	if x := f.constants[key]; x != nil {
		return x
	}
	var x *big.Float
	w := prec + guard
	switch c {
	case Pi: // Machin
		x = combine(w, term{16, arctanInverse(5, -1, w)}, term{-4, arctanInverse(239, -1, w)})
	case logTwo:
		x = combine(w, term{18, arctanInverse(26, 1, w)}, term{-2, arctanInverse(4801, 1, w)}, term{8, arctanInverse(8749, 1, w)})
	default:
		x = f.exp(big.NewFloat(1), w)
	}
	x = floatOf(prec).Set(x)
	f.constants[key] = x
	return x
}

// term is a multiple of a number.
type term struct {
	factor int64
	x      *big.Float
}

func combine(prec uint, terms ...term) *big.Float {
	sum := floatOf(prec)
	for _, t := range terms {
		sum.Add(sum, floatOf(prec).Mul(floatOf(prec).SetInt64(t.factor), t.x))
	}
	return sum
}

// arctanInverse is arctan(1/n), or with sign 1 artanh(1/n).
func arctanInverse(n, sign int64, prec uint) *big.Float {
	power := floatOf(prec).Quo(big.NewFloat(1), floatOf(prec).SetInt64(n))
	square := floatOf(prec).SetInt64(sign * n * n)
	sum := floatOf(prec).Set(power)
	for k := int64(3); ; k += 2 {
		power.Quo(power, square)
		if t := floatOf(prec).Quo(power, floatOf(prec).SetInt64(k)); !grows(sum, t, prec) {
			return sum
		}
	}
}

// grows adds a term and tells whether it was of any size.
func grows(sum, t *big.Float, prec uint) bool {
	sum.Add(sum, t)
	return t.Sign() != 0 && t.MantExp(nil) > sum.MantExp(nil)-int(prec)
}

// exp is e^x for |x| < 2^24: x = k log 2 + 2^s r.
func (f *Balls) exp(x *big.Float, prec uint) *big.Float {
	const s = 16
	w := prec + guard + s
	logarithm := f.constant(logTwo, w+32)
	quotient, _ := new(big.Float).Quo(x, logarithm).Float64()
	k := int64(math.Round(quotient))
	r := floatOf(w+32).Mul(floatOf(w+32).SetInt64(k), logarithm)
	r.Sub(floatOf(w+32).Set(x), r)
	r = floatOf(w).SetMantExp(r, -s)
	sum, t := floatOf(w).SetInt64(1), floatOf(w).SetInt64(1)
	for n := int64(1); ; n++ {
		t.Mul(t, r)
		t.Quo(t, floatOf(w).SetInt64(n))
		if !grows(sum, t, w) {
			break
		}
	}
	for range s {
		sum.Mul(sum, sum)
	}
	return floatOf(prec).SetMantExp(sum, int(k))
}

// log is the logarithm of x > 0: that of the mantissa by Halley's iteration for e^y = m, each step of which triples the digits.
func (f *Balls) log(x *big.Float, prec uint) *big.Float {
	w := prec + guard
	m := floatOf(w)
	e := x.MantExp(m)
	near, _ := m.Float64()
	y := floatOf(w).SetFloat64(math.Log(near))
	for bits := uint(48); bits < w; bits *= 3 {
		g := f.exp(y, w)
		step := floatOf(w).Quo(floatOf(w).Sub(m, g), floatOf(w).Add(m, g))
		y.Add(y, step.Mul(step, big.NewFloat(2)))
	}
	shift := floatOf(w).Mul(floatOf(w).SetInt64(int64(e)), f.constant(logTwo, w))
	return floatOf(prec).Add(y, shift)
}

// sinCos is sin x or cos x, from an argument within π/4 of a multiple of π/2.
func (f *Balls) sinCos(sine bool, x *big.Float, prec uint) *big.Float {
	w := prec + guard + uint(max(x.MantExp(nil), 0))
	quarter := floatOf(w).SetMantExp(f.constant(Pi, w), -1)
	turns := floatOf(w).Quo(x, quarter)
	k, _ := turns.Add(turns, floatOf(w).SetFloat64(math.Copysign(0.5, float64(x.Sign())))).Int(nil)
	r := floatOf(w).Sub(x, floatOf(w).Mul(floatOf(w).SetInt(k), quarter))
	quadrant := new(big.Int).And(k, big.NewInt(3)).Int64() // of two's complement
	if !sine {
		quadrant++ // cos x = sin(x + π/2)
	}
	y := sinSeries(quadrant%2 == 1, r, prec+guard)
	if quadrant%4 >= 2 {
		y.Neg(y)
	}
	return floatOf(prec).Set(y)
}

// sinSeries is sin r or cos r for |r| < 1.
func sinSeries(cosine bool, r *big.Float, w uint) *big.Float {
	t, n := floatOf(w).Set(r), int64(1)
	if cosine {
		t, n = floatOf(w).SetInt64(1), 0
	}
	square := floatOf(w).Mul(r, r)
	square.Neg(square)
	sum := floatOf(w).Set(t)
	for ; ; n += 2 {
		t.Mul(t, square)
		t.Quo(t, floatOf(w).SetInt64((n+1)*(n+2)))
		if !grows(sum, t, w) {
			return sum
		}
	}
}

// atan is arctan x: the argument is made small by arctan x = 2 arctan(x/(1 + √(1 + x²))).
func (f *Balls) atan(x *big.Float, prec uint) *big.Float {
	const halvings = 8
	w := prec + guard
	one, y := floatOf(w).SetInt64(1), floatOf(w).Set(x)
	large := floatOf(w).Abs(y).Cmp(one) > 0
	if large {
		y.Quo(one, y)
	}
	for range halvings {
		root := floatOf(w).Mul(y, y)
		root.Sqrt(root.Add(root, one))
		y.Quo(y, root.Add(root, one))
	}
	square, power, sum := floatOf(w).Mul(y, y), floatOf(w).Set(y), floatOf(w).Set(y)
	for k := int64(3); ; k += 2 {
		power.Neg(power.Mul(power, square))
		if !grows(sum, floatOf(w).Quo(power, floatOf(w).SetInt64(k)), w) {
			break
		}
	}
	sum.SetMantExp(sum, halvings)
	if large {
		half := floatOf(w).SetMantExp(f.constant(Pi, w), -1)
		if x.Sign() < 0 {
			half.Neg(half)
		}
		sum.Sub(half, sum)
	}
	return floatOf(prec).Set(sum)
}

// erf is 2/√π e^(-x²) Σ 2ⁿ x^(2n+1)/(1·3·…·(2n+1)), all of whose terms have one sign; |x| < 32.
func (f *Balls) erf(x *big.Float, prec uint) *big.Float {
	w := prec + guard
	square := floatOf(w).Mul(x, x)
	t, sum := floatOf(w).Set(x), floatOf(w).Set(x)
	double := floatOf(w).SetMantExp(square, 1)
	for n := int64(3); ; n += 2 {
		t.Mul(t, double)
		t.Quo(t, floatOf(w).SetInt64(n))
		if !grows(sum, t, w) {
			break
		}
	}
	root := floatOf(w).Sqrt(f.constant(Pi, w))
	sum.SetMantExp(sum.Quo(sum, root), 1)
	return floatOf(prec).Mul(sum, f.exp(square.Neg(square), w))
}
