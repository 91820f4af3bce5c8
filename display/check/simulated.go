package check

import (
	"fmt"
	"math"
	"strconv"

	"github.com/mercer-go/mercer/display/internal/numeral"
)

// This file checks numbers that come from a simulation. There is one convention for k: a deviation is measured in standard
// errors of the mean, sd/√n, on both sides. See "Simulations" in the package comment.

// Simulated states that the mean of a sample of independent runs is want, within k standard errors: |mean − want| ≤ k·sd/√n. It fails for fewer than
// two runs, for a run that is not finite, and for runs that are all equal, because they have no standard error.
func (l *List) Simulated(name string, sample []float64, want, k float64) {
	l.mean(name, sample, num(want), want, k, both)
}

// SimulatedAtMost states that the mean of a sample of independent runs is at most a bound, as a theorem about an expectation says: mean − bound
// ≤ k·sd/√n. If the theorem holds, this fails with probability at most Φ(−k). It fails as Simulated does.
func (l *List) SimulatedAtMost(name string, sample []float64, bound, k float64) {
	l.mean(name, sample, "≤ "+num(bound), bound, k, atMost)
}

// Paired states that the means of two samples differ by want, within k standard errors of the difference. The samples are
// paired: a[i] and b[i] come from the same data, so that what these have in common cancels, and the standard error is that of the differences
// a[i] − b[i]. It fails as Simulated does, and where the lengths differ.
func (l *List) Paired(name string, a, b []float64, want, k float64) {
	if d, ok := l.differences(name, a, b, num(want), k); ok {
		l.mean(name, d, num(want), want, k, both)
	}
}

// PairedLess states that the first of two methods has the smaller mean, by at least k standard errors of their paired difference:
// mean(b − a) ≥ k·sd(b − a)/√n. Without a difference this would pass with probability Φ(−k). It fails as Paired does.
func (l *List) PairedLess(name string, a, b []float64, k float64) {
	if d, ok := l.differences(name, a, b, "< 0", k); ok {
		l.mean(name, d, "< 0", 0, k, below)
	}
}

// Share states that the share of successes in n independent trials is want, within k standard errors √(want·(1 − want)/n), those of a share
// whose probability is want. It fails for fewer than two trials, for successes outside 0..n, and for a want that is not inside (0, 1), because such a share
// has no standard error.
func (l *List) Share(name string, successes, n int, want, k float64) {
	l.share(name, successes, n, num(want), want, k, both)
}

// ShareAtMost states that the share of successes in n independent trials is at most a bound, as a theorem about a probability says: share − bound
// ≤ k·√(bound·(1 − bound)/n). If the theorem holds, this fails with probability at most Φ(−k), nearly. It fails as Share does.
func (l *List) ShareAtMost(name string, successes, n int, bound, k float64) {
	l.share(name, successes, n, "≤ "+num(bound), bound, k, atMost)
}

func (l *List) mean(name string, sample []float64, want string, value, k float64, s side) {
	m, problem := newEstimate(sample, k)
	r := row{name: name, got: m.text(), want: want, dev: problem}
	l.rows = append(l.rows, r.judged((m.mean-value)/m.se, k, s))
}

func (l *List) share(name string, successes, n int, want string, p, k float64, s side) {
	share := float64(successes) / float64(n)
	m := estimate{share, math.Sqrt(p * (1 - p) / float64(n)), n}
	r := row{name: name, got: num(share) + fmt.Sprintf(" (%d of %d)", successes, n), want: want, dev: m.outside(k)}
	switch {
	case successes < 0 || successes > n:
		r.dev = fmt.Sprintf("successes are outside 0..%d", n)
	case !(p > 0 && p < 1):
		r.dev = "a share of 0 or 1 has no standard error"
	}
	l.rows = append(l.rows, r.judged((share-p)/m.se, k, s))
}

// side says which deviations hold.
type side byte

const (
	both   side = iota // within k on both sides
	atMost             // not more than k above
	below              // at least k below
)

// judged completes a row whose deviation is z standard errors, unless its deviation says already what is wrong.
func (r row) judged(z, k float64, s side) row {
	r.tol, r.load = [...]string{both: "", atMost: "≤ ", below: "≤ −"}[s]+num(k)+" SE", math.NaN()
	if r.dev != "" {
		return r
	}
	signed := numeral.Minus(strconv.FormatFloat(z, 'f', 1, 64)) + " SE"
	switch s {
	case both:
		z = math.Abs(z)
		r.dev, r.load, r.ok = times(z)+" SE", load(z, k), holds(z, k)
	case atMost:
		r.dev, r.load, r.ok = signed, load(max(0, z), k), z <= k && !math.IsInf(z, 0)
	case below:
		r.dev, r.load, r.ok = signed, load(k, -z), z <= -k && !math.IsInf(z, 0)
	}
	return r
}

// differences is a − b, or adds a row that fails where the lengths differ.
func (l *List) differences(name string, a, b []float64, want string, k float64) ([]float64, bool) {
	if len(a) != len(b) {
		l.addText(name, fmt.Sprintf("%d and %d runs", len(a), len(b)), want, "not paired: lengths differ", num(k)+" SE", false)
		return nil, false
	}
	d := make([]float64, len(a))
	for i := range d {
		d[i] = a[i] - b[i]
	}
	return d, true
}

// estimate is the mean of n runs with its standard error.
type estimate struct {
	mean, se float64
	n        int
}

// newEstimate returns the mean with its standard error, and what is wrong with a sample or with k, or "".
func newEstimate(sample []float64, k float64) (m estimate, problem string) {
	squares := 0.0
	for i, v := range sample { // Welford
		d := v - m.mean
		m.mean += d / float64(i+1)
		squares += d * (v - m.mean)
	}
	m.n = len(sample)
	m.se = math.Sqrt(squares / float64(m.n-1) / float64(m.n))
	return m, m.problem(sample, k)
}

func (m estimate) problem(sample []float64, k float64) string {
	for i, v := range sample {
		if v-v != 0 {
			return fmt.Sprintf("run %d is %v", i, v)
		}
	}
	if m.n >= 2 && constant(sample) {
		return "all runs are equal: no standard error"
	}
	return m.outside(k)
}

// outside says what is out of range: the number of runs, k, or the standard error.
func (m estimate) outside(k float64) string {
	switch {
	case m.n < 2:
		return "at least 2 runs are needed"
	case !(k > 0) || math.IsInf(k, 0):
		return "k must be a positive number of standard errors"
	case !(m.se > 0) || math.IsInf(m.se, 0):
		return "the standard error is out of range"
	}
	return ""
}

func constant(sample []float64) bool {
	for _, v := range sample {
		if v != sample[0] {
			return false
		}
	}
	return true
}

// text is "mean ± standard error", with two digits of the latter and the mean to the same decimals.
func (m estimate) text() string {
	count := fmt.Sprintf(" (n = %d)", m.n)
	if m.n < 2 || math.IsNaN(m.se) {
		return num(m.mean) + count
	}
	if !(m.se > 0) || math.IsInf(m.se, 0) || m.se < 1e-6*math.Abs(m.mean) {
		return num(m.mean) + " ± " + numeral.Small(m.se) + count
	}
	decimals := max(0, 1-int(math.Floor(math.Log10(m.se))))
	if decimals > 9 || m.se >= 1e6 {
		return numeral.Minus(fmt.Sprintf("%.3g ± %.2g", m.mean, m.se)) + count
	}
	return numeral.Minus(fmt.Sprintf("%.*f ± %.*f", decimals, m.mean+0, decimals, m.se)) + count
}
