package bayes

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Quadric is the function xᵀAx + ⟨W, x⟩ + C of R^d, A symmetric and row by row. Its zero set is the border of two normal classes.
//
// Curriculum: V1.2d, V1.2e.
type Quadric struct {
	A, W []float64 // d×d row by row, and length d
	C    float64   // value at 0
}

// Quadric returns log P(i|x) - log P(j|x) as a quadratic function: A = (Σ_j⁻¹ - Σ_i⁻¹)/2, W = Σ_i⁻¹μ_i - Σ_j⁻¹μ_j,
// C = log(P_i/P_j) - (μ_iᵀΣ_i⁻¹μ_i - μ_jᵀΣ_j⁻¹μ_j)/2 - log(|Σ_i|/|Σ_j|)/2. It returns an error that wraps input.ErrParam for no such classes or
// one of probability 0, and input.ErrNotFinite where it overflows.
func (g *Gaussians) Quadric(i, j int) (Quadric, error) {
	err := g.pair(i, j)
	if err == nil {
		err = g.possible(i, j)
	}
	if err != nil {
		return Quadric{}, err
	}
	pi, vi, ci := g.precision(i)
	pj, vj, cj := g.precision(j)
	q := Quadric{A: pj, W: vi, C: math.Log(g.Prior[i]/g.Prior[j]) - (ci-cj)/2 - (g.Class[i].LogDet-g.Class[j].LogDet)/2}
	floats.Sub(q.A, pi)
	floats.Scale(.5, q.A)
	floats.Sub(q.W, vj)
	return q, finiteBorder(i, j, q.C, q.W, q.A)
}

// pair checks that there are classes i and j.
func (g *Gaussians) pair(i, j int) error {
	err := g.Check()
	if err == nil {
		ok := i >= 0 && j >= 0 && i < g.K() && j < g.K()
		err = input.Param(ok, "i, j", [2]int{i, j}, fmt.Sprintf("classes in 0..%d", g.K()-1))
	}
	if err != nil {
		return fmt.Errorf("bayes: classes %d and %d: %w", i, j, err)
	}
	return nil
}

// possible checks that classes i and j have a probability, without which the odds are not finite.
func (g *Gaussians) possible(i, j int) error {
	if g.Prior[i] > 0 && g.Prior[j] > 0 {
		return nil
	}
	return fmt.Errorf("bayes: classes %d and %d: %w", i, j, input.Param(false, "Gaussians.Prior", [2]float64{g.Prior[i], g.Prior[j]}, "positive numbers"))
}

// precision returns Σ⁻¹, Σ⁻¹μ and μᵀΣ⁻¹μ of class k.
func (g *Gaussians) precision(k int) (inverse, v []float64, c float64) {
	m, d := g.Class[k], g.Dim()
	var chol mat.Cholesky
	chol.SetFromU(mat.NewTriDense(d, mat.Upper, transposed(m.L, d)))
	var inv mat.SymDense
	_ = chol.InverseTo(&inv) // a bad condition number is refused by NewMVNormal
	inverse, v = make([]float64, d*d), slices.Clone(m.Mean)
	for i := range d {
		for j := range d {
			inverse[i*d+j] = inv.At(i, j)
		}
	}
	m.Solve(v)
	return inverse, v, floats.Dot(v, m.Mean)
}

func transposed(a []float64, d int) []float64 {
	t := make([]float64, len(a))
	for i := range d {
		for j := range d {
			t[j*d+i] = a[i*d+j]
		}
	}
	return t
}

// Value returns the value at x, or NaN if x has another length than d.
func (q Quadric) Value(x []float64) float64 {
	d := len(q.W)
	if len(x) != d || len(q.A) != d*d {
		return math.NaN()
	}
	v := q.C + floats.Dot(q.W, x)
	for i, xi := range x {
		v += xi * floats.Dot(q.A[i*d:(i+1)*d], x)
	}
	return v
}

// Sphere returns centre and squared radius of the zero set where A is a multiple a ≠ 0 of the identity, and false otherwise. A negative
// squared radius means that there is no zero.
func (q Quadric) Sphere() (centre []float64, radius2 float64, ok bool) {
	d := len(q.W)
	if d == 0 || len(q.A) != d*d || q.A[0] == 0 {
		return nil, 0, false
	}
	a := q.A[0]
	for i := range d {
		for j := range d {
			if want := a * (1 - zeroOne(i, j)); math.Abs(q.A[i*d+j]-want) > 1e-12*math.Abs(a) {
				return nil, 0, false
			}
		}
	}
	centre = make([]float64, d)
	floats.ScaleTo(centre, -1/(2*a), q.W)
	return centre, floats.Dot(centre, centre) - q.C/a, true
}

// Conic returns what the zero set in the plane is: "ellipse", "hyperbola", "parabola", "crossing lines", "parallel lines", "line",
// "point", "empty" or "plane". It returns "" if d is not 2. Determinants below 1e-9 of their terms count as zero.
func (q Quadric) Conic() string {
	if len(q.W) != 2 || len(q.A) != 4 {
		return ""
	}
	scale := math.Max(floats.Norm(q.A, math.Inf(1)), math.Max(floats.Norm(q.W, math.Inf(1)), math.Abs(q.C)))
	if scale == 0 {
		return "plane"
	}
	a, b, c := q.A[0]/scale, q.A[1]/scale, q.A[3]/scale
	u, v, w := q.W[0]/scale/2, q.W[1]/scale/2, q.C/scale
	minor := a*c - b*b
	whole := mat.Det(mat.NewDense(3, 3, []float64{a, b, u, b, c, v, u, v, w}))
	switch zero := func(x float64) bool { return math.Abs(x) < 1e-9 }; {
	case zero(a) && zero(b) && zero(c):
		return line(u, v)
	case zero(minor) && !zero(whole):
		return "parabola"
	case zero(minor):
		return parallel(a*w-u*u, c*w-v*v)
	case minor > 0 && zero(whole):
		return "point"
	case minor > 0 && whole*(a+c) > 0:
		return "empty"
	case minor > 0:
		return "ellipse"
	case zero(whole):
		return "crossing lines"
	}
	return "hyperbola"
}

// line names the zero set of an affine function.
func line(u, v float64) string {
	if u == 0 && v == 0 {
		return "empty"
	}
	return "line"
}

// parallel names a degenerate conic whose quadratic part has rank 1, by its other principal minors.
func parallel(first, second float64) string {
	switch s := first + second; {
	case s < -1e-9:
		return "parallel lines"
	case s > 1e-9:
		return "empty"
	}
	return "line"
}
