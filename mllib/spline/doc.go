// Package spline fits smooth curves f to points (x_i, y_i) of the line: smoothing splines, linear and cubic, and interpolating ones.
//
//	m, err := spline.Smoothing{}.Fit(X, y)                                   // cubic, λ by generalised cross-validation
//	m, err = spline.Smoothing{Choose: spline.Given, Lambda: .01}.Fit(X, y)   // minimises Σ(y_i − f(x_i))² + .01·∫f''²
//	m, err = spline.Smoothing{Kind: spline.Linear, Choose: spline.DegreesOfFreedom, DF: 6}.Fit(X, y)
//	m.At(.3); m.Derivative(2, .3); m.Predict(Xnew)                           // f(.3), f''(.3), f at the rows of an n×1 matrix
//	m.DF, m.GCV, m.LeaveOneOut, m.LogLikelihood                              // what λ is judged by
//	d, err := m.Diagnose(X, y)                                               // residuals, leverages, leave-one-out errors
//	c, err := spline.Interpolate(spline.Cubic, x, y)                         // the natural cubic spline through the points
//	s, err := spline.NewSpectrum(spline.Cubic, x, nil)                       // Demmler–Reinsch basis and its eigenvalues
//
//	Ω, err := spline.Smoothing{Kind: spline.Linear}.Penalty(x)               // ∫f'² = fᵀΩf
//
// X has one column; Matrix makes it of a slice.
//
// # What is minimised
//
// Over all functions whose penalty is finite, Σ w_i (y_i − f(x_i))² + λ∫f'² (Linear) or λ∫f”² (Cubic), with weights w_i ≥ 0, 1 in Fit. The minimiser is a spline with its
// knots at the x_i: straight between them and constant beyond, or made of cubics with two continuous derivatives and straight beyond. λ = 0 interpolates, and as λ grows f
// goes to the mean or to the line of least squares.
//
// λ stands beside a sum, as in scipy's make_smoothing_spline. Who puts it beside the mean n⁻¹Σ(y_i − f(x_i))² (the curriculum does) gives Lambda: n·λ. R's
// smooth.spline first maps x to [0, 1]; its lambda is λ/(r³w̄) of here, with the range r of x and the mean w̄ of the
// weights.
//
// With Pinned, f(0) = 0 is given, and for Cubic f'(0) = 0: f lies in the reproducing kernel Hilbert space of kernels.Min or kernels.IntegratedBrownian, and is what
// kernel ridge regression with them finds. Without, constants or linear functions are added to that space and cost nothing.
//
// # Equal x and weights
//
// Observations with the same x count as their weighted mean with the sum of their weights, which is exact. Leave-one-out errors and likelihoods are those of the
// single observations. Rows may come in any order. A weight of 0 leaves a row out.
//
// # How it is computed
//
// In O(n) for each λ, by two filters that go along the line. What the points left of x_i say about the state (f, f') at x_i is a triangular system of two rows, in which noise of the
// variance that the penalty stands for is mixed from knot to knot; the points on the right say the same from the other side. Put together they give the value at
// x_i that is expected without y_i, and how precise it is, hence f(x_i), the leverage and the leave-one-out error. The coefficients of all rows are
// positive and are only added and multiplied: nothing cancels, and leverages keep their digits for points at distances of 1 and of 10⁻¹², and
// for λ near 0 and ∞. The normal equations of splines (Reinsch's, and those for B-splines) square the condition number, which at n = 100,000 leaves them no digits for smooth f.
//
// # Files
//
// points.go the observations; scaled.go units; linear.go and cubic.go the filters; fit.go what they find for one λ; smoothing.go the learner; choose.go the
// search for λ; curve.go the function; model.go; diagnose.go; interpolate.go; spectrum.go.
//
// # Sources
//
// P. J. Green and B. W. Silverman, Nonparametric Regression and Generalized Linear Models (1994), chapters 2 and 3; G. Wahba, Spline Models for Observational Data (1990), chapters
// 1 and 4; C. F. Ansley and R. Kohn, On the equivalence of two stochastic approaches to spline smoothing, Journal of Applied Probability 23A (1986); F. R. de Hoog
// and M. F. Hutchinson, An efficient method for calculating smoothing splines using orthogonal transformations, Numerische Mathematik 50 (1986).
package spline
