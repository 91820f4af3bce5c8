// Package kernels holds kernel functions: similarities K(x, y) of two points that are inner products ⟨φ(x), φ(y)⟩ of features of them, so that whatever
// needs inner products only can do with K, and never computes a feature.
//
//	k := kernels.Gaussian(2)                           // exp(−‖x−y‖²/(2·2²))
//	k.Value([]float64{0, 1}, []float64{1, 1})          // K(x, y); k.At(s, t) for points of the line
//	g, err := k.Gram(X)                                // the n×n matrix of K(x_i, x_j)
//	c, err := k.Cross(Xnew, X)                         // the m×n matrix of K(new x_i, x_j)
//	kernels.Sum(kernels.Scaled(.5, k), kernels.Linear()) // kernels are made of kernels
//
// # Kernels are data
//
// A Kernel is a plain struct. It prints as its formula, goes through JSON, and is compared by Equal. Its zero value is the inner product. Parameters are
// checked where a kernel is used: what returns an error returns one, what returns a number returns NaN. Check says it before.
//
// Every kernel of the package is positive definite (each Gram matrix is positive semidefinite), but for Sigmoid, for Scaled by a negative
// factor, and for what is made of these; Positive tells. Whether a given matrix is one, Examine tells, with a certificate.
//
// # Conventions
//
// The width σ of Gaussian is that of exp(−‖x−y‖²/(2σ²)). Others write exp(−γ‖x−y‖²): GaussianGamma makes it, Gamma gives it back. Nussbaum's and
// Banisch's exp(−‖x−y‖²/c) is GaussianGamma(1/c). The length ℓ of Gaussian processes is a width.
//
// A string or a set has no coordinates: a kernel for such objects is a function of the reader's own, and its Gram matrix goes to the methods like any other.
//
// # How a Gram matrix is computed
//
// Kernels of ⟨x, y⟩ and of ‖x−y‖ take all pairs from one matrix product: ‖x−y‖² = ‖x‖² + ‖y‖² − 2⟨x, y⟩ for points whose centre was moved to 0. Where
// this would cancel more than three binary digits (near points), and for points of few coordinates, the differences themselves are
// squared and summed. So points that are equal have distance 0 exactly, and the relative error of ‖x−y‖² is at most 16(d+4)·2⁻⁵³ for all others,
// near or far, wherever the origin is. Rows are shared out among goroutines; no bit of the result depends on their number.
//
// # Files
//
// kernel.go the type, its kinds and their table; make.go the constructors; formula.go print; check.go; points.go observations, as the parts of a kernel see
// them; value.go one pair, the definition; featuredistance.go the distance of its features; gram.go all pairs and rows.go one row at a time, by distance.go and profile.go (the functions of ⟨x, y⟩ and ‖x−y‖); gradient.go derivatives
// with respect to parameters; features.go explicit maps; centre.go; examine.go definiteness.
//
// # Sources
//
// M. Nussbaum, Topics in Statistical Learning Theory, chapter 5; B. Schölkopf and A. Smola, Learning with Kernels (2002); C. Rasmussen and C. Williams,
// Gaussian Processes for Machine Learning (2006), chapter 4.
package kernels
