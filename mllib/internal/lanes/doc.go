// Package lanes holds the few inner loops of mllib that are worth vector instructions. Each has a version in Go, which is its
// definition, and one in assembly for AVX2 that computes the same numbers to the last bit: a lane of a vector register does
// what one sum of the Go version does, in the same order, and multiplication and addition are fused only where the Go version says math.FMA. So
// results do not depend on the machine.
package lanes
