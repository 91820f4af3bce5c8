package validate

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
)

// Choice is what Choose found: a list of candidates with their cross-validated losses.
type Choice[L any] struct {
	Candidates []L
	Losses     []Losses // Losses[c] of Candidates[c], by folds
	Best       int      // the candidate of least mean loss, the first of several

	warnings []string
}

// Warnings are those of the cross-validations, see CrossValidation.Warnings.
func (c *Choice[L]) Warnings() []string {
	if c == nil {
		return nil
	}
	return c.warnings
}

// Learner returns the best candidate, the zero value of a choice that Choose did not make.
func (c *Choice[L]) Learner() L {
	if !c.made() {
		var none L
		return none
	}
	return c.Candidates[c.Best]
}

// made reports whether the choice is one that Choose made.
func (c *Choice[L]) made() bool {
	return c != nil && len(c.Losses) == len(c.Candidates) && c.Best >= 0 && c.Best < len(c.Candidates)
}

// OneStdErr is the first candidate whose mean loss is within one standard error of the least mean: where the candidates are listed from the
// simplest to the most flexible, the simplest that the data do not tell from the best. It is -1 for a choice that Choose did not make.
//
// Reference: L. Breiman, J. Friedman, R. Olshen and C. Stone, Classification and Regression Trees (1984), section 3.4.3.
func (c *Choice[L]) OneStdErr() int {
	if !c.made() {
		return -1
	}
	best := c.Losses[c.Best].Estimate()
	for k, l := range c.Losses[:c.Best] {
		if l.Mean() <= best.Mean+best.SE {
			return k
		}
	}
	return c.Best
}

// Choose cross-validates every candidate on the same folds; usually they are one method with the parameters of a grid. The loss is the share
// of wrong labels, or the mean squared error. The least mean loss is too good as an estimate of what the winner will lose: it was chosen
// for it.
//
// It returns an error that wraps input.ErrEmpty without candidates, and those of CrossValidate, with the number of the candidate, which a panic
// says, too.
func Choose[T learn.Target, M learn.Model[T], L learn.Learner[T, M]](s learn.Data[T], folds []Fold, candidates []L) (*Choice[L], error) {
	return ChooseBy(s, folds, candidates, usualOf[T, M])
}

// ChooseBy is Choose with a loss of one's own. A loss that is NaN is an error that wraps input.ErrNotFinite, with candidate and fold.
func ChooseBy[T learn.Target, M learn.Model[T], L learn.Learner[T, M]](s learn.Data[T], folds []Fold, candidates []L, loss Loss[T, M]) (*Choice[L], error) {
	if len(candidates) == 0 {
		return nil, fmt.Errorf("validate: choice: %w", input.Errorf(input.ErrEmpty, "candidates", "got none"))
	}
	choice := &Choice[L]{Candidates: candidates, Losses: make([]Losses, len(candidates))}
	for c, learner := range candidates {
		var err error
		if choice.Losses[c], choice.warnings, err = lossesOf(c, s, folds, learn.Learner[T, M](learner), loss); err != nil {
			return nil, fmt.Errorf("validate: choice: candidate %d: %w", c, err)
		}
		if math.IsNaN(choice.Losses[c].Mean()) {
			return nil, fmt.Errorf("validate: choice: candidate %d: %w", c, input.Errorf(input.ErrNotFinite, "loss", "its mean over the folds is NaN"))
		}
		if choice.Losses[c].Mean() < choice.Losses[choice.Best].Mean() {
			choice.Best = c
		}
	}
	return choice, nil
}

// lossesOf cross-validates candidate c; the warnings are those of the folds.
func lossesOf[T learn.Target, M learn.Model[T]](c int, s learn.Data[T], folds []Fold, learner learn.Learner[T, M], loss Loss[T, M]) (l Losses, warnings []string, err error) {
	defer inPanic("candidate", c)
	cv, err := crossValidate(s, folds, nil, learner)
	if err != nil {
		return nil, nil, err
	}
	l, err = cv.By(s, loss)
	return l, cv.warnings, err
}
