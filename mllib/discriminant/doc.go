// Package discriminant classifies with normal class densities: Fisher's criterion and direction, linear discriminant analysis (LDA,
// one covariance matrix for all classes) and quadratic discriminant analysis (QDA, one for each class), for two and for K classes,
// with fitted or with given parameters.
//
//	iris := data.Iris()
//	m, err := discriminant.LDA{}.Fit(iris.X, iris.Y)   // class shares, class means, pooled covariance
//	p, err := m.Posteriors(X)                          // P(Y = k | X = x), one row for each row of X
//	truth, err := discriminant.NewLinear(classes, priors, means, cov)   // the same model with known parameters
//	data, err := truth.Draw(200, rand.NewPCG(1, 2))    // a sample of it
//	risk, err := truth.RiskOf(h)                       // exact error probability of a linear rule
//
// # Vocabulary
//
// Class k has the prior probability π_k, the mean μ_k and the covariance Σ or Σ_k. Its discriminant score δ_k(x) is log(π_k g_k(x)) up to
// a term without k, so the Bayes rule is the largest score, and the posterior probabilities are exp δ_k / Σ_l exp δ_l. They are computed
// in logarithms; no matrix is inverted but for the formula of a quadric.
//
// Classes are numbered by their position in Classes, the labels in increasing order: "class k" is position k, from 0. Of two
// classes, position 0 is Nussbaum's class 0 (label -1) and position 1 his class 1; a hyperplane votes for position 1 where its score is
// positive.
//
// The classes are laws of package dist: every score, distance and draw is computed with the Cholesky factor that dist.MVNormal makes of a
// covariance matrix. For other costs than the number of errors see bayes.PlugIn.
//
// # Files
//
// moments.go (class means and scatter), scatter.go (their computation), shrink.go (sums of covariance matrices), params.go (LDA, QDA), given.go,
// linear.go and quadratic.go (the models), normal.go (what both are), posterior.go, risk.go, quadric.go and conic.go (borders), fisher.go,
// kernelfisher.go with coordinates.go (among the features of a kernel), canonical.go, split.go (thresholds on a line), nearestmean.go.
package discriminant
