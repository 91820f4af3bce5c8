// Package smooth looks at linear smoothers, methods of regression whose fitted values are ŷ = Sy with an n×n matrix S that does not depend on y, and has the orthogonal series estimators.
//
//	s, err := smooth.Of(spline.Smoothing{Choose: spline.Given, Lambda: .1}, X)   // the matrix S of any linear method at the points X
//	s.DF(), s.ResidualDF()                                                       // tr S and n − tr(2S − SSᵀ)
//	e, err := s.Errors(y)                                                        // residuals, leave-one-out errors by the short cut, GCV
//	λ, U, err := s.Shrinkage()                                                   // S = U·diag(λ)·Uᵀ: rotate, shrink, rotate back
//	bias2, variance, err := s.Risk(f, σ)                                         // of ŷ for y = f + noise
//	m, err := smooth.Series{Basis: smooth.Sine, Terms: 8}.Fit(X, y)              // a truncated orthogonal series
//
// Smoothing splines, ridge and kernel ridge regression, least squares and nearest neighbours' means with a given λ are linear; what chooses λ from y is not, and Of says so.
//
// # Files
//
// smoother.go the matrix and what is read from it; series.go orthogonal series.
//
// # Sources
//
// A. Buja, T. Hastie, R. Tibshirani, Linear smoothers and additive models, The Annals of Statistics 17 (1989); T. Hastie, R. Tibshirani, J. Friedman, The Elements of Statistical Learning (2009), sections
// 5.4 and 7.6.
package smooth
