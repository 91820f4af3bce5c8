package perceptron

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Bound is a bound on the number of updates of Rosenblatt's algorithm, and what it is made of.
type Bound struct {
	Constant float64 // c, the extra coordinate that carries the intercept: 1, R or 0
	Radius   float64 // R̂ = max ‖(x_i; c)‖
	Margin   float64 // δ = min y_i⟨ŵ, (x_i; c)⟩ for the unit vector ŵ along (w; b/c)
	Updates  float64 // no run makes more updates than this
}

// Bound returns Novikoff's bound on the number of updates that Fit makes on X and y with these parameters, computed from a
// hyperplane h that separates them; the hyperplane of largest margin (of the vectors (x; c)) gives the best one.
//
// In the coordinates x̂ = (x; c) the algorithm is the one without intercept. From start 0 the bound is R̂²/δ²: for NoIntercept
// the printed R²/ν² of Vetcha and Banisch, for RadiusStep 2R²(1+b²/R²)/γ², which is what Nussbaum's proof gives before
// it is rounded up to (2R/γ)². From another start ŵ_0 it is the larger root of (a + tδ)² = ‖ŵ_0/η‖² + tR̂² with a = ⟨ŵ, ŵ_0/η⟩,
// rounded down to 0 where negative.
//
// Bound returns linear.ErrNotSeparable if h does not separate the data (h.B is ignored with NoIntercept), input.ErrShape if W has
// not the length of a row, input.ErrNotFinite where the bound overflows, and the errors of Fit.
//
// Reference: A. B. J. Novikoff, On convergence proofs on perceptrons (1962); Nussbaum, Theorem 3.4; Banisch, (2.3); Vetcha, chapter 4.
// Curriculum: N3f, B2.1.1f, V4f, Y19b.
func (p Rosenblatt) Bound(x mat.Matrix, y []int, h linear.Hyperplane) (Bound, error) {
	p.Order, p.Pocket = Cyclic, false // neither changes the bound; a random order would ask for a source
	r, err := p.newRun(x, y)
	if err == nil {
		err = input.Vector("h.W", h.W, r.d)
	}
	if err != nil {
		return Bound{}, fmt.Errorf("perceptron: bound: %w", err)
	}
	b := Bound{Constant: math.Sqrt(r.cc)}
	if b.Constant == 0 {
		h.B = 0
	}
	if b.Constant == 0 && p.Intercept == RadiusStep {
		return Bound{}, fmt.Errorf("perceptron: bound: all observations are 0: %w", linear.ErrNotSeparable)
	}
	radius, err := linear.Radius(x)
	if err != nil {
		return Bound{}, fmt.Errorf("perceptron: bound: %w", err)
	}
	b.Radius = math.Sqrt(radius*radius + r.cc)
	margins, err := h.FunctionalMargins(x, y)
	if err != nil {
		return Bound{}, fmt.Errorf("perceptron: bound: %w", err)
	}
	direction := h.Augmented(b.Constant)
	b.Margin = slices.Min(margins) / floats.Norm(direction, 2)
	if !(b.Margin > 0) {
		return Bound{}, fmt.Errorf("perceptron: bound: h has the margin %.4g: %w", b.Margin, linear.ErrNotSeparable)
	}
	start := linear.Hyperplane{W: r.w, B: r.b}.Scale(1 / r.Eta).Augmented(b.Constant)
	b.Updates = b.updates(start, direction)
	if err := input.Vector("bound", []float64{b.Updates}, 1); err != nil {
		return Bound{}, fmt.Errorf("perceptron: bound: %w", err)
	}
	return b, nil
}

// updates solves the quadratic inequality of Bound.
func (b Bound) updates(start, direction []float64) float64 {
	m, delta := b.Radius*b.Radius, b.Margin
	a := floats.Dot(start, direction) / floats.Norm(direction, 2)
	p := m - 2*a*delta
	outside := max(floats.Dot(start, start)-a*a, 0)
	return max((p+math.Sqrt(p*p+4*delta*delta*outside))/(2*delta*delta), 0)
}
