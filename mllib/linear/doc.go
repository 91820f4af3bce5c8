// Package linear holds what all linear classifiers share: the hyperplane, the margins of observations with respect to
// it, the question whether two classes can be separated by one, and the hyperplane of largest margin.
//
// A Hyperplane is the set of x with ⟨w, x⟩ + b = 0; it classifies x by the sign of its score ⟨w, x⟩ + b. Every learning
// method of mllib that ends in such a rule returns a model that embeds a Hyperplane.
//
//   - Functional margin of (x, y): y(⟨w, x⟩ + b). Geometric margin: the same divided by ‖w‖, a signed distance.
//   - Separate decides separability by linear programming and proves its answer either way: a hyperplane, or convex
//     weights that show a point common to the convex hulls of the two classes.
//   - HardMargin finds the separating hyperplane of largest geometric margin, by the point of least norm of a polytope
//     (Wolfe's algorithm), to rounding accuracy.
//   - SoftMargin is the same for classes that overlap, which pays for squared slacks, by Newton's method; package svm has
//     more forms, also of these.
//   - MinErrors is the least number of errors that any hyperplane makes, by exhaustion, for small sets.
//
// # Files
//
// hyperplane.go (scores, distances, projections), margin.go, separate.go and simplex.go (linear programming),
// hardmargin.go and minnorm.go (maximum margin), softmargin.go, minerrors.go.
package linear
