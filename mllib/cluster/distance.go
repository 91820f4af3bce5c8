package cluster

import (
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/squares"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// dataset is the observations in one flat slice.
type dataset struct {
	n, d, stride int
	data         []float64 // row i is data[i*stride : i*stride+d]
}

func newDataset(x mat.Matrix, n, d int) *dataset {
	s := &dataset{n: n, d: d}
	s.data, s.stride = input.Rows(x)
	return s
}

func (s *dataset) row(i int) []float64 { return s.data[i*s.stride : i*s.stride+s.d] }

// overflow returns an error if a sum of all squared distances could be infinite.
func (s *dataset) overflow(centers [][]float64) error {
	square := 0.0
	for i := range s.n { // the square of a length is at least that of the largest entry, and sooner found
		square = max(square, floats.Dot(s.row(i), s.row(i)))
	}
	largest := math.Sqrt(square)
	if largest > 1e100 || largest < 1e-100 {
		largest = 0
		for i := range s.n {
			largest = max(largest, floats.Norm(s.row(i), math.Inf(1)))
		}
	}
	for _, c := range centers {
		if len(c) > 0 {
			largest = max(largest, floats.Norm(c, math.Inf(1)))
		}
	}
	// ‖x - y‖² <= 4·d·largest², and at most n² of them are added up.
	if square := 4 * float64(s.d) * largest * float64(s.n) * largest * float64(s.n); math.IsInf(square, 1) {
		return input.Errorf(input.ErrNotFinite, "X", "sums of squared distances overflow: the largest entry is %v; scale the data", largest)
	}
	return nil
}

// checkSquares returns an error if sums of squared distances could overflow, or if all of them underflow although there are different rows.
func (s *dataset) checkSquares(centers [][]float64) error {
	if squares.Lost(s.data, s.stride, s.n, s.d) {
		return input.Errorf(input.ErrNotFinite, "X", "squared distances underflow: no two rows are 1e-150 apart in a column; scale the data")
	}
	return s.overflow(centers)
}

// squared returns ‖x - c‖² for c at least as long as x.
func squared(x, c []float64) float64 {
	c = c[:len(x)]
	var s0, s1, s2, s3 float64
	j := 0
	for ; j+3 < len(x) && j+3 < len(c); j += 4 {
		a0, a1, a2, a3 := x[j]-c[j], x[j+1]-c[j+1], x[j+2]-c[j+2], x[j+3]-c[j+3]
		s0 += a0 * a0
		s1 += a1 * a1
		s2 += a2 * a2
		s3 += a3 * a3
	}
	for ; j < len(x) && j < len(c); j++ {
		a := x[j] - c[j]
		s0 += a * a
	}
	return (s0 + s1) + (s2 + s3)
}
