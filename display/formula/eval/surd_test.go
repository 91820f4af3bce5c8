package eval

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// drawSurd is a sum of a few roots of small numbers, and its value.
func drawSurd(r *rand.Rand) (s surd, v float64) {
	for range r.IntN(5) {
		factor, root := big.NewRat(r.Int64N(9)-4, 1+r.Int64N(3)), big.NewRat(1+r.Int64N(12), 1+r.Int64N(4))
		if factor.Sign() == 0 {
			continue
		}
		s = s.plus(surdTerm{factor, root})
		f, _ := factor.Float64()
		x, _ := root.Float64()
		v += f * math.Sqrt(x)
	}
	return s, v
}

// value is a surd in floating point.
func (s surd) value() (v float64) {
	for _, t := range s {
		f, _ := t.factor.Float64()
		x, _ := t.root.Float64()
		v += f * math.Sqrt(x)
	}
	return v
}

// TestSurds: sums, products, quotients and signs are those of floating point, and what is 0 is so
// exactly.
func TestSurds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*(1+math.Abs(a)+math.Abs(b)) }
	for range 2000 {
		a, x := drawSurd(r)
		b, y := drawSurd(r)
		if !near(a.value(), x) {
			t.Fatalf("%v is %g, want %g", a, a.value(), x)
		}
		sum, _ := a.add(b)
		product, _ := a.mul(b)
		if !near(sum.value(), x+y) || !near(product.value(), x*y) {
			t.Fatalf("%v, %v: sum %v, product %v", a, b, sum, product)
		}
		rest, _ := sum.add(b.neg())
		if zero, ok := rest.add(a.neg()); !ok || len(zero) != 0 {
			t.Fatalf("a + b − b − a is %v for %v and %v", zero, a, b)
		}
		if sign, ok := a.sign(); !ok || math.Abs(x) > 1e-9 && float64(sign) != math.Copysign(1, x) {
			t.Fatalf("%v: sign %d", a, sign)
		}
		if inverse, ok := a.inverse(); ok != (len(a) == 1 || len(a) == 2) || ok && !near(inverse.value()*x, 1) {
			t.Fatalf("1/%v: %v, %t", a, inverse, ok)
		}
	}
}

// TestSurdSigns: differences far below rounding have the right sign, and equal values none.
func TestSurdSigns(t *testing.T) {
	rat := func(text string) *big.Rat { x, _ := new(big.Rat).SetString(text); return x }
	for _, c := range []struct {
		terms []string // factor, root, factor, root, …
		want  int
	}{
		{[]string{"1", "8", "-2", "2"}, 0},
		{[]string{"1", "2", "1", "3", "-1", "5", "-1/10", "1"}, 1},
		{[]string{"1", "2", "-1", "2.0000000000000000000000000000000000000001"}, -1},
		{[]string{"1", "1000000000000000000000000000001", "-1", "1000000000000000000000000000000"}, 1},
		{[]string{"1", "1/2", "-1/2", "2"}, 0},
		{[]string{"1", "9/4", "-3/2", "1"}, 0},
	} {
		var s surd
		for i := 0; i < len(c.terms); i += 2 {
			s = s.plus(surdTerm{rat(c.terms[i]), rat(c.terms[i+1])})
		}
		if got, ok := s.sign(); got != c.want || !ok {
			t.Errorf("%v: sign %d, %t, want %d", c.terms, got, ok, c.want)
		}
	}
}
