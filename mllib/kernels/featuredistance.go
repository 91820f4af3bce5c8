package kernels

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Distance is the distance of the features of two points, √(K(x, x) + K(y, y) − 2K(x, y)), and NaN where Value is. Of a Positive kernel it is computed from the
// difference of the points, so that it keeps its digits for points that are near each other or far from the origin; only in Normalised of another kernel than
// Linear small angles are rounded, and new coordinates of Mapped and Stretched are. Of other kernels it is the root of this sum as it stands: digits cancel, and the root may
// be of a negative number, and Distance NaN. Where values overflow, it need not be finite.
//
// Curriculum: S10a, B3.2.4e.
func (k Kernel) Distance(x, y []float64) float64 {
	v := k.Value(x, y)
	switch {
	case math.IsNaN(v):
		return v
	case k.Positive():
		return k.between(x, y).distance
	}
	return math.Sqrt(k.value(x, x) + k.value(y, y) - 2*v)
}

// pairing is what a kernel says of two points x and y.
type pairing struct {
	distance float64 // ‖φ(x) − φ(y)‖
	product  float64 // K(x, y)
	excess   float64 // K(x, x) − K(y, y)
}

// squares is K(x, x) + K(y, y).
func (p pairing) squares() float64 { return p.distance*p.distance + 2*p.product }

// between is the pairing of two points by a Positive kernel. No difference of kernel values is taken where it would cancel.
func (k Kernel) between(x, y []float64) pairing {
	switch record(k.Kind).base {
	case ofNothing:
		return pairing{product: k.Scale}
	case ofProduct:
		p := pairing{floats.Distance(x, y, 2), dot(x, y), excess(x, y)}
		if k.Kind == KindPolynomial {
			return k.power(p, x, y)
		}
		return p
	case ofDistance:
		return pairing{distance: k.radial(floats.Distance(x, y, 2) / k.Width), product: k.value(x, y)}
	case ofManhattan:
		return pairing{distance: gap(manhattan(x, y) / k.Width), product: k.value(x, y)}
	case ofLine:
		return k.betweenNumbers(x[0], y[0])
	case ofMoved:
		p := points{data: append(append(make([]float64, 0, 2*len(x)), x...), y...), n: 2, d: len(x), stride: len(x)}
		q, _ := k.move("", p) // Value was a number, so there is no error
		return k.Parts[0].between(q.row(0), q.row(1))
	}
	return k.betweenParts(x, y)
}

// excess is ‖x‖² − ‖y‖² = ⟨x−y, x+y⟩.
func excess(x, y []float64) float64 {
	s := 0.0
	for j, v := range x {
		s = math.FMA(v-y[j], v+y[j], s)
	}
	return s
}

// power is the pairing of (scale·⟨x, y⟩ + offset)^n, given that of ⟨x, y⟩. With a, b, m in the place of K(x, x), K(y, y), K(x, y) before the power is taken, aⁿ + bⁿ − 2mⁿ is
// ½(a+b−2m)·Σ(aⁱ+bⁱ)m^(n−1−i) + ½(a−b)²·Σ m^(n−1−i)·(aⁱ−bⁱ)/(a−b), where nothing cancels for m ≥ 0. For m < 0 an even power is that of −m, and an odd one adds.
func (k Kernel) power(p pairing, x, y []float64) pairing {
	a, b, m := k.Scale*dot(x, x)+k.Offset, k.Scale*dot(y, y)+k.Offset, k.Scale*p.product+k.Offset
	near, difference := math.Sqrt(k.Scale)*p.distance, k.Scale*p.excess
	out := pairing{product: k.profileOf(p.product)}
	even := k.Degree%2 == 0
	if m < 0 && even {
		sum := make([]float64, len(x))
		near, m = math.Hypot(math.Sqrt(k.Scale)*floats.Norm(floats.AddTo(sum, x, y), 2), 2*math.Sqrt(k.Offset)), -m
	}
	// The sums of aⁱ·m^(…), bⁱ·m^(…), of (aⁱ−bⁱ)/(a−b)·m^(…), and (aⁱ−bⁱ)/(a−b) itself, for one power after the other.
	var first, second, third, quotient float64
	powerA, powerB := 1.0, 1.0
	for range k.Degree {
		first, second, third = float64(first*m)+powerA, float64(second*m)+powerB, float64(third*m)+quotient
		quotient = float64(quotient*a) + powerB
		powerA, powerB = powerA*a, powerB*b
	}
	out.distance = math.Hypot(near*math.Sqrt((first+second)/2), math.Abs(difference)*math.Sqrt(third/2))
	if m < 0 {
		out.distance = math.Sqrt(powerA + powerB - 2*out.product)
	}
	out.excess = difference * quotient
	return out
}

// gap is √(2 − 2·exp(−u)).
func gap(u float64) float64 { return math.Sqrt(-2 * math.Expm1(-u)) }

// radial is √(2 − 2K) for a kernel K of the distance r in units of the width.
func (k Kernel) radial(r float64) float64 {
	switch k.Kind {
	case KindLaplacian:
		return gap(r)
	case KindMatern:
		return k.maternGap(r)
	}
	if r < 1e-100 { // whose square could not be a number; the kernel is 1 − r²/2 there
		return min(r, math.Sqrt2)
	}
	s := min(r*r, math.MaxFloat64)
	if k.Kind == KindRationalQuadratic {
		return gap(k.Shape * math.Log1p(min(s/(2*k.Shape), math.MaxFloat64)))
	}
	return gap(s / 2)
}

