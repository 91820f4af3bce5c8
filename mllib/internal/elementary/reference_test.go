package elementary

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// pair is the sum of two numbers, some 105 bits: what the functions are held against.
type pair struct{ h, l float64 }

// only is a number as a pair.
func only(a float64) pair { return pair{a, 0} }

// quick is a + b in a pair for |a| ≥ |b|, or a = 0.
func quick(a, b float64) pair {
	s := a + b
	return pair{s, b - (s - a)}
}

func exactSum(a, b float64) pair {
	s := a + b
	v := s - a
	return pair{s, (a - (s - v)) + (b - v)}
}

func exactProduct(a, b float64) pair {
	p := float64(a * b) // rounded: some processors would add before
	return pair{p, math.FMA(a, b, -p)}
}

func (a pair) plus(b pair) pair {
	s, t := exactSum(a.h, b.h), exactSum(a.l, b.l)
	s = quick(s.h, s.l+t.h)
	return quick(s.h, s.l+t.l)
}

func (a pair) times(b pair) pair {
	p := exactProduct(a.h, b.h)
	return quick(p.h, math.FMA(a.h, b.l, math.FMA(a.l, b.h, p.l)))
}

func (a pair) negative() pair { return pair{-a.h, -a.l} }

// over is a/b, by three digits of the long division.
func (a pair) over(b pair) pair {
	q1 := a.h / b.h
	r := a.plus(b.times(only(-q1)))
	q2 := r.h / b.h
	r = r.plus(b.times(only(-q2)))
	return quick(q1, q2).plus(only(r.h / b.h))
}

// log 2 in three numbers, of which the first has few digits.
var ln2Parts = [3]float64{ln2Short, 0x1.ef35793c7673p-45, 0x1.f97b57a079a19p-103}

// expm1Pair returns e^a - 1 for |a| ≤ 1, by Taylor's series at a/128 and seven doublings.
func expm1Pair(a pair) pair {
	x := pair{a.h / 128, a.l / 128}
	sum := only(1)
	for n := 13.0; n >= 2; n-- {
		sum = only(1).plus(sum.times(x).over(only(n)))
	}
	p := sum.times(x)
	for range 7 {
		p = p.times(only(2).plus(p))
	}
	return p
}

// expPair returns m and n with e^x = m·2^n.
func expPair(x float64) (m pair, n int) {
	k := math.Round(x / math.Ln2)
	r := only(math.FMA(-k, ln2Parts[0], x)).plus(exactProduct(-k, ln2Parts[1])).plus(only(float64(-k * ln2Parts[2])))
	return only(1).plus(expm1Pair(r)), int(k)
}

// log1pPair returns log(1+v) for |v| ≤ 1/2, by a step of Newton's method.
func log1pPair(v pair) pair {
	y := math.Log1p(v.h)
	e := expm1Pair(only(y))
	return only(y).plus(v.plus(e.negative()).over(only(1).plus(e)))
}

// logPair returns log(a) for a = (h+l) > 0 with all its digits.
func logPair(a pair) pair {
	m, k := math.Frexp(a.h)
	if m < math.Sqrt2/2 {
		m, k = 2*m, k-1
	}
	v := pair{m - 1, math.Ldexp(a.l, -k)}
	whole := only(float64(float64(k) * ln2Parts[0])).plus(exactProduct(float64(k), ln2Parts[1])).plus(only(float64(float64(k) * ln2Parts[2])))
	return whole.plus(log1pPair(quick(v.h, v.l)))
}

// The references return m and n for the value m·2^n.

func refExp(x float64) (pair, int) { return expPair(x) }

func refLog(x float64) (pair, int) { return logPair(only(x)), 0 }

func refLog1p(x float64) (pair, int) {
	if math.Abs(x) < .25 {
		return log1pPair(only(x)), 0
	}
	return logPair(exactSum(1, x)), 0
}

func refTanh(x float64) (pair, int) {
	a := math.Abs(x)
	var e pair // e^(-2a) - 1
	if a < .4 {
		e = expm1Pair(only(-2 * a))
	} else {
		m, n := expPair(-2 * min(a, 60))
		e = scaled(m, n).plus(only(-1))
	}
	q := e.negative().over(only(2).plus(e))
	if x < 0 {
		q = q.negative()
	}
	return q, 0
}

