package svm

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/smo"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// ErrNotSeparable is returned where the classes cannot be separated in the feature space of the kernel and Form is Hard.
var ErrNotSeparable = errors.New("classes are not separable")

// ErrBudget is returned where no function has so little slack as Classifier.Limit allows.
var ErrBudget = errors.New("budget of slack is too small")

// Classifier holds the parameters of a support vector machine for two classes. It finds f(x) = Σ α_i y_i K(x_i, x) + b with
//
//	minimise ½‖w‖² + Σ C_i ξ_i  subject to  y_i f(x_i) ≥ 1 − ξ_i,  ξ_i ≥ 0
//
// where ‖w‖² = Σ α_i α_j y_i y_j K(x_i, x_j), by way of the dual problem
//
//	maximise Σ α_i − ½‖w‖²  subject to  0 ≤ α_i ≤ C_i,  Σ α_i y_i = 0.
//
// The form Squares has ½C_i ξ_i² in the place of C_i ξ_i, and α_i = C_i ξ_i without a bound. The offset b is not penalised.
//
// The zero value is the linear machine with C = 1. Labels are any two integers; y_i is +1 for the larger one. multiclass.OneAgainstOne and OneAgainstRest take
// more classes.
//
// Reference: Nussbaum, chapter 7; Banisch, section 3.2.2; a course chapter on support vector machines, sections 5 to 7; Yan, Y20 to Y30. Curriculum: N7.0h,
// N7.1a-c, N7.2a, N7.2d, N7.4b, B3.2.2c-h, S5.2, S6.2, V6.1, V8a, Y21b, Y29a.
type Classifier struct {
	Form   Form           // the zero value is Price
	C      float64        // of Price: what a unit of slack costs, of Squares twice what a squared unit costs; positive; 0 means 1, and math.Inf(1) is Form: Hard
	Nu     float64        // of Share: ν in (0, 1]
	Limit  float64        // of Budget: what Σ ξ_i may be, at least 0; 0 is the hard margin, but for the error
	Kernel kernels.Kernel // the zero value is the inner product
	// NoIntercept fixes b = 0. With kernels.Sum(k, kernels.Constant(1)) as the kernel that is an offset which is penalised like w (Banisch's footnote, B3.2.2d). Labels −1 and
	// +1 may then be all of one class.
	NoIntercept bool
	Balanced    bool // multiply C_i by n/(2n_k) for the n_k observations of class k; with weights of rows, n and n_k are sums of these
	// ClassWeights are weights >= 0 by label that C_i is multiplied by, 1 for a label that it does not hold. Each label must occur in y.
	ClassWeights map[int]float64
	Tie          label.Tie // class of a score of 0
	Options
}

// Fit fits the machine to the n×d matrix X and the n labels y.
//
// Fit returns an error that wraps input.ErrEmpty, ErrShape, ErrNotFinite (also where kernel values, squares or the objectives overflow or underflow), ErrOneClass, ErrLabel (more than two
// classes), ErrValue (points outside the domain of the kernel), ErrParam (a parameter is out of range), ErrNotSeparable or ErrBudget. It keeps no reference to X or y, and
// does not change them.
func (p Classifier) Fit(x mat.Matrix, y []int) (*Model, error) { return p.fit(x, y, nil) }

// FitWeighted is Fit with a weight w_i >= 0 for each row, by which C_i is multiplied: a row of weight 3 counts as three equal rows, one of weight 0 as none. In the
// form Share, shares are those of the sum of the weights.
func (p Classifier) FitWeighted(x mat.Matrix, y []int, w []float64) (*Model, error) {
	if w == nil {
		w = []float64{}
	}
	return p.fit(x, y, w)
}

func (p Classifier) fit(x mat.Matrix, y []int, w []float64) (*Model, error) {
	o, err := pointsOf(p.Kernel, x, !p.NoIntercept, p.priced() && p.Form != Budget)
	if err != nil {
		return nil, fmt.Errorf("svm: fit: %w", err)
	}
	m, err := p.machine(o, y, w)
	if err != nil {
		return nil, err
	}
	return &Model{Machine: *m, Kernel: p.Kernel, X: rowsOf(x, m.Support())}, nil
}

