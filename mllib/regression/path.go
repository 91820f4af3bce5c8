package regression

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// RidgePath fits ridge regressions for many λ from one singular value decomposition.
//
// Reference: T. Hastie, R. Tibshirani, J. Friedman, The Elements of Statistical Learning (2009), section 3.4.1. Curriculum: V9.2a.
type RidgePath struct {
	Lambdas     []float64 // each >= 0; none means 50 from s₁² down to s₁²/10⁶, each a fixed multiple of the next, where s₁ is the largest singular value
	NoIntercept bool      // b = 0
}

// Path are the ridge regressions for several λ. It is plain data.
type Path struct {
	Lambdas     []float64
	W           [][]float64 // the coefficients for each λ
	B           []float64   // and the intercepts
	DF          []float64   // effective degrees of freedom, with the intercept: 1 + Σ s²/(s² + λ)
	RSS         []float64   // sums of the squared residuals
	LeaveOneOut []float64   // mean squared leave-one-out errors: residual/(1 − leverage)
	GCV         []float64   // generalised cross-validation, (RSS/n)/(1 − DF/n)²
	Singular    []float64   // the singular values of the centred columns, the largest first
}

// Best is the position of the λ of least mean squared leave-one-out error, and −1 for a path without any.
func (p *Path) Best() int {
	if p == nil || len(p.LeaveOneOut) == 0 {
		return -1
	}
	return floats.MinIdx(p.LeaveOneOut)
}

// Fit fits the n×d matrix X and the n targets y for all λ, at a cost of O(nd·min(n, d)) and O(n·min(n, d)) for each λ. The errors are those of Ridge.Fit, with ErrRank for λ = 0
// where columns depend on each other, and for any λ so small that an observation has the leverage 1, but for 1e-10, so that no leave-one-out error is defined.
func (p RidgePath) Fit(x mat.Matrix, y []float64) (*Path, error) {
	path, err := p.fit(x, y)
	if err != nil {
		return nil, fmt.Errorf("regression: ridge path: %w", err)
	}
	return path, nil
}

func (p RidgePath) fit(x mat.Matrix, y []float64) (*Path, error) {
	for i, l := range p.Lambdas {
		if !(l >= 0) || !finite(l) {
			return nil, input.Param(false, fmt.Sprintf("RidgePath.Lambdas[%d]", i), l, "a number >= 0")
		}
	}
	g, err := newDesign(x, y, nil, task{noIntercept: p.NoIntercept}, true)
	if err != nil {
		return nil, err
	}
	s := g.decompose()
	if len(s.values) == 0 {
		return nil, input.Errorf(ErrRank, "X", "all columns are constant")
	}
	path := &Path{Lambdas: append([]float64(nil), p.Lambdas...)}
	for _, v := range s.values {
		path.Singular = append(path.Singular, v/s.unit)
	}
	if len(p.Lambdas) == 0 {
		for i := range 50 {
			path.Lambdas = append(path.Lambdas, path.Singular[0]*path.Singular[0]*tenTo(-6*float64(i)/49))
		}
	}
	if err := path.fill(s); err != nil {
		return nil, err
	}
	sum := floats.Sum(path.B) + floats.Sum(path.RSS) + floats.Sum(path.LeaveOneOut) + floats.Sum(path.GCV) + floats.Sum(path.Lambdas)
	for _, w := range path.W {
		sum += floats.Sum(w)
	}
	if !finite(sum) {
		return nil, tooLarge()
	}
	return path, nil
}

// tenTo is 10^v, with the same bits on all processors.
func tenTo(v float64) float64 {
	whole := math.Trunc(v)
	part := [1]float64{(v - whole) * math.Ln10}
	special.ExpTo(part[:], part[:])
	return part[0] * math.Pow10(int(whole))
}

// decomposed is a design A = U·diag(values)·Vᵀ of one unit, as far as its rank goes.
type decomposed struct {
	*design
	unit   float64
	values []float64
	v      *mat.Dense // d×rank
	scores *mat.Dense // AV, n×rank
	pull   []float64  // Uᵀy
}

