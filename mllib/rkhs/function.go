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

// Function is the function f(x) = Σ c_i K(x, z_i), an element of the space of K. It is plain data: it goes through JSON and back.
//
// Curriculum: B3.1e, S7.1e, N5.4f.
type Function struct {
	Kernel  kernels.Kernel
	Centres [][]float64 // the n points z_i, of d coordinates each
	Coef    []float64   // the n coefficients c_i
}

// Section is K(·, x), the feature of a point x: its inner product with f is f(x). It shares no memory with x.
//
// Curriculum: N5.4a.
func Section(k kernels.Kernel, x []float64) *Function {
	return &Function{Kernel: k, Centres: [][]float64{slices.Clone(x)}, Coef: []float64{1}}
}

// Check returns all that is wrong with f, or nil: the error wraps input.ErrParam for a kernel that kernels.Kernel.Check refuses or that is not positive definite
// by what it is made of, input.ErrEmpty or ErrShape for centres and coefficients that do not fit, and input.ErrNotFinite.
func (f *Function) Check() error {
	if f == nil {
		return input.NoModel("rkhs.Function")
	}
	if err := f.Kernel.Check(); err != nil {
		return err
	}
	if !f.Kernel.Positive() {
		return input.Errorf(input.ErrParam, "Kernel", "%v is not positive definite: it has no space of functions", f.Kernel)
	}
	if len(f.Centres) == 0 {
		return input.Errorf(input.ErrEmpty, "Centres", "want one or more")
	}
	err := input.Vector("Coef", f.Coef, len(f.Centres))
	for i, z := range f.Centres {
		if e := input.Vector(fmt.Sprintf("Centres[%d]", i), z, len(f.Centres[0])); e != nil {
			return errors.Join(err, e)
		}
	}
	if len(f.Centres[0]) == 0 {
		err = errors.Join(err, input.Errorf(input.ErrEmpty, "Centres", "points without coordinates"))
	}
	return err
}

func rows(points [][]float64) *mat.Dense {
	m := mat.NewDense(len(points), len(points[0]), nil)
	for i, p := range points {
		m.SetRow(i, p)
	}
	return m
}

// Values returns f(x_i) for the rows of X, n×d. The errors are those of Check and of kernels.Kernel.Cross, and one that wraps input.ErrNotFinite where a value
// overflows.
func (f *Function) Values(x mat.Matrix) ([]float64, error) {
	if err := f.Check(); err != nil {
		return nil, fmt.Errorf("rkhs: values: %w", err)
	}
	cross, err := f.Kernel.Cross(x, rows(f.Centres))
	if err != nil {
		return nil, fmt.Errorf("rkhs: values: %w", err)
	}
	c, unit := scaled(f.Coef)
	n, _ := cross.Dims()
	v := make([]float64, n)
	for i := range v {
		row := cross.RawRowView(i)
		if v[i] = unit * floats.Dot(row, c); !finite(v[i]) { // on the way, or in the end
			small, size := scaled(row)
			v[i] = inUnits(floats.Dot(small, c), size, unit)
		}
		if !finite(v[i]) {
			return nil, fmt.Errorf("rkhs: values: %w", input.Errorf(input.ErrNotFinite, "X", "at row %d the function overflows", i))
		}
	}
	return v, nil
}

// Value is f(x) for one point x, and NaN where Values returns an error.
func (f *Function) Value(x []float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	v, err := f.Values(mat.NewDense(1, len(x), slices.Clone(x)))
	if err != nil {
		return math.NaN()
	}
	return v[0]
}

// At is Value for a point of the line.
func (f *Function) At(t float64) float64 { return f.Value([]float64{t}) }

func finite(v float64) bool { return !math.IsInf(v, 0) && !math.IsNaN(v) }

// scaled returns c divided by a power of two near its largest entry, and that power, so that sums of products with c do not overflow on the way.
func scaled(c []float64) (small []float64, unit float64) {
	largest := floats.Norm(c, math.Inf(1))
	if largest == 0 {
		return c, 1
	}
	_, e := math.Frexp(largest)
	unit = math.Ldexp(1, max(e-1, -1022))
	small = slices.Clone(c)
	floats.Scale(1/unit, small)
	return small, unit
}

