package special_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/special"
)

// TestRows: many rows give the bits of one after another, also where some are infinite or NaN.
func TestRows(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, width := range []int{1, 2, 3, 4, 7, 10, 63, 64, 65, 255, 256, 257, 300} {
		for _, n := range []int{0, 1, 2, 25, 26, 85, 86, 257, 600} {
			rows := make([]float64, n*width)
			for i := range rows {
				rows[i] = 20 * r.NormFloat64()
			}
			for range n / 10 {
				spoil(r, rows, width)
			}
			p, logs, sums := slices.Clone(rows), slices.Clone(rows), make([]float64, n)
			special.SoftmaxRows(p, width)
			special.LogSoftmaxRows(logs, width)
			special.LogSumExpRows(sums, rows, width)
			want := make([]float64, width)
			for i := range n {
				row := rows[i*width : (i+1)*width]
				special.SoftmaxTo(want, row)
				sameBits(t, fmt.Sprintf("softmax of row %d of %d in %d", i, n, width), p[i*width:(i+1)*width], want)
				special.LogSoftmaxTo(want, row)
				sameBits(t, fmt.Sprintf("log softmax of row %d of %d in %d", i, n, width), logs[i*width:(i+1)*width], want)
				sameBits(t, fmt.Sprintf("log sum of row %d of %d in %d", i, n, width), sums[i:i+1], []float64{special.LogSumExp(row)})
			}
		}
	}
}

// spoil puts infinities or NaN into a row.
func spoil(r *rand.Rand, rows []float64, width int) {
	at := r.IntN(len(rows))
	row := rows[at/width*width:][:width]
	switch r.IntN(4) {
	case 0:
		for k := range row {
			row[k] = math.Inf(-1)
		}
	case 1:
		rows[at] = math.NaN()
	case 2:
		rows[at] = math.Inf(1)
	case 3:
		rows[at] = math.Inf(-1)
	}
}

func sameBits(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for k, v := range got {
		if math.Float64bits(v) != math.Float64bits(want[k]) && !(math.IsNaN(v) && math.IsNaN(want[k])) {
			t.Fatalf("%s: entry %d is %v, want %v", what, k, v, want[k])
		}
	}
}

func TestRowsOfWrongLength(t *testing.T) {
	for _, width := range []int{-1, 0, 2} {
		p, q, sums := []float64{1, 2, 3}, []float64{1, 2, 3}, []float64{0}
		special.SoftmaxRows(p, width)
		special.LogSoftmaxRows(q, width)
		special.LogSumExpRows(sums, []float64{1, 2, 3}, width)
		nan := math.NaN()
		sameBits(t, fmt.Sprintf("width %d", width), slices.Concat(p, q, sums), []float64{nan, nan, nan, nan, nan, nan, nan})
	}
}

// TestLongLogSumExp: the parts in which a long row is summed up do not show.
func TestLongLogSumExp(t *testing.T) {
	for n := 1; n < 200; n++ {
		z := make([]float64, n)
		z[n-1] = 40
		near(t, fmt.Sprintf("LogSumExp of %d zeros and 40", n-1), special.LogSumExp(z), 40+math.Log1p(float64(n-1)*math.Exp(-40)), 1e-15)
		z[n-1] = 0
		near(t, fmt.Sprintf("LogSumExp of %d zeros", n), special.LogSumExp(z), math.Log(float64(n)), 1e-15)
	}
}

func BenchmarkSoftmaxRows(b *testing.B) {
	for _, k := range []int{3, 10} {
		z := make([]float64, 1000*k)
		b.Run(fmt.Sprintf("n=1000/k=%d", k), func(b *testing.B) {
			for b.Loop() {
				special.SoftmaxRows(z, k)
			}
		})
	}
}
