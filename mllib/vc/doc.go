// Package vc counts what a class of sets can tell apart: the parts that it cuts from finitely many points, its shatter coefficients, and its
// Vapnik-Chervonenkis dimension, exactly, by enumeration; and it has the bounds that follow.
//
//	parts, err := vc.Boxes{Dim: 2}.Parts(x)            // which subsets of the rows of X are cut out by an axis-parallel rectangle
//	s, err := vc.Coefficient(vc.Boxes{Dim: 2}, 5)      // 28: the most parts of five points
//	v, err := vc.Dimension(vc.HalfSpaces{Dim: 2}, 6)   // 3
//	r := vc.Radius(3*math.Log(n+1), n, .05)            // how far counts are off at most, for all rules at once
//
// A part is a number whose bit i says that the set holds row i. A class of one's own is a type with the methods of Class.
//
// Files: class.go what a class is, line.go classes on the line, boxes.go, halfspaces.go, count.go coefficients and dimension, bound.go.
//
// Reference: V. Vapnik and A. Chervonenkis, On the uniform convergence of relative frequencies of events to their probabilities, Theory of
// Probability and its Applications 16 (1971); L. Devroye, L. Györfi and G. Lugosi, A Probabilistic Theory of Pattern Recognition (1996), chapters 12
// and 13.
package vc
