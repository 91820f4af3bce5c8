// Package vc counts what a class of sets can tell apart: the parts that it cuts from finitely many points, its shatter coefficients, and its
// Vapnik-Chervonenkis dimension, exactly, by enumeration; it has the bounds that follow, and what is made of them.
//
//	parts, err := vc.Boxes{Dim: 2}.Parts(x)            // which subsets of the rows of X are cut out by an axis-parallel rectangle
//	s, at, err := vc.Coefficient(vc.Boxes{Dim: 2}, 5)  // 28: the most parts of five points, and such points
//	c, err := vc.Certify(vc.HalfSpaces{Dim: 2}, 6)     // dimension 3, three points that are shattered, and why no four are
//	r := vc.RadiusBy(vc.Short, vc.Power(3), n, .05)    // how far counts are off at most, for all rules at once, after a theorem
//	m, err := vc.Structural[*erm.SwitchesModel]{…}.Fit(x, y) // the class with the least sum of mistakes and radius
//	b, err := vc.Ball{}.Fit(x)                         // the smallest ball that holds the rows of X
//
// A part is a number whose bit i says that the set holds row i. A class of one's own is a type with the methods of Class.
//
// Files: class.go what a class is, line.go classes on the line, boxes.go, halfspaces.go (turning.go hyperplanes that turn, orientation.go on which side a point is), family.go classes given by their
// parts, count.go coefficients and dimension, certificate.go proofs of dimensions (null.go Radon's weights); sauer.go sums of binomial coefficients, bound.go, theorem.go and throughpoints.go bounds; structural.go structural risk minimisation; canonical.go and
// signs.go hyperplanes with a margin, ball.go, unit.go large and small numbers.
//
// Reference: V. Vapnik and A. Chervonenkis, On the uniform convergence of relative frequencies of events to their probabilities, Theory of
// Probability and its Applications 16 (1971); L. Devroye, L. Györfi and G. Lugosi, A Probabilistic Theory of Pattern Recognition (1996), chapters 4, 12
// and 13.
package vc
