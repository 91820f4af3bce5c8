package naivebayes

import (
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/centring"
	"github.com/mercer-go/mercer/mllib/internal/lanes"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"gonum.org/v1/gonum/floats"
)

// moments are the means and variances (divisor: the sum of the weights) of each class and column, in two passes: sums around the means lose no digits to them.
func (g *given) moments() (means, variances [][]float64) {
	origin := make([][]float64, len(g.classes))
	for k := range origin {
		origin[k] = make([]float64, g.d)
	}
	means, _ = g.sumsAround(origin)
	for k, m := range means {
		floats.Scale(1/g.sums[k], m)
	}
	rest, squares := g.sumsAround(means)
	for k := range squares {
		for j, s := range squares[k] {
			r := rest[k][j] / g.sums[k] // what rounding left of the mean
			squares[k][j] = max(0, s/g.sums[k]-r*r)
			means[k][j] += r
		}
	}
	g.constant(means, squares)
	return means, squares
}

// constant sets the variance of equal numbers to 0 and their mean to them: that of many may be another number, by rounding.
func (g *given) constant(means, variances [][]float64) {
	for k, rows := range g.rows {
		rows = slices.DeleteFunc(slices.Clone(rows), func(i int) bool { return g.weight(i) == 0 })
		for j, v := range variances[k] {
			if v > 0 && centring.Constant(len(rows), func(i int) float64 { return g.x.At(rows[i], j) }) {
				variances[k][j], means[k][j] = 0, g.x.At(rows[0], j)
			}
		}
	}
}

// sumsAround are Σ w(x - origin) and Σ w(x - origin)² for each class and column.
func (g *given) sumsAround(origin [][]float64) (sums, squares [][]float64) {
	class := make([]int, g.n)
	for k, rows := range g.rows {
		for _, i := range rows {
			class[i] = k
		}
	}
	data, stride := input.Rows(g.x)
	pieces, width := parallel.Pieces(g.n, rowsInPiece), len(g.classes)*g.d
	both := make([][]float64, pieces)
	parallel.Rows(g.n, rowsInPiece, func(p, lo, hi int) {
		both[p] = make([]float64, 2*width)
		for i := lo; i < hi; i++ {
			k := class[i]
			from := k * g.d
			lanes.AddMoments(both[p][from:from+g.d], both[p][width+from:width+from+g.d], data[i*stride:i*stride+g.d], origin[k], g.weight(i))
		}
	})
	for _, more := range both[1:] {
		floats.Add(both[0], more)
	}
	for k := range g.classes {
		sums = append(sums, slices.Clone(both[0][k*g.d:(k+1)*g.d]))
		squares = append(squares, slices.Clone(both[0][width+k*g.d:width+(k+1)*g.d]))
	}
	return sums, squares
}

// largestVariance is that of a column of X, all classes together and without weights.
func (g *given) largestVariance(m *GaussianModel) float64 {
	means, variances := m.Means, m.Variances
	counts := m.Counts
	if g.weights != nil {
		plain := *g
		plain.weights, plain.sums = nil, nil
		for _, rows := range g.rows {
			plain.sums = append(plain.sums, float64(len(rows)))
		}
		means, variances = plain.moments()
		counts = plain.sums
	}
	largest, n := 0.0, floats.Sum(counts)
	for j := range g.d {
		mean, v := 0.0, 0.0
		for k, c := range counts {
			mean += c / n * means[k][j]
		}
		if centring.Constant(len(means), func(k int) float64 { return means[k][j] }) {
			mean = means[0][j]
		}
		for k, c := range counts {
			v += c / n * (variances[k][j] + (means[k][j]-mean)*(means[k][j]-mean))
		}
		largest = math.Max(largest, v)
	}
	return largest
}
