// Package la is linear algebra for notebooks: functions that return values and read like the formula they stand for.
//
//	S := la.M{{2, .5}, {.5, 1}}                      // Σ, a matrix by its rows
//	a := la.Sub(m1, m0)                              // m₁ - m₀
//	w := la.Solve(S, a)                              // Σ⁻¹(m₁ - m₀)
//	cut := (la.QuadInv(m1, S, m1) - la.QuadInv(m0, S, m0)) / 2
//	rule := la.Dot(w, x) > cut                       // xᵀΣ⁻¹(m₁ - m₀) > ½(m₁ᵀΣ⁻¹m₁ - m₀ᵀΣ⁻¹m₀)
//
// # Types
//
// There are no types to convert to or from. A vector is a []float64, and [V] is a short name of that type for literals: la.V{1, 2}. A matrix
// argument is a gonum mat.Matrix, so whatever the rest of mllib makes can be given; a matrix result is a *mat.Dense, or a
// *mat.SymDense where it is symmetric by nature, so it can be given to whatever takes a matrix. [M] is for literals, la.M{{1, 2}, {3, 4}}: a
// [][]float64 that is a mat.Matrix too, so that a list of points is at the same time the matrix with these rows. The transpose of A is
// A.T().
//
// Nothing changes its arguments, and results share no memory with them.
//
// # Names
//
// Functions of vectors have the bare names (Add, Sub, Scale, Norm), those of matrices end in M (AddM, SubM, ScaleM, NormM). Files:
// literal.go makes vectors and matrices, vector.go and matrix.go compute with them, solve.go has what is done with an inverse,
// spectral.go eigenvalues and functions of symmetric matrices, point.go models at one point, fail.go the panics.
//
// # Panics
//
// A wrong shape is a mistake in the text of the formula, so it panics, with an error that names the function, the arguments and their
// shapes:
//
//	la: Mul: argument 1 is 2×3 and argument 2 is 2×2, want as many rows in the second as columns in the first
//
// So do a matrix with NaN or infinities that is to be factored or solved with (sums and products carry them on), a singular matrix where an
// inverse is needed and one that is not symmetric or positive definite where that is needed. Methods of learning never panic: they check
// data, and return errors.
package la
