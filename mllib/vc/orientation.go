package vc

import (
	"math"
	"math/big"
)

// orientation returns the sign of the determinant of the differences x_{fix[k]} - x_i, k = 1, …, d: on which side of the hyperplane through the points fix
// point i lies, 0 for on it. It is computed in floating point with a bound for its error, and in fractions where that leaves the sign open.
func orientation(columns [][]float64, fix []int, i int) int {
	d := len(columns)
	var space [16]float64
	m := space[:d*d]
	for k, f := range fix {
		for j, column := range columns {
			m[k*d+j] = column[f] - column[i]
		}
	}
	det, size := determinant(m, d, d)
	// each factor has a relative error of 2⁻⁵³, each product and sum of the expansion another one: together below (4d+1)·2⁻⁵³ of the sum of absolute values
	bound := float64(8*d+8) * 0x1p-53 * size
	if size < 0x1p-900 || size > math.MaxFloat64 { // products may have underflowed or overflowed
		return exactOrientation(columns, fix, i)
	}
	switch {
	case det > bound:
		return 1
	case det < -bound:
		return -1
	}
	return exactOrientation(columns, fix, i)
}

// determinant returns the determinant of a k×k matrix in rows of length stride, by the first column, and the same with all terms positive.
func determinant(m []float64, k, stride int) (det, size float64) {
	if k == 1 {
		return m[0], math.Abs(m[0])
	}
	if k == 2 {
		a, b := m[0]*m[stride+1], m[1]*m[stride]
		return a - b, math.Abs(a) + math.Abs(b)
	}
	var space [9]float64
	minor := space[:(k-1)*(k-1)]
	for i := range k {
		for r, row := 0, 0; r < k; r++ {
			if r != i {
				copy(minor[row*(k-1):(row+1)*(k-1)], m[r*stride+1:r*stride+k])
				row++
			}
		}
		d, s := determinant(minor, k-1, k-1)
		term := m[i*stride] * d
		if i%2 == 1 {
			term = -term
		}
		det += term
		size += math.Abs(m[i*stride]) * s
	}
	return det, size
}

// exactOrientation is orientation in fractions.
func exactOrientation(columns [][]float64, fix []int, i int) int {
	d := len(columns)
	m := make([][]*big.Rat, d)
	for k, f := range fix {
		m[k] = make([]*big.Rat, d)
		for j, column := range columns {
			m[k][j] = new(big.Rat).SetFloat64(column[f])
			m[k][j].Sub(m[k][j], new(big.Rat).SetFloat64(column[i]))
		}
	}
	return signOfDeterminant(m)
}

func signOfDeterminant(m [][]*big.Rat) int {
	sign := 1
	for j := range m {
		p := j
		for p < len(m) && m[p][j].Sign() == 0 {
			p++
		}
		if p == len(m) {
			return 0
		}
		if p != j {
			m[p], m[j], sign = m[j], m[p], -sign
		}
		sign *= m[j][j].Sign()
		for r := j + 1; r < len(m); r++ {
			f := new(big.Rat).Quo(m[r][j], m[j][j])
			for c := j; c < len(m); c++ {
				m[r][c].Sub(m[r][c], new(big.Rat).Mul(f, m[j][c]))
			}
		}
	}
	return sign
}
