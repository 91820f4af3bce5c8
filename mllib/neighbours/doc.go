// Package neighbours finds the observations that are nearest to a point, and predicts by them.
//
//	m, err := neighbours.KNN{K: 3}.Fit(train.X, train.Y)
//	y, err := m.Predict(test.X)              // the label that most of the three nearest have
//	p, err := m.Posteriors(test.X)           // their shares of the votes
//	f, err := neighbours.Regression{K: 5, Weights: neighbours.Inverse()}.Fit(x, y)            // means of five targets, the nearer the heavier
//	near, err := m.Nearest(test.Row(0), 12)  // rows of the training data, the nearest first
//	m, err = neighbours.KNN{K: 3, Kernel: kernels.Polynomial(2, 1, 1)}.Fit(train.X, train.Y)  // near among the features of a kernel
//
// An Index answers questions about neighbours alone, for other methods:
//
//	index, err := neighbours.Search{}.Index(x)
//	lists, err := index.Nearest(z, 10)       // of each row of z: positions in x, and distances
//	graph, err := index.NearestOthers(10)    // of each row of x, without itself
//	close, err := index.Within(z, .5)        // all that are at most .5 away
//
// There is nothing to fit: a model keeps the observations, and all work is done where it predicts. There are three ways (Way), and all give the same neighbours and the same
// distances to the last bit, because the same formula computes the distance of two points in all of them, and what they leave out cannot be nearer: brute force, by
// products of matrices in single precision that rule out most observations (batch.go, products.go), and trees of boxes or of balls (tree.go, boxes.go, balls.go, walk.go). Of observations at
// equal distances the one that stands first is the nearer one. Points are shared out among the processors; results do not depend on how many there are.
package neighbours
