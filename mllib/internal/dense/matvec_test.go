package dense

import (
	"fmt"
	"testing"
)

// TestMatvecLoops holds each inner loop against its version in Go, to the last bit, at all lengths around those of the registers.
func TestMatvecLoops(t *testing.T) {
	for _, s := range supported() {
		t.Run(s.String(), func(t *testing.T) {
			for k := range 150 {
				r := newRandom(uint64(k))
				r.special = k%3 == 2
				n, stride := r.IntN(20), k+r.IntN(5)
				x, rows := r.byRows(1, k), r.byRows(max(n, symGroup), max(1, stride))
				want := r.byRows(1, n+1)
				got := want.clone()
				s.inner(x.row(0), rows.data, rows.down, got.row(0)[:n])
				innerGo(x.row(0), rows.data, rows.down, want.row(0)[:n])
				if !same(got, want) {
					t.Fatalf("products with %d rows of %d differ", n, k)
				}
				if k == 0 {
					continue
				}
				y := r.byRows(1, k+9)
				wantY, gotY := y.clone(), y.clone()
				var wantSums, gotSums [symGroup]float64
				weights := [symGroup]float64{r.number(), r.number(), r.number(), r.number()}
				s.symRows(x.row(0), gotY.data, rows.data, rows.down, &weights, &gotSums)
				symRowsGo(x.row(0), wantY.data, rows.data, rows.down, &weights, &wantSums)
				if !same(gotY, wantY) || !same(rowMajor(gotSums[:], 1, symGroup, symGroup), rowMajor(wantSums[:], 1, symGroup, symGroup)) {
					t.Fatalf("symmetric rows of %d differ", k)
				}
			}
		})
	}
}

// TestSymv: the product is right, does not read above the diagonal, and has the same bits with all engines.
func TestSymv(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 7, 8, 9, 31, 64, 100, 383, 384, 500, 801} {
		r := newRandom(uint64(n))
		a, x, y := r.byRows(n, n), r.byRows(1, n), r.byRows(1, n)
		memory := make([]float64, symMemory(n))
		got := allSame(t, fmt.Sprintf("order %d", n), y, func(e engine, y view) { e.symv(a, x.row(0), y.row(0), memory) })
		full := a.clone()
		for i := range n {
			for j := range i {
				full.set(j, i, a.at(i, j))
			}
		}
		want, sizes := product(full, x.t())
		near(t, fmt.Sprintf("order %d", n), n, got, want.t(), sizes.t())
	}
}
