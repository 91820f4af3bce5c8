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

// WeightedPreparation is a Preparation that can also be told how much each row counts: a weight of 2 as two equal rows, one of 0 as none.
type WeightedPreparation[S Transform] interface {
	Preparation[S]
	FitWeighted(x mat.Matrix, weights []float64) (S, error)
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

// Fit learns the preparation from X, and the model from the prepared X and y. The errors are theirs; one that wraps input.ErrEmpty for a
// pipeline without one of its parts, and for a preparation that returns nothing; and one that wraps input.ErrShape for a preparation that
// returns another number of rows.
func (p Pipeline[T, M, S]) Fit(x mat.Matrix, y []T) (*Piped[T, M, S], error) {
	return p.fit(x, y, func() (S, error) { return p.First.Fit(x) }, p.Then)
}

// FitWeighted is Fit with a weight for each row, for a preparation and a method that both have a FitWeighted, as data.Standardize has. The errors are those
// of Fit, and one that wraps input.ErrParam for a part that takes no weights.
func (p Pipeline[T, M, S]) FitWeighted(x mat.Matrix, y []T, weights []float64) (*Piped[T, M, S], error) {
	first := func() (S, error) {
		weighted, ok := p.First.(WeightedPreparation[S])
		if !ok {
			var none S
			return none, input.Errorf(input.ErrParam, "First", "%T takes no weights", p.First)
		}
		return weighted.FitWeighted(x, weights)
	}
	if input.IsNil(p.Then) {
		return p.fit(x, y, first, p.Then)
	}
	return p.fit(x, y, first, By(func(x mat.Matrix, y []T) (M, error) {
		weighted, ok := p.Then.(Weighted[T, M])
		if !ok {
			var none M
			return none, fmt.Errorf("learn: %w", input.Errorf(input.ErrParam, "Then", "%T takes no weights", p.Then))
		}
		return weighted.FitWeighted(x, y, weights)
	}))
}

// fit fits one part after the other.
func (p Pipeline[T, M, S]) fit(x mat.Matrix, y []T, fitFirst func() (S, error), then Learner[T, M]) (*Piped[T, M, S], error) {
	if input.IsNil(p.First) || input.IsNil(p.Then) {
		return nil, fmt.Errorf("learn: %w", input.Errorf(input.ErrEmpty, "Pipeline", "it lacks a part: First is %v, Then %v", p.First, p.Then))
	}
	first, err := fitFirst()
	if err == nil && input.IsNil(first) {
		err = input.Errorf(input.ErrEmpty, "First", "%T returned no transform", p.First)
	}
	if err != nil {
		return nil, fmt.Errorf("learn: preparation: %w", err)
	}
	prepared, err := transform(first, x)
	if err != nil {
		return nil, err
	}
	model, err := Fit(then, prepared, y)
	if err != nil {
		return nil, err
	}
	return &Piped[T, M, S]{first, model}, nil
}

// transform applies a transform that may be another's, and refuses what is not one row for each row of X.
func transform(first Transform, x mat.Matrix) (*mat.Dense, error) {
	prepared, err := first.Apply(x)
	if err == nil && prepared == nil {
		err = input.Errorf(input.ErrEmpty, "First", "%T returned no matrix", first)
	}
	if err == nil && !input.IsNil(x) {
		n, _ := x.Dims()
		if got, _ := prepared.Dims(); got != n {
			err = input.Errorf(input.ErrShape, "First", "%T returned %d rows for %d", first, got, n)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("learn: preparation: %w", err)
	}
	return prepared, nil
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
