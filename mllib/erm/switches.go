package erm

import (
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/mat"
)

// Switches minimises the number of mistakes over the rules on the line whose label changes at most Most times, starting with either label: a class of dimension Most+1. 0 is the class of the two
// constant rules. It is a learner for X with one column and at most two labels.
//
// Curriculum: N11.2e, N11.1d.
type Switches struct {
	Most int // changes of label, >= 0
}

// SwitchesModel is a rule on the line: Labels[k] between Cuts[k-1], not included, and Cuts[k], included.
type SwitchesModel struct {
	Cuts   []float64 // in increasing order, halfway between two observations
	Labels []int     // one more than cuts
	Errors int       // mistakes in the sample
	N      int       // observations
}

// Fit finds a rule with the fewest mistakes on the n×1 matrix X and the labels y, of these one with the fewest changes, in O(n·Most) and n·Most bytes after sorting (of Most no more counts than the label changes at all). The errors wrap input.ErrEmpty, ErrNotFinite,
// ErrShape for more columns or another number of labels, ErrLabel for more than two different labels, or ErrParam, also where those are more than 2³¹ bytes.
func (p Switches) Fit(x mat.Matrix, y []int) (*SwitchesModel, error) {
	n, d, err := input.Matrix("X", x)
	classes := label.Distinct(y)
	switch {
	case err != nil:
	case d != 1:
		err = input.Errorf(input.ErrShape, "X", "got %d columns, the rules are on the line", d)
	case len(y) != n:
		err = input.Errorf(input.ErrShape, "y", "got %d labels for the %d rows of X", len(y), n)
	case len(classes) > 2:
		err = input.Errorf(input.ErrLabel, "y", "got %d different labels, want at most two", len(classes))
	default:
		err = input.Param(p.Most >= 0, "Most", p.Most, "a number >= 0")
	}
	if err != nil {
		return nil, fmt.Errorf("erm: switches: %w", err)
	}
	at, counts := groups(x, y, classes)
	most := min(p.Most, enough(counts))
	if err := input.Size("Most", len(at), most+1); err != nil {
		return nil, fmt.Errorf("erm: switches: %w", err)
	}
	best := newChanges(counts, most)
	return best.model(at, classes, n), nil
}

// enough is a number of changes with which no rule has fewer mistakes: those of a rule that has the more frequent label at each value.
func enough(counts [][2]int) (changes int) {
	last := -1
	for _, count := range counts {
		if count[0] == count[1] {
			continue
		}
		c := 0
		if count[1] > count[0] {
			c = 1
		}
		if last >= 0 && c != last {
			changes++
		}
		last = c
	}
	return changes
}

// groups returns the distinct values in increasing order, and how often each has either label.
func groups(x mat.Matrix, y, classes []int) (at []float64, counts [][2]int) {
	order := make([]int, len(y))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch a, b := x.At(i, 0), x.At(j, 0); {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	})
	for _, i := range order {
		if v := x.At(i, 0); len(at) == 0 || v != at[len(at)-1] {
			at, counts = append(at, v), append(counts, [2]int{})
		}
		c := 0
		if y[i] != classes[0] {
			c = 1
		}
		counts[len(at)-1][c]++
	}
	return at, counts
}

// changes is the table of a dynamic program: the fewest mistakes up to a value with so many changes of label and the label there.
type changes struct {
	most     int
	changed  [][]uint8 // by value and number of changes: bit c says that label c begins here
	mistakes [][2]int  // at the last value, by number of changes
}

func newChanges(counts [][2]int, most int) changes {
	t := changes{most: most, mistakes: make([][2]int, most+1), changed: make([][]uint8, len(counts))}
	rows := make([]uint8, len(counts)*(most+1))
	const never = 1 << 40
	for k := 1; k <= most; k++ {
		t.mistakes[k] = [2]int{never, never}
	}
	for g, count := range counts {
		t.changed[g] = rows[g*(most+1) : (g+1)*(most+1)]
		for k := most; k >= 0; k-- {
			was := t.mistakes[k]
			if g > 0 && k > 0 {
				for c := range 2 {
					if before := t.mistakes[k-1][1-c]; before < was[c] {
						was[c] = before
						t.changed[g][k] |= 1 << c
					}
				}
			}
			t.mistakes[k] = [2]int{was[0] + count[1], was[1] + count[0]}
		}
	}
	return t
}

// model goes back through the table.
func (t changes) model(at []float64, classes []int, n int) *SwitchesModel {
	k, c := 0, 0
	for j, m := range t.mistakes {
		for l := range len(classes) {
			if m[l] < t.mistakes[k][c] {
				k, c = j, l
			}
		}
	}
	m := &SwitchesModel{Errors: t.mistakes[k][c], N: n, Labels: []int{classes[c]}}
	for g := len(at) - 1; g > 0; g-- {
		if t.changed[g][k]>>c&1 == 1 {
			k, c = k-1, 1-c
			m.Cuts, m.Labels = append(m.Cuts, between(at[g-1], at[g])), append(m.Labels, classes[c])
		}
	}
	slices.Reverse(m.Cuts)
	slices.Reverse(m.Labels)
	return m
}

// between is a number from a on and below b, halfway if there is one between them.
func between(a, b float64) float64 {
	if m := a/2 + b/2; a <= m && m < b {
		return m
	}
	return a
}

func (m *SwitchesModel) check() error {
	switch {
	case m == nil:
		return input.NoModel("erm.SwitchesModel")
	case len(m.Labels) != len(m.Cuts)+1:
		return input.Errorf(input.ErrShape, "Labels", "got %d for %d cuts, want one more", len(m.Labels), len(m.Cuts))
	case !slices.IsSorted(m.Cuts):
		return input.Errorf(input.ErrValue, "Cuts", "they are not in increasing order")
	}
	return nil
}

// Predict returns the labels of the rows of the n×1 matrix X. The errors wrap input.ErrEmpty, ErrNotFinite, ErrShape, and ErrShape or ErrValue for a model that Fit did not make.
func (m *SwitchesModel) Predict(x mat.Matrix) ([]int, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("erm: switches: %w", err)
	}
	if err := input.Columns("X", x, 1); err != nil {
		return nil, fmt.Errorf("erm: switches: %w", err)
	}
	n, _ := x.Dims()
	labels := make([]int, n)
	for i := range labels {
		k, _ := slices.BinarySearch(m.Cuts, x.At(i, 0))
		labels[i] = m.Labels[k]
	}
	return labels, nil
}
