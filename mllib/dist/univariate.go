package dist

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/stat/distuv"
)

// Univariate is a law on the line with a density.
type Univariate interface {
	Prob(x float64) float64      // density
	LogProb(x float64) float64   // its logarithm, -Inf where the density is 0
	CDF(x float64) float64       // P(X <= x)
	Rand(rnd *rand.Rand) float64 // a draw
	Range() (lo, hi float64)     // an interval outside of which less than 1e-30 of the mass lies
	Check(argument string) error // what is wrong with the parameters, or nil
}

// Draws returns n independent draws of a law on the line, such as Draws(dist.Normal{}, 3, rnd) for three standard normal numbers. Without rnd they are
// NaN.
func Draws(law Univariate, n int, rnd *rand.Rand) []float64 {
	x := make([]float64, max(0, n))
	for i := range x {
		x[i] = law.Rand(rnd)
	}
	return x
}

var (
	_ Univariate = Normal{}
	_ Univariate = Uniform{}
	_ Univariate = Mixture{}
)

// Normal is the normal law with mean Mu and standard deviation Sigma > 0; a Sigma of 0 means 1, so that the zero value is
// the standard normal law.
//
// Curriculum: N2.1b, Y3g, V2a.
type Normal struct {
	Mu, Sigma float64 // mean and standard deviation
}

func (n Normal) law() distuv.Normal {
	if n.Sigma == 0 {
		n.Sigma = 1
	}
	if n.Sigma < 0 {
		n.Sigma = math.NaN()
	}
	return distuv.Normal{Mu: n.Mu, Sigma: n.Sigma}
}

// Prob returns the density at x.
func (n Normal) Prob(x float64) float64 { return n.law().Prob(x) }

// LogProb returns the logarithm of the density at x.
func (n Normal) LogProb(x float64) float64 { return n.law().LogProb(x) }

// CDF returns P(X <= x).
func (n Normal) CDF(x float64) float64 { return special.Phi((x - n.Mu) / n.law().Sigma) }

// Survival returns P(X > x), without the loss of digits of 1 - CDF(x) far to the right.
func (n Normal) Survival(x float64) float64 {
	return special.Phi((n.Mu - x) / n.law().Sigma)
}

// Quantile returns the x with P(X <= x) = p, and NaN for p outside [0, 1].
func (n Normal) Quantile(p float64) float64 {
	return n.Mu + n.law().Sigma*special.PhiInv(p)
}

// Rand draws a number, or returns NaN without rnd.
func (n Normal) Rand(rnd *rand.Rand) float64 {
	if rnd == nil {
		return math.NaN()
	}
	return n.Mu + n.law().Sigma*rnd.NormFloat64()
}

// Range returns the mean with 12 standard deviations on both sides.
func (n Normal) Range() (lo, hi float64) {
	s := n.law().Sigma
	return n.Mu - 12*s, n.Mu + 12*s
}

// Check returns an error that wraps input.ErrParam if Mu is not finite, Sigma is negative or not finite, or they are out of
// proportion: Sigma below 1e-300 or 1e-13|Mu|, where a float64 does not tell the numbers near the mean apart, or so large that the
// range overflows.
func (n Normal) Check(argument string) error {
	lo, hi := n.Range()
	if finite(lo) && finite(hi) && n.law().Sigma >= max(1e-300, 1e-13*math.Abs(n.Mu)) {
		return nil
	}
	return input.Param(false, argument, fmt.Sprintf("N(%v, %v²)", n.Mu, n.Sigma), "a finite mean and a positive standard deviation in proportion to it")
}

// Uniform is the uniform law on [Lo, Hi]; the zero value means [0, 1].
//
// Curriculum: B2.2e, Y3d.
type Uniform struct {
	Lo, Hi float64 // ends, Lo < Hi
}

func (u Uniform) law() distuv.Uniform {
	if u == (Uniform{}) {
		u.Hi = 1
	}
	if !(u.Lo < u.Hi) {
		u.Lo = math.NaN()
	}
	return distuv.Uniform{Min: u.Lo, Max: u.Hi}
}

// Prob returns the density at x, which is 1/(Hi-Lo) on the closed interval.
func (u Uniform) Prob(x float64) float64 {
	l := u.law()
	switch {
	case l.Min != l.Min || x != x:
		return math.NaN()
	case x < l.Min || x > l.Max:
		return 0
	}
	return 1 / (l.Max - l.Min)
}

// LogProb returns the logarithm of the density at x.
func (u Uniform) LogProb(x float64) float64 { return math.Log(u.Prob(x)) }

// CDF returns P(X <= x).
func (u Uniform) CDF(x float64) float64 {
	l := u.law()
	return max(0, min(1, (x-l.Min)/(l.Max-l.Min)))
}

// Rand draws a number, or returns NaN without rnd.
func (u Uniform) Rand(rnd *rand.Rand) float64 {
	if rnd == nil {
		return math.NaN()
	}
	l := u.law()
	return l.Min + (l.Max-l.Min)*rnd.Float64()
}

// Range returns the ends of the interval.
func (u Uniform) Range() (lo, hi float64) { l := u.law(); return l.Min, l.Max }

// Check returns an error that wraps input.ErrParam unless Lo < Hi are finite and their difference is.
func (u Uniform) Check(argument string) error {
	if u == (Uniform{}) || finite(u.Hi-u.Lo) && u.Lo < u.Hi {
		return nil
	}
	return input.Param(false, argument, fmt.Sprintf("[%v, %v]", u.Lo, u.Hi), "an interval of positive finite length")
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