func refSigmoid(t float64) (pair, int) {
	m, n := expPair(-math.Abs(t))
	d := only(1).plus(scaled(m, max(n, -300)))
	if t < 0 {
		return m.over(d), n
	}
	return only(1).over(d), 0
}

func refSoftplus(t float64) (pair, int) {
	m, n := expPair(-math.Abs(t))
	if n < -200 {
		if t < 0 {
			return m, n
		}
		return only(t), 0
	}
	e := scaled(m, n)
	var y pair
	if e.h < .25 {
		y = log1pPair(e)
	} else {
		y = logPair(only(1).plus(e))
	}
	return y.plus(only(max(t, 0))), 0
}

func scaled(a pair, n int) pair { return pair{math.Ldexp(a.h, n), math.Ldexp(a.l, n)} }

// ulps is the distance of y from m·2^n in units of the last digit of m·2^n.
func ulps(y float64, m pair, n int) float64 {
	_, k := math.Frexp(m.h)
	unit := max(k+n-53, -1074) // as a power of 2
	z := new(big.Float).SetMantExp(new(big.Float).SetPrec(200).SetFloat64(m.h), n)
	z.Add(z, new(big.Float).SetMantExp(new(big.Float).SetPrec(200).SetFloat64(m.l), n))
	d, _ := new(big.Float).SetMantExp(z.Sub(z, new(big.Float).SetFloat64(y)), -unit).Float64()
	return math.Abs(d)
}

// TestReference holds the pairs against sums of Taylor's series in 300 bits.
func TestReference(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range 300 {
		x := uniform(-700, 700)(r)
		m, n := expPair(x)
		want := bigExp(new(big.Float).SetPrec(300).SetFloat64(x))
		got := new(big.Float).SetMantExp(sumOf(m), n)
		if d := distance(got, want); d > 0x1p-90 {
			t.Fatalf("e^%v: relative distance %v", x, d)
		}
		y := math.Exp(uniform(-1, 1)(r))
		if d := distance(bigExp(sumOf(logPair(only(y)))), new(big.Float).SetFloat64(y)); d > 0x1p-90 {
			t.Fatalf("e^log %v: relative distance %v", y, d)
		}
		a := sized(-30, -1)(r)
		minusOne := new(big.Float).Sub(bigExp(new(big.Float).SetPrec(300).SetFloat64(a)), big.NewFloat(1))
		if d := distance(sumOf(expm1Pair(only(a))), minusOne); d > 0x1p-90 {
			t.Fatalf("e^%v - 1: relative distance %v", a, d)
		}
		if d := distance(bigExp(sumOf(log1pPair(only(a)))), new(big.Float).Add(big.NewFloat(1).SetPrec(300), big.NewFloat(a))); d > 0x1p-90*math.Abs(a) {
			t.Fatalf("e^log(1 + %v): relative distance %v", a, d)
		}
	}
}

func sumOf(a pair) *big.Float {
	h := new(big.Float).SetPrec(300).SetFloat64(a.h)
	return h.Add(h, new(big.Float).SetFloat64(a.l))
}

// bigExp is e^x in 300 bits: Taylor's series at x/2^20, squared twenty times.
func bigExp(x *big.Float) *big.Float {
	const prec = 400
	y := new(big.Float).SetPrec(prec).SetMantExp(x, -20)
	y.SetPrec(prec)
	sum, term := big.NewFloat(1).SetPrec(prec), big.NewFloat(1).SetPrec(prec)
	for n := 1.0; n < 40; n++ {
		term.Mul(term, y)
		term.Quo(term, big.NewFloat(n))
		sum.Add(sum, term)
	}
	for range 20 {
		sum.Mul(sum, sum)
	}
	return sum
}

// distance is |a/b - 1|.
func distance(a, b *big.Float) float64 {
	q := new(big.Float).SetPrec(300).Quo(a, b)
	d, _ := q.Sub(q, big.NewFloat(1)).Float64()
	return math.Abs(d)
}
