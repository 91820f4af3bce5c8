package smo

import (
	"math"
	"slices"
)

// solver holds the state of an iteration. Slices by position go along the active variables, in their order; slices by variable along all.
type solver struct {
	Problem
	Options
	Result // Beta and F by variable; F of those that are not active is out of date

	active    []int // variables by position
	cuts      []int // group g has the positions from cuts[g] up to cuts[g+1]
	f         []float64
	up, down  []float64 // what added to f gives u and l
	diagonals []float64
	columns   Matrix // rows with the active columns
	cache     *cache
	ends      []extremes // of each group

	size     float64 // the largest |K_ii|
	rounding float64 // the gap that rounding leaves
	exact    bool    // F was computed from β, not step by step
}

// Solve solves a problem, whose slices it does not change. It starts from slopes that are computed, so that a start near the solution saves time.
func Solve(p Problem, o Options) Result {
	n := len(p.Linear)
	s := &solver{Problem: p, Options: o, cache: newCache(n, o.CacheBytes)}
	if s.Beta = make([]float64, n); p.Start != nil {
		copy(s.Beta, p.Start)
	}
	for _, v := range p.Diagonal {
		s.size = max(s.size, math.Abs(v))
	}
	s.F = make([]float64, n)
	s.ends = make([]extremes, max(0, len(p.Groups)-1))
	s.compute(s.F, nil)
	s.exact = true
	s.activateAll()
	if len(p.Groups) == 0 {
		s.singles()
	} else {
		s.pairs()
	}
	return s.Result
}

// activateAll takes F by variable, which must be up to date, for that by position.
func (s *solver) activateAll() {
	n := len(s.Beta)
	s.active = make([]int, n)
	s.up, s.down = make([]float64, n), make([]float64, n)
	for v := range n {
		s.active[v] = v
		s.up[v], s.down[v] = s.slopes(v)
	}
	s.f, s.diagonals = slices.Clone(s.F), slices.Clone(s.Diagonal)
	s.cuts, s.columns = slices.Clone(s.Groups), s.Matrix
	s.cache.dropAll()
}

// slopes are those of the objective without F, to the right and to the left of β_v.
func (s *solver) slopes(v int) (up, down float64) {
	b, p := s.Beta[v], s.Linear[v]
	up, down = p-s.Tube, p+s.Tube
	switch {
	case b > 0:
		up = p + s.Tube
	case b < 0:
		down = p - s.Tube
	default:
		up, down = p+s.Tube, p-s.Tube
	}
	if b >= s.Upper[v] {
		up = inf
	}
	if b <= s.Lower[v] {
		down = -inf
	}
	return up, down
}

// rowOf is the row of K of the variable at a position, in the active columns.
func (s *solver) rowOf(position int) []float64 {
	v := s.active[position]
	if r := s.cache.row(v); r != nil {
		return r
	}
	r := s.cache.put(v, len(s.active))
	s.columns.RowTo(r, v)
	s.Rows++
	return r
}

// endless is a gap whose square overflows: β grows without end, as it may where a matrix is not positive definite and a bound is missing.
const endless = 1e150

// pairs is the iteration with two coefficients in a step.
func (s *solver) pairs() {
	period := min(len(s.Beta), 1000)
	s.scan()
	s.measure()
	for wait := period; ; wait-- {
		if wait == 0 {
			wait = period
			s.face()
			s.scan()
			s.measure()
			if !s.Whole {
				s.shrink()
			}
		}
		if s.gap() <= s.tolerance() {
			if s.settled() {
				s.finish(Converged)
				return
			}
			wait = 1
			continue
		}
		if s.Iterations >= s.MaxIter {
			s.finish(IterationLimit)
			return
		}
		if s.gap() > endless || !s.step() {
			s.finish(Rounding)
			return
		}
	}
}

// scan finds the extremes of all groups.
func (s *solver) scan() {
	for g := range s.ends {
		lo, hi := s.cuts[g], s.cuts[g+1]
		s.ends[g] = look(s.f[lo:hi], s.up[lo:hi], s.down[lo:hi])
	}
}

// gap is how far β is from optimal among the active variables.
func (s *solver) gap() float64 {
	gap := 0.0
	for _, e := range s.ends {
		gap = max(gap, e.l-e.u)
	}
	return gap
}

// tolerance is what the gap must not exceed.
func (s *solver) tolerance() float64 { return max(s.asked(), s.rounding) }

// asked is the tolerance without regard to rounding.
func (s *solver) asked() float64 {
	if !s.Relative {
		return s.Tolerance
	}
	middle := func(g int) float64 { return (s.ends[g].l + s.ends[g].u) / 2 }
	if len(s.ends) == 1 {
		return s.Tolerance * middle(0)
	}
	return s.Tolerance * (middle(0) - middle(1)) / 2
}

// measure finds what rounding can leave of a gap between sums of this size.
func (s *solver) measure() {
	largest, total := 0.0, 0.0
	for _, v := range s.active {
		reach := math.Abs(s.Beta[v]) * math.Sqrt(math.Abs(s.Diagonal[v])) * math.Sqrt(s.size) // |K_ij| is at most √(K_ii K_jj)
		largest = max(largest, reach, math.Abs(s.Linear[v]))
		total += reach
	}
	s.rounding = 4 * 0x1p-52 * largest
	if s.Relative { // a margin that is nearly 0 is 0
		s.rounding = max(s.rounding, 1e-14*total)
	}
}

