package number

import "math/big"

// This file has the functions of a ball. The value at the midpoint is computed with bits to spare; the radius grows by a bound of the
// derivative.

// Named is the constant to the present precision.
func (f *Balls) Named(c Constant) (*Ball, error) {
	return f.around(f.constant(c, f.prec), radius{}), nil
}

// Call is g(a), exactly where that is known to be rational.
func (f *Balls) Call(g Func, a *Ball) (*Ball, error) {
	a = f.snapped(a)
	if a.exact != nil {
		y, err := Rational{}.Call(g, a.exact)
		if err == nil {
			return f.rational(y), nil
		}
		if !isInexact(err) {
			return nil, err
		}
	}
	if _, _, ok := f.parts(a); !ok {
		return nil, fail(g, f.Value(a), ErrInexact)
	}
	switch g {
	case Abs:
		return f.abs(a), nil
	case Sign:
		return f.Int(int64(f.Cmp(a, f.Int(0)))), nil
	case Floor:
		return f.floor(a), nil
	case Ceil:
		return f.Neg(f.floor(f.Neg(a))), nil
	case Exp, Log, Sqrt, Sin, Cos, Atan, Erf:
		return f.elementary(g, a)
	}
	return f.composed(g, a)
}

func isInexact(err error) bool { e, ok := err.(*Error); return ok && e.Err == ErrInexact }

func (f *Balls) abs(a *Ball) *Ball { return &Ball{mid: f.float().Abs(a.mid), rad: a.rad} }

// floor is ⌊a⌋, with a doubt where the ball reaches beyond an integer.
func (f *Balls) floor(a *Ball) *Ball {
	if a.mid.MantExp(nil) > maxExactBits {
		f.Doubt = true
		return a
	}
	if near := f.nearInteger(a); near != nil {
		return near
	}
	mid, _ := a.mid.Rat(nil)
	rad, _ := floatOf(f.prec).SetMantExp(big.NewFloat(a.rad.m), max(a.rad.e, -4*int(f.prec))).Rat(nil)
	down, top := floorRat(new(big.Rat).Sub(mid, rad)), floorRat(new(big.Rat).Add(mid, rad))
	f.Doubt = f.Doubt || down.Cmp(top) != 0
	return f.rational(floorRat(mid))
}

// nearInteger is the integer that a ball counts as, or nil.
func (f *Balls) nearInteger(a *Ball) *Ball {
	if f.Nought == 0 {
		return nil
	}
	mid, _ := a.mid.Rat(nil)
	whole := f.rational(floorRat(new(big.Rat).Add(mid, big.NewRat(1, 2))))
	if f.snapped(f.Sub(a, whole)).isZero() {
		return whole
	}
	return nil
}

// composed has the functions that are made of others.
func (f *Balls) composed(g Func, a *Ball) (*Ball, error) {
	d := chainOf{f: f}
	one := f.Int(1)
	switch g {
	case Tan:
		return d.div(d.call(Sin, a), d.call(Cos, a))
	case Sinh, Cosh:
		e, minus := d.call(Exp, a), d.call(Exp, f.Neg(a))
		if g == Sinh {
			minus = f.Neg(minus)
		}
		return d.div(f.Add(e, minus), f.Int(2))
	case Tanh:
		e := d.call(Exp, f.Add(a, a))
		return d.div(f.Sub(e, one), f.Add(e, one))
	case Asin:
		return f.arcsin(a)
	case Acos:
		right, _ := f.Named(Pi)
		half, _ := f.Div(right, f.Int(2))
		y, err := f.arcsin(a)
		if err != nil {
			return nil, err
		}
		return f.Sub(half, y), nil
	case NormalDensity:
		two, _ := f.Named(Pi)
		root := d.call(Sqrt, f.Add(two, two))
		square, _ := f.Div(f.Mul(a, a), f.Int(-2))
		return d.div(d.call(Exp, square), root)
	case NormalCDF:
		y := d.over(a, d.call(Sqrt, f.Int(2)))
		return d.div(f.Add(one, d.call(Erf, y)), f.Int(2))
	}
	return nil, fail(g, f.Value(a), ErrInexact)
}

// arcsin is arctan(a/√(1-a²)), and ±π/2 at ±1.
func (f *Balls) arcsin(a *Ball) (*Ball, error) {
	if one := big.NewRat(1, 1); a.exact != nil && new(big.Rat).Abs(a.exact).Cmp(one) == 0 {
		pi, _ := f.Named(Pi)
		return f.Div(pi, f.Int(int64(2*a.exact.Sign())))
	}
	d := chainOf{f: f}
	root := d.call(Sqrt, f.Sub(f.Int(1), f.Mul(a, a)))
	y := d.call(Atan, d.over(a, root))
	return y, d.err
}