// Inner is the inner product ⟨f, g⟩ = Σ_i Σ_j b_i c_j K(y_i, z_j) of two functions in the space of their kernel. The error wraps input.ErrParam for functions of
// different kernels, input.ErrNotFinite where the product overflows, and what Check finds wrong.
//
// Curriculum: B3.1e, B3.1f, N5.4f, S7.1e.
func Inner(f, g *Function) (float64, error) {
	if err := errors.Join(f.Check(), g.Check()); err != nil {
		return 0, fmt.Errorf("rkhs: inner: %w", err)
	}
	if !f.Kernel.Equal(g.Kernel) {
		return 0, fmt.Errorf("rkhs: inner: %w", input.Errorf(input.ErrParam, "g.Kernel", "got %v, f has %v: functions of two spaces", g.Kernel, f.Kernel))
	}
	cross, err := f.Kernel.Cross(rows(f.Centres), rows(g.Centres))
	if err != nil {
		return 0, fmt.Errorf("rkhs: inner: %w", err)
	}
	b, s := scaled(f.Coef)
	c, t := scaled(g.Coef)
	if v := form(b, cross, c) * s * t; finite(v) {
		return v, nil
	}
	small, u := scaled(cross.RawMatrix().Data)
	if v := inUnits(form(b, mat.NewDense(len(b), len(c), small), c), s, t, u); finite(v) {
		return v, nil
	}
	return 0, fmt.Errorf("rkhs: inner: %w", input.Errorf(input.ErrNotFinite, "f, g", "the product overflows"))
}

// inUnits is v times powers of two, of which only the product matters.
func inUnits(v float64, units ...float64) float64 {
	e := 0
	for _, u := range units {
		e += math.Ilogb(u)
	}
	return math.Ldexp(v, e)
}

// form is bᵀAc.
func form(b []float64, a mat.Matrix, c []float64) float64 {
	return mat.Inner(mat.NewVecDense(len(b), b), a, mat.NewVecDense(len(c), c))
}

// Norm is ‖f‖ = √(cᵀKc), the length of f in the space of its kernel, with the Gram matrix K of the centres. What rounding makes negative is 0. The errors are those
// of Check and of kernels.Kernel.Gram, and one that wraps input.ErrNotFinite where the norm overflows.
//
// Curriculum: B3.1e, S7.1e, N5.4f.
func (f *Function) Norm() (float64, error) {
	if err := f.Check(); err != nil {
		return 0, fmt.Errorf("rkhs: norm: %w", err)
	}
	gram, err := f.Kernel.Gram(rows(f.Centres))
	if err != nil {
		return 0, fmt.Errorf("rkhs: norm: %w", err)
	}
	c, unit := scaled(f.Coef)
	norm := unit * math.Sqrt(max(0, form(c, gram, c)))
	if !finite(norm) {
		small, size := scaled(gram.RawSymmetric().Data)
		root := math.Sqrt(max(0, form(c, mat.NewSymDense(len(c), small), c)))
		norm = inUnits(root*math.Sqrt(size), unit)
	}
	if !finite(norm) {
		return 0, fmt.Errorf("rkhs: norm: %w", input.Errorf(input.ErrNotFinite, "f", "its norm overflows"))
	}
	return norm, nil
}

// Combine is the function a·f + b·g, with the centres of both. The error wraps input.ErrParam for functions of different kernels, input.ErrNotFinite for
// coefficients that overflow, and what Check finds wrong.
func Combine(a float64, f *Function, b float64, g *Function) (*Function, error) {
	if err := errors.Join(f.Check(), g.Check()); err != nil {
		return nil, fmt.Errorf("rkhs: combine: %w", err)
	}
	if !f.Kernel.Equal(g.Kernel) {
		return nil, fmt.Errorf("rkhs: combine: %w", input.Errorf(input.ErrParam, "g.Kernel", "got %v, f has %v: functions of two spaces", g.Kernel, f.Kernel))
	}
	h := &Function{Kernel: f.Kernel}
	for k, part := range []*Function{f, g} {
		for i, z := range part.Centres {
			h.Centres = append(h.Centres, slices.Clone(z))
			h.Coef = append(h.Coef, []float64{a, b}[k]*part.Coef[i])
		}
	}
	if err := h.Check(); err != nil {
		return nil, fmt.Errorf("rkhs: combine: %w", err)
	}
	return h, nil
}
