package spline

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Model is a fitted smoothing spline: the curve, and what its λ is judged by. It is plain data: it goes through JSON and back.
type Model struct {
	Curve
	Criteria
	N      int    // observations of positive weight
	Report Report // how λ was found
}

// Predict is that of the curve. The error for nil is one of input.NoModel.
func (m *Model) Predict(x mat.Matrix) ([]float64, error) {
	if m == nil {
		return nil, fmt.Errorf("spline: predict: %w", input.NoModel("spline.Model"))
	}
	return m.Curve.Predict(x)
}

// At is that of the curve, and NaN for nil.
func (m *Model) At(x float64) float64 { return m.Derivative(0, x) }

// Derivative is that of the curve, and NaN for nil.
func (m *Model) Derivative(order int, x float64) float64 {
	if m == nil {
		return math.NaN()
	}
	return m.Curve.Derivative(order, x)
}

// Derivatives are those of the curve. The error for nil is one of input.NoModel.
func (m *Model) Derivatives(order int, x mat.Matrix) ([]float64, error) {
	if m == nil {
		return nil, fmt.Errorf("spline: derivatives: %w", input.NoModel("spline.Model"))
	}
	return m.Curve.Derivatives(order, x)
}

// Criteria are what a value of λ is judged by, for n observations.
type Criteria struct {
	Lambda        float64 // λ, beside the sum of squares
	DF            float64 // effective degrees of freedom, the trace of the hat matrix
	RSS           float64 // Σ w_i (y_i − f(x_i))²
	Penalty       float64 // ∫f'² or ∫f''²
	GCV           float64 // generalised cross-validation, (RSS/n)/(1 − DF/n)²; 0 where DF = n
	LeaveOneOut   float64 // the mean of w_i(y_i − f(x_i))², f fitted without observation i; 0 where that is not determined
	LogLikelihood float64 // the largest over σ² of the logarithm of the marginal likelihood, see Likelihood; 0 where f is as the prior says without noise
	Sigma         float64 // √(RSS/(n − DF)), an estimate of the standard deviation of y of weight 1; 0 where DF = n
}

// model brings a solution to the units of the data.
func (p Smoothing) model(s *scaled, out *solution, report Report) (*Model, error) {
	m := &Model{N: s.n, Report: report}
	m.Curve = s.curve(out, p.Choose == Given && p.Lambda == 0)
	m.Criteria = s.criteria(out)
	if p.Choose == Given {
		m.Lambda = p.Lambda
	}
	c := m.Criteria
	sum := c.Lambda + c.RSS + c.Penalty + c.GCV + c.LeaveOneOut + c.LogLikelihood
	for _, list := range [][]float64{m.Values, m.Slopes, m.Second, m.Third} {
		sum += floats.Sum(list)
	}
	if !finite(sum) {
		return nil, input.Errorf(input.ErrNotFinite, "X, y", "they are so large or so small that a result overflows; other units help")
	}
	if err := s.underflow(out, m); err != nil {
		return nil, err
	}
	return m, nil
}

// curve is the function that the solution found; through takes the values at the points as they are.
func (s *scaled) curve(out *solution, through bool) Curve {
	n := len(s.x)
	c := Curve{Kind: s.kind, Pinned: s.pinned, Knots: append([]float64(nil), s.x...), Values: make([]float64, n), Slopes: make([]float64, n)}
	for i := range n {
		c.Values[i] = s.y[i] / s.yUnit
		if !through {
			c.Values[i] = (s.y[i] - out.residual(s, i)) / s.yUnit
		}
	}
	back := func(order int, v []float64, add float64) []float64 {
		u := make([]float64, n)
		for i := range u {
			u[i] = s.back(order, v[i]+add)
		}
		return u
	}
	c.Slopes = back(1, out.slope, s.trend.slope)
	if s.kind == Cubic {
		c.Second, c.Third = back(2, out.second, 0), back(3, out.third, 0)
	}
	if s.pinned {
		s.addOrigin(&c, out)
	}
	return c
}

// back is a derivative in the units of the data.
func (s *scaled) back(order int, v float64) float64 { return math.Ldexp(v, order*s.shift) / s.yUnit }

// addOrigin puts the knot 0 before the others.
func (s *scaled) addOrigin(c *Curve, out *solution) {
	first := func(v float64, list []float64) []float64 { return append([]float64{v}, list...) }
	c.Knots, c.Values = first(0, c.Knots), first(0, c.Values)
	if s.kind == Linear {
		c.Slopes = first(c.Values[1]/c.Knots[1], c.Slopes)
		return
	}
	c.Slopes = first(0, c.Slopes)
	c.Second = first(s.back(2, out.second[0]-s.origin*out.firstThird), c.Second)
	c.Third = first(s.back(3, out.firstThird), c.Third)
}

func (s *scaled) criteria(out *solution) Criteria {
	square := func(v float64) float64 { return v / s.yUnit / s.yUnit / s.wUnit } // v is a sum of w·y²
	rss, left := out.sums(s)
	c := Criteria{Lambda: s.lambdaBack(out.lambda), DF: float64(s.n) - left, RSS: square(rss), GCV: square(out.gcv(s)), LeaveOneOut: square(out.leaveOneOut(s))}
	c.Penalty = math.Ldexp(out.penalty(s), s.unit()) / s.yUnit / s.yUnit
	if left > 0 {
		c.Sigma = math.Sqrt(rss/left/s.wUnit) / s.yUnit
	}
	if c.LogLikelihood = out.logLikelihood(s); c.LogLikelihood != 0 {
		// the density of y in its own units, and the flat prior of a level and a slope in the units of the data
		c.LogLikelihood += float64(s.n-s.free()) * math.Log(s.yUnit)
		if s.free() == 2 {
			c.LogLikelihood += float64(s.shift) * math.Ln2
		}
	}
	return c
}

// underflow is an error where numbers of the curve that matter are too small for float64.
func (s *scaled) underflow(out *solution, m *Model) error {
	lost := func(v, scaled float64) bool { return math.Abs(v) < 0x1p-1022 && math.Abs(scaled) > 1e-20 }
	bad := false
	for i, v := range out.slope {
		bad = bad || lost(s.back(1, v), v)
		if s.kind == Cubic {
			bad = bad || lost(s.back(2, out.second[i]), out.second[i]) || lost(s.back(3, out.third[i]), out.third[i])
		}
	}
	rss, _ := out.sums(s)
	if bad || lost(m.RSS, rss) || lost(m.Penalty, out.penalty(s)) {
		return input.Errorf(input.ErrNotFinite, "X, y", "they are so large or so small that a derivative or the square of a residual underflows; other units help")
	}
	return nil
}
