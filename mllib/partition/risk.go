package partition

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
)

// Mass is the law of a pair (X, Y) as boxes see it: P(Y = label, X in [lo, hi)). The sides of a box may be infinite.
type Mass func(label int, lo, hi []float64) float64

// Risk is the probability that the model is wrong at a new pair of this law: its conditional error, given the observations. It is exact, as far as mass is: the cells that hold observations are
// boxes, and what is outside of them is the rest,
//
//	1 − Σ P(Y = label of A, X in A) − (P(Y = Unseen) − Σ P(Y = Unseen, X in A)),
//
// with sums over the cells A that hold observations. The errors wrap input.ErrEmpty, ErrShape, ErrParam (cells that are no boxes) or ErrNotFinite, where mass gives what is no probability.
//
// Curriculum: N9.1b.
func (m *Model) Risk(mass Mass) (float64, error) {
	risk, err := m.risk(mass)
	if err != nil {
		return 0, fmt.Errorf("partition: %w", err)
	}
	return risk, nil
}

func (m *Model) risk(mass Mass) (float64, error) {
	if m == nil {
		return 0, input.NoModel("partition.Model")
	}
	if mass == nil {
		return 0, input.Errorf(input.ErrEmpty, "mass", "got nil, want the law of a box")
	}
	if err := m.whole(); err != nil {
		return 0, err
	}
	lo, hi := make([]float64, m.Dim), make([]float64, m.Dim)
	for j := range lo {
		lo[j], hi[j] = math.Inf(-1), math.Inf(1)
	}
	right, err := mass.of(m.Unseen, lo, hi)
	for i, cell := range m.Names {
		if err != nil {
			return 0, err
		}
		if k := m.label(i); k != m.Unseen {
			var gain float64
			gain, err = m.gain(mass, cell, k)
			right += gain
		}
	}
	return min(max(1-right, 0), 1), err
}

// gain is by how much more often label k is right in a cell than Unseen would be.
func (m *Model) gain(mass Mass, cell []int, k int) (float64, error) {
	lo, hi, err := m.Cells.Box(cell, m.Dim)
	if err != nil {
		return 0, err
	}
	with, err := mass.of(k, lo, hi)
	if err != nil {
		return 0, err
	}
	without, err := mass.of(m.Unseen, lo, hi)
	return with - without, err
}

// of is the mass of a box, which must be a probability up to rounding.
func (f Mass) of(label int, lo, hi []float64) (float64, error) {
	const rounding = 1e-9
	p := f(label, lo, hi)
	if !(-rounding <= p && p <= 1+rounding) {
		return 0, input.Errorf(input.ErrNotFinite, "mass", "of label %d in [%v, %v) is %v, no probability", label, lo, hi, p)
	}
	return p, nil
}
