// Package spectral takes symmetric matrices apart into eigenvalues and eigenvectors, and puts them together again.
package spectral

import "gonum.org/v1/gonum/mat"

// Decompose returns the eigenvalues in increasing order and orthonormal eigenvectors, the columns of q. It is not ok where the iteration does not
// converge, as for NaN.
func Decompose(s mat.Symmetric) (values []float64, q *mat.Dense, ok bool) {
	var e mat.EigenSym
	if !e.Factorize(s, true) {
		return nil, nil, false
	}
	q = new(mat.Dense)
	e.VectorsTo(q)
	return e.Values(nil), q, true
}

// Compose returns the matrix with these eigenvectors, the columns of q, and the eigenvalues f of the given ones.
func Compose(values []float64, q *mat.Dense, f func(value float64) float64) *mat.SymDense {
	out := mat.NewSymDense(len(values), nil)
	for k, v := range values {
		out.SymRankOne(out, f(v), q.ColView(k))
	}
	return out
}
