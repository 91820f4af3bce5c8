// Package label holds the labels of classification: how two or more classes are coded as integers, and to which class a
// score of exactly zero belongs.
//
// The sources of the course code two classes as {0, 1} or {-1, +1} and K classes as {1..K}, {0..K-1} or {0..K}; Encode goes from any
// labels to one of the codes and Classes.Decode goes back. They also differ on sign(0): Nussbaum (L366), Banisch
// (Definition 2.1) and Yan (Y8) send a point on the hyperplane to the positive class, Vetcha (chapter 1) to the negative
// one; Tie makes the rule a parameter.
package label
