// Package naivebayes classifies by Bayes' formula as if the columns of X were independent within each class: f_k(x) = Π_j f_kj(x_j), with one density or table for each class and column. That is seldom
// true, and the rule is often good all the same: a sum of d estimates on the line instead of one in d dimensions.
//
//	Gaussian     normal densities            numbers
//	KDE          kernel density estimates    numbers
//	Histogram    histograms                  numbers
//	Multinomial  shares of counts            counts, as of words in texts
//	Bernoulli    probabilities of yes        numbers above and below a threshold
//	Categorical  tables of categories        0, 1, 2, … in each column
//
// Posteriors come from sums of logarithms, so that they are right where all products of densities underflow.
//
// A first example:
//
//	m, err := naivebayes.Gaussian{}.Fit(train.X, train.Y)
//	y, err := m.Predict(test.X)
//	p, err := m.Posteriors(test.X) // n×K
//
// # Files
//
// gaussian.go and moments.go, kde.go, histogram.go, counts.go (multinomial, Bernoulli, categorical), products.go (their scores), answers.go (what models answer).
//
// # Sources
//
// Y. Yan, "Naive Bayes"; T. Hastie, R. Tibshirani and J. Friedman, The Elements of Statistical Learning (2009), section 6.6.3; A. McCallum and K. Nigam, A comparison of event models for naive Bayes text
// classification (1998). Curriculum: Y44a, Y44b.
package naivebayes
