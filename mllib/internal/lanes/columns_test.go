package lanes

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestColumns holds the versions in use against the formulas, number by number, to the last bit.
func TestColumns(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for d := range 23 {
		numbers := make([][]float64, 5)
		for i := range numbers {
			numbers[i] = make([]float64, d)
			fill(rnd, numbers[i])
		}
		x, origin, factor, sum, squares := numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
		weight := rnd.ExpFloat64()
		wantSum, wantSquares, narrowed := slices.Clone(sum), slices.Clone(squares), make([]float32, d)
		AddMoments(sum, squares, x, origin, weight)
		Narrow(narrowed, x, origin, factor)
		for j, v := range x {
			v -= origin[j]
			wantSum[j] += float64(weight * v)
			wantSquares[j] += float64(float64(weight*v) * v)
			if !same(sum[j], wantSum[j]) || !same(squares[j], wantSquares[j]) {
				t.Fatalf("d = %d, column %d: sums %v and %v, want %v and %v", d, j, sum[j], squares[j], wantSum[j], wantSquares[j])
			}
			if want := float32(v * factor[j]); !same(float64(narrowed[j]), float64(want)) {
				t.Fatalf("d = %d, column %d: narrowed to %v, want %v", d, j, narrowed[j], want)
			}
		}
	}
}
