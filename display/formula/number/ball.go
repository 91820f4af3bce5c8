package number

import (
	"math"
	"math/big"
)

// Ball is a number that is known up to a radius: a rational exactly, as long as the operations that led to it are rational, else all that
// is known is that the number is within a radius of a midpoint. It is immutable.
//
// Reference: F. Johansson, Arb: efficient arbitrary-precision midpoint-radius interval arithmetic (2017).
type Ball struct {
	exact *big.Rat   // or nil
	mid   *big.Float // nil where nothing is known
	rad   radius
}

// Balls is the field of numbers with a radius, in which it is certain what is decided: a comparison of balls that overlap is noted as a
// doubt, and a function whose value is not bounded there is ErrInexact. It is not safe for concurrent use.
type Balls struct {
	// Doubt says that some comparison since it was cleared may have gone the other way.
	Doubt bool
	// Radius is the largest error of a difference that was compared since it was cleared.
	Radius float64

	// Absorbed says that since the precision was set a number other than 0 vanished beside a larger one, as the rest of what comes near to 1 far
	// out: numbers that overlap then need not be equal.
	Absorbed bool
	// Nought, if not 0, has numbers count as 0 that are certainly below 2^-Nought because larger ones cancelled, so that they have few digits left:
	// for a point that is known to be near to a zero of something, at which all such numbers are taken for 0.
	Nought int

	prec      uint
	constants map[constantAt]*big.Float
}

var _ Field[*Ball] = (*Balls)(nil)

// constantAt is a constant to a precision.
type constantAt struct {
	c    Constant
	prec uint
}

// NewBalls computes with midpoints of so many bits.
func NewBalls(bits uint) *Balls {
	return &Balls{prec: bits, constants: map[constantAt]*big.Float{}}
}

// SetPrecision sets the bits of the midpoints from now on. Nothing counts as absorbed any more.
func (f *Balls) SetPrecision(bits uint) { f.prec, f.Absorbed = bits, false }

// Clear forgets doubts.
func (f *Balls) Clear() { f.Doubt, f.Radius = false, 0 }

// maxExactBits bounds numerator and denominator together of the rationals that are kept exactly.
const maxExactBits = 384

// maxExponent bounds midpoints; beyond nothing is known.
const maxExponent = 1 << 29

var unknown = &Ball{}

func bitsOf(r *big.Rat) int { return r.Num().BitLen() + r.Denom().BitLen() }

// small tells whether two numbers are rationals on which an operation is exact.
func small(a, b *Ball) bool {
	return a.exact != nil && b.exact != nil && bitsOf(a.exact)+bitsOf(b.exact) <= maxExactBits
}

func (f *Balls) rational(r *big.Rat) *Ball {
	if bitsOf(r) > maxExactBits {
		return f.around(f.float().SetRat(r), radius{})
	}
	return &Ball{exact: r}
}

func (f *Balls) float() *big.Float { return new(big.Float).SetPrec(f.prec) }

// around is the ball about a midpoint that was rounded once.
func (f *Balls) around(mid *big.Float, rad radius) *Ball {
	if mid.IsInf() || mid.MantExp(nil) > maxExponent || rad.e > maxExponent {
		return unknown
	}
	return &Ball{mid: mid, rad: rad.plus(f.rounding(mid))}
}

// rounding is 2^(1-prec)·|x| or more.
func (f *Balls) rounding(x *big.Float) radius {
	if x.Sign() == 0 {
		return radius{}
	}
	return powerOf2(x.MantExp(nil) + 1 - int(f.prec))
}

// parts are the midpoint and the radius; ok is false where nothing is known.
func (f *Balls) parts(a *Ball) (mid *big.Float, rad radius, ok bool) {
	if a.exact == nil {
		return a.mid, a.rad, a.mid != nil
	}
	mid = f.float().SetRat(a.exact)
	return mid, f.rounding(mid), !mid.IsInf()
}

// snapped is a, and 0 where it counts as 0.
func (f *Balls) snapped(a *Ball) *Ball {
	if f.Nought == 0 || a.mid == nil && a.exact == nil || a.isZero() {
		return a
	}
	mid, rad, ok := f.parts(a)
	if !ok {
		return a
	}
	if size := above(mid).plus(rad); size.m == 0 || size.e < -f.Nought && (rad.m > 0 && rad.e > size.e-int(f.prec)/3) {
		return f.Int(0)
	}
	return a
}

func (a *Ball) isZero() bool { return a.exact != nil && a.exact.Sign() == 0 }

