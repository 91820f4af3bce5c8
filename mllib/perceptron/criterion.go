package perceptron

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Criterion returns the perceptron criterion J(w, b) = Σ (-γ_i)_+ of the hyperplane h, where γ_i = y_i(⟨w, x_i⟩ + b) and
// (z)_+ = max(z, 0). It is convex, piecewise linear and positively homogeneous of degree 1; with ‖w‖ = 1 it is the sum
// of the distances of the misclassified points from the hyperplane. The errors are those of
// linear.Hyperplane.FunctionalMargins, and one that wraps input.ErrNotFinite if the sum overflows.
//
// Reference: Nussbaum, (15); Yan, perceptron loss. Curriculum: N3.1a, N3.2b, Y18a.
func Criterion(x mat.Matrix, y []int, h linear.Hyperplane) (float64, error) {
	margins, err := h.FunctionalMargins(x, y)
	if err != nil {
		return 0, fmt.Errorf("perceptron: criterion: %w", err)
	}
	sum := 0.0
	for _, m := range margins {
		sum += max(-m, 0)
	}
	if err := input.Vector("J", []float64{sum}, 1); err != nil {
		return 0, fmt.Errorf("perceptron: criterion: %w", err)
	}
	return sum, nil
}

// CriterionGradient returns ∇J = -Σ y_i (x_i; 1) over the observations with γ_i < 0, of length d+1, the derivative by b
// last. Where some γ_i = 0 the criterion has a kink, and this is one of its subgradients. The errors are those of Criterion.
//
// Reference: Nussbaum, section 3.1. Curriculum: N3.1b-d, Y18c.
func CriterionGradient(x mat.Matrix, y []int, h linear.Hyperplane) ([]float64, error) {
	margins, err := h.FunctionalMargins(x, y)
	if err != nil {
		return nil, fmt.Errorf("perceptron: gradient of the criterion: %w", err)
	}
	data, stride := input.Rows(x)
	d := h.Dim()
	gradient := make([]float64, d+1)
	for i, m := range margins {
		if m < 0 {
			addExample(gradient, -1, data[i*stride:i*stride+d], y[i])
		}
	}
	return gradient, nil
}

// addExample adds c·y·(x; 1) to dst.
func addExample(dst []float64, c float64, x []float64, y int) {
	floats.AddScaled(dst[:len(x)], c*float64(y), x)
	dst[len(x)] += c * float64(y)
}
