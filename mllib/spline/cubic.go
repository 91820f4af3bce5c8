package spline

import "math"

// This file has the filter of the cubic spline. The state at a knot is (f, v), where v is the slope f' in the direction of the pass, times −1: so all
// coefficients below are >= 0. With noise that the penalty stands for, the state moves along an interval of length h by
//
//	f → f − h·v + (noise),   v → v + q·e₁,   q² = h/λ
//
// where the noise of f is a multiple of e₁ and a part of its own, k·e₂ with k² = h³/(12λ), and e₁, e₂ have variance 1.

// cubicState is what the points that a pass has seen say about the state at a knot, as rows of a least-squares problem:
//
//	a·v + b·f = z1
//	      c·f = z2
type cubicState struct{ a, b, c, z1, z2 float64 }

// cubicStep is an interval: its length, and the noise along it.
type cubicStep struct{ h, q, k float64 }

// newCubicStep is the interval of length h, whose root is given, for λ = 1/scale².
func newCubicStep(h, root, scale float64) cubicStep {
	q := root * scale
	return cubicStep{h: h, q: q, k: q * h * 0.28867513459481288225} // 1/√12
}

// cross adds an observation y of weight w and takes the state to the end of an interval. residual2 is what the observation adds to the sum of squares, and pivots the product of what
// the noise is divided by, its factor of the determinant.
//
// First the observation is rotated into the row of f, and the two rows are rotated so that the last is about v alone:
//
//	β·v + α·f = z1
//	γ·v       = z2
//
// Then these, written for the new state and the noise,
//
//	        e₁           e₂    v         f
//	q(β + αh/2)          αk    β + αh    α    = z1
//	         qγ           0    γ         0    = z2
//
// are rotated with e₁ = 0 and e₂ = 0 until they have no noise; what is left is written out, because in this form all terms of the coefficients are positive. At last the rows are rotated
// back.
func (s cubicState) cross(y, w float64, t cubicStep) (next cubicState, residual2, pivots float64) {
	c2 := s.c*s.c + w
	alpha2 := s.b*s.b + c2
	perC, alpha := 1/math.Sqrt(c2), math.Sqrt(alpha2) // divisions are what takes time here, so each is made once
	perAlpha := 1 / alpha
	gap := s.c*y - s.z2
	z := (s.c*s.z2 + w*y) * perC
	cos, sin := s.b*perAlpha, c2*perC*perAlpha
	beta, gamma := cos*s.a, sin*s.a
	z1, z2 := cos*s.z1+sin*z, sin*s.z1-cos*z

	half, gq := alpha*t.h/2, gamma*t.q
	d2, d11 := math.Sqrt(1+alpha2*t.k*t.k), 1+gq*gq
	d1 := math.Sqrt(d11)
	perD1, perD2 := 1/d1, 1/d2
	x := t.q * (beta + half) * perD2
	d0 := math.Sqrt(d11 + x*x)
	scale := perD2 / d0
	z1 = (d1*z1 - x*gq*d2*perD1*z2) * scale
	beta = (beta + 2*half + gq*gq*half) * (scale * perD1)
	return turnBack(alpha*d1*scale, beta, gamma*perD1, z1, z2*perD1), gap * perC * (gap * perC) * w, d2 * d0
}

// turnBack rotates the rows βv + αf = z1, γv = z2 so that the last is about f alone.
func turnBack(alpha, beta, gamma, z1, z2 float64) cubicState {
	a := math.Sqrt(beta*beta + gamma*gamma)
	per := 1 / a
	cos, sin := beta*per, gamma*per
	return cubicState{a: a, b: cos * alpha, c: sin * alpha, z1: cos*z1 + sin*z2, z2: sin*z1 - cos*z2}
}

// cubicOrigin is the state at the end of an interval at whose beginning f = f' = 0, and the determinant of its noise.
func cubicOrigin(t cubicStep) (state cubicState, pivots float64) {
	return turnBack(1/t.k, t.h/(2*t.k), 1/t.q, 0, 0), t.q * t.k
}

// cubicJoint is the state at a knot by both passes without the observation there: f has the mean m and the precision rho², and its slope follows from f.
type cubicJoint struct {
	fwd, bwd cubicState
	m, rho2  float64
	size     float64 // the length of the coefficients of the slope
}

