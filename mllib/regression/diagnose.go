package regression

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Diagnostics say of each observation how the model fits it, and how much the model depends on it.
type Diagnostics struct {
	Residuals    []float64 // y_i − ŷ_i
	Leverages    []float64 // h_i, the diagonal of the hat matrix: the share of y_i in ŷ_i, between 0 and 1; they add to DF
	LeaveOneOut  []float64 // y_i minus the prediction of the model fitted without observation i: residual/(1 − h_i)
	Standardised []float64 // residual·√w_i/(σ√(1 − h_i)), of standard deviation 1 if the model is right
	Cook         []float64 // Cook's distance: how far all predictions move without observation i, in σ²·DF
}

// PRESS is the sum of the squared leave-one-out errors.
func (d *Diagnostics) PRESS() float64 {
	if d == nil {
		return math.NaN()
	}
	s := 0.0
	for _, e := range d.LeaveOneOut {
		s += e * e
	}
	return s
}

// Diagnose looks at the observations that the model was fitted to, X and y as Fit had them. The shortcut of LeaveOneOut is exact, also with a penalty. An observation of leverage 1
// fits always, whatever its y: without it the model is not determined, and the error wraps ErrRank. Of a model that has no σ (Sigma is 0), Standardised and Cook
// are nil.
//
// The other errors are those of Predict and those of Fit for y, input.ErrShape for another number of observations than the model was fitted to, and input.ErrParam for
// weights of another sum. Other observations than those of the fit, as many and of the same weight, are not noticed.
//
// Reference: R. D. Cook and S. Weisberg, Residuals and Influence in Regression (1982). Curriculum: V9.1a.
func (m *Model) Diagnose(x mat.Matrix, y []float64) (*Diagnostics, error) {
	return m.DiagnoseWeighted(x, y, nil)
}

// DiagnoseWeighted is Diagnose for a model of FitWeighted with these weights.
func (m *Model) DiagnoseWeighted(x mat.Matrix, y, w []float64) (*Diagnostics, error) {
	fitted, err := m.predict(x)
	if err == nil {
		err = input.Vector("y", y, len(fitted))
	}
	if err == nil && w != nil {
		err = input.Weights("w", w, len(fitted))
	}
	if err == nil {
		err = m.fittedTo(len(y), w)
	}
	if err != nil {
		return nil, fmt.Errorf("regression: diagnose: %w", err)
	}
	n, sigma := len(y), m.Sigma()
	d := &Diagnostics{Residuals: make([]float64, n), Leverages: make([]float64, n), LeaveOneOut: make([]float64, n)}
	if sigma > 0 {
		d.Standardised, d.Cook = make([]float64, n), make([]float64, n)
	}
	row := make([]float64, len(m.W))
	for i := range y {
		weight := 1.0
		if w != nil {
			weight = w[i]
		}
		r, h := y[i]-fitted[i], weight*m.Basis.leverage(mat.Row(row, i, x))
		if !finite(h) {
			return nil, fmt.Errorf("regression: diagnose: %w", input.Errorf(input.ErrNotFinite, "X", "row %d has the leverage %v", i, h))
		}
		if h > 1-1e-10 {
			return nil, fmt.Errorf("regression: diagnose: %w", input.Errorf(ErrRank, "X", "row %d has the leverage %v, nothing else determines the model there", i, h))
		}
		d.Residuals[i], d.Leverages[i], d.LeaveOneOut[i] = r, h, r/(1-h)
		if sigma > 0 {
			s := r * math.Sqrt(weight) / (sigma * math.Sqrt(1-h))
			d.Standardised[i], d.Cook[i] = s, s*s*h/(1-h)/m.DF
		}
	}
	return d, nil
}

// fittedTo tells observations from those of the fit by their number and weight.
func (m *Model) fittedTo(n int, w []float64) error {
	sum := float64(n)
	if w != nil {
		sum, n = floats.Sum(w), 0
		for _, v := range w {
			if v > 0 {
				n++
			}
		}
	}
	if n != m.N {
		return input.Errorf(input.ErrShape, "X", "got %d observations of positive weight, the model was fitted to %d", n, m.N)
	}
	if !(math.Abs(sum-m.Basis.Weight) <= 1e-9*m.Basis.Weight) {
		return input.Errorf(input.ErrParam, "w", "the weights add to %v, those of the fit to %v (DiagnoseWeighted takes the weights)", sum, m.Basis.Weight)
	}
	return nil
}
