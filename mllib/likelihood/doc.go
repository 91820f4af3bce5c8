// Package likelihood estimates parameters by maximum likelihood: by a formula where there is one, and else by Newton's method or Fisher's scoring with safeguards;
// and it tells how sure the estimates are.
//
// # Vocabulary
//
// The log likelihood of θ is ℓ(θ) = Σ_i log f(x_i; θ), its gradient is the score, and -∇²ℓ the observed information. The expectation of the information of one
// observation is Fisher's information I(θ): no unbiased estimator from n observations has a covariance below the bound of Cramér and Rao, (n·I(θ))⁻¹, and the estimate
// by maximum likelihood is, for many observations and a regular law, nearly normal around θ with that covariance. Uniform laws are not regular, since their
// parameters say where the density ends; for them only the estimate is given.
//
//	m, err := likelihood.MLE{Law: likelihood.Gamma}.Fit(x)
//	fmt.Println(m.Names, m.Theta, m.Report)                          // [shape scale] …
//	se, err := m.StandardErrors()
//	low, high, err := likelihood.MLE{Law: likelihood.Gamma}.Interval(x, "shape", .95)
//
// Where there is no maximum (equal observations, whose likelihood grows without bound as a scale shrinks; a maximum infinitely far away) the error wraps
// ErrNoMaximum, also that of gamma, beta and Weibull laws where the observations differ by a share of 1e-12 of them or less, of which rounding leaves few digits; where it lies at the border, as for a coin that fell on one side only, the model says so and has no standard errors.
//
// Vectors have MVNormal and Multinomial; a log likelihood of one's own is a Function that Newton maximises.
//
// # Files
//
// law.go (the laws, one record each), formula.go (those with a formula), shape.go (gamma, beta, Weibull), concentrated.go (gamma and beta laws of large shapes), location.go (Cauchy, logistic, Gumbel), sample.go (observations
// in units of their own), jet.go (derivatives), newton.go, mle.go (parameters and Fit), model.go (what Fit returns), information.go, profile.go, jackknife.go, vector.go.
package likelihood
