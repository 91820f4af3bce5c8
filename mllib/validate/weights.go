package validate

import (
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// checkWeights checks the weights of the observations.
func checkWeights[T learn.Target](s learn.Data[T], folds []Fold, weights []float64) error {
	_, y := s.Pairs()
	if err := input.Weights("weights", weights, len(y)); err != nil {
		return err
	}
	for k, fold := range folds {
		if !(floats.Sum(at(weights, fold.Test)) > 0) {
			return input.Errorf(input.ErrParam, "weights", "all are 0 in the test data of fold %d", k)
		}
	}
	return nil
}

// at are the weights of some observations.
func at(weights []float64, rows []int) []float64 {
	some := make([]float64, len(rows))
	for k, i := range rows {
		some[k] = weights[i]
	}
	return some
}

// fitWeighted fits by weights, and takes a fit without a model for an error, as learn.Fit does.
func fitWeighted[T learn.Target, M learn.Model[T]](l learn.Learner[T, M], x mat.Matrix, y []T, weights []float64) (M, error) {
	weighted, ok := l.(learn.Weighted[T, M])
	if !ok {
		var none M
		return none, input.Errorf(input.ErrParam, "learner", "%T takes no weights", l)
	}
	return learn.Fit(learn.By(func(x mat.Matrix, y []T) (M, error) { return weighted.FitWeighted(x, y, weights) }), x, y)
}

// usualWeighted is usual, by weight.
func usualWeighted[T learn.Target](predicted, y []T, weights []float64) float64 {
	lost, total := 0.0, 0.0
	_, labels := any(y).([]int)
	for i, v := range predicted {
		d := float64(v - y[i])
		if labels && d != 0 {
			d = 1
		}
		lost += weights[i] * d * d
		total += weights[i]
	}
	return lost / total
}
