package dist

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/stat/distuv"
)

var _ Univariate = Beta{}

// Beta is the beta law on [0, 1] with density proportional to x^(A-1) (1-x)^(B-1), A, B > 0.
//
// Curriculum: Y35a, Y39c.
type Beta struct {
	A, B float64 // positive parameters; both 0 mean 1, the uniform law
}

func (b Beta) law() distuv.Beta {
	if b == (Beta{}) {
		b = Beta{1, 1}
	}
	if !(b.A > 0 && b.B > 0) {
		b.A, b.B = math.NaN(), math.NaN()
	}
	return distuv.Beta{Alpha: b.A, Beta: b.B}
}

// Prob returns the density at x.
func (b Beta) Prob(x float64) float64 { return math.Exp(b.LogProb(x)) }

// LogProb returns the logarithm of the density at x, -Inf outside [0, 1].
func (b Beta) LogProb(x float64) float64 {
	l := b.law()
	if math.IsNaN(l.Alpha) || math.IsNaN(x) {
		return math.NaN()
	}
	if x < 0 || x > 1 {
		return math.Inf(-1)
	}
	return l.LogProb(x)
}

// CDF returns P(X <= x).
func (b Beta) CDF(x float64) float64 {
	l := b.law()
	switch {
	case math.IsNaN(l.Alpha) || math.IsNaN(x):
		return math.NaN()
	case x <= 0:
		return 0
	case x >= 1:
		return 1
	}
	return l.CDF(x)
}

// Rand draws a number, or returns NaN without rnd or for parameters out of range.
func (b Beta) Rand(rnd *rand.Rand) float64 {
	l := b.law()
	if rnd == nil || math.IsNaN(l.Alpha) {
		return math.NaN()
	}
	l.Src = rnd
	return l.Rand()
}

// Range returns 0 and 1.
func (b Beta) Range() (lo, hi float64) { return 0, 1 }

// Check returns an error that wraps input.ErrParam unless A and B are positive and finite, or both 0.
func (b Beta) Check(argument string) error {
	l := b.law()
	ok := l.Alpha > 0 && l.Beta > 0 && finite(l.Alpha) && finite(l.Beta)
	return input.Param(ok, argument, fmt.Sprintf("Beta(%v, %v)", b.A, b.B), "two positive finite parameters")
}
