package regression

import (
	"math"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// Method is how a fit was computed.
type Method = enum.Of[methodNames]

const (
	Cholesky Method = iota // normal equations, improved with residuals of the data
	QR                     // orthogonal factorisation of the data
)

type methodNames struct{}

func (methodNames) Names() (string, []string) {
	return "regression.Method", []string{Cholesky: "cholesky", QR: "qr"}
}

const (
	wellConditioned = 1e6 // condition number of the Gram matrix of scaled columns up to which normal equations do
	improvements    = 1   // multiplies the error of the normal equations by their condition number times the rounding
)

// solution is w of a design in its units, and the root of the inverse: root·rootᵀ = (AᵀA + penalty)⁻¹ for the rows A of the design.
type solution struct {
	w      []float64
	root   *mat.Dense // d×rank
	shrunk float64    // degrees of freedom that the penalty takes: the trace of penalty·root·rootᵀ
	rss    float64    // the sum of the squared residuals, or NaN where that is not known yet
	report Report
}

// Report says how a fit was computed.
type Report struct {
	Method    Method
	Rank      int     // number of columns, centred, that do not depend on each other
	Condition float64 // condition number of the columns, centred and scaled to length 1: its order of magnitude
}

// problem is a design with the penalty of each coefficient in its units, and the lengths of its columns, with the root of the penalty below them.
type problem struct {
	*design
	penalty, length []float64
}

// solve minimises. The error wraps ErrRank, input.ErrShape where no degree of freedom is left for a coefficient, or input.ErrNotFinite for a penalty
// that overflows in the units of the columns.
func (g *design) solve(t task) (*solution, error) {
	if unit := floats.Max(g.units); math.IsInf(t.lambda/(g.weight/float64(g.n))*unit*unit, 0) {
		return nil, input.Errorf(input.ErrNotFinite, "X", "λ = %v is more than 10³⁰⁰ times the squares of a column", t.lambda)
	}
	if g.d > g.n && t.lambda > 0 {
		return g.wide(t.lambda), nil
	}
	p := problem{g, make([]float64, g.d), make([]float64, g.d)}
	for j, u := range g.units {
		if p.penalty[j] = t.lambda / (g.weight / float64(g.n)) * u * u; u == 0 && t.lambda > 0 {
			p.penalty[j] = 1 // the coefficient of a column of zeros is 0
		}
	}
	var s *solution
	if g.d <= g.n {
		s = p.normal()
	}
	if s == nil {
		var dependent int
		if s, dependent = p.orthogonal(); dependent >= 0 && t.lambda == 0 && t.deficient == Refuse {
			return nil, g.rankError(s.report.Rank, dependent)
		}
	}
	for j, penalty := range p.penalty {
		if s.shrunk += penalty * floats.Dot(s.root.RawRowView(j), s.root.RawRowView(j)); g.units[j] == 0 && penalty > 0 {
			s.report.Rank--
			s.shrunk--
		}
	}
	return s, nil
}

// wide solves with a penalty where there are more columns than rows, from the singular values of the rows. The root is that of the inverse on the space of the rows, which
// is all that leverages need.
func (g *design) wide(lambda float64) *solution {
	e := g.decompose()
	lambda *= e.unit * e.unit / (g.weight / float64(g.n))
	s := &solution{w: make([]float64, g.d), root: mat.NewDense(g.d, max(1, len(e.values)), nil), rss: math.NaN(), report: Report{Method: QR, Rank: len(e.values)}}
	if len(e.values) == 0 {
		return s
	}
	s.report.Condition = e.values[0] / e.values[len(e.values)-1]
	for k, v := range e.values {
		inverse := 1 / (v*v + lambda)
		s.shrunk += lambda * inverse
		for j := range g.d {
			s.w[j] += e.v.At(j, k) * v * e.pull[k] * inverse
			s.root.Set(j, k, e.v.At(j, k)*math.Sqrt(inverse))
		}
	}
	return s
}

// rankError names a column that depends on others.
func (g *design) rankError(rank, column int) error {
	switch {
	case g.uneven > 1/0x1p-52:
		return input.Errorf(ErrRank, "X", "rank %d of %d columns, where the largest weight is %.3g times the smallest", rank, g.d, g.uneven)
	case g.units[column] == 0 && g.free:
		return input.Errorf(ErrRank, "X", "column %d is constant, as the intercept is", column)
	case g.units[column] == 0:
		return input.Errorf(ErrRank, "X", "column %d is 0", column)
	case g.rounded(column):
		return input.Errorf(ErrRank, "X", "column %d has the mean %.6g, where the rounding of numbers is as large as their differences", column, g.mean[column])
	case rank >= g.n-1 && g.n <= g.d:
		return input.Errorf(ErrRank, "X", "got %d observations for %d columns", g.n, g.d)
	}
	return input.Errorf(ErrRank, "X", "column %d is a combination of others, but for rounding (rank %d of %d)", column, rank, g.d)
}

// rounded tells whether a column lies so far from 0 that it may be nothing but rounding.
func (g *design) rounded(column int) bool {
	length := blas64.Nrm2(blas64.Vector{N: g.n, Inc: g.d, Data: g.rows[column:]})
	return 8*g.noise[column] > length/4
}

// normal solves the normal equations, or returns nil if they are too ill-conditioned.
func (p *problem) normal() *solution {
	gram, pull := p.gram()
	for j := range p.d {
		p.length[j] = math.Sqrt(gram.At(j, j) + p.penalty[j])
		if p.length[j] == 0 || p.noise[j] > 1e-10*p.length[j] {
			return nil
		}
		gram.SetSym(j, j, gram.At(j, j)+p.penalty[j])
	}
	raw := gram.RawSymmetric()
	for i := range p.d {
		for j := i; j < p.d; j++ {
			raw.Data[i*raw.Stride+j] /= p.length[i] * p.length[j]
		}
	}
	var c mat.Cholesky
	if !c.Factorize(gram) || !(c.Cond() <= wellConditioned) {
		return nil
	}
	s := &solution{w: make([]float64, p.d), report: Report{Method: Cholesky, Rank: p.d, Condition: math.Sqrt(c.Cond())}}
	s.root = p.rootOf(&c)
	floats.Add(s.w, s.times(pull))
	for range improvements {
		p.improve(s)
	}
	return s
}

// times is root·rootᵀ·v.
func (s *solution) times(v []float64) []float64 {
	var part, whole mat.VecDense
	part.MulVec(s.root.T(), vectorOf(v))
	whole.MulVec(s.root, &part)
	return whole.RawVector().Data
}

func vectorOf(v []float64) *mat.VecDense { return mat.NewVecDense(len(v), v) }

// improve adds to w what the normal equations say of the residuals. A step that is small beside them tells how the sum of their squares changes, which saves a pass.
func (p *problem) improve(s *solution) {
	pull, rss := p.pull(s.w)
	open := make([]float64, p.d) // what is left of the equations
	for j := range open {
		open[j] = pull[j] - p.penalty[j]*s.w[j]
	}
	step, change := s.times(open), 0.0
	for j, v := range step {
		change += v * (open[j] - p.penalty[j]*v - 2*pull[j])
	}
	floats.Add(s.w, step)
	if s.rss = rss + change; !(math.Abs(change) < 1e-6*rss) {
		s.rss = math.NaN()
	}
}

// rootOf is the inverse of the Cholesky factor, with rows divided by the lengths of the columns.
func (p *problem) rootOf(c *mat.Cholesky) *mat.Dense {
	root := mat.NewDense(p.d, p.d, nil)
	u := mat.NewTriDense(p.d, mat.Upper, root.RawMatrix().Data) // the triangle of root
	c.UTo(u)
	lapack64.Trtri(u.RawTriangular())
	for j := range p.d {
		floats.Scale(1/p.length[j], root.RawRowView(j))
	}
	return root
}

// orthogonal solves by QR of the data, with the roots of the penalties below them, and the singular values of R, or of the data where they have more columns than rows. It
// returns a column that depends on others, or -1. Where one does, the solution is that of least norm in the units of the data, which λ → 0 leads to.
func (p *problem) orthogonal() (s *solution, dependent int) {
	p.store()
	a, b := p.scaled()
	if a.Rows >= a.Cols {
		a, b = triangularise(a, b)
	}
	var svd mat.SVD
	matrix := mat.NewDense(a.Rows, a.Cols, a.Data)
	svd.Factorize(matrix, mat.SVDThin)
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	values := svd.Values(nil)
	rank := p.rankOf(values, &v, p.length)
	s = &solution{w: make([]float64, p.d), rss: math.NaN(), report: Report{Method: QR, Rank: rank}}
	dependent = -1
	if rank < p.d {
		dependent = p.dependent(&v, rank)
	}
	if rank == 0 {
		s.root = mat.NewDense(p.d, 1, nil)
		return s, dependent
	}
	s.report.Condition = values[0] / values[rank-1]
	s.root = mat.NewDense(p.d, rank, nil)
	for j := range p.d {
		for k := range rank {
			s.root.Set(j, k, v.At(j, k)/values[k]/p.length[j])
		}
	}
	var pulls, w mat.VecDense
	pulls.MulVec(u.Slice(0, a.Rows, 0, rank).T(), mat.NewVecDense(len(b), b))
	w.MulVec(s.root, &pulls)
	copy(s.w, w.RawVector().Data)
	if rank == p.d {
		p.improve(s)
	} else {
		p.leastNorm(s, &v)
	}
	return s, dependent
}

// scaled returns the rows with columns of length 1, the roots of the penalties in rows below them, and the targets.
func (p *problem) scaled() (a blas64.General, b []float64) {
	below := 0
	if floats.Max(p.penalty) > 0 {
		below = p.d
	}
	a = blas64.General{Rows: p.n + below, Cols: p.d, Stride: p.d, Data: make([]float64, (p.n+below)*p.d)}
	copy(a.Data, p.rows)
	for j := range below {
		a.Data[(p.n+j)*p.d+j] = math.Sqrt(p.penalty[j])
	}
	for j := range p.d {
		if p.length[j] = blas64.Nrm2(blas64.Vector{N: a.Rows, Inc: p.d, Data: a.Data[j:]}); p.length[j] == 0 {
			p.length[j] = 1
		}
	}
	for i := range a.Rows {
		floats.Div(a.Data[i*p.d:(i+1)*p.d], p.length)
	}
	return a, append(append(make([]float64, 0, a.Rows), p.y...), make([]float64, below)...)
}

// triangularise returns R and the first entries of Qᵀb. It overwrites a and b.
func triangularise(a blas64.General, b []float64) (r blas64.General, qtb []float64) {
	tau := make([]float64, a.Cols)
	work := query(func(work []float64, size int) { lapack64.Geqrf(a, tau, work, size) })
	lapack64.Geqrf(a, tau, work, len(work))
	column := blas64.General{Rows: a.Rows, Cols: 1, Stride: 1, Data: b}
	work = query(func(work []float64, size int) { lapack64.Ormqr(blas.Left, blas.Trans, a, tau, column, work, size) })
	lapack64.Ormqr(blas.Left, blas.Trans, a, tau, column, work, len(work))
	r = blas64.General{Rows: a.Cols, Cols: a.Cols, Stride: a.Cols, Data: make([]float64, a.Cols*a.Cols)}
	for i := range a.Cols {
		copy(r.Data[i*a.Cols+i:(i+1)*a.Cols], a.Data[i*a.Stride+i:i*a.Stride+a.Cols])
	}
	return r, b[:a.Cols]
}

// query asks a routine of LAPACK how much memory it wants, and makes it.
func query(routine func(work []float64, size int)) []float64 {
	var size [1]float64
	routine(size[:], -1)
	return make([]float64, int(size[0]))
}

// rankOf counts the singular values that are more than rounding: that of the computation, and that of the data in the combination of columns that the singular vector is. The
// columns were divided by the lengths, if there are any.
func (g *design) rankOf(values []float64, v *mat.Dense, lengths []float64) int {
	for k, s := range values {
		least := 0x1p-52 * float64(max(g.n, g.d)) * values[0]
		for j, noise := range g.noise {
			if lengths != nil {
				noise /= lengths[j]
			}
			least += 8 * noise * math.Abs(v.At(j, k))
		}
		if !(s > least) {
			return k
		}
	}
	return len(values)
}

// dependent is a column of zeros or of rounding alone, or else the last one that takes part in a combination that is 0.
func (p *problem) dependent(v *mat.Dense, rank int) int {
	last := p.d - 1
	for j := range p.d {
		if p.units[j] == 0 {
			return j
		}
	}
	for j := range p.d {
		if p.rounded(j) {
			return j
		}
	}
	if _, k := v.Dims(); k > rank {
		null := mat.Col(nil, k-1, v)
		largest := floats.Norm(null, math.Inf(1))
		for last > 0 && math.Abs(null[last]) < 1e-3*largest {
			last--
		}
	}
	return last
}

// leastNorm projects w, and the columns of the root, on the space that the rows span, in the units of the data.
func (p *problem) leastNorm(s *solution, v *mat.Dense) {
	rank := s.report.Rank
	span := mat.NewDense(p.d, rank, nil)
	for j := range p.d {
		for k := range rank {
			if p.units[j] > 0 {
				span.Set(j, k, v.At(j, k)*p.length[j]/p.units[j])
			}
		}
	}
	raw, tau := span.RawMatrix(), make([]float64, rank)
	work := query(func(work []float64, size int) { lapack64.Geqrf(raw, tau, work, size) })
	lapack64.Geqrf(raw, tau, work, len(work))
	work = query(func(work []float64, size int) { lapack64.Orgqr(raw, tau, work, size) })
	lapack64.Orgqr(raw, tau, work, len(work))
	project := func(column []float64) {
		for j := range column {
			column[j] *= p.units[j]
		}
		var part, whole mat.VecDense
		part.MulVec(span.T(), mat.NewVecDense(p.d, column))
		whole.MulVec(span, &part)
		for j := range column {
			if column[j] = 0; p.units[j] > 0 {
				column[j] = whole.AtVec(j) / p.units[j]
			}
		}
	}
	project(s.w)
	for k := range rank {
		column := mat.Col(nil, k, s.root)
		project(column)
		s.root.SetCol(k, column)
	}
}

// tooLarge is the error of results that overflow.
func tooLarge() error {
	return input.Errorf(input.ErrNotFinite, "X, y", "they are so large or so small that a result overflows")
}

// tooSmall is the error of results that lose digits because they are no normal numbers.
func tooSmall() error {
	return input.Errorf(input.ErrNotFinite, "X, y", "they are so large or so small that a result, or its square, underflows; other units help")
}
