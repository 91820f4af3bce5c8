package density

import (
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/special"
)

// Sums of normal kernels on the line, f(t) = Σ w_i exp(-(t - u_i)²/2), by Taylor series. The points t are cut into groups at most 2·halfBox wide. With the
// middle c of a group, τ = t - c, and the observation u₀ nearest to c, s₀ = u₀ - c, q_i = u_i - u₀,
//
//	f(t) = exp(-(τ - s₀)²/2) Σ_k M_k τ^k / k!,   M_k = Σ w_i exp(-q_i(q_i + 2s₀)/2) q_i^k.
//
// All observations that are left out together count for less than e^-40 of f(t). Of the series, term k is at most exp(-q(q - 2|s₀|)/2) (|τ|q)^k/k! of the term of u₀; with |τ| <= ½ and
// |s₀| <= 2½ that is below 1e-25 from k = 34 on, and the terms before it are at most e^5 times their sum in size. So the relative error is some 1e-14, wherever t is.
const (
	halfBox = .5
	farBox  = 2.5 // |s₀| from which on the observations are looked at one by one
	terms   = 40  // M₀ to M₃₉, of which derivatives up to the sixth need six more than f itself
	faint   = 40  // what is below e^-faint of the sum is left out
	crowd   = 16  // points from which on a series pays
)

// line holds the observations of positive weight in increasing order.
type line struct {
	u, w  []float64
	index []int // of u[k] among the observations
}

func newLine(f *frame) *line {
	l := &line{}
	for i := range f.points.len() {
		if f.weight(i) > 0 {
			l.index = append(l.index, i)
		}
	}
	x := f.points.x
	slices.SortFunc(l.index, func(a, b int) int { return order(x[a], x[b], a, b) })
	for _, i := range l.index {
		l.u, l.w = append(l.u, x[i]), append(l.w, f.weight(i))
	}
	return l
}

// order puts a before b by value, and equal values by index.
func order(x, y float64, a, b int) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return a - b
}

// group is points of one box, or those that are looked at alone.
type group struct {
	from, to int // places in the order of the points
	middle   float64
	half     float64 // half its width
	near     int     // the observation u₀
	lo, hi   int     // observations that count
}

// groups cuts points in increasing order into boxes.
func (l *line) groups(t []float64) []group {
	var all []group
	for from := 0; from < len(t); {
		to := from + 1
		for to < len(t) && t[to]-t[from] <= 2*halfBox {
			to++
		}
		g := group{from: from, to: to, middle: t[from] + (t[to-1]-t[from])/2}
		g.half = max(t[to-1]-g.middle, g.middle-t[from])
		g.near = l.nearest(g.middle)
		g.lo, g.hi = l.window(g.middle, g.half, g.near)
		all = append(all, g)
		from = to
	}
	return all
}

// nearest is the observation nearest to t.
func (l *line) nearest(t float64) int {
	k, _ := slices.BinarySearch(l.u, t)
	if k == len(l.u) || k > 0 && t-l.u[k-1] <= l.u[k]-t {
		k--
	}
	return k
}

// window is the observations that count anywhere within half of t, given one that is there.
func (l *line) window(t, half float64, near int) (lo, hi int) {
	away := math.Abs(l.u[near]-t) + half
	reach := half + math.Hypot(away, math.Sqrt(2*(faint-math.Log(l.w[near]))))
	lo, _ = slices.BinarySearch(l.u, t-reach)
	hi, _ = slices.BinarySearch(l.u, t+reach)
	for hi < len(l.u) && l.u[hi] <= t+reach {
		hi++
	}
	return min(lo, near), max(hi, near+1)
}

// logs is log f(t) for all points; without is for points that are the observations, of which each leaves itself out.
func (l *line) logs(t []float64, without bool) []float64 {
	out := make([]float64, len(t))
	l.each(t, func(g group, points []int) {
		series := l.series(g, len(points))
		for _, i := range points {
			if series != nil {
				v := t[i] - l.u[g.near]
				out[i] = -v*v/2 + math.Log(horner(series, t[i]-g.middle))
			}
			if series == nil || without {
				out[i] = l.single(t[i], i, without, series != nil, out[i])
			}
		}
	})
	return out
}

// each calls work for each group with the numbers of its points.
func (l *line) each(t []float64, work func(g group, points []int)) {
	at := make([]int, len(t))
	for i := range at {
		at[i] = i
	}
	slices.SortFunc(at, func(a, b int) int { return order(t[a], t[b], a, b) })
	sorted := make([]float64, len(t))
	for k, i := range at {
		sorted[k] = t[i]
	}
	groups := l.groups(sorted)
	parallel.Do(len(groups), func(k int) { work(groups[k], at[groups[k].from:groups[k].to]) })
}

