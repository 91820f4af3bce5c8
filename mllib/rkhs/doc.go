// Package rkhs computes in the Hilbert space of functions that a kernel K makes: finite sums f = Σ c_i K(·, z_i) with their inner products and norms, the
// function of least norm through given values, and Mercer's expansion of a kernel by quadrature (the method of Nyström).
//
//	f := rkhs.Function{Kernel: kernels.Min(), Centres: [][]float64{{.2}, {.7}}, Coef: []float64{1, -2}}
//	f.At(.5)                                        // f(½) = .2 − 2·.5
//	norm, err := f.Norm()                           // √(cᵀKc)
//	h, err := rkhs.Interpolate(kernels.Min(), X, y) // h(x_i) = y_i, and no other such function has a smaller norm
//	m, err := rkhs.Nystrom{}.Fit(kernels.Min(), nodes, weights)
//	m.Eigenvalues                                   // λ_1 ≥ λ_2 ≥ … of f ↦ ∫ K(·, v) f(v) dv
//
// # The space
//
// To a positive definite K belongs one Hilbert space of functions in which K(·, x) lies and ⟨f, K(·, x)⟩ = f(x) for all f and x (Moore and Aronszajn). For
// finite sums this says ⟨Σ b_j K(·, y_j), Σ c_i K(·, z_i)⟩ = Σ b_j c_i K(y_j, z_i), which is Inner. It does not depend on how a function is written as a sum.
//
// # Files
//
// function.go finite sums; interpolate.go the function of least norm; nystrom.go eigenvalues and eigenfunctions.
//
// # Sources
//
// N. Aronszajn, Theory of reproducing kernels (1950); M. Nussbaum, Topics in Statistical Learning Theory, section 5.4; R. Banisch, Mathematical Aspects
// in Machine Learning, section 3.1.
package rkhs
