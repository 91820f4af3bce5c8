package vc

import (
	"fmt"
	"math"
	"sort"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
)

// This file compares the theorems that bound sup |ν_n - ν| by shatter coefficients, with the constants of their authors.

// Theorem is a bound of the probability that some set of a class has a share of the sample off by more than ε.
type Theorem = enum.Of[theorems]

type theorems struct{}

const (
	// Short is 8·s(n)·exp(-nε²/32), of the short proof in Devroye, Györfi and Lugosi (1996), Theorem 12.5; the zero value.
	Short Theorem = iota
	// Original is 4·s(2n)·exp(-nε²/8), of Vapnik and Chervonenkis (1971).
	Original
	// Squared is 4·s(n²)·exp(4ε+4ε²-2nε²), of L. Devroye, Bounds for the uniform deviation of empirical measures, Journal of Multivariate Analysis 12 (1982):
	// a second sample of n² observations, and so Hoeffding's exponent.
	Squared
	// Coins goes by the mean: E sup <= 2·√(2·log(2s(n))/n), by a second sample, coins, and the mean of the largest of 2s sums; and sup is above its mean by t
	// with probability at most exp(-2nt²), for one observation changes it by 1/n at most (C. McDiarmid, On the method of bounded differences, 1989).
	Coins
)

func (theorems) Names() (string, []string) {
	return "vc.Theorem", []string{Short: "short", Original: "original", Squared: "squared", Coins: "coins"}
}

// Growth is the logarithm of a shatter coefficient, or of a bound for it, as a function of the number of points. As log s does, it is
// taken to grow more slowly the more points there are.
type Growth func(points float64) float64

// orNaN is the growth, NaN where it is below 0.
func (g Growth) orNaN(points float64) float64 {
	if v := g(points); v >= 0 {
		return v
	}
	return math.NaN()
}

// Power is the growth V·log(n+1) of a class of dimension V, after Sauer's lemma in its weaker form, by which the course's numbers are computed.
// It is NaN for V < 0, and for n < 0.
//
// Curriculum: N11.1o, N11.2a.
func Power(v int) Growth {
	return func(n float64) float64 {
		switch {
		case v < 0 || !(n >= 0):
			return math.NaN()
		case v == 0:
			return 0
		}
		return float64(v) * math.Log1p(n)
	}
}

// OfDimension is the growth log Σ_{i<=V} C(n, i), the most that a class of dimension V can have.
func OfDimension(v int) Growth {
	return func(n float64) float64 { return LogSauer(n, v) }
}

// TailBy returns the bound of P(sup |ν_n - ν| > ε) after the theorem. It may be above 1, where it says nothing. It is NaN for n < 1, ε < 0, no growth, a growth below 0 or NaN, or a theorem that
// is none.
//
// Curriculum: N11.1j, B2.4g.
func TailBy(t Theorem, g Growth, n int, epsilon float64) float64 {
	if n < 1 || !(epsilon >= 0) || g == nil {
		return math.NaN()
	}
	m, g := float64(n), g.orNaN
	switch t {
	case Short:
		return Tail(g(m), n, epsilon)
	case Original:
		return 4 * math.Exp(g(2*m)-m*epsilon*epsilon/8)
	case Squared:
		return 4 * math.Exp(g(m*m)+squaredExponent(m, epsilon))
	case Coins:
		above := max(0, epsilon-meanSup(g, m))
		return math.Exp(-2 * m * above * above)
	}
	return math.NaN()
}

// squaredExponent is 4ε + 4ε² - 2nε², also where the squares overflow.
func squaredExponent(n, epsilon float64) float64 {
	if epsilon > 0x1p500 {
		return epsilon * (4 + (4-2*n)*0x1p500)
	}
	return 4*epsilon + 4*epsilon*epsilon - 2*n*epsilon*epsilon
}

// meanSup bounds the mean of sup |ν_n - ν|.
func meanSup(g Growth, n float64) float64 { return 2 * math.Sqrt(2*(math.Ln2+g(n))/n) }

// RadiusBy returns the ε at which TailBy is alpha: with probability 1-α all shares are within it. Above 1 it says nothing. It is +Inf where the bound is above alpha for every ε (Squared with
// n <= 2), and NaN for n < 1, no growth, a growth below 0 or NaN, alpha outside (0, 1], or a theorem that is none.
//
// Curriculum: N11.2a, N11.2b.
func RadiusBy(t Theorem, g Growth, n int, alpha float64) float64 {
	if n < 1 || !(alpha > 0 && alpha <= 1) || g == nil {
		return math.NaN()
	}
	m, g := float64(n), g.orNaN
	switch t {
	case Short:
		return Radius(g(m), n, alpha)
	case Original:
		return math.Sqrt(8 / m * (g(2*m) + logOver(4, alpha)))
	case Squared:
		if n <= 2 {
			return math.Inf(1)
		}
		a, c := 2*m-4, g(m*m)+logOver(4, alpha) // aε² - 4ε - c = 0
		return (2 + math.Sqrt(4+a*c)) / a
	case Coins:
		return meanSup(g, m) + math.Sqrt(logOver(1, alpha)/(2*m))
	}
	return math.NaN()
}

// Observations returns the least n with RadiusBy at most radius. The errors wrap input.ErrEmpty without growth, input.ErrParam for a theorem that is none, alpha outside (0, 1], radius <= 0, or where 2⁵⁰
// observations are not enough.
func Observations(t Theorem, g Growth, alpha, radius float64) (int, error) {
	err := t.Check("theorem")
	switch {
	case err != nil:
	case g == nil:
		err = input.Errorf(input.ErrEmpty, "growth", "there is none")
	case !(alpha > 0 && alpha <= 1):
		err = input.Param(false, "alpha", alpha, "a number in (0, 1]")
	case !(radius > 0):
		err = input.Param(false, "radius", radius, "a number > 0")
	}
	if err != nil {
		return 0, fmt.Errorf("vc: observations: %w", err)
	}
	const most = 1 << 50
	enough := func(n int) bool { return RadiusBy(t, g, n, alpha) <= radius }
	if !enough(most) {
		return 0, fmt.Errorf("vc: observations: %w", input.Param(false, "radius", radius, "one that 2⁵⁰ observations reach"))
	}
	return sort.Search(most, func(n int) bool { return n > 0 && enough(n) }), nil
}

// Oracle returns what the risk of the minimiser does not exceed with the confidence of the radius: the least risk in the class and twice the radius, for its
// count may be too low and that of the best rule too high. The source prints once the radius.
//
// Curriculum: N11.2c.
func Oracle(least, radius float64) float64 { return least + 2*radius }

// Known returns what the risk of any rule of the class, however it was chosen, does not exceed with the confidence of the radius: its share of mistakes and the radius, and never more than 1. Unlike Oracle
// it is known from the sample.
//
// Curriculum: N11.2d.
func Known(empirical, radius float64) float64 { return min(1, empirical+radius) }
