package discriminant

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
)

func benchmarkData(n, d, k int) *data.Set {
	return must(randomModel(rand.New(rand.NewPCG(1, 2)), d, k).Draw(n, rand.NewPCG(3, 4)))
}

func BenchmarkFitAndPosteriors(b *testing.B) {
	for _, c := range []struct{ n, d, k int }{{1000, 10, 3}, {50_000, 30, 3}} {
		s := benchmarkData(c.n, c.d, c.k)
		lda, qda := must(LDA{}.Fit(s.X, s.Y)), must(QDA{}.Fit(s.X, s.Y))
		for _, run := range []struct {
			name string
			work func() error
		}{
			{"LDA/fit", func() error { _, err := LDA{}.Fit(s.X, s.Y); return err }},
			{"LDA/posteriors", func() error { _, err := lda.Posteriors(s.X); return err }},
			{"QDA/fit", func() error { _, err := QDA{}.Fit(s.X, s.Y); return err }},
			{"QDA/posteriors", func() error { _, err := qda.Posteriors(s.X); return err }},
		} {
			b.Run(fmt.Sprintf("%s/n=%d/d=%d", run.name, c.n, c.d), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := run.work(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// TestRowsDoNotAllocate: what posteriors allocate grows with blocks of rows at most, not with the rows.
func TestRowsDoNotAllocate(t *testing.T) {
	const n = 1900
	s := benchmarkData(n, 3, 3)
	lda, qda := must(LDA{}.Fit(s.X, s.Y)), must(QDA{}.Fit(s.X, s.Y))
	for name, m := range map[string]classifier{"LDA": lda, "QDA": qda} {
		few, many := s.X.Slice(0, 10, 0, 3), s.X
		allocations := func(rows int) float64 {
			return testing.AllocsPerRun(5, func() {
				x := few
				if rows > 10 {
					x = many
				}
				must(m.Posteriors(x))
			})
		}
		if a, b := allocations(10), allocations(n); b > a+n/32 {
			t.Errorf("%s: %v allocations for 10 rows, %v for %d", name, a, b, n)
		}
	}
}
