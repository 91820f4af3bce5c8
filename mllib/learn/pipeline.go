package learn

import (
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Preparation learns from the observations alone how to transform them, as data.Standardize does.
type Preparation[S Transform] interface {
	Fit(x mat.Matrix) (S, error)
}

// Transform maps observations, row by row, to those that a model is given.
type Transform interface {
	Apply(x mat.Matrix) (*mat.Dense, error)
}

// Pipeline is a method with what is done before it. As one Learner it goes through cross-validation: each fold prepares its training
// data by themselves, and its test data in the same way, so that these have no say in what is done to them.
type Pipeline[T Target, M Model[T], S Transform] struct {
	First Preparation[S]
	Then  Learner[T, M]
}

// Pipe makes a pipeline:
//
//	learn.Pipe(data.Standardize{}, discriminant.LDA{Shrinkage: .2})
func Pipe[T Target, M Model[T], S Transform](first Preparation[S], then Learner[T, M]) Pipeline[T, M, S] {
	return Pipeline[T, M, S]{first, then}
}

// Piped is a fitted pipeline.
type Piped[T Target, M Model[T], S Transform] struct {
	First S // transforms observations
	Model M // predicts from transformed ones
}

// Fit learns the preparation from X, and the model from the prepared X and y. The errors are theirs, and one that wraps input.ErrEmpty for a
// pipeline without one of its parts.
func (p Pipeline[T, M, S]) Fit(x mat.Matrix, y []T) (*Piped[T, M, S], error) {
	if input.IsNil(p.First) || input.IsNil(p.Then) {
		return nil, fmt.Errorf("learn: %w", input.Errorf(input.ErrEmpty, "Pipeline", "it lacks a part: First is %v, Then %v", p.First, p.Then))
	}
	first, err := p.First.Fit(x)
	if err != nil {
		return nil, fmt.Errorf("learn: preparation: %w", err)
	}
	prepared, err := first.Apply(x)
	if err != nil {
		return nil, fmt.Errorf("learn: preparation: %w", err)
	}
	model, err := Fit(p.Then, prepared, y)
	if err != nil {
		return nil, err
	}
	return &Piped[T, M, S]{first, model}, nil
}

// Predict transforms the rows of X and predicts their targets.
func (p *Piped[T, M, S]) Predict(x mat.Matrix) ([]T, error) {
	if p == nil {
		return nil, input.NoModel("learn.Piped")
	}
	prepared, err := p.First.Apply(x)
	if err != nil {
		return nil, fmt.Errorf("learn: preparation: %w", err)
	}
	return p.Model.Predict(prepared)
}

// Source and WithSource are those of the method: a pipeline of a Chance is one.
func (p Pipeline[T, M, S]) Source() rand.Source {
	if c, ok := p.Then.(Chance[T, M]); ok {
		return c.Source()
	}
	return nil
}

// WithSource returns the pipeline with another source for its method, which must be a Chance.
func (p Pipeline[T, M, S]) WithSource(src rand.Source) Learner[T, *Piped[T, M, S]] {
	if c, ok := p.Then.(Chance[T, M]); ok {
		p.Then = c.WithSource(src)
	}
	return p
}

// Posteriors transforms the rows of X and returns the n×K matrix of the probabilities of their classes. It returns an error that wraps
// input.ErrParam for a model that gives none.
func (p *Piped[T, M, S]) Posteriors(x mat.Matrix) (*mat.Dense, error) {
	if p == nil {
		return nil, input.NoModel("learn.Piped")
	}
	m, ok := any(p.Model).(interface {
		Posteriors(x mat.Matrix) (*mat.Dense, error)
	})
	if !ok {
		return nil, fmt.Errorf("learn: %w", input.Errorf(input.ErrParam, "model", "%T gives no probabilities", p.Model))
	}
	prepared, err := p.First.Apply(x)
	if err != nil {
		return nil, fmt.Errorf("learn: preparation: %w", err)
	}
	return m.Posteriors(prepared)
}
