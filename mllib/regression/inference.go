package regression

import (
	"fmt"
	"math"
	"strings"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// Coefficients are W and B; where the model has standard errors also these, the estimates in units of them (t), and the probability p that |t| is at least as large if the
// true coefficient is 0 (Student's distribution with N − DF degrees of freedom).
//
// Curriculum: V9.1a.
func (m *Model) Coefficients(features ...string) *learn.Coefficients {
	if m == nil {
		return nil
	}
	about := fmt.Sprintf("y: n = %d, %.6g degrees of freedom, R² = %.6g, σ = %.6g", m.N, m.DF, m.RSquared(), m.Sigma())
	if m.Lambda > 0 {
		about += fmt.Sprintf(", λ = %g", m.Lambda)
	}
	columns := []learn.Column{{Name: "coefficient", W: m.W, B: m.B}}
	if d := len(m.W); d > 0 && len(m.StdErr) == m.coefficients() {
		se := learn.Column{Name: "standard error", W: m.StdErr[:d], B: math.NaN()}
		if m.Basis.Intercept {
			se.B = m.StdErr[d]
		}
		t, p := learn.Column{Name: "t", B: m.B / se.B}, learn.Column{Name: "p"}
		for j, w := range m.W {
			t.W = append(t.W, w/se.W[j])
			p.W = append(p.W, studentTails(t.W[j], float64(m.N)-m.DF))
		}
		p.B = studentTails(t.B, float64(m.N)-m.DF)
		columns = append(columns, se, t, p)
	} else if err := m.needsStdErr(); err != nil {
		about += "; " + err.Error()
	}
	return learn.NewCoefficients(about, learn.Names(features, m.FeatureNames), columns...)
}

// Table is how package display shows the model: its coefficients. It has no columns for a model that Fit did not make.
func (m *Model) Table() (caption string, columns []string, rows [][]any) {
	if m.check() != nil {
		return "", nil, nil
	}
	return m.Coefficients().Table()
}

// needsStdErr says why a model has none.
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

// studentTails is P(|T| ≥ |t|), as a regularised incomplete beta function, which keeps small tails.
func studentTails(t, df float64) float64 {
	t = math.Abs(t)
	if math.IsNaN(t) || !(df > 0) {
		return math.NaN()
	}
	if t < 1e150 {
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
	t := -distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(m.N) - m.DF}.Quantile((1 - level) / 2) // of the lower tail, which is no 0 near level 1
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

// String is the coefficients as lines of text, and a line about the fit.
func (m *Model) String() string {
	if err := m.check(); err != nil {
		return fmt.Sprintf("no model: %v", err)
	}
	var b strings.Builder
	about, columns, rows := m.Table()
	fmt.Fprintf(&b, "%9s", columns[0])
	for _, name := range columns[1:] {
		fmt.Fprintf(&b, " %14s", name)
	}
	for _, row := range rows {
		fmt.Fprintf(&b, "\n%9v", row[0])
		for j, v := range row[1:] {
			if number, ok := v.(float64); ok && j > 1 {
				v = fmt.Sprintf("%.3g", number)
			} else if ok {
				v = fmt.Sprintf("%.6g", number)
			}
			fmt.Fprintf(&b, " %14v", v)
		}
	}
	return b.String() + "\n" + about
}
