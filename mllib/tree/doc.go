// Package tree grows and prunes classification and regression trees (CART).
//
//	m, err := tree.Classifier{}.Fit(train.X, train.Y)          // grown until each leaf is pure
//	y, err := m.Predict(test.X)
//	path, err := m.Path()                                      // its subtrees by cost and complexity, each within the one before
//	small, err := m.Prune(path[3].Alpha)
//	choice, err := tree.Classifier{}.Choose(train, folds)      // α by cross-validation
//	small, err = m.Prune(choice.Alpha(choice.OneStdErr))
//	fmt.Print(m.Rules(train.Features...))                      // the tree as text
//
// A tree cuts the space of observations in two at one column, x_j ≤ t or x_j > t, and each part again. A node is a box; a leaf predicts the label that
// most of its observations have, or their mean. Growth is greedy: every cut is the one after which the impurity of the two parts, weighted by
// their observations, is least. Cuts without any gain are taken too, since those after them may gain (the checkerboard); pruning takes
// back what did not pay.
//
// Equal cuts, up to 1e-12 of the weight of the node: the first column wins, and in it the smallest threshold. Thresholds are in the middle between two neighbouring values.
//
// Files: params.go and regressor.go (parameters and Fit), columns.go (presorted columns), grow.go (from node to node), cut.go (cuts of one column), impurity.go, categories.go, tree.go
// (the fitted tree), model.go (predictions), prune.go (cost and complexity), choose.go (cross-validation), rules.go (text and diagram).
package tree