// Int is n.
func (f *Balls) Int(n int64) *Ball { return &Ball{exact: new(big.Rat).SetInt64(n)} }

// Rat is r.
func (f *Balls) Rat(r *big.Rat) *Ball { return f.rational(r) }

// Float is x exactly; of NaN or an infinity nothing is known.
func (f *Balls) Float(x float64) *Ball {
	r := new(big.Rat).SetFloat64(x)
	if r == nil {
		return unknown
	}
	return f.rational(r)
}

// Value is the float64 nearest to the midpoint, NaN where nothing is known.
func (f *Balls) Value(a *Ball) float64 {
	switch {
	case a.exact != nil:
		x, _ := a.exact.Float64()
		return x
	case a.mid == nil:
		return math.NaN()
	}
	x, _ := a.mid.Float64()
	return x
}

// Add is a + b.
func (f *Balls) Add(a, b *Ball) *Ball {
	if small(a, b) {
		return f.rational(new(big.Rat).Add(a.exact, b.exact))
	}
	x, r, ok := f.parts(a)
	y, s, ok2 := f.parts(b)
	if !ok || !ok2 {
		return unknown
	}
	f.noteAbsorbed(x, r, y, s)
	f.noteAbsorbed(y, s, x, r)
	return f.around(f.float().Add(x, y), r.plus(s))
}

// absorbedBits is how many bits beside a larger number are as good as none.
const absorbedBits = 16

// noteAbsorbed notes that x, which is certainly not 0, vanishes beside y.
func (f *Balls) noteAbsorbed(x *big.Float, r radius, y *big.Float, s radius) {
	if x.Sign() == 0 || y.Sign() == 0 || y.MantExp(nil)-x.MantExp(nil) <= int(f.prec)-absorbedBits {
		return
	}
	_, sure := below(x, r)
	_, large := below(y, s)
	f.Absorbed = f.Absorbed || sure && large
}

// noteTiny notes that the argument x of a function that is 1 at 0 is certainly not 0 and below
// 2^-bits, so that it vanishes beside 1.
func (f *Balls) noteTiny(x *big.Float, r radius, bits int) {
	if x.Sign() == 0 || x.MantExp(nil) > -bits {
		return
	}
	_, sure := below(x, r)
	f.Absorbed = f.Absorbed || sure
}

// Sub is a - b.
func (f *Balls) Sub(a, b *Ball) *Ball { return f.Add(a, f.Neg(b)) }

// Neg is -a.
func (f *Balls) Neg(a *Ball) *Ball {
	switch {
	case a.exact != nil:
		return &Ball{exact: new(big.Rat).Neg(a.exact)}
	case a.mid == nil:
		return unknown
	}
	return &Ball{mid: f.float().Neg(a.mid), rad: a.rad}
}

// Mul is a·b.
func (f *Balls) Mul(a, b *Ball) *Ball {
	switch {
	case small(a, b):
		return f.rational(new(big.Rat).Mul(a.exact, b.exact))
	case a.isZero() || b.isZero():
		return f.Int(0)
	}
	x, r, ok := f.parts(a)
	y, s, ok2 := f.parts(b)
	if !ok || !ok2 {
		return unknown
	}
	rad := above(x).times(s).plus(above(y).plus(s).times(r)) // (|x| + r)(|y| + s) - |x||y|
	return f.around(f.float().Mul(x, y), rad)
}

// Dot is Σ a_i b_i.
func (f *Balls) Dot(a, b []*Ball) *Ball {
	if x, y, ok := smallVectors(a, b); ok {
		return f.rational(Rational{}.Dot(x, y))
	}
	sum := f.Int(0)
	for i, x := range a {
		sum = f.Add(sum, f.Mul(x, b[i]))
	}
	return sum
}

// smallVectors are the entries where all are rationals on which an operation is exact.
func smallVectors(a, b []*Ball) (x, y []*big.Rat, ok bool) {
	for i := range a {
		if !small(a[i], b[i]) {
			return nil, nil, false
		}
		x, y = append(x, a[i].exact), append(y, b[i].exact)
	}
	return x, y, true
}

