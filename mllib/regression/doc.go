// Package regression fits a number y by a linear function ⟨w, x⟩ + b of x, least squares and ridge regression, and by functions of a reproducing kernel Hilbert space, kernel ridge regression, with
// what the theory says about them.
//
//	m, err := regression.LeastSquares{}.Fit(X, y)       // minimises Σ(y_i − ⟨w, x_i⟩ − b)²
//	r, err := regression.Ridge{Lambda: 1}.Fit(X, y)     // ... + λ‖w‖², b is free
//	m.W, m.B, m.StdErr, m.RSquared                      // coefficients, their standard errors, the share explained
//	yhat, err := m.Predict(X)
//	m.Coefficients("age", "weight")                     // table: coefficient, standard error, t, p
//	iv, err := m.Intervals(Xnew, .95)                   // confidence and prediction intervals
//	d, err := m.Diagnose(X, y)                          // residuals, leverages, leave-one-out errors
//	p, err := regression.RidgePath{}.Fit(X, y)          // all λ at once: coefficients, degrees of freedom, errors
//	k, err := regression.KernelRidge{Kernel: kernels.Gaussian(2), Lambda: 1}.Fit(X, y)
//	l, err := regression.Lasso{Alpha: .1}.Fit(X, y)     // Σ(y_i − ⟨w, x_i⟩ − b)²/(2n) + α‖w‖₁: many coefficients are 0; ElasticNet mixes both penalties
//
// # What is minimised
//
// Σ w_i (y_i − ⟨w, x_i⟩ − b)² + λ‖w‖² with weights w_i ≥ 0 of the rows, 1 in Fit. λ stands beside a sum, as in scikit-learn's Ridge(alpha=λ); beside a mean it would be
// λ/n. b is not penalised. The penalty depends on the units of the columns: learn.Pipe(data.Standardize{}, regression.Ridge{Lambda: 1}) brings them to one.
//
// Weights are precisions: y_i has the variance σ²/w_i, as in R's lm and statsmodels' WLS. A row of weight 3 pulls the coefficients as three equal rows do;
// standard errors are not those of three rows, because it is one observation. A row of weight 0 counts for nothing.
//
// # Columns that depend on each other
//
// Where a column is constant or a combination of others, infinitely many coefficients fit alike. LeastSquares then returns an error that wraps ErrRank and names such a
// column; with Deficient: MinimumNorm it returns the coefficients of least norm, whose predictions are those of all others, without standard errors. R leaves such columns
// out, scikit-learn takes the least norm without a word. A penalty λ > 0 makes the coefficients unique.
//
// # How it is computed
//
// Columns and y are centred (in two passes) and brought to a common size by powers of two. Where the columns, scaled to length 1, are well-conditioned (their Gram
// matrix has a condition number of at most 10⁶), the normal equations are solved by Cholesky and improved once with the residuals of the data; else by a QR factorisation of the
// data, and the singular values of R tell the rank. Report says which.
//
// # Files
//
// leastsquares.go the learners; design.go the centred data; solve.go the two ways; model.go; inference.go standard errors and intervals; diagnose.go; path.go all λ; elasticnet.go lasso and elastic net;
// kernelridge.go, dual.go its system, kernelmodel.go and kernelpath.go kernel ridge regression, with functions that are not penalised.
//
// # Sources
//
// Å. Björck, Numerical Methods for Least Squares Problems (1996), section 6.6.5 for the improved normal equations; T. Hastie, R. Tibshirani, J. Friedman, The Elements of
// Statistical Learning (2009), chapter 3.
package regression
