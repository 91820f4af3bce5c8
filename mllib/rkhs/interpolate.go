package rkhs

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/mat"
)

// Interpolate returns the function of least norm with f(x_i) = y_i for the n rows of X, n×d: f = Σ c_i K(·, x_i) with Kc = y. All others with these values differ from
// it by a function that is 0 at all x_i, which is orthogonal to it. The work is that of a Cholesky factor, O(n³).
//
// The error wraps input.ErrSingular where the Gram matrix is singular, but for rounding: for equal rows, for more rows than the kernel has features, and for rows that
// are nearer than the kernel can tell (a wide Gaussian). It is that of kernels.Kernel.Gram for X, of input.Vector for y, and wraps input.ErrParam for a kernel that is
// not positive definite.
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
	var factor mat.Cholesky
	if !factor.Factorize(gram) || factor.Cond() > 0x1p52/float64(4*n) {
		return nil, fmt.Errorf("rkhs: interpolate: %w", input.Errorf(input.ErrSingular, "X", "the Gram matrix of its %d rows is singular, but for rounding", n))
	}
	small, unit := scaled(y)
	c := mat.NewVecDense(n, f.Coef)
	if err := factor.SolveVecTo(c, mat.NewVecDense(n, small)); err != nil {
		return nil, fmt.Errorf("rkhs: interpolate: %w", input.Errorf(input.ErrSingular, "X", "%v", err))
	}
	c.ScaleVec(unit, c)
	if err := f.Check(); err != nil {
		return nil, fmt.Errorf("rkhs: interpolate: %w", err)
	}
	return f, nil
}