// Div is a/b: ErrZero where b is 0, ErrInexact where it may be.
func (f *Balls) Div(a, b *Ball) (*Ball, error) {
	b = f.snapped(b)
	switch {
	case b.isZero():
		return nil, &Error{opDivision, f.Value(a), ErrZero}
	case small(a, b):
		return f.rational(new(big.Rat).Quo(a.exact, b.exact)), nil
	}
	x, r, ok := f.parts(a)
	y, s, ok2 := f.parts(b)
	least, sure := below(y, s)
	if !ok || !ok2 || !sure {
		return nil, &Error{opDivision, f.Value(a), ErrInexact}
	}
	quotient := f.float().Quo(x, y)
	size := above(quotient).plus(f.rounding(quotient))
	return f.around(quotient, size.times(s).plus(r).over(least)), nil // |x/y - x'/y'| ≤ (r + |x/y|s)/|y'|
}

// Cmp compares. Balls that overlap, so that the answer is not certain, are equal, with a doubt.
func (f *Balls) Cmp(a, b *Ball) int {
	if a.exact != nil && b.exact != nil && f.Nought == 0 {
		return a.exact.Cmp(b.exact)
	}
	d := f.snapped(f.Sub(a, b))
	if d.exact != nil {
		return d.exact.Sign()
	}
	mid, rad, ok := f.parts(d)
	if !ok {
		f.Doubt, f.Radius = true, math.Inf(1)
		return 0
	}
	f.Radius = max(f.Radius, rad.float())
	if _, sure := below(mid, rad); !sure {
		f.Doubt = true
		return 0
	}
	return mid.Sign()
}

// Order is Cmp.
func (f *Balls) Order(a, b *Ball) int { return f.Cmp(a, b) }

// IsConstant is true.
func (*Balls) IsConstant(*Ball) bool { return true }

// Exact is true: what is decided without a doubt is free of rounding.
func (*Balls) Exact() bool { return true }

// Eliminate is the solution of ax = b and the determinant of a, as Rational.Eliminate; x is nil where a is singular, or, with a doubt,
// where it may be.
func (f *Balls) Eliminate(n, m int, a, b []*Ball) (x []*Ball, det *Ball) {
	if ra, ok := rationalsOf(a); ok && f.Nought == 0 {
		if rb, ok := rationalsOf(b); ok {
			rx, rdet := Rational{}.Eliminate(n, m, ra, rb)
			for _, r := range rx {
				x = append(x, f.rational(r))
			}
			return x, f.rational(rdet)
		}
	}
	rows := make([][]*Ball, n)
	for i := range rows {
		rows[i] = append(append(make([]*Ball, 0, n+m), a[i*n:(i+1)*n]...), b[i*m:(i+1)*m]...)
	}
	if det = f.gauss(rows); det == unknown || det.isZero() {
		return nil, det
	}
	x = make([]*Ball, 0, n*m)
	for _, row := range rows {
		x = append(x, row[n:]...)
	}
	return x, det
}

func rationalsOf(a []*Ball) ([]*big.Rat, bool) {
	r := make([]*big.Rat, len(a))
	for i, x := range a {
		if x.exact == nil {
			return nil, false
		}
		r[i] = x.exact
	}
	return r, true
}

// gauss makes the first columns of the rows the identity and returns the determinant of these columns, unknown with a doubt where no pivot
// is certain to differ from 0.
func (f *Balls) gauss(rows [][]*Ball) *Ball {
	det := f.Int(1)
	for k := range rows {
		p, certain := f.pivot(rows, k)
		if p < 0 {
			if certain {
				return f.Int(0)
			}
			f.Doubt = true
			return unknown
		}
		if p != k {
			rows[k], rows[p] = rows[p], rows[k]
			det = f.Neg(det)
		}
		det = f.Mul(det, rows[k][k])
		inverse, err := f.Div(f.Int(1), rows[k][k])
		if err != nil {
			return unknown
		}
		for j := range rows[k] {
			rows[k][j] = f.Mul(rows[k][j], inverse)
		}
		for i, row := range rows {
			if factor := row[k]; i != k && !factor.isZero() {
				for j := range row {
					row[j] = f.Sub(row[j], f.Mul(factor, rows[k][j]))
				}
			}
		}
	}
	return det
}

// pivot is the row from k on whose entry in column k is the largest of those that are certainly not 0; where there is none it is -1, and
// certain says that all are 0.
func (f *Balls) pivot(rows [][]*Ball, k int) (p int, certain bool) {
	p, certain = -1, true
	var best radius
	for i := k; i < len(rows); i++ {
		rows[i][k] = f.snapped(rows[i][k])
		mid, rad, ok := f.parts(rows[i][k])
		least, sure := below(mid, rad)
		certain = certain && rows[i][k].isZero()
		if ok && sure && (p < 0 || least.e > best.e) {
			best, p = least, i
		}
	}
	return p, certain
}
