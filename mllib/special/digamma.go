package special

import "math"

// shifted is from where on the asymptotic series of ψ and its derivative are exact to rounding.
const shifted = 10

// Digamma returns ψ(x), the derivative of log Γ(x), for x > 0, to an absolute accuracy of 1e-15 where |ψ| < 1 and a relative one elsewhere. It is NaN for x <= 0,
// where ψ has its poles between numbers that likelihoods do not ask for, and +Inf for +Inf.
//
// Reference: Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 6.3.5 and 6.3.18. Curriculum: V11.1b.
func Digamma(x float64) float64 {
	if !(x > 0) {
		return math.NaN()
	}
	less := 0.0
	for ; x < shifted; x++ {
		less += 1 / x
	}
	return math.Log(x) - .5/x - digammaSeries(x) - less
}

// digammaSeries is log x - 1/(2x) - ψ(x).
func digammaSeries(x float64) float64 {
	y := 1 / x / x
	return y * (1./12 - y*(1./120-y*(1./252-y*(1./240-y*(1./132-y*(691./32760-y/12))))))
}

// DigammaRest returns log x - ψ(x), about 1/(2x), for x > 0, to a relative accuracy of 1e-14 however large x is. It is NaN for x <= 0.
func DigammaRest(x float64) float64 {
	if !(x > 0) {
		return math.NaN()
	}
	more := 0.0
	for ; x < shifted; x++ {
		more += 1/x - math.Log1p(1/x)
	}
	return .5/x + digammaSeries(x) + more
}

// TrigammaRest returns ψ'(x) - 1/x, about 1/(2x²), for x > 0, to a relative accuracy of 1e-14 however large x is. It is NaN for x <= 0.
func TrigammaRest(x float64) float64 {
	if !(x > 0) {
		return math.NaN()
	}
	more := 0.0
	for ; x < shifted; x++ {
		more += 1 / x / x / (x + 1)
	}
	return 1/x/x/2 + trigammaSeries(x) + more
}

// Trigamma returns ψ'(x), the second derivative of log Γ(x), for x > 0, to a relative accuracy of 1e-15. It is NaN for x <= 0.
//
// Reference: Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 6.4.6 and 6.4.12. Curriculum: V11.1b.
func Trigamma(x float64) float64 {
	if !(x > 0) {
		return math.NaN()
	}
	more := 0.0
	for ; x < shifted; x++ {
		more += 1 / x / x
	}
	return 1/x + 1/x/x/2 + trigammaSeries(x) + more
}

// trigammaSeries is ψ'(x) - 1/x - 1/(2x²).
func trigammaSeries(x float64) float64 {
	y := 1 / x / x
	return y / x * (1./6 - y*(1./30-y*(1./42-y*(1./30-y*(5./66-y*(691./2730-y*7/6))))))
}
