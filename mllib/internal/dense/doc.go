// Package dense is dense linear algebra near the speed of the machine: products of matrices, triangular systems, symmetric updates, and the
// factorisations by Cholesky and by LU, the symmetric eigenproblem and the singular value decomposition, as [BLAS] and [LAPACK] that gonum's packages compute with.
//
// # How a product is computed
//
// C += α·A·B is computed tile by tile. A tile of C (8×24 numbers in AVX-512, 4×12 in AVX2 and NEON, 4×4 in plain Go) stays in registers while a panel
// of rows of A and a panel of columns of B pass by, so that a number that was loaded is used many times. Three blocks keep the panels in
// the caches: 256 steps of depth at a time; of B as many columns as fit into the last cache, packed into panels once for all goroutines; of A as
// many rows as fit into the second cache, packed by the goroutine that uses them. Packing makes the inner loop read memory in order, and
// hides strides and transposes from it. Goroutines share out blocks of C. Small products are computed row by row, without packing.
//
// On a processor with AVX-512 and 2 MB of second cache a core, whole products run at three quarters of the speed of the tile on panels in
// the first cache; packing by vectors (half the time) was worth 1 to 6 %, and on another such processor fetching the lines of panels two steps
// ahead, and those of C one row after the other, a sixth. Blocks of B of 480 and 720 columns and blocks of A of 128 and 384 rows were no gain.
//
// On a processor with AVX2 and 512 KiB of second cache, the tile on panels in the first cache reaches 98 % of the peak, and whole products 80 to 85 %. Tiles one below
// another in one call were worth 8 %, blocks of A of 96 rows and fetching the next panel of B meanwhile 7 %; tiles of 6×8, and
// fetching A and the next tile of C ahead, were no gain.
//
// A symmetric update is a product of which only the tiles on one side of the diagonal are computed. Triangular systems and factorisations are
// halved until their pieces are small; nearly all their work is in products.
//
// # Eigenvalues and singular values
//
// A symmetric matrix is reduced to a tridiagonal one by reflectors, of whose work one half is a product of the matrix with a vector for each column. It is
// limited by memory, so each number is read once for both triangles, while the other half is in products of matrices. The
// eigenproblem of the tridiagonal matrix is solved by package conquer, and the reflectors are applied to its vectors in blocks. A product of two
// vectors is a sum in eight lanes, whatever the registers; a symmetric matrix is cut into pieces that depend on its order alone. Singular values go the same
// way over a bidiagonal matrix, with two products with vectors for each column; of a tall matrix, the triangle of its QR factors goes it.
//
// # The result is defined
//
// Entry (i, j) of a product is, for each block of 256 steps of depth in turn,
//
//	s = 0; s = fma(A[i,p], B[p,j], s) for each p in order; C[i,j] = fma(α, s, C[i,j])
//
// after C was multiplied by β. Fused multiplication and addition rounds once, so its result is the same on every machine, and nothing else in
// the definition depends on one: the bits of all results are the same for all instructions, with any number of goroutines, and for any number of
// rows and columns around the entry. Where a processor has no such instruction, math.FMA computes it in software: slowly, and the same.
//
// # Files
//
// view.go has matrices within slices, target.go the part of C that is computed; kernel.go the inner loops in Go, which define those in
// assembly (kernel_amd64.s, written by gen); pack.go panels; gemm.go products in blocks, small.go without; parallel.go the sharing out;
// triangular.go, symmetric.go, cholesky.go, inverse.go and lu.go what is built on products, condition.go estimates of condition numbers from their factors; blas.go, lapack.go and spectra.go the interfaces, and use.go puts them in
// place. matvec.go has products with vectors, vectors.go the loops over rows for other packages, reflector.go Householder's matrices, tridiagonal.go and bidiagonal.go the
// reductions, eigen.go and svd.go the problems, qr.go what svd.go needs of QR, transpose.go transposes of large matrices.
//
// # Sources
//
// K. Goto and R. van de Geijn, Anatomy of high-performance matrix multiplication (2008), for packing and blocks; F. Van Zee and R. van de Geijn,
// BLIS: a framework for rapidly instantiating BLAS functionality (2015), for the tile as the only loop in assembly, and the transposes in
// packing. N. Higham, Accuracy and Stability of Numerical Algorithms (2002), for bounds of the errors.
package dense
