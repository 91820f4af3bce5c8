package spline

import (
	"math"

	"github.com/mercer-go/mercer/mllib/input"
)

// scaled is the problem in units in which all numbers are of a size near 1, and without the trend that the penalty does not see.
type scaled struct {
	*points
	kind   Kind
	pinned bool
	shift  int       // x was multiplied by 2^shift: the range is between 1/2 and 2
	h      []float64 // distances of neighbours, n−1
	rootH  []float64 // their roots
	origin float64   // distance of the first point from 0, if pinned
	rest   []float64 // y − trend
	trend  trend
	total  float64    // Σ w
	bounds [2]float64 // λ beyond makes no difference to any digit of f
}

// trend is the function level + slope·(x − middle).
type trend struct{ middle, level, slope float64 }

const nearest = 0x1p-200 // the least distance of points, as a part of their range

func newScaled(kind Kind, pinned bool, p *points) (*scaled, error) {
	s := &scaled{points: p, kind: kind, pinned: pinned}
	n := len(p.x)
	first := p.x[0]
	if pinned {
		if first <= 0 {
			return nil, input.Errorf(input.ErrValue, "X", "the point %v is not positive; with Pinned f(0) is given, on the right of which it is", first)
		}
		first = 0
	}
	if width := p.x[n-1]/2 - first/2; width > 0 {
		_, e := math.Frexp(width)
		s.shift = -e
	}
	if err := s.distances(); err != nil {
		return nil, err
	}
	s.fitTrend()
	s.setBounds()
	return s, nil
}

func (s *scaled) distances() error {
	n := len(s.x)
	s.h, s.rootH = make([]float64, n-1), make([]float64, n-1)
	half := s.shift / 2
	one, two := math.Ldexp(1, half), math.Ldexp(1, s.shift-half)
	last := s.x[0] * one * two
	if s.pinned {
		if s.origin = last; last < nearest {
			return input.Errorf(input.ErrValue, "X", "the point %v is nearer to 0 than 2⁻²⁰⁰ times the range %v", s.x[0], s.x[n-1])
		}
	}
	for i := range s.h {
		next := s.x[i+1] * one * two
		s.h[i] = next - last
		s.rootH[i] = math.Sqrt(s.h[i])
		if s.h[i] < nearest {
			return input.Errorf(input.ErrValue, "X", "the points %v and %v are nearer than 2⁻²⁰⁰ times the range", s.x[i], s.x[i+1])
		}
		last = next
	}
	return nil
}

// fitTrend takes the mean or the line of least squares off y.
func (s *scaled) fitTrend() {
	s.rest = append([]float64(nil), s.y...)
	for _, w := range s.w {
		s.total += w
	}
	if s.pinned {
		return
	}
	position := 0.0 // from the first point
	for i, w := range s.w {
		if i > 0 {
			position += s.h[i-1]
		}
		share := w / s.total
		s.trend.middle += share * position
		s.trend.level += share * s.y[i]
	}
	if s.kind == Cubic {
		xx, xy := 0.0, 0.0
		s.along(func(i int, t float64) {
			xx += s.w[i] * t * t
			xy += s.w[i] * t * (s.y[i] - s.trend.level)
		})
		s.trend.slope = xy / xx
	}
	s.along(func(i int, t float64) { s.rest[i] = s.y[i] - s.trend.level - s.trend.slope*t })
}

// along gives each point and its distance from the middle of the trend.
func (s *scaled) along(f func(i int, t float64)) {
	t := -s.trend.middle
	for i := range s.w {
		if i > 0 {
			t += s.h[i-1]
		}
		f(i, t)
	}
}

// order is that of the derivative in the penalty.
func (s *scaled) order() int { return orderOf(s.kind) }

// free is the dimension of the functions that cost nothing.
func (s *scaled) free() int {
	if s.pinned {
		return 0
	}
	return s.order()
}

func (s *scaled) setBounds() {
	least, most := math.Inf(1), 0.0
	for _, h := range s.h {
		least, most = min(least, h), max(most, h)
	}
	if s.pinned {
		least, most = min(least, s.origin), max(most, s.origin)
	}
	if most == 0 { // a single point
		least = 1
	}
	weight := math.Inf(1)
	for _, w := range s.w {
		weight = min(weight, w)
	}
	s.bounds = [2]float64{0x1p-70 * weight * math.Pow(least, float64(2*s.order()-1)), 0x1p+130 * s.total}
}

// exponent is that of the power of two by which λ is multiplied in the units of the problem.
func (s *scaled) exponent() int {
	_, e := math.Frexp(s.wUnit)
	return s.unit() + e - 1
}

// lambda brings a λ of the data to the units of the problem, and into the bounds.
func (s *scaled) lambda(lambda float64) float64 {
	return min(max(math.Ldexp(lambda, s.exponent()), s.bounds[0]), s.bounds[1])
}

// lambdaBack is the inverse of lambda.
func (s *scaled) lambdaBack(lambda float64) float64 { return math.Ldexp(lambda, -s.exponent()) }
