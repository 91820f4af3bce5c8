package logistic

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Likelihood is the average negative log-likelihood of data, with its ridge penalty, as a function of the coefficients:
//
//	f(θ) = -(1/n) Σ log P(y_i | x_i; θ) + Ridge/(2n) Σ_k ‖w_k‖²
//
// With weights the logarithms are multiplied by them, and n is their sum.
//
// θ is the list of the coefficient vectors (w_k; b_k), one after the other: for each class but the first with Reference (so only
// one for two classes), for each class with Symmetric. Without intercept the b_k are missing. f is convex. Likelihood is a
// descent.Sum: its terms are those of the observations, each with the whole penalty.
//
// Reference: Yan, maximum likelihood for logistic regression; Nussbaum, section 6.3. Curriculum: Y13a, Y13b, N6.3f, S4c.
type Likelihood struct {
	Classes   label.Classes // labels of the classes in increasing order
	N, D      int           // shape of X, but for rows of weight 0
	Weight    float64       // sum of the weights; N without
	Intercept Intercept     // whether θ has intercepts
	Coding    Coding        // whether the first class has coefficients
	Ridge     float64       // of the penalty, >= 0

	x       []float64 // row i is x[i*stride : i*stride+D]; the caller's memory
	stride  int
	class   []int     // number of the class of each observation
	weights []float64 // > 0, of each observation; nil if all are 1
}

// NewLikelihood returns the likelihood of the n×d matrix X and its n labels y under the given options. It keeps a reference
// to the memory of X, which must not change while the likelihood is used.
//
// The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite, ErrOneClass (y is constant) and ErrParam (Ridge is negative or not finite).
func NewLikelihood(x mat.Matrix, y []int, intercept Intercept, coding Coding, ridge float64) (*Likelihood, error) {
	n, d, err := input.Matrix("X", x)
	if err != nil {
		return nil, fmt.Errorf("logistic: %w", err)
	}
	if len(y) != n {
		err = input.Errorf(input.ErrShape, "y", "got %d labels for the %d rows of X", len(y), n)
	}
	codes, classes, labels := label.Encode(y, label.ZeroBased)
	if err := errors.Join(err, labels,
		intercept.Check("Intercept"), coding.Check("Coding"),
		input.Param(ridge >= 0 && finite(ridge), "Ridge", ridge, "a number >= 0")); err != nil {
		return nil, fmt.Errorf("logistic: %w", err)
	}
	l := &Likelihood{Classes: classes, N: n, D: d, Weight: float64(n), Intercept: intercept, Coding: coding, Ridge: ridge, class: codes}
	l.x, l.stride = input.Rows(x)
	return l, nil
}

// Len returns the number of observations.
func (l *Likelihood) Len() int {
	if l == nil {
		return 0
	}
	return l.N
}

// made tells whether NewLikelihood made the likelihood.
func (l *Likelihood) made() bool { return l != nil && l.class != nil }

// Dim returns the number of coefficients in θ, 0 for a Likelihood that NewLikelihood did not make.
func (l *Likelihood) Dim() int {
	if !l.made() {
		return 0
	}
	return l.blocks() * l.width()
}

// fits reports whether the likelihood is one that NewLikelihood made and θ one of its arguments.
func (l *Likelihood) fits(theta []float64) bool { return l.made() && len(theta) == l.Dim() }

// blocks is the number of classes that have coefficients, width the number of coefficients of one class.
func (l *Likelihood) blocks() int { return len(l.Classes) - l.first() }

func (l *Likelihood) width() int {
	if l.Intercept == NoIntercept {
		return l.D
	}
	return l.D + 1
}

// first is the number of the first class that has coefficients.
func (l *Likelihood) first() int {
	if l.Coding == Symmetric {
		return 0
	}
	return 1
}

// penalized is the number of leading coefficients of a class that the penalty counts.
func (l *Likelihood) penalized() int {
	if l.Intercept == PenalizedIntercept {
		return l.D + 1
	}
	return l.D
}

// Value returns f(θ). θ has the length Dim, here and in the other methods; for another length values and derivatives are NaN.
func (l *Likelihood) Value(theta []float64) float64 {
	if !l.fits(theta) {
		return math.NaN()
	}
	return l.evaluate(theta, nil, nil).value
}

// Gradient writes ∇f into dst; its block of class k is (1/n) Σ (P(k|x_i) - 1{y_i = k}) (x_i; 1), plus the penalty's part.
func (l *Likelihood) Gradient(dst, theta []float64) { l.ValueGradient(dst, theta) }

