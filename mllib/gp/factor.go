package gp

import (
	"errors"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// errNoFactor says that a covariance is not positive definite, but for rounding; explain says why.
var errNoFactor = input.Errorf(input.ErrSingular, "X", "its rows determine each other")

// addNoise adds σ²/w_i to the diagonal.
func addNoise(gram *mat.SymDense, noise float64, w []float64) {
	raw := gram.RawSymmetric()
	for i := range raw.N {
		more := noise
		if w != nil {
			more /= w[i]
		}
		raw.Data[i*raw.Stride+i] += more
	}
}

// factor overwrites a covariance with its factor, K = UᵀU, and clears what is below the diagonal. The error is errNoFactor, or wraps input.ErrNotFinite for
// variances that are not normal numbers.
func factor(cov *mat.SymDense) (blas64.Triangular, error) {
	raw := cov.RawSymmetric()
	n := raw.N
	variances := make([]float64, n)
	for i := range n {
		clear(raw.Data[i*n : i*n+i])
		variances[i] = raw.Data[i*n+i]
	}
	if least, most := floats.Min(variances), floats.Max(variances); !(most < 0x1p1000) || least > 0 && least < 0x1p-960 {
		return blas64.Triangular{}, input.Errorf(input.ErrNotFinite, "X", "the prior variances of the targets go from %.3g to %.3g, which overflows or underflows; other units help", least, most)
	}
	u, ok := lapack64.Potrf(raw)
	for i, v := range variances {
		if pivot := u.Data[i*n+i]; !ok || !(pivot*pivot > leastShare(n)*v) {
			return u, errNoFactor
		}
	}
	return u, nil
}

// leastShare is the share of the variance of a target that the targets before it must leave unexplained: less is rounding.
func leastShare(n int) float64 { return 0x1p-52 * float64(max(n, 8)) }

// explain says which row makes the covariance of the targets singular.
func (p Regression) explain(d *observations) error {
	if i, j, ok := equalRows(d.x); ok {
		return input.Errorf(input.ErrSingular, "X", "rows %d and %d are equal (targets %v and %v) and the noise is %.3g, want more noise", i, j, d.y[i], d.y[j], p.Noise)
	}
	gram, err := p.Kernel.Gram(d.x)
	if err != nil {
		return err
	}
	addNoise(gram, p.Noise, d.w)
	n := len(d.y)
	low, high := 0, n-1 // the rows up to low−1 have a factor, those up to high have none
	for low < high {
		middle := (low + high) / 2
		if _, err := factor(leading(gram, middle+1)); errors.Is(err, input.ErrSingular) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	v := gram.At(low, low)
	if !(v > 0) {
		return input.Errorf(input.ErrSingular, "X", "at row %d the process has the prior variance %v and the noise is 0, want noise, or the row left out", low, v)
	}
	return input.Errorf(input.ErrSingular, "X", "but for rounding, the target of row %d is determined by the rows before it: the noise is %.3g, want at least %.1g", low, p.Noise, 16*leastShare(n)*v)
}

// leading is a copy of the first m rows and columns.
func leading(s *mat.SymDense, m int) *mat.SymDense {
	part := mat.NewSymDense(m, nil)
	for i := range m {
		for j := i; j < m; j++ {
			part.SetSym(i, j, s.At(i, j))
		}
	}
	return part
}

// equalRows finds two rows of equal numbers.
func equalRows(x mat.Matrix) (i, j int, ok bool) {
	all := listed(x)
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if c := slices.Compare(all[a], all[b]); c != 0 {
			return c
		}
		return a - b
	})
	for k := 1; k < len(order); k++ {
		if slices.Equal(all[order[k-1]], all[order[k]]) {
			return order[k-1], order[k], true
		}
	}
	return 0, 0, false
}

// solve overwrites v with U⁻ᵀv or U⁻¹v, as a matrix of one column: in blocks.
func solve(t blas.Transpose, u blas64.Triangular, v []float64) {
	blas64.Trsm(blas.Left, t, 1, u, blas64.General{Rows: len(v), Cols: 1, Stride: 1, Data: v})
}

// inverse overwrites a factor U with the entries on and above the diagonal of the inverse (UᵀU)⁻¹.
func inverse(u blas64.Triangular) blas64.Symmetric {
	inv, _ := lapack64.Potri(u) // the factor has no zero on its diagonal
	return inv
}

// nonNegative is v, and 0 where rounding made it negative.
func nonNegative(v float64) float64 { return math.Max(0, v) }