// chainOf evaluates several functions and keeps the first error.
type chainOf struct {
	f   *Balls
	err error
}

func (d *chainOf) call(g Func, a *Ball) *Ball {
	if d.err != nil {
		return unknown
	}
	y, err := d.f.Call(g, a)
	if d.err = err; err != nil {
		return unknown
	}
	return y
}

func (d *chainOf) over(a, b *Ball) *Ball {
	y, err := d.div(a, b)
	if d.err = err; err != nil {
		return unknown
	}
	return y
}

func (d *chainOf) div(a, b *Ball) (*Ball, error) {
	if d.err != nil {
		return nil, d.err
	}
	return d.f.Div(a, b)
}

// elementary has the functions that are computed by series.
func (f *Balls) elementary(g Func, a *Ball) (*Ball, error) {
	x, r, _ := f.parts(a)
	inexact := fail(g, f.Value(a), ErrInexact)
	rounded := powerOf2(2 - int(f.prec))
	switch g {
	case Exp:
		if x.MantExp(nil) > 24 || r.e > 0 {
			return nil, inexact
		}
		f.noteTiny(x, r, int(f.prec)-absorbedBits)
		y := f.exp(x, f.prec)
		return f.around(y, above(y).times(r).times(powerOf2(1))), nil
	case Log, Sqrt:
		least, sure := below(x, r)
		switch {
		case !sure:
			return nil, inexact
		case x.Sign() < 0:
			return nil, fail(g, f.Value(a), ErrDomain)
		case g == Sqrt:
			return f.around(f.float().Sqrt(x), r.over(least).times(least.root())), nil
		}
		return f.around(f.log(x, f.prec), r.over(least).plus(rounded)), nil
	case Sin, Cos:
		if x.MantExp(nil) > int(f.prec) {
			return nil, inexact
		}
		if g == Cos {
			f.noteTiny(x, r, (int(f.prec)-absorbedBits)/2)
		}
		return f.around(f.sinCos(g == Sin, x, f.prec), r.plus(rounded)), nil
	case Atan:
		return f.around(f.atan(x, f.prec), r.plus(rounded)), nil
	}
	if square := f.float().Mul(x, x); square.Cmp(big.NewFloat(float64(f.prec)/2)) > 0 { // Erf, of which 1 - erf x < e^(-x²) has few bits beside 1 or none
		f.Absorbed = true
	}
	if x.MantExp(nil) > 5 { // it is nearer to ±1 than 2^-1024
		return f.around(f.float().SetInt64(int64(x.Sign())), powerOf2(-1024).plus(r.times(powerOf2(1)))), nil
	}
	return f.around(f.erf(x, f.prec), r.times(powerOf2(1)).plus(rounded)), nil
}

// Pow is a^b.
func (f *Balls) Pow(a, b *Ball) (*Ball, error) {
	if a = f.snapped(a); a.exact != nil && b.exact != nil {
		y, err := Rational{}.Pow(a.exact, b.exact)
		if err == nil {
			return f.rational(y), nil
		}
		if !isInexact(err) {
			return nil, err
		}
	}
	if n, ok := smallInteger(b); ok {
		return f.intPow(a, n)
	}
	mid, rad, ok := f.parts(a)
	if _, sure := below(mid, rad); !ok || !sure || mid.Sign() < 0 {
		return nil, &Error{opPower, f.Value(a), ErrInexact}
	}
	d := chainOf{f: f}
	y := d.call(Exp, f.Mul(b, d.call(Log, a)))
	return y, d.err
}

// smallInteger is the integer that a ball is, up to 1024.
func smallInteger(b *Ball) (int, bool) {
	if b.exact == nil || !b.exact.IsInt() || b.exact.Num().BitLen() > 10 {
		return 0, false
	}
	return int(b.exact.Num().Int64()), true
}

func (f *Balls) intPow(a *Ball, n int) (*Ball, error) {
	if n < 0 {
		y, err := f.intPow(a, -n)
		if err != nil {
			return nil, err
		}
		return f.Div(f.Int(1), y)
	}
	result := f.Int(1)
	for square := a; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = f.Mul(result, square)
		}
		if n > 1 {
			square = f.Mul(square, square)
		}
	}
	return result, nil
}
