package convex

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// QP is the program: minimise ½xᵀPx + qᵀx over x in R^n subject to Gx ≤ h and Ax = b. No method changes its matrices and vectors.
//
// Curriculum: N7.0d, N7.0g, V5.1b, V5.2a, Y22a.
type QP struct {
	P mat.Matrix // n×n, symmetric, positive semidefinite; nil means 0, a linear program
	Q []float64  // n numbers; nil means 0, if P says what n is
	G mat.Matrix // m×n, a row for each inequality; nil means none
	H []float64  // m numbers
	A mat.Matrix // p×n, a row for each equation; nil means none
	B []float64  // p numbers

	Tolerance float64 // of the optimality conditions, the data having been brought to size 1; 0 means 1e-9
	MaxSteps  int     // of the interior-point method; 0 means 100
	Trace     bool    // keep the point after each step in Solution.Trace
}

// form is a checked program with dense matrices; those of a program without inequalities or equations are nil.
type form struct {
	n       int
	p, g, a *mat.Dense
	q, h, b []float64
}

func (f form) inequalities() int { return len(f.h) }
func (f form) equations() int    { return len(f.b) }

// size returns n, from whichever part of the program says it.
func (p QP) size() int {
	for _, m := range []mat.Matrix{p.P, p.G, p.A} {
		if !input.IsNil(m) {
			_, n := m.Dims()
			return n
		}
	}
	return len(p.Q)
}

// check returns the program in dense matrices, or all that is wrong with it.
func (p QP) check() (form, error) {
	f := form{n: p.size()}
	if f.n == 0 {
		return f, fmt.Errorf("convex: %w", input.Errorf(input.ErrEmpty, "QP", "no part of it says how many variables there are"))
	}
	errs := []error{
		input.Param(p.Tolerance >= 0 && p.Tolerance < 1, "QP.Tolerance", p.Tolerance, "a number in [0, 1)"),
		input.Param(p.MaxSteps >= 0, "QP.MaxSteps", p.MaxSteps, "a number >= 0"),
	}
	if p.Q == nil {
		f.q = make([]float64, f.n)
	} else {
		f.q = p.Q
		errs = append(errs, input.Vector("QP.Q", p.Q, f.n))
	}
	var bad error
	f.g, f.h, bad = constraints("G", "H", p.G, p.H, f.n)
	errs = append(errs, bad)
	f.a, f.b, bad = constraints("A", "B", p.A, p.B, f.n)
	errs = append(errs, bad)
	if !input.IsNil(p.P) {
		s, err := input.Symmetric("QP.P", p.P, f.n)
		if err == nil {
			f.p = mat.DenseCopyOf(s)
			err = semidefinite(s)
		}
		errs = append(errs, err)
	} else {
		f.p = mat.NewDense(f.n, f.n, nil)
	}
	if err := errors.Join(errs...); err != nil {
		return f, fmt.Errorf("convex: %w", err)
	}
	return f, nil
}

func constraints(matrix, right string, g mat.Matrix, h []float64, n int) (*mat.Dense, []float64, error) {
	if input.IsNil(g) {
		if len(h) > 0 {
			return nil, nil, input.Errorf(input.ErrShape, "QP."+right, "%d numbers, but QP.%s is nil", len(h), matrix)
		}
		return nil, nil, nil
	}
	m, d, err := input.Matrix("QP."+matrix, g)
	if err != nil {
		return nil, nil, err
	}
	if d != n {
		return nil, nil, input.Errorf(input.ErrShape, "QP."+matrix, "%d columns, want %d, one for each variable", d, n)
	}
	if err := input.Vector("QP."+right, h, m); err != nil {
		return nil, nil, err
	}
	return mat.DenseCopyOf(g), h, nil
}

