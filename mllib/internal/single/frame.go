package single

import "math"

// This file says how rows become numbers of float32: around a centre near them, for what rounding costs grows with their lengths, and multiplied by a power of
// two that makes the longest one about 1 long, so that nothing overflows and little underflows.

const (
	centreRows = 1000     // rows that make the centre, about
	longest    = 0x1p997  // beyond such squares of lengths there is no power of two,
	shortest   = 0x1p-900 // nor below such ones: what is shorter stays short
)

// Centre is the mean of some of n rows.
func Centre(n int, row func(i int) []float64) []float64 {
	c := make([]float64, len(row(0)))
	step := 1 + n/centreRows
	share := 1 / float64((n+step-1)/step)
	for i := 0; i < n; i += step {
		for j, v := range row(i) {
			c[j] += share * v
		}
	}
	return c
}

// Square is ‖x - c‖², for its size: its last digits are not those of a sum in order.
func Square(x, c []float64) float64 {
	c = c[:len(x)]
	var s0, s1, s2, s3 float64
	j := 0
	for ; j+4 <= len(x); j += 4 {
		a0, a1, a2, a3 := x[j]-c[j], x[j+1]-c[j+1], x[j+2]-c[j+2], x[j+3]-c[j+3]
		s0 += float64(a0 * a0)
		s1 += float64(a1 * a1)
		s2 += float64(a2 * a2)
		s3 += float64(a3 * a3)
	}
	for ; j < len(x); j++ {
		a := x[j] - c[j]
		s0 += float64(a * a)
	}
	return (s0 + s1) + (s2 + s3)
}

// Scale is the power of two that makes the longest row about 1 long, given the square of its length.
func Scale(square float64) float64 {
	_, e := math.Frexp(max(shortest, min(square, longest)))
	return math.Ldexp(1, -(e+1)/2)
}

// Factors is v for each of d coordinates.
func Factors(d int, v float64) []float64 {
	s := make([]float64, d)
	for j := range s {
		s[j] = v
	}
	return s
}
