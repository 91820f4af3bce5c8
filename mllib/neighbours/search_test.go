package neighbours

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/mat"
)

// TestBlocksAreDirect: observations in blocks for vector instructions give the neighbours that a plain search gives, with ties, and with any number of
// processors.
func TestBlocksAreDirect(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 1))
	for _, n := range []int{1, 3, 4, 247, 248, 249, 1000} {
		for _, d := range []int{1, 3, 17} {
			x, y := mat.NewDense(n, d, nil), make([]int, n)
			for i := range n {
				y[i] = rnd.IntN(3)
				for j := range d {
					x.Set(i, j, float64(rnd.IntN(4))) // many equal distances
				}
			}
			m, err := KNN{K: min(n, 5)}.Fit(x, y)
			if err != nil {
				t.Fatal(err)
			}
			search, one, other := m.inBlocks(), nearest{k: m.K}, nearest{k: m.K}
			points := mat.NewDense(100, d, nil)
			for i := range 100 {
				for j := range d {
					points.Set(i, j, float64(rnd.IntN(4))+.5*rnd.Float64()*float64(i%2))
				}
				if err := errors.Join(search(&one, points.RawRowView(i)), m.direct(&other, points.RawRowView(i))); err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(one.index, other.index) || !slices.Equal(one.squares, other.squares) {
					t.Fatalf("n = %d, d = %d: %v at %v in blocks, %v at %v one by one", n, d, one.index, one.squares, other.index, other.squares)
				}
			}
			testkit.Processors(t, "labels", func() []float64 {
				labels, err := m.Predict(points)
				if err != nil {
					t.Fatal(err)
				}
				out := make([]float64, len(labels))
				for i, l := range labels {
					out[i] = float64(l)
				}
				return out
			})
		}
	}
}
