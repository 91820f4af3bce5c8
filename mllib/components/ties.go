package components

import (
	"math"

	"github.com/mercer-go/mercer/mllib/input"
)

// epsilon is the distance from 1 to the next number.
const epsilon = 0x1p-52

// rankOf counts the leading values that are above rounding.
func rankOf(values []float64, rounding float64) int {
	for i, v := range values {
		if !(v > rounding) {
			return i
		}
	}
	return len(values)
}

// wanted is how many components are kept: all that there are for 0.
func wanted(argument string, components, rank int) (int, error) {
	if components == 0 {
		return rank, nil
	}
	if err := input.Param(components > 0, argument, components, "at least 0"); err != nil {
		return 0, err
	}
	if components > rank {
		return 0, input.Errorf(input.ErrParam, argument, "%d components wanted, the observations vary in %d", components, rank)
	}
	return components, nil
}

// ties returns the runs [from, to) of two or more values that are equal within rounding. values are decreasing; next is the one after them.
func ties(values []float64, next float64) [][2]int {
	if len(values) == 0 {
		return nil
	}
	all := append(append([]float64(nil), values...), next)
	near := 1e-10 * all[0]
	var runs [][2]int
	for from := 0; from < len(values); {
		to := from + 1
		for to < len(all) && all[to] > 0 && all[to-1]-all[to] <= near {
			to++
		}
		if to > from+1 {
			runs = append(runs, [2]int{from, to})
		}
		from = to
	}
	return runs
}

// shares divides by the total.
func shares(values []float64, total float64) []float64 {
	s := make([]float64, len(values))
	for i, v := range values {
		s[i] = v / total
	}
	return s
}

// table lists the components with the share of each and of all up to it.
func table(name string, values []float64, total float64) (columns []string, rows [][]any) {
	sum := 0.0
	for i, v := range values {
		sum += v
		rows = append(rows, []any{i + 1, v, v / total, sum / total})
	}
	return []string{"component", name, "share", "cumulative"}, rows
}

// after is values[k], and 0 past the rank.
func after(values []float64, k, rank int) float64 {
	if k < rank {
		return values[k]
	}
	return 0
}

// finite reports whether v is neither NaN nor infinite.
func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
