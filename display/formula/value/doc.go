// Package value has what the formulas of a derivation are about: numbers, vectors, matrices, truth values, finite sets,
// tuples and families over any number.Field, and every operation on them that binds no variable.
//
// An Ops holds the field; its methods take values and return new ones. Nothing is changed in place, and slices of a
// result may be shared with its arguments, so they are read only.
//
//	o := &value.Ops[float64]{F: number.Float{}}
//	q, err := o.Mul(o.Transpose(x), sigmaInverse)     // a row
//	r, err := o.Mul(q, x)                             // a number
//
// Identities and all-ones vectors may be of no size yet: c·I and c·𝟏 take the size of what they meet.
//
// Operations that do not fit return a *ShapeError; those without a value at this point (a singular matrix, the logarithm of
// 0) one of the errors of errors.go or of package number.
//
// Files: value.go kinds and constructors, errors.go; arithmetic.go sums and multiples, product.go products, linear.go
// elimination, power.go powers, norm.go, eigen.go with jacobi.go eigenvalues, block.go parts and wholes, scalar.go functions
// of numbers, function.go functions and laws that are data, compare.go relations, set.go finite sets, convert.go from one field to another.
package value
