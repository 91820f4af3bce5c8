package rkhs

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Nystrom holds the parameters of Mercer's expansion K(u, v) = Σ_j λ_j φ_j(u) φ_j(v), computed by quadrature: the integral operator f ↦ ∫ K(·, v) f(v) dv becomes
// f ↦ Σ_i w_i K(·, x_i) f(x_i), whose eigenvalues are those of the symmetric matrix √w_i K(x_i, x_j) √w_j.
//
// Reference: E. Nyström (1930); C. Williams and M. Seeger, Using the Nyström method to speed up kernel machines (2001). Curriculum: N5e, N5h, N5.4k, V7.1a.
type Nystrom struct {
	Terms int // the most terms that are kept; 0 means all
}

// Mercer is an expansion of a kernel in eigenfunctions of its integral operator, which are orthonormal with the weights. It is plain data: it goes through JSON and back.
type Mercer struct {
	Kernel      kernels.Kernel
	Nodes       [][]float64 // n points of d coordinates
	Weights     []float64   // of the n nodes, positive
	Eigenvalues []float64   // λ_1 ≥ … ≥ λ_J, positive
	AtNodes     [][]float64 // J rows: φ_j at the n nodes, Σ_i w_i φ_j(x_i) φ_l(x_i) = 1 for j = l, else 0
}

// Fit expands a kernel on the n rows of the n×d matrix nodes with positive weights w, those of a quadrature rule, or 1/n each for nil (the mean over a sample). Terms whose
// eigenvalues are rounding, at most n·2⁻⁵²·λ_1, are left out: a kernel of finite rank has no others. An eigenfunction has the sign that makes its entry of largest
// absolute value at the nodes positive, the first such.
//
// The error wraps input.ErrParam for Terms < 0, a kernel that is not positive definite, or one that is 0 at all nodes, input.ErrNotFinite for one that is so small there that digits are lost, input.ErrValue for weights that are not positive, and is that of
// kernels.Kernel.Gram or input.Vector.
func (p Nystrom) Fit(k kernels.Kernel, nodes mat.Matrix, w []float64) (*Mercer, error) {
	m, scaledGram, err := p.start(k, nodes, w)
	if err != nil {
		return nil, fmt.Errorf("rkhs: nystrom: %w", err)
	}
	var e mat.EigenSym
	if !e.Factorize(scaledGram, true) {
		return nil, fmt.Errorf("rkhs: nystrom: %w", input.Errorf(input.ErrNotFinite, "nodes", "the eigenvalues cannot be computed"))
	}
	values := e.Values(nil)
	var q mat.Dense
	e.VectorsTo(&q)
	n := len(values)
	least := float64(n) * 0x1p-52 * values[n-1]
	for j := n - 1; j >= 0 && values[j] > least && (p.Terms == 0 || len(m.Eigenvalues) < p.Terms); j-- {
		m.Eigenvalues = append(m.Eigenvalues, values[j])
		m.AtNodes = append(m.AtNodes, eigenfunction(mat.Col(nil, j, &q), m.Weights))
	}
	switch {
	case len(m.Eigenvalues) == 0:
		return nil, fmt.Errorf("rkhs: nystrom: %w", input.Errorf(input.ErrParam, "Kernel", "%v is 0 at all nodes, or underflows there", k))
	case m.Eigenvalues[0] < 0x1p-960:
		return nil, fmt.Errorf("rkhs: nystrom: %w", input.Errorf(input.ErrNotFinite, "Kernel", "%v is so small at the nodes, the largest eigenvalue %g, that digits are lost", k, m.Eigenvalues[0]))
	}
	return m, nil
}

// start checks everything and returns the expansion without terms and the matrix √w_i K(x_i, x_j) √w_j.
func (p Nystrom) start(k kernels.Kernel, nodes mat.Matrix, w []float64) (*Mercer, *mat.SymDense, error) {
	gram, err := k.Gram(nodes)
	if err != nil {
		return nil, nil, err
	}
	n := gram.SymmetricDim()
	if w == nil {
		w = slices.Repeat([]float64{1 / float64(n)}, n)
	}
	err = errors.Join(input.Param(p.Terms >= 0, "Nystrom.Terms", p.Terms, "0 or more"), positive("w", w, n))
	if !k.Positive() {
		err = errors.Join(err, input.Errorf(input.ErrParam, "Kernel", "%v is not positive definite", k))
	}
	if err != nil {
		return nil, nil, err
	}
	m := &Mercer{Kernel: k, Weights: slices.Clone(w)}
	for i, v := range w {
		m.Nodes = append(m.Nodes, mat.Row(nil, i, nodes))
		for j := i; j < n; j++ {
			gram.SetSym(i, j, math.Sqrt(v)*gram.At(i, j)*math.Sqrt(w[j]))
		}
	}
	return m, gram, nil
}

