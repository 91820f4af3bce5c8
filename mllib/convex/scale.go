package convex

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// This file takes the units out of a program: those of each variable, of each row, of all variables together and of the objective, so that no size of a number means
// anything to the steps that follow. All factors are powers of two, so nothing is rounded.
//
// Reference: D. Ruiz (2001): rows and columns of the matrix of the optimality conditions are divided by the roots of their largest entries, again and again.

// units are the exponents: x_j = 2^(point+col_j) x'_j, row i of G is multiplied by 2^row_i, and the objective by 2^cost.
type units struct {
	col, row, eq []int
	point, cost  int
}

const rounds = 10

// unitless returns the program with rows and columns of size 1, and its units. The size of the points is that of the right sides; at another attempt that at which the
// linear and the quadratic part of the objective are of one size.
func (f form) unitless(attempt int) (form, units) {
	u := f.balance()
	plain := f.in(u) // with point and cost 0
	right := math.Max(exponent(plain.h), exponent(plain.b))
	quadratic, linear := exponent(plain.p.RawMatrix().Data), exponent(plain.q)
	switch {
	case attempt == 0 && !math.IsInf(right, -1):
		u.point = int(right)
	case attempt <= 1 && !math.IsInf(quadratic, -1) && !math.IsInf(linear, -1):
		u.point = int(linear - quadratic)
	}
	if largest := math.Max(quadratic+2*float64(u.point), linear+float64(u.point)); !math.IsInf(largest, -1) {
		u.cost = -int(largest)
	}
	return f.in(u), u
}

// balance finds the exponents of columns and rows.
func (f form) balance() units {
	p, g, a := logs(f.p), logs(f.g), logs(f.a)
	if top := largestOf(p); !math.IsInf(top, -1) {
		for _, row := range p {
			for j := range row {
				row[j] -= top
			}
		}
	}
	col, row, eq := make([]float64, f.n), make([]float64, len(g)), make([]float64, len(a))
	for range rounds {
		most := filled(f.n, math.Inf(-1))
		widen(most, p, col, col)
		widen(most, g, row, col)
		widen(most, a, eq, col)
		lower(row, g, col)
		lower(eq, a, col)
		for j, v := range most {
			if !math.IsInf(v, -1) {
				col[j] -= v / 2
			}
		}
	}
	return units{col: integers(col), row: integers(row), eq: integers(eq)}
}

// widen raises most[j] to the largest of m_ij + row_i + col_j.
func widen(most []float64, m [][]float64, row, col []float64) {
	for i, r := range m {
		for j, v := range r {
			most[j] = math.Max(most[j], v+row[i]+col[j])
		}
	}
}

// lower subtracts from row i half of the largest of m_ij + row_i + col_j.
func lower(row []float64, m [][]float64, col []float64) {
	for i, r := range m {
		largest := math.Inf(-1)
		for j, v := range r {
			largest = math.Max(largest, v+row[i]+col[j])
		}
		if !math.IsInf(largest, -1) {
			row[i] -= largest / 2
		}
	}
}

// in returns the program in units u.
func (f form) in(u units) form {
	out := form{n: f.n, p: mat.NewDense(f.n, f.n, nil), q: make([]float64, f.n), h: make([]float64, len(f.h)), b: make([]float64, len(f.b))}
	for i := range f.n {
		for j := range f.n {
			out.p.Set(i, j, math.Ldexp(f.p.At(i, j), u.col[i]+u.col[j]+2*u.point+u.cost))
		}
		out.q[i] = math.Ldexp(f.q[i], u.col[i]+u.point+u.cost)
	}
	out.g = rowsIn(f.g, f.h, out.h, u.row, u)
	out.a = rowsIn(f.a, f.b, out.b, u.eq, u)
	return out
}

func rowsIn(g *mat.Dense, h, dst []float64, row []int, u units) *mat.Dense {
	if g == nil {
		return nil
	}
	m, n := g.Dims()
	out := mat.NewDense(m, n, nil)
	for i := range m {
		for j := range n {
			out.Set(i, j, math.Ldexp(g.At(i, j), row[i]+u.col[j]))
		}
		dst[i] = math.Ldexp(h[i], row[i]-u.point)
	}
	return out
}

// point returns x' in the units of the program.
func (u units) pointOut(x []float64) []float64 {
	out := make([]float64, len(x))
	for j, v := range x {
		out[j] = math.Ldexp(v, u.col[j]+u.point)
	}
	return out
}

// multipliers returns λ' and ν' in the units of the program. Those of a certificate, which has no cost, are right up to one factor.
func (u units) multipliersOut(lambda, nu []float64) (l, n []float64) {
	l, n = make([]float64, len(lambda)), make([]float64, len(nu))
	for i, v := range lambda {
		l[i] = math.Ldexp(v, u.row[i]-u.cost-u.point)
	}
	for i, v := range nu {
		n[i] = math.Ldexp(v, u.eq[i]-u.cost-u.point)
	}
	return l, n
}

// exponent returns the e for which the largest |v| lies in [2^(e-1), 2^e), or -Inf if all are 0.
func exponent(v []float64) float64 {
	largest := 0.0
	for _, x := range v {
		largest = math.Max(largest, math.Abs(x))
	}
	if largest == 0 {
		return math.Inf(-1)
	}
	_, e := math.Frexp(largest)
	return float64(e)
}

func logs(m *mat.Dense) [][]float64 {
	if m == nil {
		return nil
	}
	r, c := m.Dims()
	out := make([][]float64, r)
	for i := range out {
		out[i] = make([]float64, c)
		for j, v := range m.RawRowView(i) {
			out[i][j] = math.Log2(math.Abs(v))
		}
	}
	return out
}

func largestOf(m [][]float64) float64 {
	largest := math.Inf(-1)
	for _, row := range m {
		for _, v := range row {
			largest = math.Max(largest, v)
		}
	}
	return largest
}

func filled(n int, v float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = v
	}
	return out
}

func integers(v []float64) []int {
	out := make([]int, len(v))
	for i, x := range v {
		out[i] = int(math.Round(x))
	}
	return out
}
