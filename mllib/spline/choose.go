package spline

import (
	"math"

	"github.com/mercer-go/mercer/mllib/input"
)

// Report says how λ was found.
type Report struct {
	Tried   int  // values of λ for which a spline was fitted
	AtBound bool // the criterion is best where λ no longer makes a difference: f interpolates, or is the mean or the line of least squares
}

const gridStep = 4 // the first values of log₂λ that are tried, from each other

// choose finds λ in the units of the problem.
func (p Smoothing) choose(s *scaled) (float64, Report, error) {
	if p.Choose == Given {
		return s.lambda(p.Lambda), Report{Tried: 1}, nil
	}
	search := &search{s: s, lo: math.Log2(s.bounds[0]), hi: math.Log2(s.bounds[1])}
	if p.Choose == DegreesOfFreedom {
		lambda, err := search.degreesOfFreedom(p.DF)
		return lambda, Report{Tried: search.tried}, err
	}
	lambda := search.least(criterion(p.Choose))
	return lambda, Report{Tried: search.tried, AtBound: search.atBound}, nil
}

// criterion is what is to be least.
func criterion(c Choice) func(o *solution, s *scaled) float64 {
	switch c {
	case LeaveOneOut:
		return (*solution).leaveOneOut
	case Likelihood:
		return func(o *solution, s *scaled) float64 { return -o.logLikelihood(s) }
	}
	return (*solution).gcv
}

// search looks for log₂λ between lo and hi.
type search struct {
	s       *scaled
	lo, hi  float64
	out     solution
	tried   int
	atBound bool
}

func (q *search) try(t float64) *solution {
	q.tried++
	q.s.solve(math.Exp2(t), &q.out, false)
	return &q.out
}

// usual is the range of log₂λ in which a spline through evenly spaced points goes from nearly interpolating to nearly its trend.
func (q *search) usual() (lo, hi float64) {
	n := float64(len(q.s.x))
	power := float64(2*q.s.order() - 1)
	weight := math.Log2(q.s.total / n)
	lo = weight - power*math.Log2(n) - 8
	hi = math.Log2(q.s.total) + 4
	return max(lo, q.lo), min(hi, q.hi)
}

// least finds the least value of a criterion: on a grid, which goes on below the usual range while the criterion falls there, and then between the neighbours of its best
// value. Of several minima it is the deepest that the grid sees.
func (q *search) least(of func(o *solution, s *scaled) float64) float64 {
	if largest(q.s.rest) == 0 && q.s.spread == 0 {
		q.atBound = true
		return q.s.bounds[1]
	}
	f := func(t float64) float64 { return of(q.try(t), q.s) }
	lo, hi := q.usual()
	best, value := q.hi, f(q.hi)
	t := hi
	for ; t >= lo || best > q.lo && t < best; t -= gridStep {
		t = max(t, q.lo)
		v := f(t)
		if better := v < value-1e-9*math.Abs(value); better || v < value && t >= lo {
			best, value = t, v
		} else if t < lo {
			break
		}
		if t == q.lo {
			break
		}
	}
	if q.atBound = best == q.hi || best < lo && best-t <= gridStep && t == q.lo; q.atBound {
		return math.Exp2(best)
	}
	return math.Exp2(minimise(f, max(best-gridStep, q.lo), best, min(best+gridStep, q.hi), value))
}

// degreesOfFreedom finds the λ at which the trace is df, which falls as λ grows.
func (q *search) degreesOfFreedom(df float64) (float64, error) {
	n := float64(len(q.s.x))
	if df >= n {
		return 0, input.Param(false, "Smoothing.DF", df, "a number less than that of the different x")
	}
	excess := func(t float64) float64 {
		_, left := q.try(t).sums(q.s)
		return float64(q.s.n) - left - df
	}
	lo, hi := q.usual()
	for lo > q.lo && excess(lo) < 0 {
		lo = max(lo-16, q.lo)
	}
	for hi < q.hi && excess(hi) > 0 {
		hi = min(hi+16, q.hi)
	}
	return math.Exp2(root(excess, lo, hi)), nil
}

