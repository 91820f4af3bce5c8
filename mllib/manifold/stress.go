package manifold

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Stress returns Σ_ij (d_ij − ‖z_i − z_j‖)² over all ordered pairs, twice the sum over pairs, for the n×n matrix D of distances and the n×s matrix Z of coordinates. The errors are those of
// Classical.Fit for D, and wrap input.ErrShape where Z has another number of rows, and input.ErrNotFinite where the sum overflows.
//
// Curriculum: B4.2.1a.
func Stress(d, z mat.Matrix) (float64, error) {
	rows, points, err := embedded(d, z)
	if err != nil {
		return 0, fmt.Errorf("manifold: stress: %w", err)
	}
	sum := stress(rows, nil, points)
	return sum, finiteSum("manifold: stress", sum)
}

func finiteSum(of string, sum float64) error {
	if sum <= math.MaxFloat64 {
		return nil
	}
	return fmt.Errorf("%s: %w", of, input.Errorf(input.ErrNotFinite, "D, Z", "the sum of squares overflows"))
}

// embedded checks distances and coordinates that belong to each other.
func embedded(d, z mat.Matrix) (rows, points *mat.Dense, err error) {
	rows, err = distanceMatrix("D", d)
	if err != nil {
		return nil, nil, err
	}
	k, _, err := input.Matrix("Z", z)
	if n, _ := rows.Dims(); err == nil && k != n {
		err = input.Errorf(input.ErrShape, "Z", "got %d rows, want %d as in D", k, n)
	}
	if err != nil {
		return nil, nil, err
	}
	return rows, mat.DenseCopyOf(z), nil
}

// stress is the sum over all ordered pairs, with the weights w unless they are nil.
func stress(d, w, z *mat.Dense) float64 {
	n, _ := d.Dims()
	parts := make([]float64, parallel.Pieces(n, pieceRows))
	parallel.Rows(n, pieceRows, func(p, lo, hi int) {
		for i := lo; i < hi; i++ {
			row, zi := d.RawRowView(i), z.RawRowView(i)
			for j, v := range row {
				e := v - between(zi, z.RawRowView(j))
				e = float64(e * e)
				if w != nil {
					e = float64(e * w.At(i, j))
				}
				parts[p] += e
			}
		}
	})
	return floats.Sum(parts)
}

// between is the distance of two points of few coordinates.
func between(x, y []float64) float64 {
	sum := 0.0
	for a, v := range x {
		e := v - y[a]
		sum += float64(e * e)
	}
	return math.Sqrt(sum)
}

// Strain returns Σ_ij (B_ij − ⟨z_i, z_j⟩)² with B = −½HD²H, what classical scaling minimises. The errors are those of Stress.
//
// Curriculum: B4.2.2e.
func Strain(d, z mat.Matrix) (float64, error) {
	rows, points, err := embedded(d, z)
	if err != nil {
		return 0, fmt.Errorf("manifold: strain: %w", err)
	}
	b, sum := centredProducts(rows), 0.0
	n, _ := rows.Dims()
	for i := range n {
		for j := range n {
			e := b.At(i, j) - floats.Dot(points.RawRowView(i), points.RawRowView(j))
			sum += float64(e * e)
		}
	}
	return sum, finiteSum("manifold: strain", sum)
}

// ResidualVariance returns, for each k from 1 to the number of columns of Z, what the first k coordinates leave unexplained of the distances: 1 − r², with the correlation r of d_ij and the distances of
// these coordinates over all pairs. The errors are those of Stress, and one that wraps input.ErrValue where all distances are equal.
//
// Reference: J. Tenenbaum, V. de Silva, J. Langford (2000), figure 2. Curriculum: B4.2b, B4.2.2a.
func ResidualVariance(d, z mat.Matrix) ([]float64, error) {
	rows, points, err := embedded(d, z)
	if err != nil {
		return nil, fmt.Errorf("manifold: residual variance: %w", err)
	}
	_, s := points.Dims()
	residuals := make([]float64, s)
	parallel.Do(s, func(k int) { residuals[k] = residual(rows, points, k+1) })
	for k, v := range residuals {
		if math.IsNaN(v) {
			return nil, fmt.Errorf("manifold: residual variance: %w", input.Errorf(input.ErrValue, "D, Z", "with %d coordinates all distances are equal, so that there is no correlation", k+1))
		}
	}
	return residuals, nil
}

func residual(d, z *mat.Dense, k int) float64 {
	n, _ := d.Dims()
	pairs := float64(n*(n-1)) / 2
	var a, b, aa, bb, ab float64
	for pass := range 2 { // means, then moments around them
		for i := range n {
			row, zi := d.RawRowView(i), z.RawRowView(i)[:k]
			for j, v := range row[:i] {
				u := between(zi, z.RawRowView(j))
				if pass == 0 {
					a, b = a+v/pairs, b+u/pairs
					continue
				}
				v, u = v-a, u-b
				aa, bb, ab = aa+float64(v*v), bb+float64(u*u), ab+float64(u*v)
			}
		}
	}
	return 1 - ab/aa*ab/bb
}
