package dense

import (
	"fmt"
	"testing"
)

// TestPack: panels hold the rows of a matrix column by column, zeros behind the last row, and nothing is written behind the panels.
func TestPack(t *testing.T) {
	for _, s := range supported() {
		for seed := range uint64(300) {
			r := newRandom(seed)
			v := r.matrix(1+r.IntN(90), 1+r.IntN(40))
			width := []int{4, 8, 12, 24}[r.IntN(4)]
			size := panels(v.rows, width, v.cols)
			dst := r.byRows(1, size+9).data
			rest := append([]float64(nil), dst[size:]...)
			s.pack(dst, v, width)
			for at, got := range dst {
				want := 0.0
				switch row := at/(width*v.cols)*width + at%width; {
				case at >= size:
					want = rest[at-size]
				case row < v.rows:
					want = v.at(row, at/width%v.cols)
				}
				if got != want {
					t.Fatalf("%v, seed %d, %d×%d in panels of %d: number %d is %v, want %v", s, seed, v.rows, v.cols, width, at, got, want)
				}
			}
		}
	}
}

func BenchmarkPack(b *testing.B) {
	for _, n := range []int{500, 2000} {
		a := newRandom(1).byRows(n, depth)
		dst := make([]float64, panels(n, 24, depth))
		for name, v := range map[string]view{"rows": a, "columns": rowMajor(a.data, depth, n, n).t()} {
			b.Run(fmt.Sprintf("n=%d/%s", n, name), func(b *testing.B) {
				for b.Loop() {
					machine.set.pack(dst, v, 24)
				}
			})
		}
	}
}