// ValueGradient returns f(θ) and writes ∇f into dst, in one pass over the rows.
func (l *Likelihood) ValueGradient(dst, theta []float64) float64 {
	if !l.fits(theta) || !l.fits(dst) {
		undefined(dst)
		return math.NaN()
	}
	return l.evaluate(theta, dst, nil).value
}

// Term writes the gradient of -log P(y_i | x_i; θ), times the weight by the mean of the weights, plus the whole penalty into dst; NaN for no
// observation i.
func (l *Likelihood) Term(dst, theta []float64, i int) {
	if !l.fits(theta) || !l.fits(dst) || i < 0 || i >= l.N {
		undefined(dst)
		return
	}
	clear(dst)
	var memory [8]float64 // on the stack, so that a step of stochastic descent does not allocate
	p := memory[:]
	if l.blocks() > len(p) {
		p = make([]float64, l.blocks())
	}
	p = p[:l.blocks()]
	l.row(p, theta, i)
	l.addGradient(dst, p, i, l.weight(i)*float64(l.N)/l.Weight)
	l.addPenalty(theta, dst)
}

// Hessian returns the second derivatives of f, Dim×Dim; its block of the classes (k, l) is
// (1/n) Σ P(k|x_i)(1{k = l} - P(l|x_i)) (x_i; 1)(x_i; 1)ᵀ, plus Ridge/n on the diagonal of what is penalised. It is empty
// for a θ of another length.
func (l *Likelihood) Hessian(theta []float64) *mat.SymDense {
	if !l.fits(theta) {
		return &mat.SymDense{}
	}
	prob := make([]float64, l.N*l.blocks())
	l.evaluate(theta, nil, prob)
	return l.hessian(prob, 1)
}

// Smoothness returns a constant l such that the gradient is Lipschitz with it: λ/4 for two classes and λ/2 for more, where λ is
// the largest eigenvalue of the mean of (x_i; 1)(x_i; 1)ᵀ, plus Ridge/n. 1/l is a safe step of gradient descent. In more than 4096
// dimensions the sum of the eigenvalues takes the place of the largest. It is NaN for a Likelihood that NewLikelihood did not
// make, and not finite where squares overflow.
//
// Curriculum: Y13b.
func (l *Likelihood) Smoothness() float64 {
	if !l.made() {
		return math.NaN()
	}
	quarter := l.meanSquare() / 4
	if l.width() <= largestHessian && finite(quarter) {
		quarter = l.quarterEigenvalue()
	}
	if l.blocks() > 1 {
		quarter *= 2
	}
	return quarter + l.Ridge/l.Weight
}

// meanSquare returns the mean of ‖(x_i; 1)‖².
func (l *Likelihood) meanSquare() float64 {
	sum := float64(l.width()-l.D) * l.Weight
	for i := range l.N {
		row := l.x[i*l.stride : i*l.stride+l.D]
		sum += l.weight(i) * floats.Dot(row, row)
	}
	return sum / l.Weight
}

// quarterEigenvalue returns a quarter of the largest eigenvalue of the mean of (x_i; 1)(x_i; 1)ᵀ.
func (l *Likelihood) quarterEigenvalue() float64 {
	prob := make([]float64, l.N)
	for i := range prob {
		prob[i] = .5
	}
	one := *l // two classes, no penalty: its Hessian at 0 is a quarter of the mean
	one.Classes, one.Coding, one.Ridge = l.Classes[:2], Reference, 0
	var e mat.EigenSym
	if !e.Factorize(one.hessian(prob, 1), false) {
		return math.NaN()
	}
	return floats.Max(e.Values(nil))
}

// penalty returns the penalty of θ; addPenalty adds its gradient to dst.
func (l *Likelihood) penalty(theta []float64) float64 {
	sum := 0.0
	for k := range l.blocks() {
		w := theta[k*l.width():][:l.penalized()]
		sum += floats.Dot(w, w)
	}
	return l.Ridge / (2 * l.Weight) * sum
}

func (l *Likelihood) addPenalty(theta, dst []float64) {
	if l.Ridge == 0 {
		return
	}
	for k := range l.blocks() {
		at := k * l.width()
		floats.AddScaled(dst[at:at+l.penalized()], l.Ridge/l.Weight, theta[at:at+l.penalized()])
	}
}

// undefined fills dst with NaN.
func undefined(dst []float64) {
	for j := range dst {
		dst[j] = math.NaN()
	}
}
