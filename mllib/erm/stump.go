package erm

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// This file holds decision stumps, the simplest class of rules on data with several columns.

// Stump is a decision stump, a rule that looks at one column of X: the label is Above where x[Column] > Cut, else Below.
type Stump struct {
	Column       int // from 0
	Cut          float64
	Below, Above int // labels
}

// At returns the label of one observation. It panics where x has no such column.
func (s Stump) At(x []float64) int {
	if x[s.Column] > s.Cut {
		return s.Above
	}
	return s.Below
}

// Predict returns the labels of the n rows of X. The errors wrap input.ErrEmpty, ErrNotFinite, or ErrShape where X has no such column.
func (s Stump) Predict(x mat.Matrix) ([]int, error) {
	n, d, err := input.Matrix("X", x)
	if err == nil && (s.Column < 0 || s.Column >= d) {
		err = input.Errorf(input.ErrShape, "X", "has %d columns, the stump looks at column %d, counted from 0", d, s.Column)
	}
	if err != nil {
		return nil, fmt.Errorf("erm: stump: %w", err)
	}
	labels := make([]int, n)
	for i := range labels {
		if labels[i] = s.Below; x.At(i, s.Column) > s.Cut {
			labels[i] = s.Above
		}
	}
	return labels, nil
}

// Stumps returns a class of 2·d·cuts stumps on the d columns of X, for the labels a and b: in each column, cuts at equal distances between its
// least and its greatest value, both left out, each with a below and b above the cut and the other way round. The class depends on the ranges of the
// columns, not on labels. The errors wrap input.ErrEmpty, ErrNotFinite, or ErrParam for cuts < 1, too many for 2^31 stumps, or equal labels.
func Stumps(x mat.Matrix, cuts, a, b int) ([]Stump, error) {
	n, d, err := input.Matrix("X", x)
	if err == nil {
		err = input.Param(cuts >= 1 && cuts <= input.MaxNumbers/(2*d), "cuts", cuts, "1 or more, for at most 2^31 stumps")
	}
	if err == nil {
		err = input.Param(a != b, "b", b, "another label than a")
	}
	if err != nil {
		return nil, fmt.Errorf("erm: stumps: %w", err)
	}
	class := make([]Stump, 0, 2*d*cuts)
	for j := range d {
		lo, hi := x.At(0, j), x.At(0, j)
		for i := range n {
			lo, hi = min(lo, x.At(i, j)), max(hi, x.At(i, j))
		}
		for k := 1; k <= cuts; k++ {
			t := float64(k) / float64(cuts+1)
			cut := lo*(1-t) + hi*t // no overflow of hi − lo
			class = append(class, Stump{j, cut, a, b}, Stump{j, cut, b, a})
		}
	}
	return class, nil
}
