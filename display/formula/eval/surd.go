package eval

import "math/big"

// This file calculates with sums of rational multiples of square roots of rationals, such as 1/2 +
// 3√5 − √7, exactly. Square roots of which no two have a rational ratio are linearly independent
// over the rationals: a sum that lists each of them once is 0 only where it has no terms, and
// otherwise its sign is found with enough digits.

// surd is such a sum; no two roots have a rational ratio.
type surd []surdTerm

// surdTerm is factor·√root with factor ≠ 0 and root > 0.
type surdTerm struct{ factor, root *big.Rat }

const (
	maxTerms = 32      // of a surd
	maxBits  = 1 << 14 // of what a sign takes, and of the numbers of a term
)

var one = big.NewRat(1, 1)

// rationalSurd is a rational number as a surd.
func rationalSurd(x *big.Rat) surd {
	if x.Sign() == 0 {
		return nil
	}
	return surd{{x, one}}
}

// rootSurd is the square root of x ≥ 0.
func rootSurd(x *big.Rat) surd {
	if x.Sign() == 0 {
		return nil
	}
	return surd{}.plus(surdTerm{one, x})
}

// plus adds a term.
func (s surd) plus(t surdTerm) surd {
	if q, ok := rationalRoot(t.root); ok {
		t = surdTerm{new(big.Rat).Mul(t.factor, q), one}
	}
	for i, u := range s {
		q, ok := rationalRoot(new(big.Rat).Quo(t.root, u.root))
		if !ok {
			continue
		}
		sum := append(surd(nil), s...)
		sum[i].factor = new(big.Rat).Add(u.factor, q.Mul(q, t.factor))
		if sum[i].factor.Sign() == 0 {
			sum = append(sum[:i], sum[i+1:]...)
		}
		return sum
	}
	return append(s[:len(s):len(s)], t)
}

// rationalRoot is the square root of q > 0, if that is rational.
func rationalRoot(q *big.Rat) (root *big.Rat, ok bool) {
	num, den := new(big.Int).Sqrt(q.Num()), new(big.Int).Sqrt(q.Denom())
	if new(big.Int).Mul(num, num).Cmp(q.Num()) != 0 || new(big.Int).Mul(den, den).Cmp(q.Denom()) != 0 {
		return nil, false
	}
	return new(big.Rat).SetFrac(num, den), true
}

// add is s + t; ok is false where it has too many terms.
func (s surd) add(t surd) (sum surd, ok bool) {
	sum = s
	for _, u := range t {
		sum = sum.plus(u)
	}
	return sum, sum.fits()
}

// fits says whether a surd is small enough to be calculated with.
func (s surd) fits() bool {
	for _, t := range s {
		if t.root.Num().BitLen()+t.root.Denom().BitLen() > maxBits || t.factor.Num().BitLen()+t.factor.Denom().BitLen() > maxBits {
			return false
		}
	}
	return len(s) <= maxTerms
}

// neg is −s.
func (s surd) neg() surd {
	var out surd
	for _, t := range s {
		out = append(out, surdTerm{new(big.Rat).Neg(t.factor), t.root})
	}
	return out
}

// mul is s·t; ok is false where it has too many terms.
func (s surd) mul(t surd) (product surd, ok bool) {
	for _, a := range s {
		for _, b := range t {
			product = product.plus(surdTerm{new(big.Rat).Mul(a.factor, b.factor), new(big.Rat).Mul(a.root, b.root)})
			if len(product) > maxTerms {
				return nil, false
			}
		}
	}
	return product, product.fits()
}

// inverse is 1/s for one or two terms; ok is false for 0 and for more.
func (s surd) inverse() (inverse surd, ok bool) {
	switch len(s) {
	case 1: // 1/(c√r) = √r/(cr)
		d := new(big.Rat).Mul(s[0].factor, s[0].root)
		return surd{{d.Inv(d), s[0].root}}, true
	case 2: // 1/(a + b) = (a − b)/(a² − b²), whose denominator is rational and not 0
		d := new(big.Rat).Sub(s[0].square(), s[1].square())
		return surd{s[0], {new(big.Rat).Neg(s[1].factor), s[1].root}}.mul(rationalSurd(d.Inv(d)))
	}
	return nil, false
}

// square is the square of a term.
func (t surdTerm) square() *big.Rat {
	x := new(big.Rat).Mul(t.factor, t.factor)
	return x.Mul(x, t.root)
}

// sign is -1, 0 or 1; ok is false where it takes too many digits.
func (s surd) sign() (sign int, ok bool) {
	switch len(s) {
	case 0:
		return 0, true
	case 1:
		return s[0].factor.Sign(), true
	}
	for bits := uint(64); bits <= maxBits; bits *= 4 {
		lo, hi := new(big.Int), new(big.Int) // bounds of s·2^bits
		for _, t := range s {
			below, above := t.bounds(bits)
			lo.Add(lo, below)
			hi.Add(hi, above)
		}
		if lo.Sign() > 0 {
			return 1, true
		}
		if hi.Sign() < 0 {
			return -1, true
		}
	}
	return 0, false
}

// bounds are integers not above and not below a term times 2^bits.
func (t surdTerm) bounds(bits uint) (below, above *big.Int) {
	x := t.square()
	q := new(big.Int).Lsh(x.Num(), 2*bits)
	root := q.Sqrt(q.Quo(q, x.Denom()))
	next := new(big.Int).Add(root, big.NewInt(1))
	if t.factor.Sign() < 0 {
		return next.Neg(next), root.Neg(root)
	}
	return root, next
}