func (g *design) decompose() decomposed {
	g.store()
	s := decomposed{design: g, unit: floats.Max(g.units)}
	a := blas64.General{Rows: g.n, Cols: g.d, Stride: g.d, Data: append([]float64(nil), g.rows...)}
	b := append([]float64(nil), g.y...)
	if g.n >= g.d {
		a, b = triangularise(a, b)
	}
	var svd mat.SVD
	svd.Factorize(mat.NewDense(a.Rows, a.Cols, a.Data), mat.SVDThin)
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	values := svd.Values(nil)
	rank := g.rankOf(values, &v, nil)
	if rank == 0 {
		return s
	}
	s.values, s.v = values[:rank], v.Slice(0, g.d, 0, rank).(*mat.Dense)
	s.pull = make([]float64, rank)
	mat.NewVecDense(rank, s.pull).MulVec(u.Slice(0, a.Rows, 0, rank).T(), mat.NewVecDense(len(b), b))
	s.scores = mat.NewDense(g.n, rank, nil)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, g.general(), s.v.RawMatrix(), 0, s.scores.RawMatrix())
	return s
}

// fill computes everything for all λ at once: fitted values and leverages are products of the scores, or their squares, with one column for each λ.
func (p *Path) fill(s decomposed) error {
	rank, count := len(s.values), len(p.Lambdas)
	pull, inverse := mat.NewDense(rank, count, nil), mat.NewDense(rank, count, nil)
	for l, lambda := range p.Lambdas {
		lambda *= s.unit * s.unit
		if lambda == 0 && rank < s.d {
			return input.Errorf(ErrRank, "X", "rank %d of %d columns, and λ = 0", rank, s.d)
		}
		df := 0.0
		for k, v := range s.values {
			pull.Set(k, l, v*s.pull[k]/(v*v+lambda))
			inverse.Set(k, l, 1/(v*v+lambda))
			df += v * v / (v*v + lambda)
		}
		p.DF = append(p.DF, df)
	}
	var w, fitted, leverage mat.Dense
	w.Mul(s.v, pull)
	fitted.Mul(s.scores, pull)
	squares := mat.DenseCopyOf(s.scores)
	floats.Mul(squares.RawMatrix().Data, squares.RawMatrix().Data)
	leverage.Mul(squares, inverse)
	p.coefficients(s, &w)
	return p.errors(s, &fitted, &leverage)
}

// coefficients translates those of the design.
func (p *Path) coefficients(s decomposed, w *mat.Dense) {
	for l := range p.Lambdas {
		column := mat.Col(nil, l, w)
		b := 0.0
		for j := range column {
			column[j] *= s.units[j] / s.yUnit
		}
		if s.free {
			b = s.yMean - floats.Dot(column, s.mean)
			p.DF[l]++
		}
		p.W, p.B = append(p.W, column), append(p.B, b)
	}
}

// errors adds up residuals and leave-one-out errors, piece by piece of the rows.
func (p *Path) errors(s decomposed, fitted, leverage *mat.Dense) error {
	count, own := len(p.Lambdas), 0.0
	if s.free {
		own = 1 / float64(s.n)
	}
	pieces := parallel.Pieces(s.n, pieceRows)
	rss, loo, most := make([]float64, pieces*count), make([]float64, pieces*count), make([]float64, pieces)
	parallel.Rows(s.n, pieceRows, func(piece, lo, hi int) {
		for i := lo; i < hi; i++ {
			for l, f := range fitted.RawRowView(i) {
				r, h := s.y[i]-f, own+leverage.RawRowView(i)[l]
				rss[piece*count+l] += r * r
				loo[piece*count+l] += r / (1 - h) * (r / (1 - h))
				most[piece] = max(most[piece], h)
			}
		}
	})
	if h := floats.Max(most); h > 1-1e-10 {
		return input.Errorf(ErrRank, "X", "an observation has the leverage %v, nothing else determines the model there", h)
	}
	back := func(square float64) float64 { return square / s.yUnit / s.yUnit }
	n, rounding := float64(s.n), 1e-26*floats.Dot(s.y, s.y)
	for l := range count {
		r, e := 0.0, 0.0
		for piece := range pieces {
			r += rss[piece*count+l]
			e += loo[piece*count+l]
		}
		free := 1 - p.DF[l]/n
		p.RSS, p.LeaveOneOut, p.GCV = append(p.RSS, back(r)), append(p.LeaveOneOut, back(e)/n), append(p.GCV, back(r)/n/free/free)
		if underflows(p.RSS[l], r, rounding) || underflows(p.LeaveOneOut[l], e, rounding) || underflows(p.GCV[l], r, rounding) {
			return tooSmall()
		}
	}
	return nil
}
