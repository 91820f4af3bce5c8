package density

import (
	"math"
)

// MISE is the mean integrated squared error of an estimate, in its two parts.
//
// Curriculum: Y33a.
type MISE struct {
	Bias2    float64 // ∫ (E f̂ - f)²
	Variance float64 // ∫ Var f̂
}

// Total returns their sum.
func (e MISE) Total() float64 { return e.Bias2 + e.Variance }

// nowhere is the MISE outside of the domain of a formula.
var nowhere = MISE{math.NaN(), math.NaN()}

// HistogramAMISE returns the leading terms for n observations and bins of width h, h²A/12 + 1/(nh) with A = ∫f'²; NaN for A < 0, n < 1 or h <= 0. Curriculum: Y35a.
func HistogramAMISE(a float64, n int, h float64) MISE {
	if !(a >= 0) || n < 1 || !(h > 0) {
		return nowhere
	}
	return MISE{Bias2: h * h * a / 12, Variance: 1 / (float64(n) * h)}
}

// HistogramWidth returns the width that minimises HistogramAMISE, (6/(nA))^(1/3); +Inf for A = 0, NaN for A < 0 or n < 1. Curriculum: Y35a, Y35c.
func HistogramWidth(a float64, n int) float64 {
	if !(a >= 0) || n < 1 {
		return math.NaN()
	}
	return math.Cbrt(6 / (float64(n) * a))
}

// KernelAMISE returns the leading terms for n observations and the bandwidth h, h⁴μ₂²B/4 + R(K)/(nh) with B = ∫f”²; NaN for B < 0, n < 1, h <= 0 or a kernel that has no name. Curriculum: Y39a.
func KernelAMISE(k Kernel, b float64, n int, h float64) MISE {
	if !(b >= 0) || n < 1 || !(h > 0) {
		return nowhere
	}
	return MISE{Bias2: math.Pow(h, 4) * math.Pow(Variance(k), 2) * b / 4, Variance: Roughness(k) / (float64(n) * h)}
}

// KernelWidth returns the bandwidth that minimises KernelAMISE, (R(K)/(n μ₂² B))^(1/5); +Inf for B = 0, NaN for B < 0, n < 1 or a kernel that has no name. Curriculum: Y39a, Y39b.
func KernelWidth(k Kernel, b float64, n int) float64 {
	if !(b >= 0) || n < 1 {
		return math.NaN()
	}
	return math.Pow(Roughness(k)/(float64(n)*math.Pow(Variance(k), 2)*b), .2)
}
