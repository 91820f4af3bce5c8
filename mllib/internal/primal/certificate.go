package primal

import (
	"math"

	"github.com/mercer-go/mercer/mllib/internal/smo"
	"gonum.org/v1/gonum/floats"
)

// This file turns the end of a round into a solution of the dual problem, and says how good it is.

// result is β with Σ β_i = 0, the levels of the offset, and by which part of the primal objective of (w, b) the dual one of β is below it, with the norm of w or that of Σ β_i x_i.
func (s *solver) result() (Solution, float64) {
	r := Solution{W: append([]float64(nil), s.w...), B: s.b}
	r.Result = smo.Result{Beta: append([]float64(nil), s.beta...), F: append([]float64(nil), s.f...)}
	floats.AddConst(-s.b, r.F)
	if s.Free {
		s.balance(r.Beta)
	}
	low, high := math.Inf(-1), math.Inf(1)
	for i, b := range r.Beta {
		up, down := s.sides(i, b)
		low, high = max(low, r.F[i]+down), min(high, r.F[i]+up)
	}
	if s.Free {
		r.Level = [][2]float64{{low, high}}
		r.Gap = max(0, low-high)
	} else {
		r.Gap = max(0, low, -high)
	}
	w := s.sum(r.Beta)
	primal, dual := floats.Dot(s.w, s.w)/2, -floats.Dot(w, w)/2
	for i, beta := range r.Beta {
		slack, ridge := s.slack(i, s.f[i]), 0.0
		if s.Ridge != nil {
			ridge, slack = s.Ridge[i]*beta*beta/2, slack*slack/2
		}
		primal += float64(s.prices[i] * slack)
		dual -= float64(s.Linear[i]*beta) + float64(s.Tube*math.Abs(beta)) + ridge
	}
	s.value = primal
	if primal <= 0 {
		return r, 0
	}
	apart := (floats.Dot(s.w, s.w) - floats.Dot(w, w)) / 2 // 0 where w is Σ β_i x_i
	gap := max(primal-dual, math.Abs(primal-dual+apart))
	if gap <= 4*0x1p-52*s.scale*floats.Sum(s.prices) { // slacks that are rounded, times their prices
		gap = 0
	}
	return r, gap / primal
}

// sides are what added to F_i gives the slopes of the dual objective to the right and to the left of β_i, as in package smo.
func (s *solver) sides(i int, b float64) (up, down float64) {
	p := s.Linear[i]
	if s.Ridge != nil {
		p += float64(s.Ridge[i] * b)
	}
	up, down = p+s.Tube, p-s.Tube
	if b > 0 {
		down = p + s.Tube
	} else if b < 0 {
		up = p - s.Tube
	}
	if b >= s.Upper[i] {
		up = math.Inf(1)
	}
	if b <= s.Lower[i] {
		down = math.Inf(-1)
	}
	return up, down
}

// slack is how far f falls short of what costs nothing.
func (s *solver) slack(i int, f float64) float64 {
	away := -s.Linear[i] - f
	if away > 0 && s.Upper[i] > 0 || away < 0 && s.Lower[i] < 0 {
		return max(0, math.Abs(away)-s.Tube)
	}
	return 0
}

// balance changes β so that its sum is 0: those inside their bounds as far as they have room, and if that is not enough all of the sign that is too much.
func (s *solver) balance(beta []float64) {
	for range 3 {
		sum, size := floats.Sum(beta), floats.Norm(beta, 1)
		if math.Abs(sum) <= 1e-15*size {
			return
		}
		room := 0.0
		for _, i := range s.inside {
			room += s.room(i, beta[i], -sum)
		}
		if room < math.Abs(sum) {
			break
		}
		for _, i := range s.inside {
			beta[i] -= float64(sum * (s.room(i, beta[i], -sum) / room))
		}
	}
	var parts [2]float64
	for _, b := range beta {
		if b > 0 {
			parts[1] += b
		} else {
			parts[0] -= b
		}
	}
	if parts[0] == parts[1] {
		return
	}
	for i, b := range beta {
		if b > 0 && parts[1] > parts[0] {
			beta[i] *= parts[0] / parts[1]
		} else if b < 0 && parts[0] > parts[1] {
			beta[i] *= parts[1] / parts[0]
		}
	}
}

// room is how far β_i can go in a direction: to its bound, or to 0 if it has its sign from a tube.
func (s *solver) room(i int, b, direction float64) float64 {
	end := s.Upper[i]
	if direction < 0 {
		end = s.Lower[i]
	}
	if s.Tube > 0 && (b > 0) == (direction < 0) {
		end = 0
	}
	if math.IsInf(end, 0) {
		return math.Abs(b)
	}
	return math.Abs(end - b)
}
