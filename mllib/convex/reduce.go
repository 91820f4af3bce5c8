package convex

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// This file eliminates what needs no inequalities: the equations, which leave the points x0 + Zu, and the directions of u that neither P nor G sees.

const rankZero = 1e-11 // singular values below this share of the largest are taken for rounding

// reduced is a program in u, x = x0 + Zu, with inequalities only, whose P and G have no common null direction. kept are the rows of G that Z sees.
type reduced struct {
	form
	x0   []float64
	z    *mat.Dense // n×k, nil if k = 0: x0 is the only point
	kept []int
}

// reduce eliminates equations and null directions. bad tells why it ends there: a contradiction, or a direction of descent that no row stops.
func (f form) reduce() (r reduced, bad *verdict) {
	x0, z, bad := f.solveEquations()
	if bad != nil {
		return r, bad
	}
	r = reduced{x0: x0, z: z}
	r.restrict(f)
	for i := range f.h { // rows that the equations decide
		if !r.sees(f, i) && f.h[i]-floats.Dot(f.g.RawRowView(i), x0) < -1e-9*(1+floats.Norm(x0, math.Inf(1))) {
			return r, f.fixedRow(i)
		}
	}
	if r.z == nil {
		return r, nil
	}
	null, rest := r.nullDirections()
	if null == nil {
		return r, nil
	}
	along := product(null.T(), r.q)
	if floats.Norm(along, math.Inf(1)) > 1e-9*(1+floats.Norm(r.q, math.Inf(1))) {
		floats.Scale(-1, along)
		return r, &verdict{direction: product(r.z, product(null, along))}
	}
	if rest == nil {
		r.z = nil
	} else {
		r.z = times(r.z, rest)
	}
	r.restrict(f)
	return r, nil
}

// solveEquations returns the points x0 + Zu with Ax = b, or a verdict with the ν of a contradiction.
func (f form) solveEquations() (x0 []float64, z *mat.Dense, bad *verdict) {
	x0 = make([]float64, f.n)
	if f.a == nil {
		return x0, identity(f.n), nil
	}
	rank, u, s, v, ok := svd(f.a)
	if !ok {
		return nil, nil, &verdict{}
	}
	c := product(u.T(), f.b)
	for k := range rank {
		floats.AddScaled(x0, c[k]/s[k], mat.Col(nil, k, v))
	}
	left := f.residuals(x0)
	if floats.Norm(left, math.Inf(1)) > 1e-9*(1+floats.Norm(f.b, math.Inf(1))) {
		return nil, nil, &verdict{lambda: make([]float64, len(f.h)), nu: left} // Aᵀν = 0, and bᵀν = −‖ν‖²
	}
	if rank < f.n {
		z = mat.DenseCopyOf(v.Slice(0, f.n, rank, f.n))
	}
	return x0, z, nil
}

// restrict sets the program in u.
func (r *reduced) restrict(f form) {
	r.form, r.kept = form{}, nil
	if r.z == nil {
		return
	}
	_, k := r.z.Dims()
	r.n = k
	r.p = times(r.z.T(), times(f.p, r.z))
	q := product(f.p, r.x0)
	floats.Add(q, f.q)
	r.q = product(r.z.T(), q)
	if f.g == nil {
		return
	}
	slacks := f.slacks(r.x0)
	for i := range f.h {
		if r.sees(f, i) {
			r.kept = append(r.kept, i)
			r.h = append(r.h, slacks[i])
		}
	}
	if len(r.kept) == 0 {
		return
	}
	rows := mat.NewDense(len(r.kept), f.n, nil)
	for k, i := range r.kept {
		rows.SetRow(k, f.g.RawRowView(i))
	}
	r.g = times(rows, r.z)
}

// sees reports whether row i of G varies among the points x0 + Zu.
func (r *reduced) sees(f form, i int) bool {
	if r.z == nil {
		return false
	}
	row := f.g.RawRowView(i)
	return floats.Norm(product(r.z.T(), row), math.Inf(1)) > 1e-12*float64(f.n)*floats.Norm(row, math.Inf(1))
}

// fixedRow is the contradiction of row i of G with the equations: λ = e_i and the ν with G_i + Aᵀν = 0.
func (f form) fixedRow(i int) *verdict {
	v := &verdict{lambda: make([]float64, len(f.h)), nu: make([]float64, len(f.b))}
	v.lambda[i] = 1
	if f.a != nil {
		minus := append([]float64(nil), f.g.RawRowView(i)...)
		floats.Scale(-1, minus)
		v.nu = leastSquares(f.a, minus)
	}
	return v
}

// leastSquares returns the ν of least norm that minimises ‖Aᵀν − c‖.
func leastSquares(a *mat.Dense, c []float64) []float64 {
	rows, _ := a.Dims()
	nu := make([]float64, rows)
	rank, u, s, v, ok := svd(a)
	if !ok {
		return nu
	}
	along := product(v.T(), c)
	for k := range rank {
		floats.AddScaled(nu, along[k]/s[k], mat.Col(nil, k, u))
	}
	return nu
}

// nullDirections returns an orthonormal basis of the directions with Pu = 0 and Gu = 0, and one of those orthogonal to them; nil stands for none.
func (r *reduced) nullDirections() (null, rest *mat.Dense) {
	stack := mat.NewDense(r.n+len(r.h), r.n, nil)
	stack.Slice(0, r.n, 0, r.n).(*mat.Dense).Copy(r.p)
	if r.g != nil {
		stack.Slice(r.n, r.n+len(r.h), 0, r.n).(*mat.Dense).Copy(r.g)
	}
	var square mat.SymDense
	square.SymOuterK(1, stack.T())
	var c mat.Cholesky
	if c.Factorize(&square) && c.Cond() < 1e12 {
		return nil, nil
	}
	rank, _, _, v, ok := svd(stack)
	if !ok || rank == r.n {
		return nil, nil
	}
	if rank > 0 {
		rest = mat.DenseCopyOf(v.Slice(0, r.n, 0, rank))
	}
	return mat.DenseCopyOf(v.Slice(0, r.n, rank, r.n)), rest
}

// svd returns the full factors of a, with the rank.
func svd(a mat.Matrix) (rank int, u *mat.Dense, s []float64, v *mat.Dense, ok bool) {
	var d mat.SVD
	if !d.Factorize(a, mat.SVDFullV|mat.SVDThinU) {
		return 0, nil, nil, nil, false
	}
	u, v = new(mat.Dense), new(mat.Dense)
	d.UTo(u)
	d.VTo(v)
	s = d.Values(nil)
	for rank < len(s) && s[rank] > rankZero*s[0] {
		rank++
	}
	return rank, u, s, v, true
}

func identity(n int) *mat.Dense {
	m := mat.NewDense(n, n, nil)
	for i := range n {
		m.Set(i, i, 1)
	}
	return m
}

func times(a, b mat.Matrix) *mat.Dense {
	var c mat.Dense
	c.Mul(a, b)
	return &c
}
