package number

import "math"

// This file applies functions to towers: f(a + bε) = f(a) + f'(a) b ε, where a, b and so f'(a) are towers of one level less.

// Call is f(a).
func (t Tower[T]) Call(f Func, a *Dual[T]) (*Dual[T], error) {
	call := t.call
	if t.Side != nil && (f == Abs || f == Sign || f == Floor || f == Ceil) {
		call = t.sided
	}
	c, err := call(f, a.c)
	if err != nil {
		return nil, err
	}
	return &Dual[T]{c}, nil
}

func (t Tower[T]) call(f Func, x []T) ([]T, error) {
	if len(x) == 1 {
		y, err := t.Base.Call(f, x[0])
		return []T{y}, err
	}
	a, b := halves(x)
	value, err := t.call(f, a)
	if err != nil {
		return nil, err
	}
	slope, err := t.slope(f, a, value)
	if err != nil {
		return nil, err
	}
	return join(value, t.mul(slope, b)), nil
}

// slope is f'(a); y is f(a).
func (t Tower[T]) slope(f Func, a, y []T) ([]T, error) {
	switch f {
	case Exp:
		return y, nil
	case Log:
		return t.inverse(a)
	case Sin:
		return t.call(Cos, a)
	case Sinh:
		return t.call(Cosh, a)
	case Cosh:
		return t.call(Sinh, a)
	case NormalCDF:
		return t.call(NormalDensity, a)
	case LogGamma:
		return t.call(polygamma0, a)
	case Gamma:
		psi, err := t.call(polygamma0, a)
		return t.times(psi, y, err)
	case NormalDensity:
		return t.neg(t.mul(a, y)), nil
	case Abs, Sign, Floor, Ceil:
		return t.step(f, a)
	case Tan:
		return t.add(t.one(), t.mul(y, y)), nil
	case Tanh:
		return t.sub(t.one(), t.mul(y, y)), nil
	case Cos:
		s, err := t.call(Sin, a)
		return t.times(s, t.int(-1), err)
	}
	if f >= polygamma0 {
		return t.nextPolygamma(f, a)
	}
	return t.rootSlope(f, a, y)
}

// rootSlope is the slope of the functions that have a root or a quotient in it.
func (t Tower[T]) rootSlope(f Func, a, y []T) ([]T, error) {
	switch f {
	case Sqrt:
		if t.Base.Cmp(y[0], t.Base.Int(0)) == 0 {
			return nil, fail(f, 0, ErrKink)
		}
		return t.inverse(t.add(y, y))
	case Atan:
		return t.inverse(t.add(t.one(), t.mul(a, a)))
	case NormalQuantile:
		density, err := t.call(NormalDensity, y)
		return t.inverseOf(density, err)
	case Erf: // 2/√π exp(-x²)
		if t.Exact() {
			return nil, fail(f, t.Base.Value(a[0]), ErrInexact)
		}
		e, err := t.call(Exp, t.neg(t.mul(a, a)))
		return t.times(e, []T{t.Base.Float(2 / math.Sqrt(math.Pi))}, err)
	}
	root, err := t.call(Sqrt, t.sub(t.one(), t.mul(a, a))) // Asin, Acos
	if err == nil && t.Base.Cmp(root[0], t.Base.Int(0)) == 0 {
		err = fail(f, t.Base.Value(a[0]), ErrKink)
	}
	slope, err := t.inverseOf(root, err)
	if f == Acos && err == nil {
		slope = t.neg(slope)
	}
	return slope, err
}

// step is the slope of |x| and of the functions that are constant between jumps.
func (t Tower[T]) step(f Func, a []T) ([]T, error) {
	zero := t.Base.Int(0)
	side := t.Base.Cmp(a[0], zero)
	switch f {
	case Abs:
		if side < 0 {
			return t.int(-1), nil
		}
		return t.one(), nil
	case Sign:
		if side == 0 {
			return nil, fail(f, 0, ErrKink)
		}
	case Ceil:
		if floor, err := t.Base.Call(Floor, a[0]); err != nil || t.Base.Cmp(floor, a[0]) == 0 {
			return nil, fail(f, t.Base.Value(a[0]), ErrKink)
		}
	}
	return []T{zero}, nil // ⌊x⌋ is continuous from the right
}

func (t Tower[T]) nextPolygamma(f Func, a []T) ([]T, error) {
	if f >= polygamma0+maxPolygamma {
		return nil, fail(f, t.Base.Value(a[0]), ErrKink)
	}
	return t.call(f+1, a)
}

func (t Tower[T]) int(n int64) []T { return []T{t.Base.Int(n)} }
func (t Tower[T]) one() []T        { return t.int(1) }

// inverse is 1/a.
func (t Tower[T]) inverse(a []T) ([]T, error) { return t.div(t.one(), a) }

// inverseOf is 1/a unless a has failed.
func (t Tower[T]) inverseOf(a []T, err error) ([]T, error) {
	if err != nil {
		return nil, err
	}
	return t.inverse(a)
}

// times is a·b unless a has failed.
func (t Tower[T]) times(a, b []T, err error) ([]T, error) {
	if err != nil {
		return nil, err
	}
	return t.mul(a, b), nil
}

// Pow is a^b. At a = 0 the powers 0, 1, 2, … have derivatives; a negative base takes constant integers only.
func (t Tower[T]) Pow(a, b *Dual[T]) (*Dual[T], error) {
	c, err := t.pow(a.c, b.c)
	if err != nil {
		return nil, err
	}
	return &Dual[T]{c}, nil
}

// pow is (x + yε)^(u + vε) = x^u + (u x^(u-1) y + v x^u log x) ε.
func (t Tower[T]) pow(a, b []T) ([]T, error) {
	half := max(len(a), len(b)) / 2
	if half == 0 {
		y, err := t.Base.Pow(a[0], b[0])
		return []T{y}, err
	}
	x, y := t.split(a, half)
	u, v := t.split(b, half)
	value, err := t.pow(x, u)
	if err != nil {
		return nil, err
	}
	slope, err := t.powSlope(x, u, y, v, value)
	if err != nil {
		return nil, err
	}
	return join(value, slope), nil
}

// powSlope leaves out the terms that are 0, for a power at 0 and a negative base have no logarithm.
func (t Tower[T]) powSlope(x, u, y, v, value []T) ([]T, error) {
	slope := t.mul(value, t.int(0))
	if !t.isZero(y) && !t.isZero(u) {
		power, err := t.pow(x, t.sub(u, t.one()))
		if err != nil {
			return nil, err
		}
		slope = t.add(slope, t.mul(t.mul(u, power), y))
	}
	if t.isZero(v) {
		return slope, nil
	}
	log, err := t.call(Log, x)
	if err != nil {
		return nil, err
	}
	return t.add(slope, t.mul(t.mul(value, log), v)), nil
}

// isZero reports whether all coefficients are 0.
func (t Tower[T]) isZero(a []T) bool {
	zero := t.Base.Int(0)
	for _, x := range a {
		if t.Base.Cmp(x, zero) != 0 {
			return false
		}
	}
	return true
}
