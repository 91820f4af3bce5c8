package number

import "math/big"

// Dual is a number with nilpotent parts: Σ_S c_S ε_S over the subsets S of the levels 0, 1, …, k-1, where ε_S is the product of
// the ε_i, i in S, and ε_i² = 0. It is immutable.
//
// c has 2^k entries, the bits of whose index are S; k is one more than the highest level in use, so that a constant has one
// entry. The entries with the highest level are the upper half of c.
type Dual[T any] struct{ c []T }

// Tower is the field of duals over Base. With x + ε_i for x (Seed), the part of f at ε_i is the derivative of f, and with
// x + ε_0 + ε_1, the part at ε_0 ε_1 is the second derivative. A derivative inside a derivative takes the next level.
//
// The work grows as 3^k with the highest level k. Cmp goes by real parts. At a kink the derivative is that of the Side; without one it is the
// one to the right, as 1 of |x| at 0, and a jump (of sgn, of ⌈·⌉) is ErrKink. A root at 0 is ErrKink.
type Tower[T any] struct {
	Base Field[T]
	Side *Side // or nil
}

var _ Field[*Dual[float64]] = Tower[float64]{}

// MaxLevels is the number of levels that Seed accepts.
const MaxLevels = 10

// Constant is x without nilpotent parts.
func (t Tower[T]) Constant(x T) *Dual[T] { return &Dual[T]{[]T{x}} }

// Real is the part of a without any ε.
func (t Tower[T]) Real(a *Dual[T]) T { return a.c[0] }

// Seed is a + ε_level. It panics if the level is not in [0, MaxLevels).
func (t Tower[T]) Seed(a *Dual[T], level int) *Dual[T] {
	if level < 0 || level >= MaxLevels {
		panic("number: Seed: the level is beyond MaxLevels")
	}
	c := make([]T, max(len(a.c), 2<<level))
	copy(c, a.c)
	for i := len(a.c); i < len(c); i++ {
		c[i] = t.Base.Int(0)
	}
	c[1<<level] = t.Base.Add(c[1<<level], t.Base.Int(1))
	return &Dual[T]{c}
}

// Part is the factor of ε_level in a, a number without that level: the derivative in the direction of the seeds of that level.
func (t Tower[T]) Part(a *Dual[T], level int) *Dual[T] {
	bit := 1 << level
	if len(a.c) <= bit {
		return t.Constant(t.Base.Int(0))
	}
	return t.pick(a, bit, bit)
}

// Without is a with ε_level set to 0.
func (t Tower[T]) Without(a *Dual[T], level int) *Dual[T] {
	bit := 1 << level
	if len(a.c) <= bit {
		return a
	}
	return t.pick(a, bit, 0)
}

// pick has the entries of a whose index has the bit as wanted, at their index with the bit off.
func (t Tower[T]) pick(a *Dual[T], bit, want int) *Dual[T] {
	size := len(a.c)
	if size == 2*bit { // the highest level: one half
		return &Dual[T]{a.c[want : want+bit : want+bit]}
	}
	c := make([]T, size)
	for i := range c {
		c[i] = t.Base.Int(0)
		if i&bit == 0 {
			c[i] = a.c[i|want]
		}
	}
	return &Dual[T]{c}
}

// Coefficient is c_S for the set S whose bits are given.
func (t Tower[T]) Coefficient(a *Dual[T], set uint) T {
	if set >= uint(len(a.c)) {
		return t.Base.Int(0)
	}
	return a.c[set]
}

// Int is n.
func (t Tower[T]) Int(n int64) *Dual[T] { return t.Constant(t.Base.Int(n)) }

// Rat is the literal r.
func (t Tower[T]) Rat(r *big.Rat) *Dual[T] { return t.Constant(t.Base.Rat(r)) }

// Float is x.
func (t Tower[T]) Float(x float64) *Dual[T] { return t.Constant(t.Base.Float(x)) }

// Named is the constant of the base.
func (t Tower[T]) Named(c Constant) (*Dual[T], error) {
	x, err := t.Base.Named(c)
	return t.Constant(x), err
}

// Value is the float64 nearest to the real part.
func (t Tower[T]) Value(a *Dual[T]) float64 { return t.Base.Value(a.c[0]) }

// Cmp compares real parts.
func (t Tower[T]) Cmp(a, b *Dual[T]) int { return t.Base.Cmp(a.c[0], b.c[0]) }

