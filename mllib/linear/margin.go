package linear

import (
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// FunctionalMargins returns y_i(⟨W, x_i⟩ + B) for the rows x_i of X and the labels y_i in {-1, +1}. The errors are those
// of Scores and input.Signs.
//
// Reference: Nussbaum, Definition 3.1. Curriculum: N3b.
func (h Hyperplane) FunctionalMargins(x mat.Matrix, y []int) ([]float64, error) {
	margins, err := h.Scores(x)
	if err != nil {
		return nil, err
	}
	if err := input.Signs("y", y, len(margins)); err != nil {
		return nil, err
	}
	for i := range margins {
		margins[i] *= float64(y[i])
	}
	return margins, nil
}

// GeometricMargins returns the functional margins divided by ‖W‖: the distances from the hyperplane, negative where a
// point lies on the wrong side. They are NaN if W is zero. The errors are those of FunctionalMargins.
//
// Reference: Nussbaum, Definition 3.2. Curriculum: N3b.
func (h Hyperplane) GeometricMargins(x mat.Matrix, y []int) ([]float64, error) {
	margins, err := h.FunctionalMargins(x, y)
	if err != nil {
		return nil, err
	}
	norm := h.nonzeroNorm()
	for i := range margins {
		margins[i] /= norm
	}
	return margins, nil
}

// Margin returns the least geometric margin over the rows of X; it is positive exactly if the hyperplane separates the
// two classes, and NaN if W is zero. The errors are those of FunctionalMargins.
//
// Reference: Nussbaum, Definition 3.3. Curriculum: N3c.
func (h Hyperplane) Margin(x mat.Matrix, y []int) (float64, error) {
	margins, err := h.GeometricMargins(x, y)
	if err != nil {
		return math.NaN(), err
	}
	return slices.Min(margins), nil
}

// Mistakes returns how many of the observations have a functional margin <= 0, that is, lie on the wrong side of the
// hyperplane or on it. The errors are those of FunctionalMargins.
func (h Hyperplane) Mistakes(x mat.Matrix, y []int) (int, error) {
	margins, err := h.FunctionalMargins(x, y)
	if err != nil {
		return 0, err
	}
	return floats.Count(func(m float64) bool { return m <= 0 }, margins), nil
}

// Radius returns R = max ‖x_i‖ over the rows of X. The errors are those of input.Matrix, and one that wraps input.ErrNotFinite where
// R overflows.
func Radius(x mat.Matrix) (float64, error) {
	n, d, err := input.Matrix("X", x)
	if err != nil {
		return 0, err
	}
	data, stride := input.Rows(x)
	squared := 0.0
	for i := range n {
		row := data[i*stride : i*stride+d]
		squared = max(squared, floats.Dot(row, row))
	}
	if squared >= 1e-280 && squared <= math.MaxFloat64 {
		return math.Sqrt(squared), nil
	}
	radius := 0.0 // the squares overflow or underflow; the norm need not
	for i := range n {
		radius = max(radius, floats.Norm(data[i*stride:i*stride+d], 2))
	}
	return radius, input.Vector("norm of X's rows", []float64{radius}, 1)
}
