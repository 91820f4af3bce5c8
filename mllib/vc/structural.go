package vc

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// This file holds structural risk minimisation: of a sequence of classes the one with the least sum of the mistakes that its best rule makes and of the radius of the class.

// Penalty is what a class pays for its dimension: the radius within which all its counts are. What is promised of the choice, with probability 1-Alpha and for every law, is Known: the risk of the chosen rule is at most the least sum.
// For this each of R classes gets Alpha/R; with Each every class has the whole Alpha, as the source prints it, and nothing is promised of a choice among them.
//
// Curriculum: N11.2e.
type Penalty struct {
	Alpha   float64 // in (0, 1); 0 means 0.05
	Theorem Theorem // whose radius; the zero value is Short
	Sharp   bool    // log Σ_{i<=V} C(n, i) in the place of V·log(n+1)
	Each    bool    // the whole Alpha for each class
}

// Level is what a class of the sequence comes to.
type Level struct {
	Dimension int
	Empirical float64 // share of mistakes of the rule that was fitted
	Radius    float64
	Bound     float64 // the sum; above 1 it promises nothing
}

// Choice is what structural risk minimisation decides.
type Choice struct {
	Best   int // the first level of least bound
	Levels []Level
}

// Chosen returns the level that was chosen.
func (c *Choice) Chosen() Level {
	if c == nil || c.Best < 0 || c.Best >= len(c.Levels) {
		return Level{Empirical: math.NaN(), Radius: math.NaN(), Bound: math.NaN()}
	}
	return c.Levels[c.Best]
}

func (p Penalty) check() error {
	if !(p.Alpha >= 0 && p.Alpha < 1) {
		return input.Param(false, "Alpha", p.Alpha, "a number in (0, 1), or 0 for 0.05")
	}
	return p.Theorem.Check("Theorem")
}

// Choose decides for n observations, on which the rules fitted in classes of the given dimensions have the given shares of mistakes. The errors wrap input.ErrEmpty without classes, ErrShape for lists of different length, or ErrParam for n < 1, a dimension < 0,
// or a share outside [0, 1].
func (p Penalty) Choose(n int, dimensions []int, empirical []float64) (*Choice, error) {
	err := p.check()
	switch {
	case err != nil:
	case len(dimensions) == 0:
		err = input.Errorf(input.ErrEmpty, "dimensions", "got no classes")
	case len(empirical) != len(dimensions):
		err = input.Errorf(input.ErrShape, "empirical", "got %d shares of mistakes for %d classes", len(empirical), len(dimensions))
	default:
		err = input.Param(n >= 1, "n", n, "a number >= 1")
	}
	if err != nil {
		return nil, fmt.Errorf("vc: structural risk: %w", err)
	}
	c := &Choice{}
	for r, v := range dimensions {
		share := empirical[r]
		if v < 0 || !(share >= 0 && share <= 1) {
			return nil, fmt.Errorf("vc: structural risk: class %d: %w", r, input.Param(false, "dimension, share of mistakes", [2]any{v, share}, "a number >= 0 and one in [0, 1]"))
		}
		radius := p.radius(v, n, len(dimensions))
		c.Levels = append(c.Levels, Level{v, share, radius, share + radius})
		if c.Levels[r].Bound < c.Levels[c.Best].Bound {
			c.Best = r
		}
	}
	return c, nil
}

// radius is the penalty of dimension v among so many classes.
func (p Penalty) radius(v, n, classes int) float64 {
	alpha := p.Alpha
	if alpha == 0 {
		alpha = .05
	}
	if !p.Each {
		alpha = max(alpha/float64(classes), math.SmallestNonzeroFloat64) // which may underflow
	}
	growth := Power(v)
	if p.Sharp {
		growth = OfDimension(v)
	}
	return RadiusBy(p.Theorem, growth, n, alpha)
}

// Structural fits a learner in each class of a sequence and keeps the one that the penalty chooses. It is a learner itself. What is promised is of any learners whose rules are in classes of these dimensions;
// that they minimise the number of mistakes makes the bounds small. It is written to JSON and not read, as a pipeline is.
type Structural[M learn.Model[int]] struct {
	Penalty
	Learners   []learn.Learner[int, M]
	Dimensions []int // of the class of each
}

// StructuralModel is the model that was chosen, with what each class came to.
type StructuralModel[M learn.Model[int]] struct {
	Choice
	Model M
}

// Fit fits all learners to the n×d matrix X and the labels y, and chooses. The errors are those of the learners, with their number from 0, of Penalty.Choose, and those of input.Matrix for X, and one that wraps input.ErrShape for a number of labels that is not n.
func (s Structural[M]) Fit(x mat.Matrix, y []int) (*StructuralModel[M], error) {
	n, _, err := input.Shape("X", x)
	switch {
	case err != nil:
	case len(y) != n:
		err = input.Errorf(input.ErrShape, "y", "got %d labels for the %d rows of X", len(y), n)
	case len(s.Learners) != len(s.Dimensions):
		err = input.Errorf(input.ErrShape, "Dimensions", "got %d for %d learners", len(s.Dimensions), len(s.Learners))
	}
	if err != nil {
		return nil, fmt.Errorf("vc: structural risk: %w", err)
	}
	models, shares := make([]M, len(s.Learners)), make([]float64, len(s.Learners))
	for r, l := range s.Learners {
		models[r], err = learn.Fit(l, x, y)
		if err == nil {
			shares[r], err = mistaken(models[r], x, y)
		}
		if err != nil {
			return nil, fmt.Errorf("vc: structural risk: class %d: %w", r, err)
		}
	}
	choice, err := s.Choose(n, s.Dimensions, shares)
	if err != nil {
		return nil, err
	}
	return &StructuralModel[M]{*choice, models[choice.Best]}, nil
}

// mistaken is the share of mistakes.
func mistaken[M learn.Model[int]](m M, x mat.Matrix, y []int) (float64, error) {
	labels, err := learn.Predict(m, x)
	if err != nil {
		return 0, err
	}
	wrong := 0
	for i, v := range labels {
		if v != y[i] {
			wrong++
		}
	}
	return float64(wrong) / float64(len(y)), nil
}

// Predict returns the labels that the chosen model gives the rows of X. The errors are its own, and one that wraps input.ErrEmpty without a model.
func (m *StructuralModel[M]) Predict(x mat.Matrix) ([]int, error) {
	if m == nil || input.IsNil(m.Model) {
		return nil, input.NoModel("vc.StructuralModel")
	}
	return learn.Predict(m.Model, x)
}

// Chosen is Choice.Chosen; a level of NaN for a nil model.
func (m *StructuralModel[M]) Chosen() Level {
	if m == nil {
		return (*Choice)(nil).Chosen()
	}
	return m.Choice.Chosen()
}
