// Package logistic fits logistic regression: the probability of a class is a function of a linear score of x, and only the
// law of the class given x is modelled.
//
//	m, err := logistic.Binary{}.Fit(X, y)       // two classes: maximum likelihood, free intercept, no penalty
//	p, err := m.Posterior(X)                // P(second class | x) for each row
//	m.W, m.B, m.StdErr, m.Report                // coefficients, standard errors, how the fit ended
//	y, err := m.Draw(X, src)                    // labels drawn from the model
//	k, err := logistic.Softmax{}.Fit(X, labels) // K classes, the first one as reference
//
// # Vocabulary
//
// Classes are numbered by their position among the labels in increasing order. With two classes the second one is the
// event: label 1 of {0, 1} (Nussbaum, Yan), label +1 of {-1, +1}. Its log-odds are the score ⟨w, x⟩ + b.
//
// The log-likelihood L is a sum over the observations; Likelihood is -L/n, an average, as a function that can be
// minimised by package descent. The ridge penalty is Ridge·‖w‖²/2, added to -L; scikit-learn's C is 1/Ridge.
//
// Without a penalty the maximum exists only if the classes overlap. Where a hyperplane separates them, or touches both
// from its two sides, the likelihood grows for ever along a direction; the fit then stops and Report.Separation holds that direction.
//
// Observations have weights where Binary.FitWeighted or Softmax.FitWeighted gives them (3 counts as three equal rows, 0 as none), and classes
// by the parameters Balance and ClassWeights. Sums are then weighted, and n is the sum of the weights.
//
// All functions of scores are computed in logarithms: no score overflows.
//
// # Files
//
// functions.go (the logistic function and its relatives), likelihood.go and rows.go (value, gradient, Hessian), weights.go, newton.go,
// centre.go (columns far from 0), solve.go (the choice of a solver), scaled.go (columns of unequal size), compact.go (their copy in float32, for the way to the maximum), separation.go, binary.go, softmax.go, draw.go, wald.go, smooth.go and kernel.go (kernels), options.go.
package logistic