func join(fwd, bwd cubicState) cubicJoint {
	j := cubicJoint{fwd: fwd, bwd: bwd, size: math.Sqrt(fwd.a*fwd.a + bwd.a*bwd.a)}
	row, z := 0.0, 0.0
	if j.size > 0 {
		per := 1 / j.size
		cos, sin := fwd.a*per, bwd.a*per
		row, z = sin*fwd.b+cos*bwd.b, sin*fwd.z1+cos*bwd.z1
	}
	j.rho2 = row*row + fwd.c*fwd.c + bwd.c*bwd.c
	if j.rho2 > 0 {
		j.m = (row*z + fwd.c*fwd.z2 + bwd.c*bwd.z2) / j.rho2
	}
	return j
}

// slope is f' for the value f.
func (j cubicJoint) slope(f float64) float64 {
	if j.size == 0 {
		return 0
	}
	cos, sin := j.fwd.a/j.size, j.bwd.a/j.size
	return (sin*(j.bwd.z1-j.bwd.b*f) - cos*(j.fwd.z1-j.fwd.b*f)) / j.size
}

// second is λf” for the value f and the slope: the derivative by the slope of what the points of one side contribute to half the sum of squares, of the
// side that says less, for its terms are smaller.
func (j cubicJoint) second(f, slope float64) float64 {
	if j.fwd.a <= j.bwd.a {
		return -j.fwd.a * (-j.fwd.a*slope + j.fwd.b*f - j.fwd.z1)
	}
	return -j.bwd.a * (j.bwd.a*slope + j.bwd.b*f - j.bwd.z1)
}

// third is λf”' on the interval before the knot by the forward pass, or after it by the backward pass: the derivative by the value.
func (j cubicJoint) third(f, slope float64, before bool) float64 {
	if before {
		s := j.fwd
		return -(s.b*(-s.a*slope+s.b*f-s.z1) + s.c*(s.c*f-s.z2))
	}
	s := j.bwd
	return s.b*(s.a*slope+s.b*f-s.z1) + s.c*(s.c*f-s.z2)
}

// cubicPasses fills in what both passes say at each point without the observation there, and the sums of the forward pass.
func (s *scaled) cubicPasses(o *solution) (fwd, bwd []cubicState) {
	n, scale := len(s.x), 1/math.Sqrt(o.lambda)
	if o.cubic == nil {
		o.cubic = make([]cubicState, 2*n)
	}
	fwd, bwd = o.cubic[:n], o.cubic[n:]
	var det product
	fwd[0], bwd[n-1] = cubicState{}, cubicState{}
	if s.pinned {
		var pivots float64
		fwd[0], pivots = cubicOrigin(newCubicStep(s.origin, math.Sqrt(s.origin), scale))
		det.mul(pivots)
	}
	sum := 0.0
	for i := range n - 1 { // both in one loop: they do not wait for each other
		j := n - 1 - i
		next, residual2, pivots := fwd[i].cross(s.rest[i], s.w[i], newCubicStep(s.h[i], s.rootH[i], scale))
		fwd[i+1] = next
		sum += residual2
		det.mul(pivots)
		bwd[j-1], _, _ = bwd[j].cross(s.rest[j], s.w[j], newCubicStep(s.h[j-1], s.rootH[j-1], scale))
	}
	last := fwd[n-1]
	c2 := last.c*last.c + s.w[n-1]
	gap := last.c*s.rest[n-1] - last.z2
	o.objective = sum + gap*gap*(s.w[n-1]/c2)
	det.mul(last.a)
	det.mul(math.Sqrt(c2))
	o.logDet = det.log()
	return fwd, bwd
}

// solveCubic fills a solution.
func (s *scaled) solveCubic(o *solution, full bool) {
	fwd, bwd := s.cubicPasses(o)
	var before cubicJoint
	inverse := 1 / o.lambda
	for i, y := range s.rest {
		j := join(fwd[i], bwd[i])
		o.gap[i], o.rho2[i] = y-j.m, j.rho2
		if !full {
			continue
		}
		f := o.value(s, i)
		o.slope[i] = j.slope(f)
		o.second[i] = j.second(f, o.slope[i]) * inverse
		switch {
		case i > 0:
			o.third[i-1] = thirdBetween(before, o.value(s, i-1), o.slope[i-1], j, f, o.slope[i]) * inverse
		case s.pinned:
			o.firstThird = j.third(f, o.slope[i], true) * inverse
		}
		before = j
	}
}

// thirdBetween is λf”' between two knots, by the side that says less.
func thirdBetween(left cubicJoint, f0, slope0 float64, right cubicJoint, f1, slope1 float64) float64 {
	if left.bwd.b*left.bwd.b+left.bwd.c*left.bwd.c <= right.fwd.b*right.fwd.b+right.fwd.c*right.fwd.c {
		return left.third(f0, slope0, false)
	}
	return right.third(f1, slope1, true)
}
