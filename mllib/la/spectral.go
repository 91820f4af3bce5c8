package la

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Eigen returns the eigenvalues λ₁ ≤ … ≤ λ_n of a symmetric matrix and orthonormal eigenvectors, the columns of Q in the same order:
// S = Q diag(λ) Qᵀ. Of the two directions of an eigenvector it takes the one in which the entry of largest absolute value is positive (the
// first of them, where several are equal).
func Eigen(S mat.Matrix) (λ []float64, Q *mat.Dense) { return eigen("Eigen", S) }

func eigen(function string, a mat.Matrix) (λ []float64, q *mat.Dense) {
	s := symmetric(function, a)
	var e mat.EigenSym
	if !e.Factorize(s, true) {
		n := s.SymmetricDim()
		fail(function, "the eigenvalues of the %d×%d matrix were not found", n, n)
	}
	q = new(mat.Dense)
	e.VectorsTo(q)
	Orient(q)
	return e.Values(nil), q
}

// Orient turns each column of a matrix of vectors that have no sign, in place, so that its entry of largest absolute value is positive. Entries that
// differ by rounding count as equal, so that a vector such as (1, -1)/√2 does not turn with the last bit.
func Orient(q *mat.Dense) {
	n, c := q.Dims()
	for j := range c {
		largest, sign := 0.0, 1.0
		for i := range n {
			if v := q.At(i, j); math.Abs(v) > largest*(1+1e-9) {
				largest, sign = math.Abs(v), math.Copysign(1, v)
			}
		}
		for i := range n {
			q.Set(i, j, sign*q.At(i, j))
		}
	}
}

// Pow returns S^p of a symmetric matrix: the same eigenvectors, eigenvalues to the power p. Eigenvalues must be positive for p < 0, and
// at least 0 for other p that are not whole; those that are 0 but for rounding (within 1e-14 of the largest) count as 0.
func Pow(S mat.Matrix, p float64) *mat.SymDense { return pow("Pow", S, p) }

// Sqrt returns the positive semidefinite root of a positive semidefinite matrix: Sqrt(S) Sqrt(S) = S.
func Sqrt(S mat.Matrix) *mat.SymDense { return pow("Sqrt", S, .5) }

// InvSqrt returns the inverse of the root of a positive definite matrix, which whitens: if X has the covariance S, InvSqrt(S) X
// has the covariance I.
func InvSqrt(S mat.Matrix) *mat.SymDense { return pow("InvSqrt", S, -.5) }

func pow(function string, a mat.Matrix, p float64) *mat.SymDense {
	λ, q := eigen(function, a)
	n := len(λ)
	rounding := 1e-14 * math.Max(math.Abs(λ[0]), math.Abs(λ[n-1]))
	power := mat.NewSymDense(n, nil)
	for k, v := range λ {
		if math.Abs(v) <= rounding {
			v = 0
		}
		if v == 0 && p < 0 || v < 0 && p != math.Trunc(p) {
			fail(function, "the %d×%d matrix has the eigenvalue %.3g: it has no power %v", n, n, v, p)
		}
		power.SymRankOne(power, math.Pow(v, p), q.ColView(k))
	}
	return power
}

// SVD returns the singular value decomposition A = U diag(σ) Vᵀ of an n×d matrix with k = min(n, d): U is n×k and V is d×k, both with
// orthonormal columns, and σ₁ ≥ … ≥ σ_k ≥ 0. The columns of V are oriented as in Eigen.
func SVD(A mat.Matrix) (U *mat.Dense, σ []float64, V *mat.Dense) {
	r, c := shape("SVD", "the matrix", A)
	finite("SVD", A)
	var s mat.SVD
	if !s.Factorize(A, mat.SVDThin) {
		fail("SVD", "the singular values of the %d×%d matrix were not found", r, c)
	}
	U, V = new(mat.Dense), new(mat.Dense)
	s.UTo(U)
	s.VTo(V)
	before := mat.DenseCopyOf(V)
	Orient(V)
	rows, k := U.Dims()
	for j := range k {
		if mat.Dot(before.ColView(j), V.ColView(j)) > 0 {
			continue
		}
		for i := range rows {
			U.Set(i, j, -U.At(i, j))
		}
	}
	return U, s.Values(nil), V
}