// step changes two coefficients. It returns false where that changes nothing.
func (s *solver) step() bool {
	i, j, best := -1, -1, 0.0
	for g, e := range s.ends {
		if e.at < 0 || e.l <= e.u {
			continue
		}
		lo, hi := s.cuts[g], s.cuts[g+1]
		at := lo + e.at
		row := s.rowOf(at)
		k, gain := partner(s.f[lo:hi], s.down[lo:hi], row[lo:hi], s.diagonals[lo:hi], e.u, s.diagonals[at], s.floor())
		if k >= 0 && gain > best {
			i, j, best = at, lo+k, gain
		}
	}
	if i < 0 {
		return false
	}
	s.Iterations++
	a, b := s.rowOf(i), s.rowOf(j)
	t := s.along(s.diagonals[i]+s.diagonals[j]-2*a[j], s.f[j]+s.down[j]-s.f[i]-s.up[i])
	v, w := s.active[i], s.active[j]
	room, back := s.above(v)-s.Beta[v], s.Beta[w]-s.below(w)
	t = min(t, room, back)
	before, behind := s.Beta[v], s.Beta[w]
	s.set(i, s.Beta[v]+t, s.above(v), t == room)
	s.set(j, s.Beta[w]-t, s.below(w), t == back)
	s.exact = false
	for g := range s.ends {
		lo, hi := s.cuts[g], s.cuts[g+1]
		s.ends[g] = advance(s.f[lo:hi], a[lo:hi], b[lo:hi], s.up[lo:hi], s.down[lo:hi], t)
	}
	return s.Beta[v] != before || s.Beta[w] != behind
}

// along is the length of a step along a line of curvature a and slope −b.
func (s *solver) along(a, b float64) float64 {
	if a <= 0 {
		if a < -1e-10*s.size {
			s.Indefinite++
		}
		a = s.floor()
	}
	return b / a
}

func (s *solver) floor() float64 { return max(1e-12*s.size, math.SmallestNonzeroFloat64) }

// above is the next point, upwards, where the slope of β_v jumps, and below downwards.
func (s *solver) above(v int) float64 {
	if s.Tube > 0 && s.Beta[v] < 0 {
		return min(0, s.Upper[v])
	}
	return s.Upper[v]
}

func (s *solver) below(v int) float64 {
	if s.Tube > 0 && s.Beta[v] > 0 {
		return max(0, s.Lower[v])
	}
	return s.Lower[v]
}

// set changes the coefficient at a position, exactly to the end of its way if it is reached.
func (s *solver) set(position int, to, end float64, reached bool) {
	v := s.active[position]
	if reached {
		to = end
	}
	s.Beta[v] = to
	s.up[position], s.down[position] = s.slopes(v)
}

// settled looks at all variables where the active ones are optimal. It returns false where there is more to do.
func (s *solver) settled() bool {
	if len(s.active) < len(s.Beta) {
		s.reopen()
		if s.gap() > s.tolerance() {
			return false
		}
	}
	if s.exact || s.Tolerance > 1e-6 || s.Restored > 20 {
		return true
	}
	s.again()
	s.scan()
	return s.gap() <= s.tolerance()
}

// again computes F anew where all variables are active.
func (s *solver) again() {
	s.compute(s.f, nil)
	s.Restored++
	s.exact = true
	s.measure()
}

// finish fills in the result.
func (s *solver) finish(why Stop) {
	if len(s.active) < len(s.Beta) {
		s.reopen()
	}
	if why == Rounding && !s.exact { // the steps have left their own
		s.again()
		s.scan()
	}
	copy(s.F, s.f)
	s.Stop, s.Gap = why, s.gap()
	if s.Gap > s.asked() && why == Converged {
		s.Stop = Rounding
	}
	for _, e := range s.ends {
		s.Level = append(s.Level, [2]float64{e.l, e.u})
	}
}

// singles is the iteration with one coefficient in a step.
func (s *solver) singles() {
	s.measure()
	e := advanceOne(s.f, s.f, s.up, s.down, s.diagonals, 0, s.floor())
	for s.Stop = Rounding; ; {
		if e.most <= max(s.Tolerance, s.rounding) {
			if s.exact || s.Tolerance > 1e-6 || s.Restored > 20 {
				break
			}
			s.again()
			e = advanceOne(s.f, s.f, s.up, s.down, s.diagonals, 0, s.floor())
			continue
		}
		if s.Iterations >= s.MaxIter {
			s.Stop = IterationLimit
			break
		}
		if e.at < 0 || e.most > endless {
			break
		}
		row, t := s.stepOne(e)
		if t == 0 {
			break
		}
		if e = advanceOne(s.f, row, s.up, s.down, s.diagonals, t, s.floor()); s.Iterations%1000 == 0 {
			s.face()
			e = advanceOne(s.f, row, s.up, s.down, s.diagonals, 0, s.floor())
			s.measure()
		}
	}
	copy(s.F, s.f)
	if s.Gap = e.most; s.Gap <= s.Tolerance {
		s.Stop = Converged
	}
}

// stepOne changes a coefficient, and returns its row and by how much it changed.
func (s *solver) stepOne(e single) (row []float64, t float64) {
	s.Iterations++
	s.exact = false
	v := s.active[e.at]
	before, end := s.Beta[v], s.above(v)
	t = s.along(s.diagonals[e.at], -e.slope)
	if t < 0 {
		end = s.below(v)
	}
	room := end - before
	reached := math.Abs(t) >= math.Abs(room)
	s.set(e.at, before+t, end, reached)
	if reached {
		return s.rowOf(e.at), room
	}
	return s.rowOf(e.at), s.Beta[v] - before
}
