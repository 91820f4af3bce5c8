// Package data makes the data sets of the course: the small named sets that the sources work on by hand, seeded random
// generators, public data with their source and licence, sets read from CSV, the split into training and test data, and the
// standardisation of columns.
//
// A Set holds the observations as the rows of X and one integer label each in Y. Named sets are functions without
// arguments (AND, FourPoints, ...); random ones are structs whose Draw method takes a math/rand/v2 source, so that the
// same source gives the same data, on every machine:
//
//	train := data.TwoGaussians{N: [2]int{20, 20}}.Draw(rand.NewPCG(1, 2))
//
// The parameters of a generator say what their zero values mean.
package data