// root finds where a falling function is 0: by inverse quadratic interpolation, secants and, where these do not help, halves (Brent's method), to 2⁻⁴⁰.
//
// Reference: R. P. Brent, Algorithms for Minimization without Derivatives (1973), chapter 4.
func root(f func(float64) float64, a, b float64) float64 {
	fa, fb := f(a), f(b)
	if fa <= 0 {
		return a
	}
	if fb >= 0 {
		return b
	}
	c, fc := a, fa // f(b) and f(c) have different signs, and b is the better of the two
	step, last := b-a, b-a
	for range 200 {
		if math.Abs(fc) < math.Abs(fb) {
			a, b, c, fa, fb, fc = b, c, b, fb, fc, fb
		}
		tolerance := 0x1p-40 * (1 + math.Abs(b))
		half := (c - b) / 2
		if math.Abs(half) <= tolerance || fb == 0 {
			break
		}
		if p, q := interpolated(a, b, c, fa, fb, fc); math.Abs(last) >= tolerance && math.Abs(fa) > math.Abs(fb) && 2*p < min(3*half*q-math.Abs(tolerance*q), math.Abs(last*q)) {
			last, step = step, p/q
		} else {
			last, step = half, half
		}
		a, fa = b, fb
		if math.Abs(step) <= tolerance {
			step = math.Copysign(tolerance, half)
		}
		b += step
		if fb = f(b); fb > 0 == (fc > 0) {
			c, fc = a, fa
			step, last = b-a, b-a
		}
	}
	return b
}

// interpolated is the step p/q, p >= 0, from b to where the inverse of f is 0 by three points, or by two if a is c.
func interpolated(a, b, c, fa, fb, fc float64) (p, q float64) {
	s := fb / fa
	if a == c {
		p, q = (c-b)*s, 1-s
	} else {
		u, r := fa/fc, fb/fc
		p, q = s*((c-b)*u*(u-r)-(b-a)*(r-1)), (u-1)*(r-1)*(s-1)
	}
	if p > 0 {
		return p, -q
	}
	return -p, q
}

// minimise finds a minimum of f between lo and hi, where mid has the value v: parabolas through the best three points, and golden sections where these do not
// help (Brent's method), to 10⁻⁵.
//
// Reference: R. P. Brent, Algorithms for Minimization without Derivatives (1973), chapter 5.
func minimise(f func(float64) float64, lo, mid, hi, v float64) float64 {
	const golden, tolerance = 0.3819660112501051, 1e-5
	x, second, third := mid, mid, mid
	fx, f2, f3 := v, v, v
	step, last := 0.0, 0.0
	for range 100 {
		centre := (lo + hi) / 2
		if math.Abs(x-centre) <= 2*tolerance-(hi-lo)/2 {
			break
		}
		p, q := parabola(x, second, third, fx, f2, f3)
		if math.Abs(p) < math.Abs(q*last/2) && p > q*(lo-x) && p < q*(hi-x) {
			last, step = step, p/q
		} else {
			last = hi - x
			if x >= centre {
				last = lo - x
			}
			step = golden * last
		}
		if math.Abs(step) < tolerance {
			step = math.Copysign(tolerance, step)
		}
		u := min(max(x+step, lo), hi)
		fu := f(u)
		if fu <= fx {
			if u >= x {
				lo = x
			} else {
				hi = x
			}
			third, f3, second, f2, x, fx = second, f2, x, fx, u, fu
			continue
		}
		if u < x {
			lo = u
		} else {
			hi = u
		}
		if fu <= f2 || second == x {
			third, f3, second, f2 = second, f2, u, fu
		} else if fu <= f3 || third == x || third == second {
			third, f3 = u, fu
		}
	}
	return x
}

// parabola is the step p/q, q >= 0, from x to the vertex of the parabola through three points.
func parabola(x, w, v, fx, fw, fv float64) (p, q float64) {
	r := (x - w) * (fx - fv)
	q = (x - v) * (fx - fw)
	p = (x-v)*q - (x-w)*r
	q = 2 * (q - r)
	if q > 0 {
		p = -p
	}
	return p, math.Abs(q)
}