// semidefinite reports an error that wraps input.ErrParam where a symmetric matrix has a negative eigenvalue, its rows and columns having been brought to a diagonal
// of ones: below -1e-10, as rounding makes smaller ones.
func semidefinite(s *mat.SymDense) error {
	n := s.SymmetricDim()
	root := make([]float64, n)
	for i := range n {
		v := s.At(i, i)
		if v < 0 {
			return input.Errorf(input.ErrParam, "QP.P", "entry (%d, %d) of the diagonal is %v: it is not positive semidefinite, and the program not convex", i, i, v)
		}
		root[i] = math.Sqrt(v)
	}
	unit := mat.NewSymDense(n, nil)
	for i := range n {
		unit.SetSym(i, i, 1+1e-10)
		for j := range i {
			v := s.At(i, j)
			if v == 0 {
				continue
			}
			if v = v / root[i] / root[j]; !(math.Abs(v) <= 1+1e-10) {
				return input.Errorf(input.ErrParam, "QP.P", "entry (%d, %d) is larger than a positive semidefinite matrix with this diagonal allows", i, j)
			}
			unit.SetSym(i, j, v)
		}
	}
	var c mat.Cholesky
	if !c.Factorize(unit) {
		return input.Errorf(input.ErrParam, "QP.P", "it is not positive semidefinite, and the program not convex")
	}
	return nil
}

// Objective returns ½xᵀPx + qᵀx, or NaN if the program is not whole or x has not n entries.
func (p QP) Objective(x []float64) float64 {
	f, err := p.check()
	if err != nil || len(x) != f.n {
		return math.NaN()
	}
	return f.objective(x)
}

func (f form) objective(x []float64) float64 {
	return floats.Dot(product(f.p, x), x)/2 + floats.Dot(f.q, x)
}

// Slacks returns h − Gx: entry i is how far x is from violating inequality i, negative where it does. It is nil if there are no inequalities, the program is not
// whole or x has not n entries.
func (p QP) Slacks(x []float64) []float64 {
	f, err := p.check()
	if err != nil || len(x) != f.n || f.g == nil {
		return nil
	}
	return f.slacks(x)
}

func (f form) slacks(x []float64) []float64 {
	if f.g == nil {
		return nil
	}
	s := product(f.g, x)
	for i := range s {
		s[i] = f.h[i] - s[i]
	}
	return s
}

// errors of the equations: Ax − b.
func (f form) residuals(x []float64) []float64 {
	if f.a == nil {
		return nil
	}
	r := product(f.a, x)
	floats.Sub(r, f.b)
	return r
}

// Lagrangian returns L(x, λ, ν) = ½xᵀPx + qᵀx + λᵀ(Gx − h) + νᵀ(Ax − b). λ has an entry for each inequality, ν for each equation; either is nil where there are
// none. It is NaN where the lengths do not fit or the program is not whole.
//
// Curriculum: N7.0d, V5.2a, Y22a, Y22b.
func (p QP) Lagrangian(x, lambda, nu []float64) float64 {
	f, err := p.check()
	if err != nil || len(x) != f.n || !f.fits(lambda, nu) {
		return math.NaN()
	}
	l := f.objective(x)
	if f.g != nil {
		l -= floats.Dot(lambda, f.slacks(x))
	}
	if f.a != nil {
		l += floats.Dot(nu, f.residuals(x))
	}
	return l
}

func (f form) fits(lambda, nu []float64) bool {
	return len(lambda) == f.inequalities() && len(nu) == f.equations()
}

// gradient returns q + Gᵀλ + Aᵀν, the linear part of the Lagrangian in x.
func (f form) linear(lambda, nu []float64) []float64 {
	c := append([]float64(nil), f.q...)
	if f.g != nil {
		floats.Add(c, product(f.g.T(), lambda))
	}
	if f.a != nil {
		floats.Add(c, product(f.a.T(), nu))
	}
	return c
}

// product returns Mx.
func product(m mat.Matrix, x []float64) []float64 {
	r, _ := m.Dims()
	y := mat.NewVecDense(r, nil)
	y.MulVec(m, mat.NewVecDense(len(x), x))
	return y.RawVector().Data
}
