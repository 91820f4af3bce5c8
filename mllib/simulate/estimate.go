package simulate

import (
	"fmt"
	"math"
)

// Estimate is a mean with its standard error, from N independent runs.
type Estimate struct {
	Mean, SE float64 // both in the units of what was measured
	N        int     // runs
}

// Z returns how many standard errors the mean is above a value; with a standard error of 0 it is infinite, or NaN at the mean itself.
func (e Estimate) Z(value float64) float64 { return (e.Mean - value) / e.SE }

// String returns "mean ± standard error".
func (e Estimate) String() string { return fmt.Sprintf("%.5f ± %.5f", e.Mean, e.SE) }

// Mean returns the mean of a sample of independent runs and its standard error sd/√n, with the unbiased variance. Of one run the error is not
// known: NaN; of none both are NaN.
func Mean(sample []float64) Estimate {
	var t Tally
	for _, v := range sample {
		t.Add(v)
	}
	return t.Estimate()
}

// Paired returns the mean of the differences a[i] - b[i] with its standard error, which is smaller than that of unpaired samples
// where the two have chance in common. It is NaN for lists of different lengths.
func Paired(a, b []float64) Estimate {
	if len(a) != len(b) {
		return Estimate{Mean: math.NaN(), SE: math.NaN()}
	}
	var t Tally
	for i, v := range a {
		t.Add(v - b[i])
	}
	return t.Estimate()
}

// Share returns the share of successes in n independent trials, with its standard error √(p(1-p)/n) at the share p itself. It is NaN unless
// 0 ≤ successes ≤ n and n ≥ 1. For few successes take an interval (metrics.NewInterval).
func Share(successes, n int) Estimate {
	if n < 1 || successes < 0 || successes > n {
		return Estimate{Mean: math.NaN(), SE: math.NaN(), N: max(n, 0)}
	}
	p := float64(successes) / float64(n)
	return Estimate{p, ShareSE(p, n), n}
}

// ShareSE returns √(p(1-p)/n), the standard error of the share of successes in n trials of probability p in [0, 1], NaN outside.
func ShareSE(p float64, n int) float64 { return math.Sqrt(p * (1 - p) / float64(n)) }

// Tally gathers numbers one by one, without keeping them, and gives their mean with its standard error. The zero value is empty.
type Tally struct {
	n       int
	mean, s float64 // the mean, and the sum of the squared deviations from it
}

// Add adds a number (B. P. Welford, 1962).
func (t *Tally) Add(v float64) {
	t.n++
	d := v - t.mean
	t.mean += d / float64(t.n)
	t.s += d * (v - t.mean)
}

// Estimate returns the mean so far, as Mean does of a sample.
func (t *Tally) Estimate() Estimate {
	if t.n < 2 {
		e := Estimate{Mean: t.mean, SE: math.NaN(), N: t.n}
		if t.n == 0 {
			e.Mean = math.NaN()
		}
		return e
	}
	n := float64(t.n)
	return Estimate{t.mean, math.Sqrt(t.s / (n - 1) / n), t.n}
}
