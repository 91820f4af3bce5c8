package conquer

import (
	"math"
	"math/rand/v2"
)

// plain is a machine that computes by the definition, one thing after another.
type plain struct{}

func (plain) Multiply(c, a, b Matrix) {
	for i := range c.Rows {
		row := c.Row(i)
		clear(row)
		for p := range a.Cols {
			x := a.Row(i)[p]
			for j, v := range b.Row(p) {
				row[j] = math.FMA(x, v, row[j])
			}
		}
	}
}

func (plain) Rows(n, _ int, f func(lo, hi int)) { f(0, n) }

func (p plain) Both(_ int, f, g func(Machine)) {
	f(p)
	g(p)
}

// departure is the largest entry of VVᵀ - I for the rows of v.
func departure(v Matrix) float64 {
	most := 0.0
	for i := range v.Rows {
		for j := range i + 1 {
			sum := 0.0
			for k, x := range v.Row(i) {
				sum = math.FMA(x, v.Row(j)[k], sum)
			}
			if i == j {
				sum--
			}
			most = max(most, math.Abs(sum))
		}
	}
	return most
}

func normal(seed uint64, n int) []float64 {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	x := make([]float64, n)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	return x
}