// eigenfunction turns a unit eigenvector into the values of an eigenfunction at the nodes.
func eigenfunction(v, w []float64) []float64 {
	for i := range v {
		v[i] /= math.Sqrt(w[i])
	}
	largest := 0
	for i := range v {
		if math.Abs(v[i]) > math.Abs(v[largest]) {
			largest = i
		}
	}
	if v[largest] < 0 {
		floats.Scale(-1, v)
	}
	return v
}

func (m *Mercer) check() error {
	if m == nil {
		return input.NoModel("rkhs.Mercer")
	}
	n := len(m.Nodes)
	if n == 0 || len(m.Nodes[0]) == 0 || len(m.Eigenvalues) == 0 {
		return input.Errorf(input.ErrEmpty, "Mercer", "it has no nodes, or no eigenvalues; Fit makes one")
	}
	if len(m.AtNodes) != len(m.Eigenvalues) {
		return input.Errorf(input.ErrShape, "Mercer.AtNodes", "%d functions for %d eigenvalues", len(m.AtNodes), len(m.Eigenvalues))
	}
	err := errors.Join(positive("Mercer.Weights", m.Weights, n), positive("Mercer.Eigenvalues", m.Eigenvalues, len(m.Eigenvalues)))
	for i, z := range m.Nodes {
		err = errors.Join(err, input.Vector(fmt.Sprintf("Mercer.Nodes[%d]", i), z, len(m.Nodes[0])))
	}
	for j, φ := range m.AtNodes {
		err = errors.Join(err, input.Vector(fmt.Sprintf("Mercer.AtNodes[%d]", j), φ, n))
	}
	return err
}

// positive checks that v are n positive numbers.
func positive(argument string, v []float64, n int) error {
	if err := input.Vector(argument, v, n); err != nil {
		return err
	}
	for i, a := range v {
		if a <= 0 {
			return input.Errorf(input.ErrValue, argument, "entry %d is %v, want positive numbers", i, a)
		}
	}
	return nil
}

// Functions returns the m×J matrix of φ_j(x_i) for the rows of X, m×d, by Nyström's formula φ_j(x) = λ_j⁻¹ Σ_i w_i K(x, x_i) φ_j(x_i), which gives AtNodes at the nodes. For
// small eigenvalues its rounding error is of the order of 2⁻⁵²·λ_1/λ_j. The errors are those of kernels.Kernel.Cross, input.ErrNotFinite also where a value overflows, and one that
// wraps input.ErrEmpty, ErrShape, ErrValue or ErrNotFinite for an expansion that Fit did not make.
func (m *Mercer) Functions(x mat.Matrix) (*mat.Dense, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("rkhs: functions: %w", err)
	}
	cross, err := m.Kernel.Cross(x, rows(m.Nodes))
	if err != nil {
		return nil, fmt.Errorf("rkhs: functions: %w", err)
	}
	weighted := mat.NewDense(len(m.Nodes), len(m.Eigenvalues), nil)
	for j, φ := range m.AtNodes {
		for i, v := range φ {
			weighted.Set(i, j, m.Weights[i]*v/m.Eigenvalues[j])
		}
	}
	var f mat.Dense
	f.Mul(cross, weighted)
	if _, _, err := input.Matrix("X", &f); err != nil {
		return nil, fmt.Errorf("rkhs: functions: %w", input.Errorf(input.ErrNotFinite, "X", "a value overflows"))
	}
	return &f, nil
}

// Features returns the m×J matrix of √λ_j·φ_j(x_i), the coordinates of Mercer's feature map: the inner product of two rows is the sum of the terms of K(x, y) that are kept. The errors are those of
// Functions.
//
// Curriculum: N5h, N5.4g.
func (m *Mercer) Features(x mat.Matrix) (*mat.Dense, error) {
	f, err := m.Functions(x)
	if err != nil {
		return nil, err
	}
	f.Apply(func(_, j int, v float64) float64 { return math.Sqrt(m.Eigenvalues[j]) * v }, f)
	return f, nil
}

// Coefficients returns f_j = Σ_i w_i f(x_i) φ_j(x_i), the J coefficients of a function in the eigenfunctions, from its n values at the nodes. Σ f_j² is the square of its norm in L_2, Σ f_j²/λ_j
// that in the space of K. The error is that of input.Vector, wraps input.ErrNotFinite where a coefficient overflows, or is that of Functions for an expansion that Fit did not make.
//
// Curriculum: N5.4b, N5.4c.
func (m *Mercer) Coefficients(values []float64) ([]float64, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("rkhs: coefficients: %w", err)
	}
	if err := input.Vector("values", values, len(m.Nodes)); err != nil {
		return nil, fmt.Errorf("rkhs: coefficients: %w", err)
	}
	c := make([]float64, len(m.Eigenvalues))
	for j, φ := range m.AtNodes {
		for i, v := range values {
			c[j] += float64(m.Weights[i] * v * φ[i])
		}
		if v := c[j]; math.IsInf(v, 0) || math.IsNaN(v) {
			return nil, fmt.Errorf("rkhs: coefficients: %w", input.Errorf(input.ErrNotFinite, "values", "coefficient %d overflows", j))
		}
	}
	return c, nil
}
