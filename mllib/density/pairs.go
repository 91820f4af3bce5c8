package density

import (
	"slices"

	"github.com/mercer-go/mercer/mllib/internal/parallel"
)

// pairs is Σ_j w_j g(|x_i - x_j|) for each observation on the line, over those within reach of it.
func pairs(x []float64, reach float64, g func(u float64) float64, weight func(i int) float64) []float64 {
	at := make([]int, len(x))
	for i := range at {
		at[i] = i
	}
	slices.SortFunc(at, func(a, b int) int { return order(x[a], x[b], a, b) })
	out := make([]float64, len(x))
	parallel.Rows(len(x), 64, func(_, lo, hi int) {
		for k := lo; k < hi; k++ {
			i, sum := at[k], 0.0
			for l := k; l >= 0 && x[i]-x[at[l]] < reach; l-- {
				sum += float64(weight(at[l]) * g(x[i]-x[at[l]]))
			}
			for l := k + 1; l < len(at) && x[at[l]]-x[i] < reach; l++ {
				sum += float64(weight(at[l]) * g(x[at[l]]-x[i]))
			}
			out[i] = sum
		}
	})
	return out
}
