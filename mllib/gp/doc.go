// Package gp holds Gaussian processes: a law of functions f, given by a covariance function, that observations turn into another one.
//
//	p := gp.Regression{Kernel: kernels.Scaled(2, kernels.Gaussian(.5)), Noise: .1}
//	m, err := p.Fit(X, y)                  // the law of f after y_i = f(x_i) + noise
//	mean, err := m.Predict(Xnew)           // E(f(x) | y) for each row
//	variance, err := m.Variance(Xnew)      // Var(f(x) | y)
//	paths, err := m.Sample(Xnew, 5, rand.NewPCG(1, 2))
//
//	c, err := gp.Classifier{Kernel: kernels.Scaled(9, kernels.Gaussian(.3))}.Fit(X, labels)
//	p, err := c.Posterior(Xnew)            // P(second class | x) for each row
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
// # Classification
//
// Labels say little about f: the second class has the probability l(f(x)), logistic or Φ, so that the law of f given labels is not normal. Laplace puts the normal law of the same mode and curvature in its
// place; ExpectationPropagation one whose moments agree with those that each label gives, which is nearer to the truth and costs some times as much. Posterior averages l over that law: the less is known about f(x), the
// nearer to 1/2 it is than the probability at the mean of f.
//
// # Files
//
// regression.go parameters and fit; factor.go the factor of a covariance; trend.go the functions without a prior; model.go the posterior; evidence.go the density of the
// targets and its derivatives; leaveoneout.go. classifier.go parameters and fit; link.go likelihoods, and averages of them; laplace.go and propagation.go the approximations; classifiermodel.go. process.go the
// law of f of both models at new points; sample.go paths; search.go the parameters of largest evidence.
//
// # Sources
//
// C. Rasmussen and C. Williams, Gaussian Processes for Machine Learning (2006), chapters 2, 3 and 5; M. Nussbaum, Topics in Statistical Learning
// Theory, section 6.4.
package gp
