package data

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Standardize brings every column of X to mean 0 and standard deviation 1. Fit learns the two numbers of each column from the
// training data; the scale then is applied to training and test data alike.
type Standardize struct {
	NoCenter     bool // leave the means as they are
	Unbiased     bool // divide the sum of squares by n-1; else by n, as scikit-learn does
	KeepConstant bool // only centre a constant column; else it is an error
}

// Scale is a fitted standardisation: column j becomes (x - Mean[j]) / Deviation[j].
type Scale struct {
	Mean      []float64 // 0 where the data are not centred
	Deviation []float64 // > 0; 1 for a constant column
}

// Fit learns means and standard deviations of the columns of the n×d matrix X. The errors are those of input.Matrix; one that wraps
// input.ErrParam for a constant column (unless KeepConstant is set), or if n = 1 and Unbiased is set; and one that wraps input.ErrNotFinite
// for a column whose numbers lie so far apart, or so close together, that their deviation is beyond what a float64 holds.
func (p Standardize) Fit(x mat.Matrix) (*Scale, error) {
	s, err := p.fit(x, nil)
	if err != nil {
		return nil, fmt.Errorf("data: standardize: %w", err)
	}
	return s, nil
}

// FitWeighted is Fit with a finite weight >= 0 for each row: one of 2 counts as two equal rows, one of 0 as none, and n is the sum of the weights, which must be above 1 if
// Unbiased is set. The errors are those of Fit and of input.RowWeights.
func (p Standardize) FitWeighted(x mat.Matrix, weights []float64) (*Scale, error) {
	if weights == nil {
		weights = []float64{}
	}
	s, err := p.fit(x, weights)
	if err != nil {
		return nil, fmt.Errorf("data: standardize: %w", err)
	}
	return s, nil
}

// fit fits by weights, or, if these are nil, with 1 for each row.
func (p Standardize) fit(x mat.Matrix, weights []float64) (*Scale, error) {
	n, d, err := input.Matrix("X", x)
	if err != nil {
		return nil, err
	}
	if weights == nil {
		weights = slices.Repeat([]float64{1}, n)
	} else if err := input.RowWeights(weights, n); err != nil {
		return nil, err
	}
	total := floats.Sum(weights)
	if err := input.Param(total > 1 || !p.Unbiased, "Standardize.Unbiased", p.Unbiased, "false for a single observation"); err != nil {
		return nil, err
	}
	s := &Scale{Mean: make([]float64, d), Deviation: make([]float64, d)}
	column, parts := make([]float64, n), make([]float64, n) // of which part of the total a weight is, upside down
	for i, w := range weights {
		parts[i] = total / w
	}
	for j := range d {
		mat.Col(column, j, x)
		mean, deviation, constant := p.moments(column, weights, parts, total)
		if s.Deviation[j], err = p.divisor(j, deviation, constant); err != nil {
			return nil, err
		}
		if !p.NoCenter {
			s.Mean[j] = mean
		}
	}
	return s, nil
}

// divisor is what column j is divided by.
func (p Standardize) divisor(j int, deviation float64, constant bool) (float64, error) {
	switch {
	case constant && p.KeepConstant:
		return 1, nil
	case constant:
		return 0, input.Errorf(input.ErrParam, "X", "column %d is constant, want different numbers, or KeepConstant", j)
	case !(deviation > 0) || math.IsInf(deviation, 0):
		return 0, input.Errorf(input.ErrNotFinite, "X", "column %d has the standard deviation %v", j, deviation)
	}
	return deviation, nil
}

// moments returns mean and standard deviation of a column, and whether it is constant where weights are not 0. Deviations are measured in a power of two
// near the range, which changes no digit and keeps their squares from overflow and underflow.
func (p Standardize) moments(column, weights, parts []float64, n float64) (mean, deviation float64, constant bool) {
	least, greatest := math.Inf(1), math.Inf(-1)
	for i, v := range column {
		if weights[i] > 0 {
			mean += v / parts[i]
			least, greatest = min(least, v), max(greatest, v)
		}
	}
	if least == greatest {
		return least, 0, true
	}
	_, exponent := math.Frexp(greatest/2 - least/2)
	unit := math.Ldexp(1, exponent)
	square, rest := 0.0, 0.0
	for i, v := range column {
		if w := weights[i]; w > 0 {
			d := (v - mean) / unit
			square += w * d * d
			rest += w * d
		}
	}
	square -= rest * rest / n
	if p.Unbiased {
		n--
	}
	return mean, math.Sqrt(square/n) * unit, false
}

// Apply returns the standardised copy of X. The errors are those of input.Columns, one that wraps input.ErrNotFinite where the result
// overflows, and one that wraps input.ErrParam for a scale that Fit did not make.
func (s *Scale) Apply(x mat.Matrix) (*mat.Dense, error) {
	return s.change(x, func(v float64, j int) float64 { return (v - s.Mean[j]) / s.Deviation[j] })
}

// Undo returns X in the original units, the inverse of Apply. The errors are those of Apply.
func (s *Scale) Undo(x mat.Matrix) (*mat.Dense, error) {
	return s.change(x, func(v float64, j int) float64 { return v*s.Deviation[j] + s.Mean[j] })
}

func (s *Scale) change(x mat.Matrix, f func(v float64, j int) float64) (*mat.Dense, error) {
	err := s.check()
	if err == nil {
		err = input.Columns("X", x, len(s.Mean))
	}
	if err != nil {
		return nil, fmt.Errorf("data: scale: %w", err)
	}
	out := mat.DenseCopyOf(x)
	out.Apply(func(_, j int, v float64) float64 { return f(v, j) }, out)
	if _, _, err := input.Matrix("result", out); err != nil {
		return nil, fmt.Errorf("data: scale: %w", err)
	}
	return out, nil
}

func (s *Scale) check() error {
	if s == nil {
		return input.NoModel("data.Scale")
	}
	if len(s.Mean) == 0 || len(s.Deviation) != len(s.Mean) {
		return input.Errorf(input.ErrParam, "Scale", "got %d means and %d deviations; Standardize.Fit makes a scale", len(s.Mean), len(s.Deviation))
	}
	for j, v := range s.Deviation {
		if !(v > 0) || v-v != 0 || s.Mean[j]-s.Mean[j] != 0 {
			return input.Errorf(input.ErrParam, "Scale", "column %d has the mean %v and the deviation %v", j, s.Mean[j], v)
		}
	}
	return nil
}
