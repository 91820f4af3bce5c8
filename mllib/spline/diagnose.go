package spline

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Diagnostics say of each observation, in the order of the rows, how the curve fits it, and how much the curve depends on it.
type Diagnostics struct {
	Residuals   []float64 // y_i − f(x_i)
	Leverages   []float64 // h_i, the diagonal of the hat matrix: the share of y_i in f(x_i); they add to DF
	LeaveOneOut []float64 // y_i minus the value at x_i of the curve fitted without observation i, with the same λ: residual/(1 − h_i)
	StdErr      []float64 // σ√(h_i/w_i) with Sigma for σ: the standard deviation of f(x_i) given the data where f is drawn as Likelihood says; 0 where Sigma is
}

// Diagnose looks at the observations that the model was fitted to, X and y as Fit had them, in O(n log n). The error wraps input.ErrShape for other observations than these, as far as they
// can be told by the knots, input.ErrParam where an observation is all that determines the curve somewhere, so that no curve is determined without it, and what Fit returns for X and y.
//
// Reference: Green and Silverman (1994), sections 3.2 and 3.4; G. Wahba, Bayesian "confidence intervals" for the cross-validated smoothing spline, Journal of the Royal Statistical Society B 45 (1983), for StdErr.
func (m *Model) Diagnose(x mat.Matrix, y []float64) (*Diagnostics, error) {
	return m.DiagnoseWeighted(x, y, nil)
}

// DiagnoseWeighted is Diagnose for a model of FitWeighted with these weights. Of a row of weight 0 the leverage is 0, and the other numbers are those of a new observation.
func (m *Model) DiagnoseWeighted(x mat.Matrix, y, w []float64) (*Diagnostics, error) {
	d, err := m.diagnose(x, y, w)
	if err != nil {
		return nil, fmt.Errorf("spline: diagnose: %w", err)
	}
	return d, nil
}

func (m *Model) diagnose(x mat.Matrix, y, w []float64) (*Diagnostics, error) {
	if m == nil {
		return nil, input.NoModel("spline.Model")
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	p := Smoothing{Kind: m.Kind, Pinned: m.Pinned, Choose: Given, Lambda: m.Lambda}
	if err := p.check(); err != nil {
		return nil, err
	}
	s, err := p.scale(x, y, w)
	if err != nil {
		return nil, err
	}
	if err := m.fittedTo(s); err != nil {
		return nil, err
	}
	var out solution
	s.solve(s.lambda(m.Lambda), &out, false)
	points, _ := column(x)
	n := len(y)
	d := &Diagnostics{Residuals: make([]float64, n), Leverages: make([]float64, n), LeaveOneOut: make([]float64, n), StdErr: make([]float64, n)}
	for i := range y {
		if s.group[i] < 0 {
			r := y[i] - m.derivative(0, points[i])
			d.Residuals[i], d.LeaveOneOut[i] = r, r
			continue
		}
		if err := d.observe(i, s, &out, s.single(i, y, w), m.Sigma); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// observe fills in an observation.
func (d *Diagnostics) observe(i int, s *scaled, out *solution, one single, sigma float64) error {
	gap, ok := out.without(s, one)
	if !ok {
		return input.Errorf(input.ErrParam, "X", "without row %d no curve is determined", i)
	}
	left := out.left(s, one)
	d.Residuals[i], d.Leverages[i], d.LeaveOneOut[i] = gap*left/s.yUnit, one.w/(out.rho2[one.point]+s.w[one.point]), gap/s.yUnit
	d.StdErr[i] = sigma * math.Sqrt(s.wUnit/(out.rho2[one.point]+s.w[one.point]))
	return nil
}

// fittedTo tells observations from those of the fit by the knots.
func (m *Model) fittedTo(s *scaled) error {
	knots := m.Knots
	if m.Pinned {
		knots = knots[1:]
	}
	if s.n != m.N || len(s.x) != len(knots) {
		return input.Errorf(input.ErrShape, "X", "got %d observations of positive weight at %d points, the model was fitted to %d at %d", s.n, len(s.x), m.N, len(knots))
	}
	for i, v := range s.x {
		if v != knots[i] {
			return input.Errorf(input.ErrShape, "X", "got the point %v, where the model has the knot %v", v, knots[i])
		}
	}
	return nil
}
