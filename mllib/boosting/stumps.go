package boosting

import (
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/grove"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"gonum.org/v1/gonum/mat"
)

// near is the share of the weight from which on one rule is better than another; what is below may be rounding.
const near = 1e-12

// stumps finds one stump after another for the same rows.
type stumps struct {
	criterion Criterion
	classes   []int
	columns   *grove.Columns
	signs     []float64  // +1 for rows of the second class, -1 for the first
	order     [][]uint32 // by column: rows by increasing value, each doubled, plus 1 where a larger value follows
	signed    []float64  // weights times signs
	weights   []float64
	best      []rule // by column
}

// rule is the best cut of a column: after how many rows, and how good it is.
type rule struct {
	at    int // 0 for none
	score float64
}

func newStumps(x mat.Matrix, y, classes []int, c Criterion) *stumps {
	n, d := x.Dims()
	data, stride := input.Rows(x)
	s := &stumps{criterion: c, classes: classes, columns: grove.New(data, stride, n, d), signs: make([]float64, n), order: make([][]uint32, d), signed: make([]float64, n), best: make([]rule, d)}
	for i, v := range y {
		s.signs[i] = -1
		if v == classes[1] {
			s.signs[i] = 1
		}
	}
	for j := range d {
		ends, order := s.columns.Ends(j), make([]uint32, n)
		for k, row := range s.columns.Order[j] {
			order[k] = uint32(row) << 1
			if ends[k] {
				order[k]++
			}
		}
		s.order[j] = order
	}
	return s
}

// fit returns the best stump for weights, and writes what it says about the rows into says, if that is not nil.
func (s *stumps) fit(w []float64, says []int) (*StumpModel, error) {
	total, sum := 0.0, 0.0 // of weights, and of weights with signs
	for i, v := range w {
		s.signed[i] = v * s.signs[i]
		total += v
		sum += s.signed[i]
	}
	s.weights = w
	orders := s.order
	if slices.Contains(w, 0) {
		orders = s.withWeight()
	}
	best, column := s.search(orders, total, sum)
	m := s.model(column, orders[column], best.at, sum)
	for i := range says {
		says[i] = m.side(s.columns.Value(column, int32(i)))
	}
	return m, nil
}

// search is the best rule of all columns, and its column.
func (s *stumps) search(orders [][]uint32, total, sum float64) (best rule, column int) {
	parallel.Do(len(s.best), func(j int) {
		if s.criterion == LeastGini {
			s.best[j] = s.gini(orders[j], total, sum)
		} else {
			s.best[j] = s.least(orders[j], total, sum)
		}
	})
	best.score = math.Inf(-1)
	for j, r := range s.best {
		if r.at > 0 && r.score > best.score+near*total {
			best, column = r, j
		}
	}
	return best, column
}

// withWeight are the orders without the rows of weight 0.
func (s *stumps) withWeight() [][]uint32 {
	some := make([][]uint32, len(s.order))
	for j, order := range s.order {
		larger := false // a larger value was passed since the last row with weight
		for _, o := range order {
			if s.weights[o>>1] > 0 {
				if larger && len(some[j]) > 0 {
					some[j][len(some[j])-1] |= 1
				}
				some[j], larger = append(some[j], o&^1), false
			}
			larger = larger || o&1 == 1
		}
	}
	return some
}

// least looks for the cut with the largest |2S - T|, where S is the sum of the signed weights up to the cut and T that of all: (W - |2S-T|)/2 is the weight of the wrong rows.
func (s *stumps) least(order []uint32, total, sum float64) rule {
	signed, at, now, best := s.signed, 0, -sum, math.Inf(-1)
	for k, o := range order {
		now += 2 * signed[o>>1]
		if score := math.Abs(now); score > best && o&1 == 1 {
			at, best = k+1, score+near*total
		}
	}
	return rule{at, best - near*total}
}

// gini looks for the cut with the largest L₁²/L + L₂²/L + R₁²/R + R₂²/R: with S as above and the mean t = T/W, that is, but for constants, (S - tL)²/(LR).
func (s *stumps) gini(order []uint32, total, sum float64) rule {
	signed, weights, at, best := s.signed, s.weights, 0, math.Inf(-1)
	mean, left, now := sum/total, 0.0, 0.0
	for k, o := range order {
		left += weights[o>>1]
		now += signed[o>>1]
		if o&1 == 0 {
			continue
		}
		d, right := now-float64(mean*left), total-left
		if square, sides := float64(d*d)*total, left*right; square > float64(best*sides) && sides > 0 {
			at, best = k+1, square/sides+near*total
		}
	}
	return rule{at, best - near*total}
}

// model is the stump of a cut behind the first rows of a column, at many; 0 for no cut.
func (s *stumps) model(column int, order []uint32, at int, sum float64) *StumpModel {
	m := &StumpModel{Dim: s.columns.D, Column: column, Threshold: math.MaxFloat64, Left: s.classes[1], Right: s.classes[1]}
	left := 0.0
	for _, o := range order[:at] {
		left += s.signed[o>>1]
	}
	switch {
	case at == 0:
		if sum < 0 {
			m.Left, m.Right = s.classes[0], s.classes[0]
		}
		return m
	case s.criterion == LeastGini:
		if left < 0 {
			m.Left = s.classes[0]
		}
		if sum-left < 0 {
			m.Right = s.classes[0]
		}
	case 2*left-sum < 0:
		m.Left = s.classes[0]
	default:
		m.Right = s.classes[0]
	}
	m.Threshold = grove.Between(s.columns.Value(column, int32(order[at-1]>>1)), s.columns.Value(column, int32(order[at]>>1)))
	return m
}
