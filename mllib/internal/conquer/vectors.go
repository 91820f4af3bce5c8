package conquer

import "math"

// loewner returns the vector z, up to a factor, for which the roots that were found are exact, with the signs of the one given: then the vectors made of it are
// orthogonal, however near each other roots are. Row i of gaps holds the differences of the poles from root i.
//
// Reference: M. Gu and S. Eisenstat, A stable and efficient algorithm for the rank-one modification of the symmetric eigenproblem (1994), section 3.
func (s *secular) loewner(m Machine, gaps Matrix) []float64 {
	k := len(s.z)
	fitted := make([]float64, k)
	m.Rows(k, 10*k, func(lo, hi int) {
		part := fitted[lo:hi]
		for j := range part {
			part[j] = 1
		}
		differences := make([]float64, hi-lo)
		for i := range k {
			s.differences(differences, lo, i)
			row := gaps.Row(i)[lo:hi]
			for j, gap := range row {
				if lo+j == i {
					part[j] *= -gap
				} else {
					part[j] *= gap / differences[j]
				}
			}
		}
		for j, square := range part {
			part[j] = math.Copysign(math.Sqrt(square), s.z[lo+j])
		}
	})
	return fitted
}

// place sets row to the vector divided by its length, its entries permuted.
func place(row, vector []float64, columns []int) {
	square := 0.0
	for _, v := range vector {
		square = math.FMA(v, v, square)
	}
	length := math.Sqrt(square)
	for j, at := range columns {
		row[j] = vector[at] / length
	}
}

// rotate replaces x by c·x + s·y and y by c·y - s·x.
func rotate(x, y []float64, c, s float64) {
	y = y[:len(x)]
	for k, v := range x {
		w := y[k]
		x[k], y[k] = math.FMA(c, v, s*w), math.FMA(c, w, -s*v)
	}
}

// direction is the length of (x, y) and its cosine and sine, those of (1, 0) for nothing. Numbers so small that they have lost digits are made larger
// before, for a rotation must be precise even where its angle is not.
func direction(x, y float64) (length, cos, sin float64) {
	const tiny, up = 0x1p-500, 0x1p560
	length = math.Hypot(x, y)
	switch {
	case length == 0:
		return 0, 1, 0
	case length < tiny:
		_, cos, sin = direction(x*up, y*up)
		return length, cos, sin
	}
	return length, x / length, y / length
}
