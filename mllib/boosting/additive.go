package boosting

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/mercer-go/mercer/mllib/input"
)

// Steps is a step function g of one column: Level[0] up to At[0], Level[k] from At[k-1] to At[k], and the last above. It is plain data.
type Steps struct {
	Column    int
	At, Level []float64 // one level more than steps
}

// Value returns g(v), NaN for steps that Additive did not make.
func (s *Steps) Value(v float64) float64 {
	if s == nil || len(s.Level) != len(s.At)+1 {
		return math.NaN()
	}
	return s.Level[sort.SearchFloat64s(s.At, v)] // the number of steps below v
}

// Additive takes a committee of stumps apart: f(x) = Σ_j g_j(x_j), with one function for each column, 0 where no stump looks at it. The errors wrap input.ErrEmpty for a nil model, ErrShape for one that Fit did not make, and
// ErrParam for other than two classes.
//
// Curriculum: N10.2h.
func Additive(m *Model[*StumpModel]) ([]Steps, error) {
	err := m.whole()
	if err == nil && len(m.Classes) != 2 {
		err = input.Errorf(input.ErrParam, "model", "it has %d classes, want two", len(m.Classes))
	}
	if err != nil {
		return nil, fmt.Errorf("boosting: additive: %w", err)
	}
	d := m.Parts[0].Dim
	for k, part := range m.Parts {
		if part.Dim != d || part.Column < 0 || part.Column >= d {
			return nil, fmt.Errorf("boosting: additive: %w", input.Errorf(input.ErrShape, "model", "part %d looks at column %d of %d, part 0 at one of %d", k, part.Column, part.Dim, d))
		}
	}
	if err := input.Size("model", d, 1); err != nil {
		return nil, fmt.Errorf("boosting: additive: %w", err)
	}
	all := make([]Steps, d)
	for j := range all {
		all[j] = m.steps(j)
	}
	return all, nil
}

// steps is the function of one column.
func (m *Model[M]) steps(column int) Steps {
	s := Steps{Column: column, Level: []float64{0}}
	jump := map[float64]float64{}
	for k, part := range m.Parts {
		stump, ok := any(part).(*StumpModel)
		if !ok || stump.Column != column {
			continue
		}
		left, right := m.Alpha[k]*m.sign(stump.Left), m.Alpha[k]*m.sign(stump.Right)
		s.Level[0] += left
		if left != right {
			jump[stump.Threshold] += right - left
			if !slices.Contains(s.At, stump.Threshold) {
				s.At = append(s.At, stump.Threshold)
			}
		}
	}
	slices.Sort(s.At)
	for k, t := range s.At {
		s.Level = append(s.Level, s.Level[k]+jump[t])
	}
	return s
}

// sign is +1 for the second class, -1 for the first.
func (m *Model[M]) sign(l int) float64 {
	if l == m.Classes[1] {
		return 1
	}
	return -1
}
