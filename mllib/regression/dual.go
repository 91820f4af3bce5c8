package regression

import (
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// dual is the system of kernel ridge regression with weights w and free functions, the columns of T:
//
//	(K + λW⁻¹)α + Tβ = y,   Tᵀα = 0
//
// solved with UᵀU = K + λW⁻¹: β fits U⁻ᵀT to U⁻ᵀy by least squares, and Uα are the residuals. The factor is used as it is, because mat.Cholesky and mat.Solve spend more on
// condition numbers, which check does without, than on the rest.
type dual struct {
	noise    []float64 // λ/w_i
	lambda   float64
	free     *mat.Dense        // T, n×q, or nil
	root     blas64.Triangular // U
	qr       mat.QR            // of U⁻ᵀT
	largestK float64           // the largest entry of the diagonal of K
}

// newDual factors the system. It writes to gram.
func newDual(gram *mat.SymDense, free *mat.Dense, w []float64, lambda float64) (*dual, error) {
	n := gram.SymmetricDim()
	s := &dual{noise: make([]float64, n), lambda: lambda, free: free}
	for i := range n {
		s.noise[i] = lambda
		if w != nil {
			s.noise[i] = lambda / w[i]
		}
		s.largestK = max(s.largestK, math.Abs(gram.At(i, i)))
		v := gram.At(i, i) + s.noise[i]
		if !finite(v) {
			return nil, input.Errorf(input.ErrNotFinite, "Lambda", "K + λ overflows at observation %d", i)
		}
		gram.SetSym(i, i, v)
	}
	var ok bool
	if s.root, ok = lapack64.Potrf(gram.RawSymmetric()); !ok {
		return nil, singular(lambda)
	}
	if free == nil {
		return s, nil
	}
	_, q := free.Dims()
	if q > n {
		return nil, input.Errorf(ErrRank, "X", "%d observations for %d free functions", n, q)
	}
	t := s.divide(free)
	s.qr.Factorize(t)
	var r mat.Dense
	s.qr.RTo(&r)
	for k := range q {
		if !(math.Abs(r.At(k, k)) > 1e-10*mat.Norm(t.ColView(k), 2)) {
			return nil, input.Errorf(ErrRank, "X", "the observations do not determine free function %d: it is a combination of those before it there", k)
		}
	}
	return s, nil
}

func singular(lambda float64) error {
	return input.Errorf(input.ErrSingular, "gram", "K + λI for λ = %v is singular, or so nearly that digits are lost; a larger λ helps", lambda)
}

// divide is U⁻ᵀA, a copy.
func (s *dual) divide(a *mat.Dense) *mat.Dense {
	b := mat.DenseCopyOf(a)
	blas64.Trsm(blas.Left, blas.Trans, 1, s.root, b.RawMatrix())
	return b
}

// solve finds the coefficients for y.
func (s *dual) solve(y []float64) (*Representer, error) {
	n := len(y)
	z := append([]float64(nil), y...)
	blas64.Trsv(blas.Trans, s.root, vector(z))
	r := &Representer{Lambda: s.lambda}
	h := append([]float64(nil), y...) // h(x_i) at the end
	if s.free != nil {
		var beta mat.Dense
		_ = s.qr.SolveTo(&beta, false, mat.NewDense(n, 1, z))
		r.Beta = mat.Col(nil, 0, &beta)
		var g mat.Dense
		g.Mul(s.free, &beta)
		floats.Sub(h, mat.Col(nil, 0, &g))
		copy(z, h)
		blas64.Trsv(blas.Trans, s.root, vector(z))
	}
	blas64.Trsv(blas.NoTrans, s.root, vector(z))
	r.Alpha = z
	for i, a := range r.Alpha {
		e := s.noise[i] * a
		h[i] -= e
		r.RSS += e * a * s.lambda
	}
	r.Norm2 = max(0, floats.Dot(r.Alpha, h))
	return r, s.check(r, y)
}

func vector(v []float64) blas64.Vector { return blas64.Vector{N: len(v), Inc: 1, Data: v} }

// beyond is the largest residual of y after least squares with the free functions alone.
func (s *dual) beyond(y []float64) float64 {
	left := append([]float64(nil), y...)
	if s.free != nil {
		var qr mat.QR
		qr.Factorize(s.free)
		var beta, fitted mat.Dense
		_ = qr.SolveTo(&beta, false, mat.NewDense(len(y), 1, left))
		fitted.Mul(s.free, &beta)
		floats.Sub(left, fitted.RawMatrix().Data)
	}
	return floats.Norm(left, math.Inf(1))
}

// check refuses results that overflow, or whose fitted values have lost more than ten digits of what the free functions alone leave of y, if it is not y that lacks them.
func (s *dual) check(r *Representer, y []float64) error {
	if !finite(floats.Sum(r.Alpha) + floats.Sum(r.Beta) + r.RSS + r.Norm2) {
		return tooLarge()
	}
	most := floats.Norm(y, math.Inf(1))
	if noise := 0x1p-52 * s.largestK * floats.Norm(r.Alpha, 1); noise > max(1e-6*s.beyond(y), 8*0x1p-52*most) {
		return singular(s.lambda)
	}
	if most > 0 && most < 1e-150 {
		return tooSmall()
	}
	return nil
}

// inverse returns the diagonal of the matrix that takes y to α, a block of the inverse of the system; 0 stands for what only rounding tells from 0.
func (s *dual) inverse() []float64 {
	n := s.root.N
	factor := blas64.Triangular{Uplo: s.root.Uplo, Diag: s.root.Diag, N: n, Stride: s.root.Stride, Data: append([]float64(nil), s.root.Data...)}
	lapack64.Potri(factor)
	var inverse mat.SymDense
	inverse.SetRawSymmetric(blas64.Symmetric{Uplo: factor.Uplo, N: n, Stride: factor.Stride, Data: factor.Data})
	diagonal := make([]float64, n)
	for i := range diagonal {
		diagonal[i] = inverse.At(i, i)
	}
	if s.free == nil {
		return diagonal
	}
	var r, at, share mat.Dense
	s.qr.RTo(&r)
	_, q := s.free.Dims()
	at.Mul(&inverse, s.free)
	_ = share.Solve(r.Slice(0, q, 0, q).T(), at.T()) // R⁻ᵀTᵀA⁻¹
	for i := range diagonal {
		column := mat.Col(nil, i, &share)
		if taken := floats.Dot(column, column); taken < (1-1e-10)*diagonal[i] {
			diagonal[i] -= taken
		} else {
			diagonal[i] = 0
		}
	}
	return diagonal
}