// IsConstant reports whether all parts but the real one are 0.
func (t Tower[T]) IsConstant(a *Dual[T]) bool { return t.isZero(a.c[1:]) }

// Exact is that of Base.
func (t Tower[T]) Exact() bool { return t.Base.Exact() }

// Add is a + b.
func (t Tower[T]) Add(a, b *Dual[T]) *Dual[T] { return &Dual[T]{t.add(a.c, b.c)} }

// Sub is a - b.
func (t Tower[T]) Sub(a, b *Dual[T]) *Dual[T] { return &Dual[T]{t.sub(a.c, b.c)} }

// Mul is a·b.
func (t Tower[T]) Mul(a, b *Dual[T]) *Dual[T] { return &Dual[T]{t.mul(a.c, b.c)} }

// Neg is -a.
func (t Tower[T]) Neg(a *Dual[T]) *Dual[T] { return &Dual[T]{t.neg(a.c)} }

// Dot is Σ a_i b_i.
func (t Tower[T]) Dot(a, b []*Dual[T]) *Dual[T] {
	sum := []T{t.Base.Int(0)}
	for i, x := range a {
		sum = t.add(sum, t.mul(x.c, b[i].c))
	}
	return &Dual[T]{sum}
}

// Div is a/b; the real part of b is not 0.
func (t Tower[T]) Div(a, b *Dual[T]) (*Dual[T], error) {
	c, err := t.div(a.c, b.c)
	if err != nil {
		return nil, err
	}
	return &Dual[T]{c}, nil
}

// The operations on coefficients follow. A number a + bε of the highest level has a in the lower and b in the upper half.

func (t Tower[T]) add(a, b []T) []T {
	if len(a) < len(b) {
		a, b = b, a
	}
	c := make([]T, len(a))
	copy(c, a)
	for i, x := range b {
		c[i] = t.Base.Add(a[i], x)
	}
	return c
}

func (t Tower[T]) sub(a, b []T) []T {
	c := make([]T, max(len(a), len(b)))
	copy(c, a)
	for i, x := range b {
		if i < len(a) {
			c[i] = t.Base.Sub(a[i], x)
		} else {
			c[i] = t.Base.Neg(x)
		}
	}
	return c
}

func (t Tower[T]) neg(a []T) []T {
	c := make([]T, len(a))
	for i, x := range a {
		c[i] = t.Base.Neg(x)
	}
	return c
}

// mul is a·b: (x + yε)(u + vε) = xu + (xv + yu)ε.
func (t Tower[T]) mul(a, b []T) []T {
	if len(a) < len(b) {
		a, b = b, a
	}
	if len(a) == 1 {
		return []T{t.Base.Mul(a[0], b[0])}
	}
	x, y := halves(a)
	if len(b) < len(a) {
		return join(t.mul(x, b), t.mul(y, b))
	}
	u, v := halves(b)
	return join(t.mul(x, u), t.add(t.mul(x, v), t.mul(y, u)))
}

// div is a/b: (x + yε)/(u + vε) = q + (y - qv)/u ε with q = x/u.
func (t Tower[T]) div(a, b []T) ([]T, error) {
	half := max(len(a), len(b)) / 2
	if half == 0 {
		q, err := t.Base.Div(a[0], b[0])
		return []T{q}, err
	}
	x, y := t.split(a, half)
	u, v := t.split(b, half)
	q, err := t.div(x, u)
	if err != nil {
		return nil, err
	}
	rest := y
	if v != nil {
		rest = t.sub(y, t.mul(q, v))
	}
	slope, err := t.div(rest, u)
	return join(q, slope), err
}

// split is the part of a below the level of half entries and its part at that level; of a shorter a that is a and nothing.
func (t Tower[T]) split(a []T, half int) (low, high []T) {
	if len(a) <= half {
		return a, nil
	}
	return a[:half], a[half:]
}

// join is the number with the given parts, of the same length, at and below a new level.
func join[T any](low, high []T) []T {
	c := make([]T, 0, 2*len(low))
	return append(append(c, low...), high...)
}

// halves are the parts of a at and below its highest level.
func halves[T any](a []T) (low, high []T) { return a[:len(a)/2], a[len(a)/2:] }

// Coefficients are the factors of ε_S by the bits of S, as many as are in use. They must not be changed.
func (t Tower[T]) Coefficients(a *Dual[T]) []T { return a.c }

// Of is the dual with the given coefficients, whose number must be a power of 2.
func (t Tower[T]) Of(c []T) *Dual[T] { return &Dual[T]{c} }