// series is M_k/k! of a group, nil where its points are too few or too far for it.
func (l *line) series(g group, points int) []float64 {
	m := l.moments(g, points)
	if m == nil {
		return nil
	}
	return taylor(m, 0)
}

// taylor is M_(k+r)/k!, the coefficients of derivative r of Σ M_k τ^k/k!.
func taylor(m []float64, r int) []float64 {
	c, factorial := make([]float64, len(m)-r), 1.0
	for k := range c {
		c[k] = m[k+r] / factorial
		factorial *= float64(k + 1)
	}
	return c
}

func horner(c []float64, x float64) float64 {
	sum := 0.0
	for k := len(c) - 1; k >= 0; k-- {
		sum = math.FMA(sum, x, c[k])
	}
	return sum
}

// moments is M_k of a group, nil where its points are too few or too far for a series.
func (l *line) moments(g group, points int) []float64 {
	near := l.u[g.near]
	shift := 2 * (near - g.middle)
	if points < crowd || math.Abs(shift) > 2*farBox {
		return nil
	}
	m := make([]float64, terms)
	var q, a [64]float64
	for lo := g.lo; lo < g.hi; lo += len(q) {
		u := l.u[lo:min(g.hi, lo+len(q))]
		for i, v := range u {
			q[i] = v - near
			a[i] = -q[i] * (q[i] + shift) / 2
		}
		special.ExpTo(a[:len(u)], a[:len(u)])
		for i, w := range l.w[lo : lo+len(u)] {
			a[i] *= w
		}
		clear(a[len(u):])
		clear(q[len(u):])
		addPowers(m, &a, &q)
	}
	return m
}

// addPowers adds Σ a_i q_i^k to m_k, eight numbers at a time.
func addPowers(m []float64, a, q *[64]float64) {
	for i := 0; i < len(q); i += 8 {
		a, q := a[i:i+8:i+8], q[i:i+8:i+8]
		for k := range m {
			m[k] += ((a[0] + a[1]) + (a[2] + a[3])) + ((a[4] + a[5]) + (a[6] + a[7]))
			a[0], a[1], a[2], a[3] = a[0]*q[0], a[1]*q[1], a[2]*q[2], a[3]*q[3]
			a[4], a[5], a[6], a[7] = a[4]*q[4], a[5]*q[5], a[6]*q[6], a[7]*q[7]
		}
	}
}

// single is log f(t) for point i alone, where its group has no series; or, for an observation that leaves itself out, from the logarithm of the whole sum where enough of that is left.
func (l *line) single(t float64, i int, without, known bool, whole float64) float64 {
	near, self := l.nearest(t), -1
	if without {
		if self = l.place(t, i); self < 0 { // it has weight 0
			if known {
				return whole
			}
		} else if left := 1 - l.w[self]*math.Exp(-whole); known && left > .05 {
			return whole + math.Log(left)
		} else {
			near = l.neighbour(self)
		}
	}
	return l.direct(t, near, self)
}

// place is where observation i with value t stands in the order, -1 where it has weight 0.
func (l *line) place(t float64, i int) int {
	for k, _ := slices.BinarySearch(l.u, t); k < len(l.u) && l.u[k] == t; k++ {
		if l.index[k] == i {
			return k
		}
	}
	return -1
}

// neighbour is the observation nearest to another one.
func (l *line) neighbour(k int) int {
	if k == 0 || k+1 < len(l.u) && l.u[k+1]-l.u[k] < l.u[k]-l.u[k-1] {
		return k + 1
	}
	return k - 1
}

// direct is log f(t), term by term, without observation self.
func (l *line) direct(t float64, near, self int) float64 {
	lo, hi := l.window(t, 0, near)
	u0, e := l.u[near], make([]float64, hi-lo)
	if math.IsInf((t-u0)*(t-u0), 1) {
		return math.Inf(-1)
	}
	for i, v := range l.u[lo:hi] {
		e[i] = -(u0 - v) * ((t - v) + (t - u0)) / 2
	}
	special.ExpTo(e, e)
	if self >= lo && self < hi {
		e[self-lo] = 0
	}
	sum := 0.0
	for i, v := range e {
		sum += float64(v * l.w[lo+i])
	}
	return -(t-u0)*(t-u0)/2 + math.Log(sum)
}
