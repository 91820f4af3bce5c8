// Package gp holds Gaussian processes: a law of functions f, given by a covariance function, that observations turn into another one.
//
//	p := gp.Regression{Kernel: kernels.Scaled(2, kernels.Gaussian(.5)), Noise: .1}
//	m, err := p.Fit(X, y)                  // the law of f after y_i = f(x_i) + noise
//	mean, err := m.Predict(Xnew)           // E(f(x) | y) for each row
//	variance, err := m.Variance(Xnew)      // Var(f(x) | y)
//	paths, err := m.Sample(Xnew, 5, rand.NewPCG(1, 2))
//
// # Vocabulary
//
// The prior law of f has a mean and a covariance function, the Kernel. The posterior is its law given the data. The evidence is the density of the
// targets under the prior, log p(y | X), also called the marginal likelihood: Search raises it by changing the parameters of the kernel and
// the noise. Noise is a variance, that of a target around f(x).
//
// # Which spline it is
//
// The posterior mean minimises Σ(y_i − f(x_i))²/σ² + ‖f‖² over the space of the kernel: it is kernel ridge regression. With kernels.Scaled(δ, kernels.Min()) it is
// the linear smoothing spline with f(0) = 0 and λ = σ²/(nδ) beside the mean of the squared residuals, with kernels.IntegratedBrownian the cubic one with
// f(0) = f'(0) = 0. ConstantTrend and LinearTrend take these conditions away: the functions that the penalty of the spline does not see have a
// prior without limits.
//
// # Files
//
// regression.go parameters and fit; factor.go the factor of a covariance, trend.go the functions without a prior; model.go the posterior; evidence.go the density of the
// targets and its derivatives; search.go the parameters of largest evidence; leaveoneout.go; sample.go paths.
//
// # Sources
//
// C. Rasmussen and C. Williams, Gaussian Processes for Machine Learning (2006), chapters 2, 3 and 5; M. Nussbaum, Topics in Statistical Learning
// Theory, section 6.4.
package gp
