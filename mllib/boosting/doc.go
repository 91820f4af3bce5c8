// Package boosting adds up many weak learners, each of which learns where those before it fail.
//
//	m, err := boosting.Boost(boosting.Stump{}, 200).Fit(x, y)              // AdaBoost.M1 with stumps; or with any learner that takes weights
//	labels, err := m.Predict(test)
//	fmt.Println(m.Alpha, m.Errors, m.Report)
//	f, err := boosting.Stagewise{Loss: boosting.Exponential, Rounds: 20}.Fit(h, y)  // greedy sums of given functions
//	g, err := boosting.GradientClassifier{Gradient: boosting.Gradient{Rounds: 100}}.Fit(x, y)  // gradient boosting of trees
//
// AdaBoost: the rows have weights w_i, at first 1/n. In round m a learner fits G_m with these weights, err_m is the weight of the rows it gets wrong as a share of all, α_m = log((1-err_m)/err_m), and
// the weights of these rows are multiplied by exp(α_m). The committee decides by the sign of f = Σ α_m G_m. With β_m = α_m/2 and w_i exp(-β_m y_i G_m(x_i)), as some sources have it,
// f is half as large and the weights differ by a common factor.
//
// Files: stump.go, stumps.go (stumps, and many of them from the same rows), adaboost.go, model.go (the committee), additive.go (committees of stumps as sums of functions of one
// column), loss.go, stagewise.go (forward stagewise additive modelling), gradient.go, regressor.go, classifier.go, leaves.go (gradient boosting).
package boosting
