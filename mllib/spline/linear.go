package spline

import "math"

// This file has the filter of the linear spline, a step of which is one number where that of cubic.go is a matrix: the value f moves along an interval of
// length h by noise of the variance h/λ.

// linearState is what the points that a pass has seen say about f at a knot: a mean, and its precision.
type linearState struct{ p, m float64 }

func (s linearState) see(y, w float64) linearState {
	s.p += w
	s.m += w / s.p * (y - s.m)
	return s
}

// residual2 is what an observation adds to the sum of squares.
func (s linearState) residual2(y, w float64) float64 {
	if s.p == 0 {
		return 0
	}
	return (y - s.m) * (y - s.m) * w * (s.p / (s.p + w))
}

// move takes the state to the end of an interval. pivot² = 1 + p·h/λ is what the noise is divided by.
func (s linearState) move(noise float64) (next linearState, pivot2 float64) {
	pivot2 = 1 + s.p*noise
	return linearState{s.p / pivot2, s.m}, pivot2
}

func joinLinear(fwd, bwd linearState) linearState {
	j := linearState{p: fwd.p + bwd.p}
	if j.p > 0 {
		j.m = fwd.m + bwd.p/j.p*(bwd.m-fwd.m)
	}
	return j
}

// slopeAfter is λf' behind a knot with the value f: what the points behind contribute, by the derivative of half the sum of squares; fwd is the state at the next
// knot, with the value g. That of the side that says less is taken.
func slopeAfter(bwd linearState, f float64, fwd linearState, g float64) float64 {
	if bwd.p <= fwd.p {
		return -bwd.p * (f - bwd.m)
	}
	return fwd.p * (g - fwd.m)
}

// linearPasses fills in what both passes say at each point without the observation there, and the sums of the forward pass.
func (s *scaled) linearPasses(o *solution) (fwd, bwd []linearState) {
	n, inverse := len(s.x), 1/o.lambda
	if o.linear == nil {
		o.linear = make([]linearState, 2*n)
	}
	fwd, bwd = o.linear[:n], o.linear[n:]
	var det product
	fwd[0], bwd[n-1] = linearState{}, linearState{}
	if s.pinned {
		fwd[0].p = o.lambda / s.origin
		det.mul(s.origin * inverse)
	}
	sum := 0.0
	for i := range n - 1 {
		j := n - 1 - i
		sum += fwd[i].residual2(s.rest[i], s.w[i])
		next, pivot2 := fwd[i].see(s.rest[i], s.w[i]).move(s.h[i] * inverse)
		fwd[i+1] = next
		det.mul(pivot2)
		bwd[j-1], _ = bwd[j].see(s.rest[j], s.w[j]).move(s.h[j-1] * inverse)
	}
	last := fwd[n-1]
	o.objective = sum + last.residual2(s.rest[n-1], s.w[n-1])
	det.mul(last.p + s.w[n-1])
	o.logDet = det.log() / 2
	return fwd, bwd
}

// solveLinear fills a solution.
func (s *scaled) solveLinear(o *solution, full bool) {
	fwd, bwd := s.linearPasses(o)
	for i, y := range s.rest {
		j := joinLinear(fwd[i], bwd[i])
		o.gap[i], o.rho2[i] = y-j.m, j.p
		if full && i > 0 {
			o.slope[i-1] = slopeAfter(bwd[i-1], o.value(s, i-1), fwd[i], o.value(s, i)) / o.lambda
		}
	}
}

// product is that of positive numbers, which may leave the range of float64.
type product struct {
	m float64
	e int
}

func (p *product) mul(v float64) {
	if p.m == 0 {
		p.m = 1
	}
	if p.m *= v; p.m > 0x1p+400 || p.m < 0x1p-400 {
		m, e := math.Frexp(p.m)
		p.m, p.e = m, p.e+e
	}
}

func (p *product) log() float64 { return math.Log(p.m) + float64(p.e)*math.Ln2 }
