// Package single multiplies matrices in single precision, at twice the speed of double, for searches that only ask which points cannot be meant: what the products
// leave is decided by distances in double precision. Off says by how much such a product may be wrong.
//
// The rows of one factor lie one after another. The other factor is packed: Width of its rows make a panel, in which coordinate j of all of them stands before
// coordinate j+1. A product is one chain of fused multiplications and additions over the coordinates in their order, so that its bits do not depend on the processor.
package single

import "math"

const (
	Width = 16 // rows of a panel
	group = 6  // rows that are multiplied at a time

	cached = 1 << 16 // numbers of panels that stay in the second cache
)

// RoundUp is the number of rows for which the result of Multiply must have room where there are n.
func RoundUp(n int) int { return (n + group - 1) / group * group }

// Panels is the number of panels for n rows.
func Panels(n int) int { return (n + Width - 1) / Width }

// Set writes row i of a packed matrix of rows in d coordinates; panels holds Panels(n)·Width·d numbers.
func Set(panels []float32, d, i int, row []float32) {
	panel := panels[i/Width*Width*d:][:Width*d]
	at := i % Width
	for _, v := range row[:d] {
		panel[at] = v
		at += Width
	}
}

// Multiply sets dst[r·c + k], for a packed matrix of c rows, a multiple of Width, to the product of row index[r] of x and row k of the panels, all of d >= 1
// coordinates. Dst has room for RoundUp(len(index)) rows. It panics where something is shorter than that.
func Multiply(dst, x []float32, d int, index []int32, panels []float32) {
	cols := len(panels) / d
	if cols%Width != 0 || cols*d != len(panels) || len(dst) < RoundUp(len(index))*cols {
		panic("single: want whole panels and room for whole groups of rows")
	}
	some := max(1, cached/(Width*d)) * Width
	for first := 0; first < cols; first += some {
		last := min(cols, first+some)
		for r := 0; r < len(index); r += group {
			var rows [group]*float32
			for i := range rows {
				at := int(index[min(r+i, len(index)-1)]) * d
				rows[i] = &x[at : at+d][0]
			}
			for k := first; k < last; k += Width {
				tile(d, &rows, &panels[k*d], &dst[r*cols+k], cols)
			}
		}
	}
}

// Off is by how much at most the product of x and z differs from the exact one, for the numbers before they were rounded to float32, if ‖x‖ and ‖z‖ are at
// most 2^60: d+3 roundings, of products whose absolute values have at most the sum ‖x‖‖z‖, and what underflows.
//
// Reference: N. Higham, Accuracy and Stability of Numerical Algorithms (2002), section 3.1.
func Off(d int, lengths float64) float64 {
	return float64(d+8)*0x1p-24*1.01*lengths + float64(d)*0x1p-80
}

// fma is x·y + z, rounded once. The product of two numbers of float32 is exact in float64; the sum is rounded to odd there, so that rounding it to float32
// does not round twice.
//
// Reference: S. Boldo, G. Melquiond, Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd, IEEE Transactions on Computers 57 (2008).
func fma(x, y, z float32) float32 {
	product, add := float64(x)*float64(y), float64(z)
	sum := product + add
	if math.IsInf(sum, 0) || math.IsNaN(sum) {
		return float32(sum)
	}
	back := sum - product
	rest := (product - (sum - back)) + (add - back) // exactly what the sum lost
	if bits := math.Float64bits(sum); rest != 0 && bits&1 == 0 {
		if (rest > 0) == (sum > 0) {
			bits++
		} else {
			bits--
		}
		sum = math.Float64frombits(bits)
	}
	return float32(sum)
}
