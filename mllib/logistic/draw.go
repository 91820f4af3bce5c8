package logistic

import (
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Draw returns a label for each row x of X, drawn from the model: the second class with probability l(⟨W, x⟩ + B), else the first,
// independently. With a known model that is an experiment on logistic regression; with a fitted one, its parametric bootstrap.
//
// It uses one number of src for each row. The errors are those of Predict, and one that wraps input.ErrParam without src.
func (m *Model) Draw(x mat.Matrix, src rand.Source) ([]int, error) {
	p, err := m.Posterior(x)
	if err == nil {
		err = twoLabels(m.Classes)
	}
	if err == nil && src == nil {
		err = input.Param(false, "src", nil, "a source of randomness")
	}
	if err != nil {
		return nil, fmt.Errorf("logistic: draw: %w", err)
	}
	r, y := rand.New(src), make([]int, len(p))
	for i := range y {
		if y[i] = m.Classes[0]; r.Float64() < p[i] {
			y[i] = m.Classes[1]
		}
	}
	return y, nil
}
