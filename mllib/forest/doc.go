// Package forest lets many learners vote, each of which has learned from a sample of the rows drawn with replacement.
//
//	bag, err := forest.Bag(tree.Classifier{}, 50, rand.NewPCG(1, 1)).Fit(x, y)                        // bagging of any method
//	m, err := forest.Classifier{Growth: forest.Growth{Trees: 200, Src: rand.NewPCG(1, 1)}}.Fit(x, y)  // a random forest
//	labels, err := m.Predict(test)
//	fmt.Println(m.OutOfBag.Error(), m.Importances())
//
// A sample of n rows drawn with replacement holds a share of about 1 - 1/e of them. Those that it does not hold are out of the bag: the vote of the
// learners that have not seen a row is a prediction as of new data, and its error an estimate of the error without a test set.
//
// Trees of a random forest look at a few columns in each node, drawn anew, so that they resemble each other less: the variance of a mean of B predictions of variance σ² and correlation ρ is
// ρσ² + (1-ρ)σ²/B (VarianceOfMean), of which more trees lower the second part only.
//
// Learner b draws from a source of its own, seeded in turn from Src: more learners leave the first ones as they are, and the number of processors has no say.
//
// Files: bag.go (samples), bagging.go (any method), classifier.go, regressor.go (random forests), grown.go (what both share), outofbag.go, importance.go, variance.go.
package forest
