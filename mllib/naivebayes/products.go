package naivebayes

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/joint"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// linear returns the scores X·weightsᵀ + constants.
func linear(x mat.Matrix, weights [][]float64, constants []float64) (*mat.Dense, error) {
	n, _ := x.Dims()
	w := mat.NewDense(len(weights), len(weights[0]), nil)
	for k, v := range weights {
		w.SetRow(k, v)
	}
	out := mat.NewDense(n, len(weights), nil)
	out.Mul(x, w.T())
	for i := range n {
		row := out.RawRowView(i)
		floats.Add(row, constants)
		for _, v := range row {
			if v-v != 0 {
				return nil, input.Errorf(input.ErrNotFinite, "X", "the scores of row %d overflow", i)
			}
		}
	}
	return out, nil
}

func (m *MultinomialModel) joint(x mat.Matrix) (*mat.Dense, error) {
	if m == nil {
		return nil, input.NoModel("naivebayes.MultinomialModel")
	}
	d, err := shaped("MultinomialModel", m.Classes, m.Priors, m.Logs)
	if err == nil {
		err = input.Columns("X", x, d)
	}
	if err == nil {
		err = positive(x)
	}
	if err != nil {
		return nil, err
	}
	constants := make([]float64, len(m.Classes))
	for k, p := range m.Priors {
		constants[k] = math.Log(p)
	}
	return linear(x, m.Logs, constants)
}

func (m *BernoulliModel) joint(x mat.Matrix) (*mat.Dense, error) {
	if m == nil {
		return nil, input.NoModel("naivebayes.BernoulliModel")
	}
	d, err := shaped("BernoulliModel", m.Classes, m.Priors, m.Yes, m.No)
	if err == nil {
		err = input.Columns("X", x, d)
	}
	if err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	bits := mat.NewDense(n, d, nil)
	bits.Apply(func(i, j int, _ float64) float64 { return indicator(x.At(i, j) > m.Threshold) }, bits)
	constants, slopes := make([]float64, len(m.Classes)), make([][]float64, len(m.Classes))
	for k, p := range m.Priors {
		constants[k] = math.Log(p) + floats.Sum(m.No[k])
		slopes[k] = floats.SubTo(make([]float64, d), m.Yes[k], m.No[k])
	}
	return linear(bits, slopes, constants)
}

func (m *CategoricalModel) whole() error {
	if m == nil {
		return input.NoModel("naivebayes.CategoricalModel")
	}
	if err := joint.Model("CategoricalModel", m.Classes, m.Priors, len(m.Logs)); err != nil {
		return err
	}
	for k, tables := range m.Logs {
		if len(tables) == 0 || len(tables) != len(m.Logs[0]) {
			return input.Errorf(input.ErrShape, "CategoricalModel", "class %d has %d tables, the first one %d", m.Classes[k], len(tables), len(m.Logs[0]))
		}
		for j, t := range tables {
			if err := input.Vector(fmt.Sprintf("Logs[%d][%d]", k, j), t, len(m.Logs[0][j])); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *CategoricalModel) joint(x mat.Matrix) (*mat.Dense, error) {
	if err := m.whole(); err != nil {
		return nil, err
	}
	d := len(m.Logs[0])
	if err := input.Columns("X", x, d); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	out := mat.NewDense(n, len(m.Classes), nil)
	for i := range n {
		row := out.RawRowView(i)
		for k, p := range m.Priors {
			row[k] = math.Log(p)
		}
		for j := range d {
			v := x.At(i, j)
			if !category(v, len(m.Logs[0][j])) {
				return nil, input.Param(false, fmt.Sprintf("X[%d][%d]", i, j), v, fmt.Sprintf("one of the categories 0 to %d of Fit", len(m.Logs[0][j])-1))
			}
			for k := range row {
				row[k] += m.Logs[k][j][int(v)]
			}
		}
	}
	return out, nil
}

// Scores returns the n×K matrix of log π_k + Σ_j x_j log p_kj for the rows x of X. The errors wrap input.ErrEmpty, ErrShape or ErrNotFinite for X, the latter also for scores that overflow, ErrParam for a number that Fit would
// refuse, and input.ErrShape or ErrParam for a model that Fit did not make. The other methods have the same errors.
func (m *MultinomialModel) Scores(x mat.Matrix) (*mat.Dense, error) { return scores(m, x) }

// Posteriors returns the n×K matrix of P(class k | x) for the rows x of X.
func (m *MultinomialModel) Posteriors(x mat.Matrix) (*mat.Dense, error) { return posteriors(m, x) }

// LogPosteriors returns the logarithms of Posteriors.
func (m *MultinomialModel) LogPosteriors(x mat.Matrix) (*mat.Dense, error) {
	return logPosteriors(m, x)
}

// Predict returns the label of the largest score for each row of X.
func (m *MultinomialModel) Predict(x mat.Matrix) ([]int, error) {
	return predict(m, x, func() ([]int, label.Tie) { return m.Classes, m.Tie })
}

// Scores returns the n×K matrix of log π_k + Σ_j log P(answer j | k) for the rows x of X. The errors are those of MultinomialModel.Scores. The other methods have the same errors.
func (m *BernoulliModel) Scores(x mat.Matrix) (*mat.Dense, error) { return scores(m, x) }

// Posteriors returns the n×K matrix of P(class k | x) for the rows x of X.
func (m *BernoulliModel) Posteriors(x mat.Matrix) (*mat.Dense, error) { return posteriors(m, x) }

// LogPosteriors returns the logarithms of Posteriors.
func (m *BernoulliModel) LogPosteriors(x mat.Matrix) (*mat.Dense, error) { return logPosteriors(m, x) }

// Predict returns the label of the largest score for each row of X.
func (m *BernoulliModel) Predict(x mat.Matrix) ([]int, error) {
	return predict(m, x, func() ([]int, label.Tie) { return m.Classes, m.Tie })
}

// Scores returns the n×K matrix of log π_k + Σ_j log P(category x_j | k) for the rows x of X. The errors are those of MultinomialModel.Scores. The other methods have the same errors.
func (m *CategoricalModel) Scores(x mat.Matrix) (*mat.Dense, error) { return scores(m, x) }

// Posteriors returns the n×K matrix of P(class k | x) for the rows x of X.
func (m *CategoricalModel) Posteriors(x mat.Matrix) (*mat.Dense, error) { return posteriors(m, x) }

// LogPosteriors returns the logarithms of Posteriors.
func (m *CategoricalModel) LogPosteriors(x mat.Matrix) (*mat.Dense, error) {
	return logPosteriors(m, x)
}

// Predict returns the label of the largest score for each row of X.
func (m *CategoricalModel) Predict(x mat.Matrix) ([]int, error) {
	return predict(m, x, func() ([]int, label.Tie) { return m.Classes, m.Tie })
}
