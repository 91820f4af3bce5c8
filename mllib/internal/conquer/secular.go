package conquer

import "math"

// unit is the unit of rounding.
const unit = 0x1p-53

// secular is the equation 1/ρ + Σ z_j²/(p_j - x) = 0 with ρ > 0, z_j ≠ 0 and increasing poles p_j. It has one root to the right of each pole and left
// of the next one; the last is less than the last pole + ρ‖z‖².
//
// Roots may lie so near to a pole that their difference drowns in rounding, and the vectors are made of these differences. So a root is sought
// as its distance from the nearer pole, the origin.
type secular struct {
	inverse float64 // 1/ρ
	z       []float64
	reach   float64 // ρ‖z‖², with some room
	// differences sets dst[j] to p_(from+j) - p_origin, each with a small relative error.
	differences func(dst []float64, from, origin int)
}

func newSecular(rho float64, z []float64, differences func(dst []float64, from, origin int)) *secular {
	sum := 0.0
	for _, v := range z {
		sum = math.FMA(v, v, sum)
	}
	return &secular{inverse: 1 / rho, z: z, reach: rho * sum * (1 + 8*float64(len(z))*unit), differences: differences}
}

// root finds root i. It sets gaps to the differences p_j - root, and returns the root as an origin and the distance from it.
func (s *secular) root(i int, gaps []float64) (origin int, distance float64) {
	if len(s.z) == 1 {
		distance = s.z[0] * s.z[0] / s.inverse
		gaps[0] = -distance
		return 0, distance
	}
	f := s.frame(i, gaps)
	distance = f.search()
	for j := range gaps {
		gaps[j] -= distance
	}
	return f.origin, distance
}

// frame is the equation seen from an origin: poles hold the p_j minus that of the origin.
type frame struct {
	*secular
	origin      int
	poles       []float64
	left, right int     // the poles whose terms govern the function near the root
	lo, hi      float64 // the root lies between them
	middle      float64 // of the interval in which a root can be,
	value       float64 // and the function there
}

// frame chooses the origin of root i by the sign in the middle between its poles.
func (s *secular) frame(i int, gaps []float64) *frame {
	last := len(s.z) - 1
	f := &frame{secular: s, origin: i, poles: gaps, left: i, right: i + 1}
	s.differences(gaps, 0, i)
	if i == last {
		f.left, f.right = last-1, last
		f.hi, f.middle = s.reach, s.reach/2
		f.value = f.at(f.middle).value
		return f
	}
	f.middle = gaps[i+1] / 2
	f.hi = f.middle
	f.value = f.at(f.middle).value
	if !(f.value >= 0) {
		f.origin = i + 1
		s.differences(gaps, 0, i+1)
		f.middle = gaps[i] / 2
		f.lo, f.hi = f.middle, 0
	}
	return f
}

// point is what is known of the function at x: its value, the derivatives of the sums over the poles up to left and from right on, both positive, and
// a bound for the rounding of the value.
type point struct {
	value          float64
	slopeL, slopeR float64
	noise          float64
}

// at evaluates the function. The sums are taken towards the root, so that the largest terms come last.
func (f *frame) at(x float64) point {
	sumL, slopeL := f.sums(0, f.left+1, 1, x)
	sumR, slopeR := f.sums(len(f.poles)-1, len(f.poles)-f.right, -1, x)
	return point{
		value: f.inverse + sumL + sumR, slopeL: slopeL, slopeR: slopeR,
		noise: unit * (f.inverse + 8*(math.Abs(sumL)+math.Abs(sumR)) + math.Abs(x)*(slopeL+slopeR)),
	}
}

// sums adds up count terms z_j²/(p_j - x) and z_j²/(p_j - x)² from pole j on.
func (f *frame) sums(j, count, step int, x float64) (sum, slope float64) {
	for ; count > 0; count-- {
		z := f.z[j]
		t := z / (f.poles[j] - x)
		sum = math.FMA(z, t, sum)
		slope = math.FMA(t, t, slope)
		j += step
	}
	return sum, slope
}

const steps = 400 // more than bisection needs; the search ends long before

// search finds the root between lo and hi, where the function increases from below 0 to above 0. Each step replaces the terms of the
// poles on the left by one at left and those on the right by one at right, such that value and derivatives stay; where that does not help, it halves.
//
// Reference: R.-C. Li, Solving secular equations stably and efficiently (1993), the middle way.
func (f *frame) search() float64 {
	x := f.guess()
	previous := math.Inf(1)
	for range steps {
		p := f.at(x)
		if !(math.Abs(p.value) > p.noise) {
			return x
		}
		if p.value < 0 {
			f.lo = x
		} else {
			f.hi = x
		}
		next := f.step(x, p)
		if math.Abs(p.value) > previous/4 || !f.within(next) {
			next = f.half()
			previous = math.Inf(1)
		} else {
			previous = math.Abs(p.value)
		}
		if math.Abs(next-x) <= unit*math.Abs(x) || !f.within(next) {
			return x
		}
		x = next
	}
	return x
}

func (f *frame) within(x float64) bool { return f.lo < x && x < f.hi }
func (f *frame) half() float64         { return f.lo + (f.hi-f.lo)/2 }

// guess is the root if the terms other than those of left and right were what they are in the middle.
func (f *frame) guess() float64 {
	l, r := f.poles[f.left], f.poles[f.right]
	zl, zr := f.z[f.left]*f.z[f.left], f.z[f.right]*f.z[f.right]
	c := f.value - zl/(l-f.middle) - zr/(r-f.middle)
	if x := between(c, l, r, zl, zr, f.lo, f.hi); f.within(x) {
		return x
	}
	return f.half()
}

// step is the next point after x.
func (f *frame) step(x float64, p point) float64 {
	l, r := f.poles[f.left]-x, f.poles[f.right]-x
	c := p.value - l*p.slopeL - r*p.slopeR
	return x + between(c, l, r, l*l*p.slopeL, r*r*p.slopeR, f.lo-x, f.hi-x)
}

// between is the solution of c + zl/(l-x) + zr/(r-x) = 0 between lo and hi, or NaN.
func between(c, l, r, zl, zr, lo, hi float64) float64 {
	a := c*(l+r) + zl + zr
	b := c*l*r + zl*r + zr*l
	q := a/2 + math.Copysign(math.Sqrt(max(0, a*a/4-b*c)), a)
	for _, x := range [2]float64{b / q, q / c} {
		if lo < x && x < hi {
			return x
		}
	}
	return math.NaN()
}
