// Package svm holds support vector machines: the separating surface of largest margin in the feature space of a kernel, with a price for observations that fall
// short of the margin.
//
//	m, err := svm.Classifier{C: 1, Kernel: kernels.Gaussian(.5)}.Fit(X, y)
//	f, err := m.Scores(Xnew)              // f(x) = Σ α_i y_i K(x_i, x) + b; Predict gives labels
//	m.Alpha, m.B, m.Support(), m.Margin() // what the theory names
//	m.Primal(), m.Dual(), m.KKT()         // the certificate that it is the optimum
//
// Regressor is regression: a tube of half width ε around f takes the place of the margin.
//
// # Forms
//
// Price pays C for a unit of slack, and Squares C/2 for its square; Hard allows none, and C = math.Inf(1) is the same; Share bounds the share of observations that fall short of the margin (ν); Budget bounds the
// sum of the slacks. Each solution but those of Squares is one of Price too, for the price that Machine.C tells. All are scaled so that the borders of the margin are f = ±1.
//
// What is called C here and in the programs of the field is δ in Nussbaum, c in Banisch; with a mean of hinge losses and the penalty λ‖w‖², λ = 1/(2nC) (Banisch
// (3.10) prints c = 2/(λl) where it is 1/(2λl)).
//
// # The offset
//
// The optimal b form a closed interval, Machine.Offsets, and Machine.B is its midpoint. An observation with
// 0 < α_i < C_i lies on the border of the margin and makes it a single point. Without one the interval may have a
// positive length, or be a single point all the same. b is never penalised. Where it is elsewhere, as in the linear machines of liblinear and of scikit-learn (LinearSVC, LinearSVR), it is the weight of a constant column: NoIntercept with
// linear.Augment(X, 1) is the same problem.
//
// # How it is computed
//
// By sequential minimal optimisation of the dual problem in package internal/smo, with rows of the Gram matrix on demand. The forms Hard and Share fix the sums of α over the
// classes instead of the price: nearest points of the convex hulls of the two classes, whole or reduced. Budget looks for the price whose solution has that slack.
//
// With the linear kernel, more than two hundred rows and few columns (a tenth of that at most), Price, Squares and Budget take Newton's method in the coordinates of w instead, in package
// internal/primal: a few dozen steps of O(nd), whatever the price is, to a duality gap of 1e-8 of the objective. 20,000 rows of 50 columns take an eighth of a second. So do, in the coordinates that a Gram
// matrix of up to a thousand rows has, problems that a hundred steps for each observation have not solved: huge prices where the classes overlap. What is left there of the gap is
// rounding of sums of α_i as large as the price; Report.Gap says how much.
//
// Columns of very different sizes can hide a margin in the products of points, where it is smaller than the rounding of the largest; the points still show it. So with the linear kernel the forms Hard, Share and
// Budget ask Newton's method, too, where steps of two end in rounding, before they say that the classes cannot be separated. Other kernels have their Gram matrix only: columns brought to one size help them.
//
// # Files
//
// options.go what can be chosen; classifier.go parameters and fits; solve.go the forms as quadratic programs; program.go who solves them; budget.go; machine.go the solution and its objectives;
// support.go positions of observations and the KKT report; unique.go other α; model.go a machine with its points; regressor.go and regression.go the same for regression; observations.go Gram matrices and points.
//
// # Sources
//
// C. Cortes and V. Vapnik, Support-vector networks (1995); B. Schölkopf, A. Smola, R. Williamson and P. Bartlett, New support vector algorithms (2000), for ν; K. Bennett and
// E. Bredensteiner, Duality and geometry in SVM classifiers (2000), for the hulls.
package svm
