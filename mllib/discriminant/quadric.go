package discriminant

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/dist"
	"gonum.org/v1/gonum/floats"
)

// Quadric is the function xᵀAx + ⟨W, x⟩ + C of R^d, and the surface where it is zero.
type Quadric struct {
	A dist.Sym  // d×d
	W []float64 // length d
	C float64   // value at 0
}

// Boundary returns the quadric on which the classes k and l (positions in Classes) have equal posteriors. Its value is
// δ_k - δ_l, the log odds of k against l; A = -½(Σ_k⁻¹ - Σ_l⁻¹) is 0 exactly if the covariances are equal. It returns an error that
// wraps input.ErrParam for a k or l outside or k = l, and input.ErrNotFinite where it overflows.
//
// Curriculum: Y11b, S3g, V1.2d, V1.2e.
func (m *QuadraticModel) Boundary(k, l int) (*Quadric, error) {
	law, err := m.law()
	if err == nil {
		err = checkPair(k, l, len(m.Priors))
	}
	if err != nil {
		return nil, fmt.Errorf("discriminant: boundary: %w", err)
	}
	d := len(m.Means[0])
	q := &Quadric{A: dist.ZeroSym(d), W: make([]float64, d)}
	for i, c := range []int{k, l} {
		sign, part := float64(1-2*i), law.Parts[c]
		w := slices.Clone(part.Mean)
		part.Solve(w)
		floats.AddScaled(q.A.Data, -sign/2, part.Precision().Data)
		floats.AddScaled(q.W, sign, w)
		q.C += sign * (math.Log(m.Priors[c]) - part.LogDet/2 - floats.Dot(part.Mean, w)/2)
	}
	if err := notOverflown(q.C, q.W, q.A.Data); err != nil {
		return nil, fmt.Errorf("discriminant: boundary: %w", err)
	}
	return q, nil
}

// Value returns the function at x, NaN if x has not length d.
func (q *Quadric) Value(x []float64) float64 {
	if len(x) != len(q.W) {
		return math.NaN()
	}
	return q.A.Quadratic(x, x) + floats.Dot(q.W, x) + q.C
}

// Roots returns the points of the line where the function is 0 and changes its sign, none, one or two in increasing order. It returns nil in
// more than one dimension. Curriculum: Y11c, S3g.
func (q *Quadric) Roots() []float64 {
	if len(q.W) != 1 || len(q.A.Data) != 1 {
		return nil
	}
	a, b, c := q.A.Data[0], q.W[0], q.C
	_, exponent := math.Frexp(max(math.Abs(a), math.Abs(b), math.Abs(c)))
	a, b, c = math.Ldexp(a, -exponent), math.Ldexp(b, -exponent), math.Ldexp(c, -exponent) // so that b² does not overflow
	if a == 0 {
		if b == 0 {
			return nil
		}
		return []float64{-c / b}
	}
	disc := b*b - 4*a*c
	if !(disc > 0) {
		return nil
	}
	t := -(b + math.Copysign(math.Sqrt(disc), b)) / 2 // no cancellation: the second root is c/t
	x, y := t/a, c/t
	return []float64{min(x, y), max(x, y)}
}
