package svm

import (
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/enum"
)

// Position is where an observation lies, by its α_i and ξ_i.
type Position = enum.Of[positions]

const (
	Outside  Position = iota // α_i = 0: beyond its border, or on it; removing it changes nothing
	OnMargin                 // 0 < α_i < C_i: exactly on its border, y_i f(x_i) = 1
	Inside                   // α_i = C_i (of Squares C_i ξ_i) and ξ_i ≤ 1: inside the margin or on its border, and not misclassified
	Wrong                    // the same and ξ_i > 1: misclassified
)

type positions struct{}

func (positions) Names() (string, []string) {
	return "svm.Position", []string{Outside: "outside", OnMargin: "on the margin", Inside: "inside", Wrong: "wrong"}
}

// Positions says where each observation lies. α_i within 1e-8 of a bound, relative to the largest α or to the bound, is taken for the bound.
//
// Curriculum: N7.1e, B3.2.2i, S6.3a, Y30b.
func (m *Machine) Positions() []Position {
	if m.ready() != nil {
		return nil
	}
	largest := 0.0
	for _, a := range m.Alpha {
		largest = max(largest, a)
	}
	at := make([]Position, len(m.Alpha))
	for i, a := range m.Alpha {
		switch bound := m.bound(i); {
		case a <= 1e-8*min(largest, bound):
			at[i] = Outside
		case a < bound*(1-1e-8) && m.Form != Squares:
			at[i] = OnMargin
		case float64(m.Y[i])*m.F[i] >= 0:
			at[i] = Inside
		default:
			at[i] = Wrong
		}
	}
	return at
}

// bound is C_i, infinite where there is none.
func (m *Machine) bound(i int) float64 {
	if m.Bounds == nil || m.Form == Squares && m.Bounds[i] > 0 {
		return math.Inf(1)
	}
	return m.Bounds[i]
}

// Support are the observations with α_i > 0, the support vectors, in increasing order.
//
// Curriculum: N7.0h, B3.2.2i, S5.3b, Y28a.
func (m *Machine) Support() []int {
	if m.ready() != nil {
		return nil
	}
	var support []int
	for i, a := range m.Alpha {
		if a > 0 {
			support = append(support, i)
		}
	}
	return support
}

// Free are the observations with 0 < α_i < C_i: each of them says what b is.
func (m *Machine) Free() []int { return m.which(OnMargin) }

// Bounded are the observations with α_i = C_i > 0.
func (m *Machine) Bounded() []int { return m.which(Inside, Wrong) }

func (m *Machine) which(positions ...Position) []int {
	var those []int
	for i, p := range m.Positions() {
		if slices.Contains(positions, p) {
			those = append(those, i)
		}
	}
	return those
}

// KKT are the largest residuals of the optimality conditions of Karush, Kuhn and Tucker. ξ_i is max(0, 1 − y_i f(x_i)), μ_i = C_i − α_i, and w = Σ α_i y_i φ(x_i), so
// that stationarity in w and in ξ hold as such.
//
// Curriculum: N7.0k, N7.1d, B3.2.2e, S5.3a, S6.2g, V6.1d, Y27a, Y30b.
type KKT struct {
	Stationarity       float64 // |Σ α_i y_i|, of b; 0 without an offset
	DualFeasibility    float64 // how far an α_i is outside [0, C_i]
	PrimalFeasibility  float64 // how far y_i f(x_i) falls short of 1 − ξ_i; of Hard, of 1
	Complementarity    float64 // |α_i (y_i f(x_i) − 1 + ξ_i)|; of Hard without ξ_i
	SlackComplementary float64 // |(C_i − α_i) ξ_i|; of Squares |C_i ξ_i − α_i|, the stationarity in ξ_i
}

// KKT returns the residuals of the machine; they are NaN for one that Fit did not make.
func (m *Machine) KKT() KKT {
	if m.ready() != nil {
		return broken()
	}
	var k KKT
	xi := m.Slacks()
	hard := m.Bounds == nil
	for i, a := range m.Alpha {
		margin := float64(m.Y[i]) * m.F[i]
		if hard {
			k.PrimalFeasibility, xi[i] = max(k.PrimalFeasibility, xi[i]), 0
		}
		k.DualFeasibility = max(k.DualFeasibility, -a, a-m.bound(i))
		k.Complementarity = max(k.Complementarity, math.Abs(a*(margin-1+xi[i])))
		if m.Form == Squares {
			k.SlackComplementary = max(k.SlackComplementary, math.Abs(m.Bounds[i]*xi[i]-a))
		} else if !hard {
			k.SlackComplementary = max(k.SlackComplementary, math.Abs((m.Bounds[i]-a)*xi[i]))
		}
		k.Stationarity += a * float64(m.Y[i])
	}
	if k.Stationarity = math.Abs(k.Stationarity); m.NoIntercept {
		k.Stationarity = 0
	}
	return k
}

// Largest is the largest of the residuals.
func (k KKT) Largest() float64 {
	return max(k.Stationarity, k.DualFeasibility, k.PrimalFeasibility, k.Complementarity, k.SlackComplementary)
}

func broken() KKT {
	nan := math.NaN()
	return KKT{nan, nan, nan, nan, nan}
}
