package judge

import (
	"math"
	"math/big"
	"slices"

	"github.com/mercer-go/mercer/display/formula/eval"
	"github.com/mercer-go/mercer/display/formula/value"
)

// This file looks at the places that the formulas themselves point to: where a denominator, the argument of a logarithm or of an absolute
// value, or the difference of two sides that are compared is zero. Random points miss them. Each such number is solved along single entries of the
// point, by secants; what is found is made a rational point where it can be (border numbers that are affine in an entry always can), and is else a
// point known to hundreds of digits, at which everything of that size counts as zero.

// atBorder is the origin of a point at which a border number is zero.
const atBorder = "where a number of the formula is zero"

// Bounds of the search: spots at which borders are listed, numbers that are solved for, starts of each (more where there is a single coordinate),
// entries along which, evaluations in all, and zeros that are known to many digits only.
const (
	borderSpots   = 6
	mostSolved    = 24
	borderStarts  = 2
	singleStarts  = 8
	borderEntries = 3
	borderEffort  = 80
	singleEffort  = 1200
	mostPolished  = 12
)

// borderSearch looks for the zeros of border numbers.
type borderSearch struct {
	j        *judge
	left     int // evaluations
	starts   int // of each number
	polished int
	borders  map[eval.BorderKey]*border
	order    []*border
}

// border is a number that formulas compute, and where to begin to look for its zeros.
type border struct {
	key         eval.BorderKey
	side        *eval.Formula // in which it is met
	claims      []*checked
	hole, sharp bool
	starts      []borderStart
}

// borderStart is a spot and the border number there.
type borderStart struct {
	spot
	x float64
}

// lookAtBorders tries the claims where border numbers are zero.
func (j *judge) lookAtBorders() {
	if j.s.hunt == 0 || j.isSettled() || j.whole || j.coordinates() == 0 {
		return
	}
	s := &borderSearch{j: j, left: borderEffort, starts: borderStarts, borders: map[eval.BorderKey]*border{}}
	if j.coordinates() == 1 {
		s.left, s.starts = singleEffort, singleStarts
	}
	s.list()
	slices.SortStableFunc(s.order, func(a, b *border) int { return a.rank() - b.rank() })
	for k, b := range s.order {
		if k == mostSolved || s.left <= 0 {
			return
		}
		s.solve(b)
	}
}

// rank is in which order border numbers are solved for: those that changed their sign first.
func (b *border) rank() int {
	var negative, positive bool
	for _, start := range b.starts {
		negative, positive = negative || start.x < 0, positive || start.x > 0
	}
	switch {
	case negative && positive:
		return 0
	case b.hole || b.sharp:
		return 1
	}
	return 2
}

// list lists the borders at some spots.
func (s *borderSearch) list() {
	j := s.j
	spots := slices.Concat(j.spots[:min(borderSpots, len(j.spots))], j.cornerSpots[:min(2, len(j.cornerSpots))])
	for _, at := range spots {
		if j.float.steps > 2*maxSteps {
			return
		}
		j.set(at)
		j.float.moved()
		for _, c := range j.claims {
			if c.done {
				continue
			}
			for _, side := range c.sides {
				j.float.steps += c.stepsOf(j.float, side)
				for _, b := range j.m.Borders(side) {
					s.meet(b, c, side, at)
				}
			}
		}
	}
}

// stepsOf is what the evaluation of a side takes.
func (c *claim) stepsOf(e *evaluator[float64], side *eval.Formula) int {
	r, _ := e.eval(side)
	return r.Steps
}

// meet notes a border number of a claim at a spot.
func (s *borderSearch) meet(found eval.Border[float64], c *checked, side *eval.Formula, at spot) {
	b := s.borders[found.Key]
	if b == nil {
		b = &border{key: found.Key, side: side, hole: found.Hole, sharp: found.Sharp}
		s.borders[found.Key] = b
		s.order = append(s.order, b)
	}
	b.hole, b.sharp = b.hole || found.Hole, b.sharp || found.Sharp
	if !slices.Contains(b.claims, c) {
		b.claims = append(b.claims, c)
	}
	if side == b.side && found.Value-found.Value == 0 && at.origin != cornerCase {
		b.starts = append(b.starts, borderStart{at, found.Value})
	}
}