// maternGap uses, for small t, that 1 − P(t)·exp(−t) is exp(−t) times the series of exp(t) − P(t), all of whose terms are positive.
func (k Kernel) maternGap(r float64) float64 {
	t := min(math.Sqrt(2*k.Shape)*r, 900)
	p := int(k.Shape)
	if p == 0 {
		return gap(t)
	}
	if t > 4 {
		return math.Sqrt(2 - 2*horner(maternPolynomial(p), t)*exp(-t))
	}
	sum, term, ratio := 0.0, .5, 1.0 // term is t^(j−2)/j!, and ratio the coefficient of t^j in P times j!
	for j := 2; j < 60; j++ {
		ratio *= max(0, 2*float64(p-j+1)/float64(2*p-j+1))
		if j > 2*p {
			ratio = 0
		}
		sum += term * (1 - ratio)
		term *= t / float64(j+1)
	}
	return t * math.Sqrt(2*exp(-t)*sum)
}

// betweenNumbers is the pairing of two points of the line.
func (k Kernel) betweenNumbers(s, t float64) pairing {
	low, d := min(s, t), math.Abs(s-t)
	p := pairing{product: k.pair(s, t)}
	switch k.Kind {
	case KindMin:
		p.distance, p.excess = math.Sqrt(d), s-t
	case KindBrownianBridge:
		p.distance, p.excess = math.Sqrt(d*(1-d)), (s-t)*(1-s-t)
	default: // the integrated Brownian motion
		p.distance, p.excess = d*math.Sqrt(low+d/3), (s-t)*(s*s+s*t+t*t)/3
	}
	return p
}

// betweenParts puts the pairings of the parts together.
func (k Kernel) betweenParts(x, y []float64) pairing {
	p := k.Parts[0].between(x, y)
	for _, part := range k.Parts[1:] {
		q := part.between(x, y)
		if k.Kind == KindSum {
			p = pairing{math.Hypot(p.distance, q.distance), p.product + q.product, p.excess + q.excess}
		} else {
			p = p.times(q)
		}
	}
	switch k.Kind {
	case KindScaled:
		return pairing{math.Sqrt(k.Scale) * p.distance, k.Scale * p.product, k.Scale * p.excess}
	case KindExp:
		return p.exp()
	case KindNormalised:
		return pairing{distance: k.angle(p, x, y), product: k.value(x, y)}
	}
	return p
}

// times is the pairing of the product of two kernels.
func (p pairing) times(q pairing) pairing {
	unit := 1.0
	if max(p.distance, q.distance) < 1e-100 {
		unit = 0x1p500 // so that the squares are numbers
	}
	d, e := p.distance*unit, q.distance*unit
	square := d*d*q.product + e*e*p.product + d*d*(q.distance*q.distance)/2 + p.excess*unit*(q.excess*unit)/2
	return pairing{math.Sqrt(max(0, square)) / unit, p.product * q.product, (p.squares()*q.excess + q.squares()*p.excess) / 2}
}

// exp is the pairing of the exponential of a kernel: with a, b, m in the place of K(x, x), K(y, y), K(x, y), e^a + e^b − 2e^m is 2e^m times
// (e^((a+b−2m)/2) − 1)·cosh((a−b)/2) + cosh((a−b)/2) − 1.
func (p pairing) exp() pairing {
	square := p.distance * p.distance
	a, b := p.product+(square+p.excess)/2, p.product+(square-p.excess)/2
	product := exp(p.product)
	if square > 1 || math.Abs(p.excess) > 1 {
		return pairing{math.Sqrt(max(0, exp(a)+exp(b)-2*product)), product, exp(a) - exp(b)}
	}
	e := math.Expm1(p.excess / 2)
	less, sinh := e/(1+e)*e/2, (e+e/(1+e))/2 // cosh − 1, sinh
	more := math.Expm1(square/2)/2*(1+less) + less/2
	if square < 1e-200 { // where the square is no number of full precision
		return pairing{p.distance * math.Sqrt(product), product, 2 * product * sinh}
	}
	return pairing{2 * math.Sqrt(product*more), product, 2 * product * exp(square/2) * sinh}
}

// angle is the distance of the features of the part, divided by their lengths.
func (k Kernel) angle(p pairing, x, y []float64) float64 {
	if part := k.Parts[0]; part.Kind == KindLinear {
		u, v := append([]float64(nil), x...), append([]float64(nil), y...)
		floats.Scale(1/floats.Norm(u, 2), u)
		floats.Scale(1/floats.Norm(v, 2), v)
		return floats.Distance(u, v, 2)
	}
	a, b := math.Sqrt(k.Parts[0].value(x, x)), math.Sqrt(k.Parts[0].value(y, y))
	radial := math.Abs(p.excess) / (a + b) // the difference of the lengths
	return math.Sqrt(max(0, (p.distance-radial)*(p.distance+radial)/a/b))
}
