package rkhs

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Interpolate returns the function of least norm with f(x_i) = y_i for the n rows of X, n×d: f = Σ c_i K(·, x_i) with Kc = y. All others with these values differ from
// it by a function that is 0 at all x_i, which is orthogonal to it. The work is that of a Cholesky factor, O(n³).
//
// The error wraps input.ErrSingular where the Gram matrix is singular, but for rounding: for equal rows, for more rows than the kernel has features, and for rows that
// are nearer than the kernel can tell (a wide Gaussian), also where f(x_i) and y_i would agree in fewer than three digits. It is that of kernels.Kernel.Gram for X, of
// input.Vector for y, and wraps input.ErrParam for a kernel that is not positive definite.
//
// Curriculum: N5.4q.
func Interpolate(k kernels.Kernel, x mat.Matrix, y []float64) (*Function, error) {
	gram, err := k.Gram(x)
	if err != nil {
		return nil, fmt.Errorf("rkhs: interpolate: %w", err)
	}
	n, _ := x.Dims()
	if err := input.Vector("y", y, n); err != nil {
		return nil, fmt.Errorf("rkhs: interpolate: %w", err)
	}
	f := &Function{Kernel: k, Coef: make([]float64, n)}
	for i := range n {
		f.Centres = append(f.Centres, mat.Row(nil, i, x))
	}
	if err := f.Check(); err != nil {
		return nil, fmt.Errorf("rkhs: interpolate: %w", err)
	}
	if f.Coef, err = solve(gram, y); err != nil {
		return nil, fmt.Errorf("rkhs: interpolate: %w", err)
	}
	if err := f.Check(); err != nil {
		return nil, fmt.Errorf("rkhs: interpolate: %w", err)
	}
	return f, nil
}

// solve returns the c of Kc = y, from K with rows and columns of one size. It refuses a matrix that is singular but for rounding, and a c by which Σ_j K_ij c_j cancels
// so many digits that it is not y_i.
func solve(gram *mat.SymDense, y []float64) ([]float64, error) {
	n := len(y)
	singular := input.Errorf(input.ErrSingular, "X", "the Gram matrix of its %d rows is singular, but for rounding", n)
	units := make([]float64, n)
	for i := range units {
		_, e := math.Frexp(gram.At(i, i))
		units[i] = math.Ldexp(1, -e/2)
	}
	k := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			k.SetSym(i, j, gram.At(i, j)*units[i]*units[j])
		}
	}
	var factor mat.Cholesky
	if !factor.Factorize(k) || factor.Cond() > 0x1p52/float64(4*n) {
		return nil, singular
	}
	small, unit := scaled(y)
	c := mat.NewVecDense(n, nil)
	if err := factor.SolveVecTo(c, mat.NewVecDense(n, floats.MulTo(make([]float64, n), small, units))); err != nil {
		return nil, singular
	}
	most := floats.Norm(small, math.Inf(1))
	for i := range n {
		rounding := 0.0
		for j := range n {
			rounding += math.Abs(k.At(i, j)*c.AtVec(j)) * 0x1p-52
		}
		if rounding > 1e-3*most*units[i] {
			return nil, input.Errorf(input.ErrSingular, "X", "the Gram matrix of its %d rows is so nearly singular that f(x_i) and y_i would agree in fewer than three digits", n)
		}
	}
	floats.Mul(c.RawVector().Data, units)
	c.ScaleVec(unit, c)
	return c.RawVector().Data, nil
}
