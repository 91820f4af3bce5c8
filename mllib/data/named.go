package data

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// This file is one table: the small data sets that the sources and the curriculum work on by hand. Labels are -1 and +1. Those with a
// parameter that is not finite have coordinates that are not, which the methods refuse.

// AND is the truth table of the logical and: the unit square in the order (0,0), (0,1), (1,0), (1,1). Curriculum: D-AND.
func AND() *Set { return gate("AND", -1, -1, -1, 1) }

// NAND is the truth table of not-and, in the order of AND.
func NAND() *Set { return gate("NAND", 1, 1, 1, -1) }

// OR is the truth table of or, in the order of AND.
func OR() *Set { return gate("OR", -1, 1, 1, 1) }

// XOR is the truth table of exclusive or, in the order of AND; it is not linearly separable. Curriculum: D-XOR.
func XOR() *Set { return gate("XOR", -1, 1, 1, -1) }

// XORSigned is exclusive or on {-1, +1}²: (-1,-1), (-1,1), (1,-1), (1,1). Curriculum: D-XOR±.
func XORSigned() *Set {
	return named("XOR±", 2, []float64{-1, -1, -1, 1, 1, -1, 1, 1}, []int{-1, 1, 1, -1})
}

// FourPoints is the set of the points 2, -1 with label +1 and 1, -2 with label -1 on the line, the support of the law with which
// Nussbaum shows that the perceptron criterion can fail (section 3.2). Curriculum: D-4PT.
func FourPoints() *Set { return named("4PT", 1, []float64{2, -1, 1, -2}, []int{1, 1, -1, -1}) }

// Ring is a set in the plane whose class -1 lies inside an ellipse and whose class +1 lies outside. Curriculum: D-RING.
func Ring() *Set {
	return named("RING", 2,
		[]float64{1, 0, 0, 1, -1, .5, .5, -1, 3, 0, 0, -2, -2, 2, 2, 1, 1, 3},
		[]int{-1, -1, -1, -1, 1, 1, 1, 1, 1})
}

// ThreePoints is the set (3,3) and (4,3) with label +1, (1,1) with label -1. Curriculum: Y18d.
func ThreePoints() *Set {
	return named("three points", 2, []float64{3, 3, 4, 3, 1, 1}, []int{1, 1, -1})
}

// Threshold4 is x in {0, 1, 2, 3} with label +1 where x > 1. Curriculum: THR-4.
func Threshold4() *Set { return named("THR-4", 1, []float64{0, 1, 2, 3}, []int{-1, -1, 1, 1}) }

// Toy8 is a separable set of eight points in the plane with a unique hyperplane of largest margin. Curriculum: TOY-8.
func Toy8() *Set {
	return named("TOY-8", 2,
		[]float64{2, 2, 2, 1, 3, 3, 3, 4, -1, 1, 2, 0, 1, 0, -4, 0},
		[]int{1, 1, 1, 1, -1, -1, -1, -1})
}

// Triangles is the support of Nussbaum's linearly inconsistent law (section 4.2): the vertices of an equilateral triangle
// shifted right by epsilon, label -1, and their negatives, label +1. It is separable for every epsilon > 0, with margin
// ε√3/2. Coordinates are not finite where epsilon is not. Curriculum: D-TRI(ε), N4.2e.
func Triangles(epsilon float64) *Set {
	r := math.Sqrt(3)
	v := []float64{5./3 + epsilon, -1 / r, -1./3 + epsilon, -1 / r, 2./3 + epsilon, 2 / r}
	points := append([]float64(nil), v...)
	for _, c := range v {
		points = append(points, -c)
	}
	return named("TRI", 2, points, []int{-1, -1, -1, 1, 1, 1})
}

// NarrowPair is the two points k with label +1 and k-1 with label -1 on the line, each with k as a constant second
// coordinate; divided by k they are 1 and 1-1/k with the coordinate 1. The perceptron needs 4k+1 updates on it.
// Curriculum: Y19e.
func NarrowPair(k int) *Set {
	c := float64(k)
	return named("narrow pair", 2, []float64{c, c, c - 1, c}, []int{1, -1})
}

// OppositePair is the two points (cos φ, sin φ) and (-cos φ, sin φ) with φ = delta/2, both with label +1: the angle between them
// is π - delta. Coordinates are NaN for a delta that is not finite. Curriculum: B2.1.1g.
func OppositePair(delta float64) *Set {
	s, c := math.Sincos(delta / 2)
	return named("opposite pair", 2, []float64{c, s, -c, s}, []int{1, 1})
}

func gate(name string, y ...int) *Set {
	return named(name, 2, []float64{0, 0, 0, 1, 1, 0, 1, 1}, y)
}

func named(name string, d int, x []float64, y []int) *Set {
	return &Set{Name: name, X: mat.NewDense(len(y), d, x), Y: y}
}
