package regression

import (
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/mat"
)

// TestPassesOfFewAreThoseOfStored: rows that are made anew give the products that stored ones give, with and without weights and an intercept, for numbers of rows around
// those of a piece and a block.
func TestPassesOfFewAreThoseOfStored(t *testing.T) {
	for _, c := range []struct {
		n, d        int
		weights     bool
		noIntercept bool
	}{{1, 1, false, false}, {30, 3, true, false}, {pieceRows, 7, false, true}, {pieceRows + 1, 8, true, false}, {2*pieceRows + 90, 20, true, true}, {700, 63, false, false}} {
		x, y := draw(3, c.n, c.d)
		var w []float64
		if c.weights {
			for i := range c.n {
				w = append(w, float64(i%3))
			}
		}
		g, err := newDesign(x, y, w, task{noIntercept: c.noIntercept}, false)
		if err != nil {
			t.Fatal(err)
		}
		if !g.few() {
			t.Fatalf("%d columns are not few", c.d)
		}
		gram, start := g.gram()
		coefficients := make([]float64, c.d)
		for j := range coefficients {
			coefficients[j] = float64(j%5) - 2
		}
		pull, rss := g.pull(coefficients)
		g.store()
		stored, storedStart := g.gram()
		storedPull, storedRSS := g.pull(coefficients)
		size := float64(c.n)
		for i := range c.d {
			testkit.Near(t, "Gram matrix", mat.Row(nil, i, gram), mat.Row(nil, i, stored), 1e-14*size)
		}
		testkit.Near(t, "products with y", start, storedStart, 1e-14*size)
		testkit.Near(t, "products with residuals", pull, storedPull, 1e-13*size)
		testkit.Near(t, "sum of squares", []float64{rss}, []float64{storedRSS}, 1e-13*(1+storedRSS))
		g.done()
	}
}

// TestPartsKeepBits: the rows of many columns, made anew part by part, give the bits of one product of all rows.
func TestPartsKeepBits(t *testing.T) {
	for _, c := range []struct{ n, d int }{{70, 64}, {pieceRows, 65}, {2*pieceRows + 1, 70}, {4*pieceRows - 1, 64}, {4 * pieceRows, 64}, {4*pieceRows + 1, 101}, {4*pieceRows + 300, 90}} {
		for _, weighted := range []bool{false, true} {
			x, y := draw(4, c.n, c.d)
			var w []float64
			if weighted {
				w = slices.Repeat([]float64{2, 3}, c.n)[:c.n]
			}
			g, err := newDesign(x, y, w, task{}, false)
			if err != nil {
				t.Fatal(err)
			}
			coefficients := y[:c.d]
			gram, start := g.gram()
			pull, rss := g.pull(coefficients)
			g.store()
			stored, storedStart := g.gram()
			storedPull, storedRSS := g.pull(coefficients)
			if !mat.Equal(gram, stored) || !slices.Equal(start, storedStart) || !slices.Equal(pull, storedPull) || rss != storedRSS {
				t.Errorf("%d rows of %d columns, weighted %v: the bits differ", c.n, c.d, weighted)
			}
			g.done()
		}
	}
}

// TestMeansFarFromZero: columns in increasing order, whose first rows tell nothing of their means, and far from 0.
func TestMeansFarFromZero(t *testing.T) {
	const n = 3000
	x, y := mat.NewDense(n, 2, nil), make([]float64, n)
	for i := range n {
		x.SetRow(i, []float64{1e9 + float64(i), float64(i%7) - 1e6})
		y[i] = 3*float64(i) - 2*float64(i%7)
	}
	m, err := LeastSquares{}.Fit(x, y)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Near(t, "coefficients", m.W, []float64{3, -2}, 1e-11)
	testkit.Near(t, "means", m.Basis.Mean, []float64{1e9 + (n-1)/2., float64(428*21+0+1+2+3)/n - 1e6}, 1e-6)
}
