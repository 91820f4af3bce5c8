// Package mixture fits mixtures of normal laws by the EM algorithm: several starts, the log likelihood of every step, covariances of four
// forms, and components that collapse told or prevented.
//
// # Vocabulary
//
// A mixture draws component k with the probability π_k and then an observation from N(μ_k, Σ_k). Its density is Σ_k π_k N(x; μ_k, Σ_k). The
// responsibility of component k for observation i, its posterior probability, is r_ik = π_k N(x_i; μ_k, Σ_k) / Σ_l π_l N(x_i; μ_l, Σ_l).
//
// A step of EM computes the responsibilities from the parameters (E), and from these the parameters (M): π_k = N_k/n with N_k = Σ_i r_ik,
// μ_k = Σ_i r_ik x_i / N_k, Σ_k = Σ_i r_ik (x_i - μ_k)(x_i - μ_k)ᵀ / N_k in the form that Covariance asks for. No step lowers the log
// likelihood, and what it comes to depends on the start: the likelihood has many maxima. With a covariance for each component it has no
// bound either, since a component around a single observation makes it as large as one likes. Such a component is an error
// (ErrCollapsed), unless a Prior keeps it away.
//
// A first example:
//
//	m, err := mixture.Gaussian{K: 3, Src: rand.NewPCG(1, 2)}.Fit(x)
//	fmt.Println(m.Weights, m.Means, m.Report)
//	r, err := m.Posteriors(x) // n×K
//
// # Files
//
// gaussian.go (parameters and Fit), options.go (enumerations), start.go (starts), sample.go (observations in units of their own spread), em.go (the two steps and
// a run), diagonal.go (the steps for diagonal covariances), model.go (what Fit returns), criteria.go (numbers of parameters, AIC, BIC).
package mixture
