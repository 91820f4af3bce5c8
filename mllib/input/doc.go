// Package input checks what a caller hands to a learning method, so that every method of mllib refuses bad input in the
// same words and with the same sentinel errors.
//
// Each check takes the name of the argument as its caller knows it ("X", "y", "Rosenblatt.Eta"), says what was expected
// and what was found, and wraps one of the sentinels of this package:
//
//	input: y: 3 labels for the 4 rows of X: shapes do not match
//
// A method checks everything before it starts to work and joins what it finds (errors.Join), so that a caller sees all
// problems at once.
package input
