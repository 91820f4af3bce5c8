package gp

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// laplace looks for the mode of the posterior by Newton's method in f = Ka, so that K is not inverted: with W the curvatures, the matrix that is factored is
// B = I + W^½KW^½.
type laplace struct {
	m               *ClassifierModel
	k               blas64.Symmetric
	a, f            []float64
	first, w, third []float64 // derivatives of log p(y | f), the second one with the other sign
	root            []float64 // √w
	value           float64   // log p(y | f) − aᵀf/2, which is as large as can be at the mode
	u               blas64.Triangular
}

func newLaplace(m *ClassifierModel, gram *mat.Dense) *laplace {
	n := len(m.Signs)
	list := rows(6, n)
	l := &laplace{m: m, k: upperOf(gram), a: list[0], f: list[1], first: list[2], w: list[3], third: list[4], root: list[5]}
	l.u = blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: n, Stride: n, Data: make([]float64, n*n)}
	return l
}

func upperOf(gram *mat.Dense) blas64.Symmetric {
	raw := gram.RawMatrix()
	return blas64.Symmetric{Uplo: blas.Upper, N: raw.Rows, Stride: raw.Stride, Data: raw.Data}
}

// newtonTol is the change of f, relative to 1 + its largest value, from which on the next one would be rounding.
const newtonTol = 1e-9

// run writes the mode and the approximation into the model. It begins at f = 0, or at K warm where that is better.
func (l *laplace) run(warm []float64) {
	l.move(l.a)
	if warm != nil {
		cold := l.value
		if l.move(warm); !(l.value > cold) {
			l.move(make([]float64, len(l.a)))
		}
	}
	report := &l.m.Report
	for report.Stop = IterationLimit; report.Iterations < l.m.Parameters.iterations(); {
		report.Iterations++
		var improves bool
		if report.Change, improves = l.step(); report.Change <= newtonTol {
			report.Stop = Converged
			break
		}
		if !improves {
			report.Stop = Rounding
			break
		}
	}
	l.factor()
	m := l.m
	m.Fitted, m.Root, m.U, m.Alpha = l.f, l.root, l.u.Data, slices.Clone(l.first)
	report.Objective = -l.value
	m.LogEvidence = l.value - logDiagonal(l.u)
}

// logDiagonal is half the logarithm of the determinant of UᵀU.
func logDiagonal(u blas64.Triangular) float64 {
	sum := 0.0
	for i := range u.N {
		sum += math.Log(u.Data[i*u.Stride+i])
	}
	return sum
}

// move goes to f = Ka.
func (l *laplace) move(a []float64) {
	copy(l.a, a)
	blas64.Symv(1, l.k, vector(l.a), 0, vector(l.f))
	l.value = -floats.Dot(l.a, l.f) / 2
	for i, y := range l.m.Signs {
		l.value += logLikelihood(l.m.Parameters.Link, y, l.f[i])
		l.first[i], l.w[i], l.third[i] = derivatives(l.m.Parameters.Link, y, l.f[i])
		l.root[i] = math.Sqrt(l.w[i])
	}
}

// factor sets U with UᵀU = B.
func (l *laplace) factor() {
	between(l.u.Data, l.k, l.root)
	lapack64.Potrf(blas64.Symmetric{Uplo: blas.Upper, N: l.u.N, Stride: l.u.Stride, Data: l.u.Data}) // B is at least the identity
}

// between writes I + diag(root) K diag(root) on and above the diagonal.
func between(dst []float64, k blas64.Symmetric, root []float64) {
	n := k.N
	for i, r := range root {
		row := dst[i*n+i : (i+1)*n]
		floats.MulTo(row, k.Data[i*k.Stride+i:i*k.Stride+n], root[i:])
		floats.Scale(r, row)
		row[0]++
	}
}

// step takes a step of Newton's method, shorter where the whole one overshoots, and returns the change of f. Where no part of the step is an improvement it takes
// none, and returns the change that the whole step would have made: near the mode a small one, of rounding.
func (l *laplace) step() (change float64, improves bool) {
	l.factor()
	b := make([]float64, len(l.f))
	for i, w := range l.w {
		b[i] = float64(w*l.f[i]) + l.first[i]
	}
	s := make([]float64, len(b))
	blas64.Symv(1, l.k, vector(b), 0, vector(s))
	sandwich(l.u, l.root, s)
	floats.Sub(b, s) // the new a
	before, old, value := slices.Clone(l.f), slices.Clone(l.a), l.value
	changed := func() float64 {
		return floats.Distance(before, l.f, math.Inf(1)) / (1 + floats.Norm(l.f, math.Inf(1)))
	}
	for share := 1.0; share >= 1e-6; share /= 2 {
		for i := range s {
			s[i] = old[i] + share*(b[i]-old[i])
		}
		l.move(s)
		if share == 1 {
			change = changed()
		}
		if l.value >= value-1e-12*(1+math.Abs(value)) {
			return changed(), true
		}
	}
	l.move(old)
	return change, false
}

// sandwich overwrites s with diag(root)(UᵀU)⁻¹diag(root) s.
func sandwich(u blas64.Triangular, root, s []float64) {
	floats.Mul(s, root)
	solve(blas.Trans, u, s)
	solve(blas.NoTrans, u, s)
	floats.Mul(s, root)
}
