package lanes

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestMoves holds the versions in use against those in Go to the last bit, and a move forth and back against no move in whole numbers.
func TestMoves(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 12))
	const n, sums = 9, 3
	for d := 1; d < 14; d++ {
		stride, width := d+rnd.IntN(3), d+rnd.IntN(3)
		x, got := make([]float64, (n-1)*stride+d), make([]float64, (sums-1)*width+d)
		fill(rnd, x)
		fill(rnd, got)
		want := slices.Clone(got)
		to, from := make([]int32, n), make([]int32, n)
		for i := range to {
			to[i], from[i] = int32(rnd.IntN(sums)), int32(rnd.IntN(sums+1)-1)
		}
		rows := []int32{8, 0, 3, 3, 5}
		SumRows(got, width, x, stride, d, to)
		sumRowsGo(want, width, x, stride, d, to)
		MoveRows(got, width, x, stride, d, rows, to, from)
		moveRowsGo(want, width, x, stride, d, rows, to, from)
		if !slices.EqualFunc(got, want, same) {
			t.Fatalf("d = %d: %v, in Go %v", d, got, want)
		}
		for i := range x {
			x[i] = float64(i % 7)
		}
		clear(got)
		SumRows(got, width, x, stride, d, to)
		total := 0.0
		for k := range sums {
			for _, v := range got[k*width:][:d] {
				total += v
			}
		}
		for i := range n {
			for _, v := range x[i*stride:][:d] {
				total -= v
			}
		}
		if total != 0 {
			t.Fatalf("d = %d: the sums differ from that of the rows by %v", d, total)
		}
		before := slices.Clone(got)
		other := []int32{1, 2, 0, 1, 2, 0, 1, 2, 0}
		MoveRows(got, width, x, stride, d, rows, to, other)
		MoveRows(got, width, x, stride, d, rows, other, to)
		if !slices.Equal(got, before) {
			t.Fatalf("d = %d: forth and back gives %v, want %v", d, got, before)
		}
	}
}