// FitGram fits a machine to the n×n Gram matrix of n observations, of any kind, and their labels; Kernel is not used. A matrix that is not positive definite is taken
// as it is, see Report.Indefinite. The errors are those of Fit, and those of input.Symmetric.
//
// Curriculum: N7.0i, S5.2f, S7.1a.
func (p Classifier) FitGram(gram mat.Matrix, y []int) (*Machine, error) {
	o, err := gramOf(gram)
	if err != nil {
		return nil, fmt.Errorf("svm: fit: %w", err)
	}
	return p.machine(o, y, nil)
}

func (p Classifier) machine(o observations, y []int, w []float64) (*Machine, error) {
	t, err := p.task(o, y, w)
	if err != nil {
		return nil, fmt.Errorf("svm: fit: %w", err)
	}
	m, err := p.solve(t)
	if err != nil {
		return nil, fmt.Errorf("svm: fit: %w", err)
	}
	return m, nil
}

// task is what the forms are solved for.
type task struct {
	observations
	classes label.Classes
	y       []int     // −1 and +1
	weights []float64 // C_i/C
	free    bool      // there is an offset
	squares bool      // squares of slacks are paid for
	options smo.Options
}

// task checks the parameters, the labels and the weights.
func (p Classifier) task(o observations, y []int, w []float64) (*task, error) {
	n := len(o.diagonal)
	errs := []error{p.check()}
	if len(y) != n {
		return nil, errors.Join(append(errs, input.Errorf(input.ErrShape, "y", "got %d labels for %d observations", len(y), n))...)
	}
	y = label.Counted(y, w)
	signs, classes, err := label.Encode(y, label.Signed)
	if p.NoIntercept && input.Signs("y", y, n) == nil { // without an offset one class is a problem like any other
		signs, classes, err = slices.Clone(y), label.Classes{-1, 1}, nil
	}
	if err := errors.Join(append(errs, err)...); err != nil {
		return nil, err
	}
	t := &task{observations: o, classes: classes, y: signs, free: !p.NoIntercept, squares: p.Form == Squares}
	t.weights, err = p.weights(t, w)
	return t, err
}

func (p Classifier) check() error {
	errs := []error{p.Form.Check("Classifier.Form"), p.Kernel.Check(), p.Tie.Check("Classifier.Tie"), p.Options.check("Classifier")}
	only := func(form Form, name string, v float64, ok bool, want string) {
		if p.Form != form {
			ok, want = v == 0 || name == "C" && p.Form == Hard && math.IsInf(v, 1), fmt.Sprintf("none: it belongs to the form %v, this is %v", form, p.Form)
		}
		errs = append(errs, input.Param(ok, "Classifier."+name, v, want))
	}
	price := Price
	if p.Form == Squares {
		price = Squares
	}
	only(price, "C", p.C, p.C >= 0, "a number >= 0")
	only(Share, "Nu", p.Nu, p.Nu > 0 && p.Nu <= 1, "a number in (0, 1]")
	only(Budget, "Limit", p.Limit, p.Limit >= 0 && !math.IsInf(p.Limit, 1), "a number >= 0")
	return errors.Join(errs...)
}

// weights are the products of those of rows and of classes.
func (p Classifier) weights(t *task, rows []float64) ([]float64, error) {
	n := len(t.y)
	w := slices.Repeat([]float64{1}, n)
	if rows != nil {
		if err := input.Vector("w", rows, n); err != nil {
			return nil, err
		}
		copy(w, rows)
	}
	ofClass := [2]float64{1, 1}
	for y, v := range p.ClassWeights {
		k := slices.Index(t.classes, y)
		if k < 0 {
			return nil, input.Errorf(input.ErrLabel, "Classifier.ClassWeights", "label %d is none of those of the observations, %v", y, t.classes)
		}
		ofClass[k] = v
	}
	sums := [2]float64{}
	for i, v := range w {
		sums[(t.y[i]+1)/2] += v
	}
	for i := range w {
		k := (t.y[i] + 1) / 2
		v := w[i] * ofClass[k]
		if p.Balanced && sums[k] > 0 {
			v *= (sums[0] + sums[1]) / (2 * sums[k])
		}
		if !(w[i] >= 0 && ofClass[k] >= 0) || v-v != 0 {
			return nil, input.Param(false, fmt.Sprintf("weight of observation %d", i), v, "a number >= 0")
		}
		w[i] = v
	}
	for k := range sums {
		if t.free && sums[k]*ofClass[k] == 0 || floats.Sum(w) == 0 {
			return nil, input.Errorf(input.ErrOneClass, "w", "no observation of class %d has a weight", t.classes[k])
		}
	}
	return w, nil
}
