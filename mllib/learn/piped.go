package learn

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Piped is a fitted pipeline. It answers what its model answers, for rows that it prepares first.
type Piped[T Target, M Model[T], S Transform] struct {
	First S // transforms observations
	Model M // predicts from transformed ones
}

// nameFeatures gives the model the names of the columns of X, where the transform keeps the
// columns, which it says by a method KeepsColumns.
func (p *Piped[T, M, S]) nameFeatures(names []string) {
	if k, ok := any(p.First).(interface{ KeepsColumns() bool }); ok && k.KeepsColumns() {
		name(p.Model, names, len(names))
	}
}

// Predict transforms the rows of X and predicts their targets. The errors are those of the two parts, and one that wraps input.ErrShape where
// one of them does not answer for each row.
func (p *Piped[T, M, S]) Predict(x mat.Matrix) ([]T, error) {
	prepared, err := p.prepare(x)
	if err != nil {
		return nil, err
	}
	y, err := Predict(p.Model, prepared)
	if err != nil {
		return nil, err
	}
	return y, nil
}

// Posteriors transforms the rows of X and returns the n×K matrix of the probabilities of their classes. It returns an error that wraps
// input.ErrParam for a model that gives none.
func (p *Piped[T, M, S]) Posteriors(x mat.Matrix) (*mat.Dense, error) {
	prepared, err := p.prepare(x)
	if err != nil {
		return nil, err
	}
	m, ok := any(p.Model).(interface {
		Posteriors(x mat.Matrix) (*mat.Dense, error)
	})
	if !ok {
		return nil, fmt.Errorf("learn: %w", input.Errorf(input.ErrParam, "model", "%T gives no probabilities", p.Model))
	}
	q, err := m.Posteriors(prepared)
	if err == nil && q == nil {
		err = fmt.Errorf("learn: %w", input.Errorf(input.ErrEmpty, "model", "%T returned no probabilities", p.Model))
	}
	if err != nil {
		return nil, err
	}
	return q, nil
}

// Posterior transforms the rows of X and returns the probability of the second of two classes for each of them. It returns an error that wraps
// input.ErrParam for a model that has no Posterior; Posteriors is for more than two classes.
func (p *Piped[T, M, S]) Posterior(x mat.Matrix) ([]float64, error) {
	prepared, err := p.prepare(x)
	if err != nil {
		return nil, err
	}
	m, ok := any(p.Model).(interface {
		Posterior(x mat.Matrix) ([]float64, error)
	})
	if !ok {
		return nil, fmt.Errorf("learn: %w", input.Errorf(input.ErrParam, "model", "%T does not give the probability of the second of two classes", p.Model))
	}
	return numbers(prepared, m.Posterior)
}

// Scores transforms the rows of X and returns one score for each of them, positive for the second of two classes, so that a pipeline goes into
// multiclass.OneAgainstRest. It returns an error that wraps input.ErrParam for a model that has no such scores; those of K classes are
// the model's own.
func (p *Piped[T, M, S]) Scores(x mat.Matrix) ([]float64, error) {
	prepared, err := p.prepare(x)
	if err != nil {
		return nil, err
	}
	m, ok := any(p.Model).(interface {
		Scores(x mat.Matrix) ([]float64, error)
	})
	if !ok {
		return nil, fmt.Errorf("learn: %w", input.Errorf(input.ErrParam, "model", "%T gives no scores of two classes", p.Model))
	}
	return numbers(prepared, m.Scores)
}

// prepare transforms the rows of X, unless there is no model to ask about them.
func (p *Piped[T, M, S]) prepare(x mat.Matrix) (*mat.Dense, error) {
	if p == nil {
		return nil, input.NoModel("learn.Piped")
	}
	if input.IsNil(p.First) || input.IsNil(p.Model) {
		return nil, fmt.Errorf("learn: %w", input.Errorf(input.ErrEmpty, "Piped", "it lacks a part; Pipeline.Fit makes one"))
	}
	return transform(p.First, x)
}

// numbers asks a model for one number for each row of X.
func numbers(x mat.Matrix, ask func(x mat.Matrix) ([]float64, error)) ([]float64, error) {
	v, err := ask(x)
	if n, _ := x.Dims(); err == nil && len(v) != n {
		err = fmt.Errorf("learn: %w", input.Errorf(input.ErrShape, "model", "it gives %d numbers for %d rows", len(v), n))
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}
