package lanes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRows holds the versions in use against those in Go to the last bit, and these against plain sums.
func TestRows(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for n := RowGroup; n <= 3*RowGroup; n += RowGroup {
		for d := RowWidth; d <= 40; d += RowWidth {
			x, weights, rows := make([]float64, d), make([]float64, n), make([]float32, n*d)
			fill(rnd, x)
			fill(rnd, weights)
			for i := range rows {
				rows[i] = float32(rnd.NormFloat64() * math.Exp(9*rnd.NormFloat64()))
			}
			got, want := make([]float64, n), make([]float64, n)
			Inner(x, rows, got)
			innerGo(x, rows, want)
			if !slices.EqualFunc(got, want, same) {
				t.Fatalf("%d×%d: products %v, in Go %v", n, d, got, want)
			}
			other, both := make([]float64, d), [2][]float64{make([]float64, n), make([]float64, n)}
			fill(rnd, other)
			InnerTwo(x, other, rows, both[0], both[1])
			wantOther := make([]float64, n)
			innerGo(other, rows, wantOther)
			if !slices.EqualFunc(both[0], want, same) || !slices.EqualFunc(both[1], wantOther, same) {
				t.Fatalf("%d×%d: two products %v, in Go %v and %v", n, d, both, want, wantOther)
			}
			moved, plain := slices.Clone(x), slices.Clone(x)
			AddRows(moved, rows, weights)
			addRowsGo(plain, rows, weights)
			if !slices.EqualFunc(moved, plain, same) {
				t.Fatalf("%d×%d: sums %v, in Go %v", n, d, moved, plain)
			}
			moved = slices.Clone(x)
			movedOther, plainOther := slices.Clone(other), slices.Clone(other)
			AddRowsTwo(moved, movedOther, rows, weights, want)
			addRowsGo(plainOther, rows, want)
			if !slices.EqualFunc(moved, plain, same) || !slices.EqualFunc(movedOther, plainOther, same) {
				t.Fatalf("%d×%d: two sums %v and %v, in Go %v and %v", n, d, moved, movedOther, plain, plainOther)
			}
		}
	}
	rows := make([]float32, 4*16)
	for i := range rows {
		rows[i] = float32(i)
	}
	sums, dst := make([]float64, 4), make([]float64, 16)
	Inner([]float64{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 3}, rows, sums)
	if want := []float64{2*12 + 3*15, 16 + 2*28 + 3*31, 32 + 2*44 + 3*47, 48 + 2*60 + 3*63}; !slices.Equal(sums, want) {
		t.Errorf("products %v, want %v", sums, want)
	}
	AddRows(dst, rows, []float64{1, -1, 2, .5})
	for j, v := range dst {
		if want := float64(j) - float64(j+16) + 2*float64(j+32) + .5*float64(j+48); v != want {
			t.Errorf("sum %d is %v, want %v", j, v, want)
		}
	}
}

func BenchmarkRows(b *testing.B) {
	for _, d := range []int{24, 504, 2000} {
		const n = 16
		x, sums, rows := make([]float64, d), make([]float64, n), make([]float32, n*d)
		b.Run(fmt.Sprintf("inner/n=%d/d=%d", n, d), func(b *testing.B) {
			for b.Loop() {
				Inner(x, rows, sums)
			}
		})
		b.Run(fmt.Sprintf("add/n=%d/d=%d", n, d), func(b *testing.B) {
			for b.Loop() {
				AddRows(x, rows, sums)
			}
		})
	}
}
