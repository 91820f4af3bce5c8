package kernels

import "math"

// Value is K(x, y) for two points of equally many coordinates. It is NaN for others, for coordinates that are not finite or outside the domain
// of the kernel, and for a kernel that Check refuses.
func (k Kernel) Value(x, y []float64) float64 {
	if len(x) == 0 || len(x) != len(y) || k.Check() != nil {
		return math.NaN()
	}
	for j := range x {
		if !finite(x[j]) || !finite(y[j]) {
			return math.NaN()
		}
	}
	return k.value(x, y)
}

// At is Value for two points of the line.
func (k Kernel) At(s, t float64) float64 { return k.Value([]float64{s}, []float64{t}) }

// value is the definition of all kernels, for points and parameters that were checked, but for the dimension.
func (k Kernel) value(x, y []float64) float64 {
	if k.fitsColumns(len(x)) != nil {
		return math.NaN()
	}
	switch f := record(k.Kind); f.base {
	case ofNothing:
		return k.Scale
	case ofProduct:
		return k.profileOf(dot(x, y))
	case ofDistance:
		unit, inverse := scales(k.Width)
		return k.profileOf(squared(x, y, unit) * inverse)
	case ofManhattan:
		return exp(-manhattan(x, y) / k.Width)
	case ofLine:
		if s, t := x[0], y[0]; min(s, t) >= 0 && max(s, t) <= f.top {
			return k.pair(s, t)
		}
		return math.NaN()
	case ofMoved:
		return k.valueMoved(x, y)
	}
	return k.composed(x, y)
}

func (k Kernel) valueMoved(x, y []float64) float64 {
	p := points{data: append(append(make([]float64, 0, 2*len(x)), x...), y...), n: 2, d: len(x), stride: len(x)}
	q, err := k.move("", p)
	if err != nil {
		return math.NaN()
	}
	return k.Parts[0].value(q.row(0), q.row(1))
}

func (k Kernel) composed(x, y []float64) float64 {
	v := k.Parts[0].value(x, y)
	switch k.Kind {
	case KindSum:
		for _, p := range k.Parts[1:] {
			v += p.value(x, y)
		}
	case KindProduct:
		for _, p := range k.Parts[1:] {
			v *= p.value(x, y)
		}
	case KindScaled:
		v *= k.Scale
	case KindExp:
		v = exp(v)
	case KindNormalised:
		v = cosine(v, k.Parts[0].value(x, x), k.Parts[0].value(y, y))
	}
	return v
}

// cosine is v/√(ab), exactly 1 where all three are equal, and NaN where a or b is not positive.
func cosine(v, a, b float64) float64 {
	switch {
	case !(a > 0 && b > 0):
		return math.NaN()
	case a == b:
		return v / a
	}
	return v / (math.Sqrt(a) * math.Sqrt(b))
}

// pair is a kernel on the line.
func (k Kernel) pair(s, t float64) float64 {
	low, high := min(s, t), max(s, t)
	switch k.Kind {
	case KindMin:
		return low
	case KindBrownianBridge:
		return low * (1 - high)
	default: // the integrated Brownian motion
		return low * low * (3*high - low) / 6
	}
}

func manhattan(x, y []float64) float64 {
	sum := 0.0
	for j, v := range x {
		sum += math.Abs(v - y[j])
	}
	return sum
}

// profileOf is profile for one number.
func (k Kernel) profileOf(v float64) float64 {
	one := [1]float64{v}
	k.profile(one[:])
	return one[0]
}
