// Package conquer solves the eigenproblem of a symmetric tridiagonal matrix, and finds the singular values and vectors of a bidiagonal one, by divide and
// conquer: the problems to which package dense has reduced those of any matrix.
//
// # How a problem is halved
//
// But for one entry off its diagonal a tridiagonal matrix is two smaller ones, and that entry is a matrix ρvvᵀ of rank one. If the halves are
// QDQᵀ, the whole is Q(D + ρzzᵀ)Qᵀ with z = Qᵀv. The eigenvalues of D + ρzzᵀ are the roots of an equation, one between each two neighbours
// of D; its eigenvectors have the entries z_j/(d_j - λ), and those of the whole are products, in which nearly all of the work is. Eigenvalues that
// hardly change are set aside first (deflation); often these are many, and then the work is little.
//
// # Why the vectors are orthogonal
//
// Vectors made of rounded roots are not orthogonal where roots lie near each other. But for any numbers between the d_j there is a vector z for which they
// are the exact roots, and it has a formula (Löwner's). With it in the place of z, the vectors are orthogonal up to the rounding of the
// differences d_j - λ, and these are precise, since a root is sought as its distance from the nearest d_j. That the new z differs from the old one only by
// rounding, so that the matrix does not change, is what the roots are computed so precisely for.
//
// # Singular values
//
// Without one of its rows a bidiagonal matrix is two smaller ones, and in the bases of their singular vectors the whole has a row z and a diagonal below it. The
// squares of its singular values are the eigenvalues of D² + zzᵀ. All differences of squares are computed as products, and no number is squared that
// could get lost, so singular values are as precise as eigenvalues.
//
// # Files
//
// tridiagonal.go and bidiagonal.go halve, merge.go and join.go put together, mixture.go makes the new vectors from those of the halves, secular.go solves the
// equation, vectors.go has Löwner's formula; conquer.go says with what matrices are multiplied; values.go has iterations for eigenvalues without
// vectors.
//
// # Sources
//
// J. Cuppen, A divide and conquer method for the symmetric tridiagonal eigenproblem (1981); M. Gu and S. Eisenstat, A divide-and-conquer algorithm for the symmetric
// tridiagonal eigenproblem, and A divide-and-conquer algorithm for the bidiagonal SVD (1995); J. Rutter, A serial implementation of Cuppen's divide and conquer algorithm (1994), for vectors in kinds. A parameter of all
// functions is a Machine, with which no bit of a result may change.
package conquer
