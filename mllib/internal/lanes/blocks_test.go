package lanes

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestBlocks holds the versions in use against those in Go to the last bit, for all numbers of columns around the widths of registers.
func TestBlocks(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	numbers := func(n int) []float64 {
		v := make([]float64, n)
		fill(rnd, v)
		return v
	}
	for d := 1; d < 23; d++ {
		for _, n := range []int{1, 2, 5} {
			stride, width := d+rnd.IntN(3), d+rnd.IntN(3)
			x, origin, factor, weights := numbers((n-1)*stride+d), numbers(d), numbers(d), numbers(n)
			got := [][]float64{numbers(d), numbers(d), numbers(d), numbers((n-1)*width + d)}
			want := make([][]float64, len(got))
			for i, v := range got {
				want[i] = slices.Clone(v)
			}
			Extent(got[0], got[1], got[2], x, stride, origin, weights)
			extentGo(want[0], want[1], want[2], x, stride, origin, weights)
			ShiftRows(got[3], width, x, stride, origin, factor, weights)
			shiftRowsGo(want[3], width, x, stride, origin, factor, weights)
			for i := range got {
				if !slices.EqualFunc(got[i], want[i], same) {
					t.Fatalf("d = %d, n = %d, result %d: %v, in Go %v", d, n, i, got[i], want[i])
				}
			}
		}
	}
	for _, width := range []int{8, 16, 24, 40} {
		gram, rows := numbers(width*width), numbers(7*width)
		want := slices.Clone(gram)
		AddGram(gram, width, rows)
		for i := 0; i < width; i += gramRows {
			for j := i / GramWidth * GramWidth; j < width; j += GramWidth {
				addGramTileGo(want[i*width+j:], rows[i:], rows[j:], width, 7)
			}
		}
		if !slices.EqualFunc(gram, want, same) {
			t.Fatalf("width %d: %v, in Go %v", width, gram, want)
		}
	}
}

// TestGramIsSum: the upper triangle against plain sums of small integers, which are exact.
func TestGramIsSum(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	const width, n = 16, 9
	gram, rows := make([]float64, width*width), make([]float64, n*width)
	for i := range rows {
		rows[i] = float64(rnd.IntN(21) - 10)
	}
	AddGram(gram, width, rows)
	for i := range width {
		for j := i; j < width; j++ {
			want := 0.0
			for r := range n {
				want += rows[r*width+i] * rows[r*width+j]
			}
			if gram[i*width+j] != want {
				t.Fatalf("entry (%d, %d) is %v, want %v", i, j, gram[i*width+j], want)
			}
		}
	}
}

func BenchmarkGram(b *testing.B) {
	const width, n = 24, 64
	gram, rows := make([]float64, width*width), make([]float64, n*width)
	for b.Loop() {
		AddGram(gram, width, rows)
	}
}

// TestGrams holds the versions in use against that in Go to the last bit, and against AddGram of weighted rows in small whole numbers.
func TestGrams(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 14))
	const width, n = 16, 5
	for count := 1; count < 15; count++ {
		grams, rows, weights := make([]float64, count*width*width), make([]float64, n*width), make([]float64, n*count)
		fill(rnd, grams)
		fill(rnd, rows)
		fill(rnd, weights)
		want := slices.Clone(grams)
		AddGrams(grams, width, rows, weights)
		for q := range count {
			for i := range width {
				for j := i / GramWidth * GramWidth; j < width; j += GramWidth {
					addWeightedGo(1, want[q*width*width+i*width+j:], rows[i:], rows[j:], weights[q:], width*width, width, count, n)
				}
			}
		}
		if !slices.EqualFunc(grams, want, same) {
			t.Fatalf("%d matrices differ from those in Go", count)
		}
		for i := range rows {
			rows[i] = float64(rnd.IntN(9) - 4)
		}
		for i := range weights {
			weights[i] = float64(int(1) << (2 * rnd.IntN(3)))
		}
		clear(grams)
		AddGrams(grams, width, rows, weights)
		for q := range count {
			plain, scaled := make([]float64, width*width), slices.Clone(rows)
			for i := range scaled {
				scaled[i] *= math.Sqrt(weights[i/width*count+q])
			}
			AddGram(plain, width, scaled)
			for i := range width {
				if !slices.Equal(grams[(q*width+i)*width+i:(q*width+i+1)*width], plain[i*width+i:(i+1)*width]) {
					t.Fatalf("matrix %d of %d, row %d is not that of weighted rows", q, count, i)
				}
			}
		}
	}
}

func BenchmarkGrams(b *testing.B) {
	const width, n, count = 24, 64, 6
	grams, rows, weights := make([]float64, count*width*width), make([]float64, n*width), make([]float64, n*count)
	for b.Loop() {
		AddGrams(grams, width, rows, weights)
	}
}
