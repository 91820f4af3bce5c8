package naivebayes

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/density"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/joint"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/mat"
)

// KDE has a kernel density estimate on the line for each class and column.
//
// Curriculum: Y44b.
type KDE struct {
	Marginal    density.KDE // how each is estimated, with a bandwidth of its own
	Priors      []float64   // as in Gaussian
	EqualPriors bool        // as in Gaussian
	Tie         label.Tie   // as in Gaussian
}

// KDEModel is an estimate for each class and column. It is plain data: it goes through JSON and back.
type KDEModel struct {
	Classes   []int                 // labels in increasing order
	Priors    []float64             // π_k
	Marginals [][]*density.KDEModel // K×d
	Tie       label.Tie
}

// Fit estimates a density for each class and column of the n×d matrix X with labels y, any integers. The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite, ErrOneClass, ErrParam, and those of density.KDE.Fit with the class and
// column, such as ErrSingular for a constant one.
func (p KDE) Fit(x mat.Matrix, y []int) (*KDEModel, error) { return p.fit(x, y, nil) }

// FitWeighted is Fit with a weight >= 0 for each row, as density.KDE.FitWeighted takes them. The errors are those of Fit, and ErrShape, ErrNotFinite or ErrParam for the weights.
func (p KDE) FitWeighted(x mat.Matrix, y []int, weights []float64) (*KDEModel, error) {
	return p.fit(x, y, weighted(weights))
}

func (p KDE) fit(x mat.Matrix, y []int, weights []float64) (*KDEModel, error) {
	g, err := take(x, y, weights, priors{p.Priors, p.EqualPriors, p.Tie}, nil)
	if err != nil {
		return nil, fmt.Errorf("naivebayes: KDE: %w", err)
	}
	m := &KDEModel{Classes: g.classes, Priors: g.priors, Tie: p.Tie, Marginals: make([][]*density.KDEModel, len(g.classes))}
	for k, rows := range g.rows {
		part := joint.Take(x, rows)
		for j := range g.d {
			f, err := p.marginal(part.Slice(0, len(rows), j, j+1), rows, g)
			if err != nil {
				return nil, fmt.Errorf("naivebayes: KDE: class %d, column %d: %w", g.classes[k], j, err)
			}
			m.Marginals[k] = append(m.Marginals[k], f)
		}
	}
	return m, nil
}

func (p KDE) marginal(column mat.Matrix, rows []int, g *given) (*density.KDEModel, error) {
	if g.weights == nil {
		return p.Marginal.Fit(column)
	}
	var w []float64
	for _, i := range rows {
		w = append(w, g.weights[i])
	}
	return p.Marginal.FitWeighted(column, w)
}

func (m *KDEModel) whole() error {
	if m == nil {
		return input.NoModel("naivebayes.KDEModel")
	}
	if err := joint.Model("KDEModel", m.Classes, m.Priors, len(m.Marginals)); err != nil {
		return err
	}
	for _, f := range m.Marginals {
		if len(f) == 0 || len(f) != len(m.Marginals[0]) {
			return input.Errorf(input.ErrShape, "KDEModel", "a class has %d densities, the first one %d; Fit makes a model", len(f), len(m.Marginals[0]))
		}
	}
	return nil
}

func (m *KDEModel) joint(x mat.Matrix) (*mat.Dense, error) {
	if err := m.whole(); err != nil {
		return nil, err
	}
	d := len(m.Marginals[0])
	if err := input.Columns("X", x, d); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	out, zeros := mat.NewDense(n, len(m.Classes), nil), true
	for j := range d {
		column := mat.NewDense(n, 1, mat.Col(nil, j, x))
		for k := range m.Classes {
			logs, err := m.Marginals[k][j].LogProbs(column)
			if err != nil {
				return nil, fmt.Errorf("class %d, column %d: %w", m.Classes[k], j, err)
			}
			kernel := m.Marginals[k][j].Kernel
			zeros = zeros && kernel != density.Gaussian && kernel != density.Exponential
			for i, v := range logs {
				out.Set(i, k, out.At(i, k)+v)
			}
		}
	}
	for i := range n {
		for k, p := range m.Priors {
			out.Set(i, k, out.At(i, k)+math.Log(p))
		}
	}
	return out, joint.Settle(out, m.Priors, zeros)
}

// Scores returns the n×K matrix of log π_k + Σ_j log f̂_kj(x_j) for the rows x of X, -Inf where a density is 0; a row in which all are gets log π_k. The errors are those of GaussianModel.Scores. The other methods have the same errors.
//
// Curriculum: Y44b.
func (m *KDEModel) Scores(x mat.Matrix) (*mat.Dense, error) { return scores(m, x) }

// Posteriors returns the n×K matrix of P(class k | x) for the rows x of X.
func (m *KDEModel) Posteriors(x mat.Matrix) (*mat.Dense, error) { return posteriors(m, x) }

// LogPosteriors returns the logarithms of Posteriors.
func (m *KDEModel) LogPosteriors(x mat.Matrix) (*mat.Dense, error) { return logPosteriors(m, x) }

// Predict returns the label of the largest score for each row of X.
func (m *KDEModel) Predict(x mat.Matrix) ([]int, error) {
	return predict(m, x, func() ([]int, label.Tie) { return m.Classes, m.Tie })
}
