// Package manifold finds few coordinates for observations that lie near a curved surface in a space of many: from their distances (multidimensional scaling), from the
// lengths of paths along the surface (Isomap), and from random walks on them (diffusion maps, Laplacian eigenmaps, spectral clustering).
//
//	m, err := manifold.Classical{Dimensions: 2}.Fit(D)             // points with these distances, as far as that goes
//	s, err := manifold.SMACOF{Dimensions: 2}.Fit(D)                // those of least stress Σ (d_ij − ‖z_i − z_j‖)²
//	i, err := manifold.Isomap{K: 10, Dimensions: 2}.Fit(X)         // distances along the graph of neighbours
//	d, err := manifold.Diffusion{Sigma: 1, Alpha: 1}.Fit(X)        // eigenvectors of a random walk
//	c, err := manifold.Spectral{Clusters: 3, Diffusion: manifold.Diffusion{Sigma: 0.1}, Src: src}.Fit(X)
//
// # Vocabulary
//
// D is a symmetric n×n matrix of distances d_ij with zeros on its diagonal, H = I − 11ᵀ/n, and B = −½HD²H with the squared distances D², the matrix of inner
// products where the distances are Euclidean. A kernel k(x, y) = exp(−‖x−y‖²/σ) has degrees d(x) = Σ_j k(x, x_j), the random walk P = diag(d)⁻¹K and its stationary law π = d/Σd. Its
// eigenvectors ψ_n are orthonormal with the weights π, 1 = λ_0 ≥ λ_1 ≥ …, and ψ_0 = 1.
//
// # What is not determined
//
// An embedding may be turned and mirrored. Of each coordinate the entry of largest absolute value is positive; coordinates of equal eigenvalues may be turned among each
// other, and how they are turned here depends on rounding. Procrustes compares up to that.
//
// Few eigenvectors are found by a block method of Lanczos from products with the matrix, all of them by the dense solver, whichever is faster. Results have the same bits on any number of processors.
//
// # Files
//
// distances.go (matrices of distances), classical.go, smacof.go, stress.go (how well an embedding fits), procrustes.go, isomap.go, geodesic.go (its distances and new points);
// diffusion.go, diffusionmodel.go, walk.go (the operator with all of the kernel, or a sparse one), eigenmaps.go, spectral.go, chain.go (the random walk as a matrix); samples.go (surfaces to try them on).
//
// # Sources
//
// W. Torgerson, Multidimensional scaling I (1952); J. de Leeuw, Applications of convex analysis to multidimensional scaling (1977); J. Tenenbaum, V. de Silva, J. Langford, A global
// geometric framework for nonlinear dimensionality reduction (2000); V. de Silva, J. Tenenbaum, Sparse multidimensional scaling using landmark points (2004); M. Belkin, P. Niyogi,
// Laplacian eigenmaps for dimensionality reduction and data representation (2003); R. Coifman, S. Lafon, Diffusion maps (2006). Curriculum: B4.1.2, B4.2.
package manifold
