// Package components finds the directions in which observations vary most: principal components, of the observations themselves or of their features in the space of a kernel.
//
//	m, err := components.PCA{Components: 2}.Fit(X)       // mean, directions and variances
//	m.Shares()                                           // of the variance, by component
//	Z, err := m.Apply(Xnew)                              // their coordinates, one row for each row
//	X2, err := m.Undo(Z)                                 // back: the nearest points of the plane
//	k, err := components.Kernel{Kernel: kernels.Gaussian(1), Components: 2}.Fit(X)
//	learn.Pipe(components.PCA{Components: 5}, discriminant.LDA{})
//
// Columns are centred, but not divided by their standard deviations; where units differ, data.Standardize comes first.
//
// # Directions that are not determined
//
// A direction has two signs: of a component the entry of largest absolute value is positive, of a kernel's component the coefficient of largest absolute value is. Components of
// equal variance may be turned among each other; Ties names them, and says where the number of components cuts such a group in two. Components without variance are noise, and
// are never returned: Rank is how many there are.
//
// # Files
//
// pca.go principal components; leading.go a few of them by Lanczos' method; kernel.go those of a kernel; ties.go what both share.
//
// # Sources
//
// K. Pearson, On lines and planes of closest fit to systems of points in space (1901); B. Schölkopf, A. Smola, K.-R. Müller, Nonlinear component analysis as a kernel eigenvalue problem (1998).
package components
