package regression

import (
	"fmt"
	"math"
	"strings"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// Coefficient is a line of the table of coefficients: the estimate, its standard error, their quotient t, and the probability p that |t| is at least as large if the true
// coefficient is 0 (Student's distribution with N − DF degrees of freedom).
type Coefficient struct {
	Name                string
	Estimate, StdErr, T float64
	P                   float64
}

// Coefficients is the table of coefficients, b first if it is free. Names are those of the columns, or none for x1, x2, …. The error wraps input.ErrShape for another number of
// names, and input.ErrParam for a model that has no standard errors.
//
// Curriculum: V9.1a.
func (m *Model) Coefficients(names ...string) ([]Coefficient, error) {
	err := m.check()
	if err == nil && len(names) != 0 && len(names) != len(m.W) {
		err = input.Errorf(input.ErrShape, "names", "got %d names for %d columns", len(names), len(m.W))
	}
	if err == nil {
		err = m.needsStdErr()
	}
	if err != nil {
		return nil, fmt.Errorf("regression: coefficients: %w", err)
	}
	var table []Coefficient
	if d := len(m.W); m.Basis.Intercept {
		table = append(table, m.line("intercept", m.B, m.StdErr[d]))
	}
	for j, w := range m.W {
		name := fmt.Sprintf("x%d", j+1)
		if len(names) > 0 {
			name = names[j]
		}
		table = append(table, m.line(name, w, m.StdErr[j]))
	}
	return table, nil
}

func (m *Model) needsStdErr() error {
	if len(m.StdErr) > 0 {
		return nil
	}
	why := "no observations are left over to estimate them"
	switch {
	case m.Lambda > 0:
		why = "a penalty makes the coefficients biased"
	case m.Report.Rank < len(m.W):
		why = "the columns depend on each other"
	case m.RSS == 0 && float64(m.N)-m.DF > .5:
		why = "the data lie on the function"
	}
	return input.Errorf(input.ErrParam, "model", "it has no standard errors: %s", why)
}

func (m *Model) line(name string, estimate, stdErr float64) Coefficient {
	t := estimate / stdErr
	return Coefficient{name, estimate, stdErr, t, studentTails(t, float64(m.N)-m.DF)}
}

// studentTails is P(|T| ≥ |t|), as a regularised incomplete beta function, which keeps small tails.
func studentTails(t, df float64) float64 {
	if t = math.Abs(t); t < 1e150 {
		return mathext.RegIncBeta(df/2, .5, df/(df+t*t))
	}
	return 0
}

// FTest tests that all coefficients but b are 0: it returns the statistic F, with Rank and N − DF degrees of freedom, and the probability that it is at least as large then. The
// error wraps input.ErrParam for a model without standard errors.
func (m *Model) FTest() (f, p float64, err error) {
	if err = m.check(); err == nil {
		err = m.needsStdErr()
	}
	if err != nil {
		return 0, 0, fmt.Errorf("regression: F test: %w", err)
	}
	a, b := float64(m.Report.Rank), float64(m.N)-m.DF
	f = max(0, m.TSS-m.RSS) / a / (m.RSS / b)
	return f, mathext.RegIncBeta(b/2, a/2, b/(b+a*f)), nil
}

// Interval is what a model says about y at a point.
type Interval struct {
	Mean       float64    // the prediction, the estimate of the mean of y there
	StdErr     float64    // its standard error
	Confidence [2]float64 // an interval for the mean of y
	Prediction [2]float64 // an interval for a new observation of y, of weight 1
}

// Intervals returns, for each row of X, the intervals of a level in (0, 1), with Student's distribution. They hold for errors that are normal, independent and of one variance. The
// errors are those of Predict, and input.ErrParam for another level or a model without standard errors.
func (m *Model) Intervals(x mat.Matrix, level float64) ([]Interval, error) {
	err := input.Param(level > 0 && level < 1, "level", level, "a number in (0, 1)")
	if err == nil {
		err = m.check()
	}
	if err == nil {
		err = m.needsStdErr()
	}
	var y []float64
	if err == nil {
		y, err = m.predict(x)
	}
	if err != nil {
		return nil, fmt.Errorf("regression: intervals: %w", err)
	}
	sigma := m.Sigma()
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(m.N) - m.DF}.Quantile(.5 + level/2)
	out, row := make([]Interval, len(y)), make([]float64, len(m.W))
	for i, v := range y {
		h := m.Basis.leverage(mat.Row(row, i, x))
		mean, next := sigma*math.Sqrt(h), sigma*math.Sqrt(1+h)
		out[i] = Interval{v, mean, [2]float64{v - t*mean, v + t*mean}, [2]float64{v - t*next, v + t*next}}
		if !finite(h) {
			return nil, fmt.Errorf("regression: intervals: %w", input.Errorf(input.ErrNotFinite, "X", "row %d has the standard error %v", i, mean))
		}
	}
	return out, nil
}

// String is a table of the coefficients and a line about the fit.
func (m *Model) String() string {
	if err := m.check(); err != nil {
		return fmt.Sprintf("no model: %v", err)
	}
	var b strings.Builder
	table, err := m.Coefficients()
	if err == nil {
		fmt.Fprintf(&b, "%-10s %12s %12s %9s %9s\n", "", "estimate", "std. error", "t", "p")
		for _, c := range table {
			fmt.Fprintf(&b, "%-10s %12.6g %12.6g %9.3f %9.2g\n", c.Name, c.Estimate, c.StdErr, c.T, c.P)
		}
	} else {
		fmt.Fprintf(&b, "intercept %.6g, coefficients %.6g\n", m.B, m.W)
	}
	fmt.Fprintf(&b, "n = %d, degrees of freedom %.6g, R² = %.6g, σ = %.6g", m.N, m.DF, m.RSquared(), m.Sigma())
	if m.Lambda > 0 {
		fmt.Fprintf(&b, ", λ = %g", m.Lambda)
	}
	return b.String()
}
