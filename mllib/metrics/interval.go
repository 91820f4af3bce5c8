package metrics

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/stat/distuv"
)

// Method is a way to make a confidence interval for a probability. The zero value is Wilson.
type Method = enum.Of[methods]

const (
	Wilson         Method = iota // the probabilities that a normal approximation would not reject; good for all n
	ClopperPearson               // exact: covers with at least the level asked for
	Wald                         // rate ± z √(rate(1-rate)/n), of the textbooks; too narrow near 0 and 1
)

type methods struct{}

func (methods) Names() (string, []string) {
	return "metrics.Method", []string{Wilson: "wilson", ClopperPearson: "clopper-pearson", Wald: "wald"}
}

// Interval is an error rate with a confidence interval.
//
// Reference: E. B. Wilson (1927); C. J. Clopper and E. S. Pearson (1934); L. D. Brown, T. T. Cai and A. DasGupta, Interval estimation
// for a binomial proportion, Statistical Science 16 (2001), 101-133.
type Interval struct {
	Rate, Lo, Hi float64 // 0 <= Lo <= Rate <= Hi <= 1
}

// NewInterval returns the rate errors/n with the interval of the given level in (0, 1), 0 for 0.95. It returns an error that
// wraps input.ErrParam unless 0 <= errors <= n, n >= 1, and level and method are in range.
func NewInterval(errors, n int, level float64, method Method) (Interval, error) {
	if level == 0 {
		level = .95
	}
	for _, err := range []error{
		input.Param(n > 0, "n", n, "a number >= 1"),
		input.Param(errors >= 0 && errors <= n, "errors", errors, "a number in 0..n"),
		input.Param(level > 0 && level < 1, "level", level, "a number in (0, 1)"),
		input.Param(method >= Wilson && method <= Wald, "method", int(method), "metrics.Wilson, ClopperPearson or Wald"),
	} {
		if err != nil {
			return Interval{}, fmt.Errorf("metrics: interval: %w", err)
		}
	}
	k, m := float64(errors), float64(n)
	z := -special.PhiInv((1 - level) / 2)
	switch method {
	case ClopperPearson:
		return clopperPearson(k, m, (1-level)/2), nil
	case Wald:
		half := z * math.Sqrt(k/m*(1-k/m)/m)
		return Interval{k / m, max(0, k/m-half), min(1, k/m+half)}, nil
	}
	return wilson(k, m, z), nil
}

func wilson(k, n, z float64) Interval {
	p, z2 := k/n, z*z
	centre := (p + z2/(2*n)) / (1 + z2/n)
	half := z / (1 + z2/n) * math.Sqrt(p*(1-p)/n+z2/(4*n*n))
	i := Interval{p, max(0, centre-half), min(1, centre+half)}
	if k == 0 {
		i.Lo = 0
	}
	if k == n {
		i.Hi = 1
	}
	return i
}

func clopperPearson(k, n, tail float64) Interval {
	i := Interval{Rate: k / n, Hi: 1}
	if k > 0 {
		i.Lo = distuv.Beta{Alpha: k, Beta: n - k + 1}.Quantile(tail)
	}
	if k < n {
		i.Hi = distuv.Beta{Alpha: k + 1, Beta: n - k}.Quantile(1 - tail)
	}
	return i
}

// ErrorInterval returns the error rate of predictions with its interval. The errors are those of ErrorRate and NewInterval.
func ErrorInterval(predicted, truth []int, level float64, method Method) (Interval, error) {
	rate, err := ErrorRate(predicted, truth)
	if err != nil {
		return Interval{}, err
	}
	return NewInterval(int(math.Round(rate*float64(len(truth)))), len(truth), level, method)
}
