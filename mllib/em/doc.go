// Package em maximises likelihoods of data that are seen in part only, by the EM algorithm: any problem that has its two steps, mixtures of coins, and multinomial laws whose cells hide what they are
// sums of. Mixtures of normal laws have a package of their own, mixture.
//
// # Vocabulary
//
// A law of complete data (x, z) with a parameter θ gives the law of x, f(x; θ) = Σ_z f(x, z; θ), whose logarithm is to be maximised. The E-step takes, at the present θ, the law of z
// given x; the M-step maximises the expectation of log f(x, z; θ') under it. No step lowers the likelihood, which Run verifies at each of them. Near a maximum the distance to it shrinks
// by a constant factor each step: the share of the information of complete data that is missing in x.
//
//	m, err := em.Coins{Start: []float64{.6, .5}, Even: true}.Fit(heads, tosses)
//	fmt.Println(m.P, m.Report)
//	share, err := em.MissingInformation(problem, theta)
//
// A problem of one's own is a type with the two methods of Problem.
//
// # Files
//
// em.go (a problem and its run), missing.go (rate and missing information), coins.go (mixtures of binomial laws), linked.go (linked multinomial laws).
package em