// solve looks for zeros of a border number from its starts.
func (s *borderSearch) solve(b *border) {
	starts, most := b.begin(), s.starts
	if b.rank() > 0 {
		most = (most + 1) / 2
	}
	for _, start := range starts[:min(most, len(starts))] {
		p := placeOf(start.spot)
		s.j.rounded(p)
		tried := 0
		for i := range p.values {
			if !s.j.isFree(i) {
				continue
			}
			for k := range entries(&p.values[i]) {
				if tried++; tried > borderEntries || s.left <= 0 || b.settled() {
					break
				}
				s.along(b, p, i, k)
			}
		}
	}
}

// settled tells whether nothing is left to be found.
func (b *border) settled() bool {
	return !slices.ContainsFunc(b.claims, func(c *checked) bool { return !c.done })
}

// begin are the starts, those with the number nearest to zero first, of both signs in turn.
func (b *border) begin() []borderStart {
	slices.SortStableFunc(b.starts, func(x, y borderStart) int {
		switch a, b := math.Abs(x.x), math.Abs(y.x); {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	})
	var signs [2][]borderStart
	for _, start := range b.starts {
		k := 0
		if start.x < 0 {
			k = 1
		}
		signs[k] = append(signs[k], start)
	}
	var all []borderStart
	for k := range max(len(signs[0]), len(signs[1])) {
		for _, list := range signs {
			if k < len(list) {
				all = append(all, list[k])
			}
		}
	}
	return all
}

// along solves a border number along entry k of variable i of a place.
func (s *borderSearch) along(b *border, p *place, i, k int) {
	before := cloned(p.values[i])
	defer func() { p.values[i], p.exact = before, nil }()
	entry := entries(&p.values[i])[k]
	at := func(x float64) (float64, bool) {
		*entry = x
		return s.value(b, p)
	}
	root, ok := secant(at, *entry)
	if !ok {
		return
	}
	*entry = root
	if s.suspect(b, p) {
		s.decide(b, p, i, k, root)
	}
}

// value is a border number at a place, if it has one there.
func (s *borderSearch) value(b *border, p *place) (float64, bool) {
	if s.left--; s.left < 0 || !s.j.put(p) {
		return 0, false
	}
	return borderAt(s.j.m, b)
}

// borderAt is a border number at the point to which a machine is set.
func borderAt[T any](m eval.Machine[T], b *border) (x T, ok bool) {
	for _, found := range m.Borders(b.side) {
		if found.Key == b.key {
			return found.Value, true
		}
	}
	return x, false
}

// Secants are taken so often, and go so far out.
const (
	mostSecants = 16
	hopeless    = 4 // after so many the number should have come nearer to zero
	farSecant   = 1e7
)

// secant looks for a zero of f from x on.
func secant(f func(float64) (float64, bool), x float64) (root float64, ok bool) {
	before, ok := f(x)
	if !ok || before == 0 {
		return x, ok
	}
	was := x
	step := 0.25 * max(1, math.Abs(x))
	x += step
	y, ok := f(x)
	if !ok {
		x = was - step
		if y, ok = f(x); !ok {
			return 0, false
		}
	}
	first := math.Abs(before)
	for n := range mostSecants {
		if n == hopeless && math.Abs(y) > 0.1*first {
			return 0, false
		}
		if y == 0 {
			return x, true
		}
		next := x - y*(x-was)/(y-before)
		if next-next != 0 || math.Abs(next) > farSecant {
			return 0, false
		}
		if math.Abs(next-x) <= 1e-13*math.Abs(next) {
			return next, math.Abs(y) <= 1e-6*math.Abs(before) || math.Abs(y) < 1e-12
		}
		was, before = x, y
		x = next
		if y, ok = f(x); !ok {
			return 0, false
		}
	}
	return x, math.Abs(y) < 1e-9
}

// suspect tells whether some claim may be false at the zero of a border number near to a place: where there is a hole or a jump, or where it is
// false if what is nearly equal counts as equal.
func (s *borderSearch) suspect(b *border, p *place) bool {
	if !s.j.put(p) {
		return b.hole || b.sharp // the place itself may be in the domain, where what is nearest to it is not
	}
	if b.hole || b.sharp {
		return true
	}
	s.j.m.TakeForEqual(b.rounding())
	defer func() {
		s.j.m.TakeForEqual(0)
		s.j.float.moved()
	}()
	for _, c := range b.claims {
		if f := c.find(s.j.float); !c.done && (f.err != nil || !f.holds) {
			return true
		}
	}
	return false
}

// rounding is what rounding may leave of a border number where it is zero.
func (b *border) rounding() float64 {
	largest := 1.0
	for _, start := range b.starts {
		largest = max(largest, math.Abs(start.x))
	}
	return 1e-12 * largest
}

// decide decides the claims at the zero of a border number near to root.
func (s *borderSearch) decide(b *border, p *place, i, k int, root float64) {
	j := s.j
	p.exact = nil
	for v, x := range p.values {
		p.exact = append(p.exact, exactValue(j.p.Vars[v], x))
	}
	if s.decideExactly(b, p, i, k, root) || !s.crosses(b, p, i, k, root) {
		return
	}
	if s.polished++; s.polished <= mostPolished && s.decideNearly(b, p, i, k, root) {
		return
	}
	if !j.put(p) {
		return
	}
	for _, c := range b.claims {
		if !c.done && c.variant == nil {
			c.untold = j.words(p.spot(""))
		}
	}
}

// Beside a zero that is no rational number the border number must be seen to change its sign, with what is no rounding on both sides.
const (
	besideZero  = 1e-3
	seenAtSides = 1e-9
)

// crosses tells whether a border number changes its sign at root along entry k of variable i.
func (s *borderSearch) crosses(b *border, p *place, i, k int, root float64) bool {
	entry := entries(&p.values[i])[k]
	defer func() { *entry = root }()
	var sides [2]float64
	for n := range sides {
		*entry = root + float64(2*n-1)*besideZero*max(1, math.Abs(root))
		y, ok := s.value(b, p)
		if !ok || math.Abs(y) < seenAtSides {
			return false
		}
		sides[n] = y
	}
	return (sides[0] < 0) != (sides[1] < 0)
}

// decideExactly decides the claims at a rational zero, if there is one.
func (s *borderSearch) decideExactly(b *border, p *place, i, k int, root float64) bool {
	j := s.j
	kept := p.exact[i]
	for _, x := range s.rationalsNear(b, p, i, k, root) {
		p.exact[i] = exactEntry(kept, k, x)
		if !s.isZeroAt(b, p) {
			continue
		}
		*entries(&p.values[i])[k], _ = x.Float64()
		if at := p.spot(atBorder); j.put(p) && j.surelyAllowed(at) {
			for _, c := range b.claims {
				j.noteBorder(c, at)
			}
		}
		return true
	}
	p.exact[i] = kept
	return false
}

// isZeroAt tells whether a border number is exactly zero at a rational place.
func (s *borderSearch) isZeroAt(b *border, p *place) bool {
	for v, x := range s.j.p.Vars {
		s.j.exact.m.Set(x, p.exact[v])
	}
	s.j.exact.moved()
	x, ok := borderAt(s.j.exact.m, b)
	return ok && x.Sign() == 0
}

// rationalsNear are candidates for a rational zero near root: numbers of few decimals, fractions of small numbers, and the zero of the line through
// two points beside it.
func (s *borderSearch) rationalsNear(b *border, p *place, i, k int, root float64) (all []*big.Rat) {
	add := func(x *big.Rat) {
		if x != nil && !slices.ContainsFunc(all, func(y *big.Rat) bool { return x.Cmp(y) == 0 }) {
			all = append(all, x)
		}
	}
	for _, unit := range []int64{1, 10, 100, 1000, 10000} {
		if x := math.Round(root * float64(unit)); math.Abs(x/float64(unit)-root) <= 1e-3/float64(unit) && math.Abs(x) < 1e15 {
			add(big.NewRat(int64(x), unit))
		}
	}
	add(fractionNear(root))
	add(s.exactSecant(b, p, i, k, root))
	return all
}

// fractionNear is a fraction with a denominator up to 1000 that is as near to x as rounding, or nil.
func fractionNear(x float64) *big.Rat {
	p0, q0, p1, q1 := 0.0, 1.0, 1.0, 0.0
	for y, n := x, 0; n < 12; n++ {
		a := math.Floor(y)
		p0, q0, p1, q1 = p1, q1, a*p1+p0, a*q1+q0
		if q1 > 1000 || math.Abs(p1) > 1e12 {
			return nil
		}
		if math.Abs(p1/q1-x) <= 1e-11*max(1, math.Abs(x)) {
			return big.NewRat(int64(p1), int64(q1))
		}
		y = 1 / (y - a)
	}
	return nil
}

// exactSecant is the zero of the line through the border numbers at two rational points on one side of root.
func (s *borderSearch) exactSecant(b *border, p *place, i, k int, root float64) *big.Rat {
	kept := p.exact[i]
	defer func() { p.exact[i] = kept }()
	at := func(x *big.Rat) *big.Rat {
		p.exact[i] = exactEntry(kept, k, x)
		for v, y := range s.j.p.Vars {
			s.j.exact.m.Set(y, p.exact[v])
		}
		y, ok := borderAt(s.j.exact.m, b)
		if !ok {
			return nil
		}
		return y
	}
	x0, x1 := decimal(math.Round(root*1e3)/1e3+0.001), decimal(math.Round(root*1e3)/1e3+0.002)
	y0, y1 := at(x0), at(x1)
	if y0 == nil || y1 == nil || y0.Cmp(y1) == 0 {
		return nil
	}
	slope := new(big.Rat).Quo(new(big.Rat).Sub(y1, y0), new(big.Rat).Sub(x1, x0))
	return new(big.Rat).Sub(x0, new(big.Rat).Quo(y0, slope))
}

// surelyAllowed tells whether the assumptions hold at a rational point, where that is certain.
func (j *judge) surelyAllowed(at spot) bool {
	j.setExact(at)
	for _, a := range j.p.Assumptions {
		r, err := j.exact.eval(a)
		if err == nil && r.Value.Truth {
			continue
		}
		if err == nil || !isInexact(err) {
			return false
		}
		j.setCertain(at, precisions[1])
		if !j.clearlyHolds(a) {
			return false
		}
	}
	return true
}

// clearlyHolds tells whether an assumption holds at the point to which the machine with radii is set; where that cannot tell, as of eigenvalues, by
// its margin in floating point.
func (j *judge) clearlyHolds(a *eval.Formula) bool {
	j.sure.field.Clear()
	r, err := j.sure.eval(a)
	if err == nil && !j.sure.field.Doubt {
		return r.Value.Truth
	}
	margin, err := j.m.Margin(a)
	return err == nil && margin > clearMargin
}

// noteBorder decides a claim at a rational point, in rational arithmetic or in numbers with a radius.
func (j *judge) noteBorder(c *checked, at spot) {
	if c.done {
		return
	}
	j.back(at)
	j.setExact(at)
	holds, ok, err := c.findExact(j.exact)
	switch {
	case ok && (holds || c.stated || j.isConstrained()):
	case ok:
		c.counter(j.counter(at, j.exactSides(c), 0))
	case isNoValue(err):
		if c.variant == nil {
			j.refutedBecause(c, at, err)
		}
	default:
		f, how := j.certainly(c, at, precisions[:]...)
		if how == undecided || how == unavailable {
			f, how = j.nearlyEqual(c, at)
		}
		switch {
		case how != decided:
			c.untold = j.words(at)
		case f.err != nil && c.variant == nil:
			j.refutedBecause(c, at, f.err)
		case f.err == nil && f.violated():
			c.counter(j.counter(at, f.values, 0))
		}
	}
}

// nearlyEqual decides a claim at a rational point where what is equal to hundreds of digits counts as equal.
func (j *judge) nearlyEqual(c *checked, at spot) (finding, certainty) {
	defer func() { j.sure.at, j.sure.field.Nought = nil, 0 }()
	j.sure.at, j.sure.field.Nought = nil, noughtBits
	j.setCertain(at, polishedBits)
	return c.findCertain(j.sure)
}

// exactSides are the sides of a claim at the rational point to which the exact machine is set.
func (j *judge) exactSides(c *checked) []value.Value[float64] {
	var all []value.Value[float64]
	for _, side := range c.sides {
		r, _ := j.exact.eval(side)
		all = append(all, value.Convert(r.Value, nearest))
	}
	return all
}

// isNoValue tells whether an error says that there is no value, rather than none in this arithmetic.
func isNoValue(err error) bool {
	return err != nil && !isInexact(err) && !isStructural(err)
}

// A zero that is no rational number is known to polishedBits; what is below 2^-noughtBits there counts as zero.
const (
	polishedBits = 640
	noughtBits   = 400
	mostPolish   = 40
)

// decideNearly decides the claims at a zero that is known to many digits. It reports false where it cannot.
func (s *borderSearch) decideNearly(b *border, p *place, i, k int, root float64) bool {
	j := s.j
	field := j.sure.field
	field.SetPrecision(polishedBits)
	defer func() { j.sure.at, field.Nought = nil, 0 }()
	if !s.polish(b, p, i, k, root) {
		return false
	}
	if field.Nought = noughtBits; !j.put(p) {
		return true // it is at the end of a domain
	}
	j.sure.moved()
	for _, a := range j.p.Assumptions {
		if !j.clearlyHolds(a) {
			return true // the place is left out
		}
	}
	decidedAll := true
	for _, c := range b.claims {
		if !c.done {
			decidedAll = s.noteNearly(c, p) && decidedAll
		}
	}
	return decidedAll
}

// noteNearly decides a claim at the point to which the machine with radii is set.
func (s *borderSearch) noteNearly(c *checked, p *place) bool {
	f, how := c.findCertain(s.j.sure)
	at := p.spot(atBorder)
	switch {
	case how != decided:
		return false
	case f.err != nil && c.variant == nil:
		s.j.refutedBecause(c, at, f.err)
		c.step.Counter.Point += " nearly"
	case f.err == nil && f.violated():
		c.counter(s.j.counterNear(at, f.values))
	}
	return true
}

// polish sets the machine with radii to a zero of a border number near root, by secants.
func (s *borderSearch) polish(b *border, p *place, i, k int, root float64) bool {
	j, m := s.j, s.j.sure.m
	at := func(x *big.Float) (float64, bool) {
		r, _ := x.Rat(nil)
		for v, y := range j.p.Vars {
			e := p.exact[v]
			if v == i {
				e = exactEntry(e, k, r)
			}
			m.Set(y, value.Convert(e, j.sure.field.Rat))
		}
		j.sure.steps += 100
		y, ok := borderAt(m, b)
		if !ok {
			return 0, false
		}
		return j.sure.field.Value(y), true
	}
	was := new(big.Float).SetPrec(polishedBits).SetFloat64(root + 1e-6*max(1, math.Abs(root)))
	x := new(big.Float).SetPrec(polishedBits).SetFloat64(root)
	before, ok := at(was)
	if !ok {
		return false
	}
	for range mostPolish {
		y, ok := at(x)
		switch {
		case !ok || y-y != 0:
			return false
		case math.Abs(y) < 1e-180:
			*entries(&p.values[i])[k], _ = x.Float64()
			return true
		case y == before:
			return false
		}
		step := new(big.Float).SetPrec(polishedBits).Sub(x, was)
		step.Mul(step, new(big.Float).SetFloat64(y/(y-before)))
		was, before = x, y
		x = new(big.Float).SetPrec(polishedBits).Sub(x, step)
	}
	return false
}

// longPoint is from how many letters on a point is not written within a sentence.
const longPoint = 60

// untoldFlag says where a line was not decided.
func untoldFlag(where string) string {
	if len(where) > longPoint {
		return "where a number of the formula is zero only rounding would decide, so that it is not told there"
	}
	return "at " + where + ", where a number of the formula is zero, only rounding would decide, so that it is not told there"
}
