package naivebayes

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/density"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/joint"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/mat"
)

// Histogram has a histogram for each class and column. The bins of a column are those of all classes together, and each bin gets Alpha observations more, so that none has density 0 (the sources' slides do
// not speak of it, and one empty bin would rule out a class whatever the other columns say). Numbers outside of the bins count as the bin next to them.
//
// Curriculum: Y44b.
type Histogram struct {
	Marginal    density.Histogram // how the bins of each column are chosen
	Alpha       float64           // observations added to each bin, > 0; 0 means 1
	Priors      []float64         // as in Gaussian
	EqualPriors bool              // as in Gaussian
	Tie         label.Tie         // as in Gaussian
}

// HistogramModel is the log densities of all bins. It is plain data: it goes through JSON and back.
type HistogramModel struct {
	Classes []int         // labels in increasing order
	Priors  []float64     // π_k
	Edges   [][]float64   // of each column
	Logs    [][][]float64 // log density of each class, column and bin
	Tie     label.Tie
}

// Fit counts the rows of the n×d matrix X with labels y, any integers. The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite, ErrOneClass, ErrParam, and those of density.Histogram.Fit with the column.
func (p Histogram) Fit(x mat.Matrix, y []int) (*HistogramModel, error) { return p.fit(x, y, nil) }

// FitWeighted is Fit with a weight >= 0 for each row, with which it is counted; the bins are chosen from the rows of weight above 0, without weights. The errors are those of Fit, and ErrShape, ErrNotFinite or ErrParam for the weights.
func (p Histogram) FitWeighted(x mat.Matrix, y []int, weights []float64) (*HistogramModel, error) {
	return p.fit(x, y, weighted(weights))
}

func (p Histogram) fit(x mat.Matrix, y []int, weights []float64) (*HistogramModel, error) {
	alpha, err := smoothing(p.Alpha)
	g, err := take(x, y, weights, priors{p.Priors, p.EqualPriors, p.Tie}, err)
	if err != nil {
		return nil, fmt.Errorf("naivebayes: histogram: %w", err)
	}
	m := &HistogramModel{Classes: g.classes, Priors: g.priors, Tie: p.Tie, Logs: make([][][]float64, len(g.classes))}
	for j := range g.d {
		column := mat.Col(nil, j, x)
		counted := g.counted(column)
		h, err := p.Marginal.Fit(mat.NewDense(len(counted), 1, counted))
		if err != nil {
			return nil, fmt.Errorf("naivebayes: histogram: column %d: %w", j, err)
		}
		m.Edges = append(m.Edges, h.Edges[0])
		for k, rows := range g.rows {
			m.Logs[k] = append(m.Logs[k], g.logBins(h.Edges[0], column, rows, g.sums[k], alpha))
		}
	}
	return m, nil
}

// counted are the entries of a column in the rows of weight above 0.
func (g *given) counted(column []float64) []float64 {
	if g.weights == nil {
		return column
	}
	var some []float64
	for i, v := range column {
		if g.weights[i] > 0 {
			some = append(some, v)
		}
	}
	return some
}

// smoothing is Alpha with its default.
func smoothing(alpha float64) (float64, error) {
	if alpha == 0 {
		return 1, nil
	}
	return alpha, input.Param(alpha > 0 && alpha <= 1e290, "Alpha", alpha, "a positive number of at most 1e290, or 0 for 1")
}

// logBins is log((N_b + α)/((N + αB)v_b)) for the bins b of a column.
func (g *given) logBins(edges, column []float64, rows []int, sum, alpha float64) []float64 {
	logs := make([]float64, len(edges)-1)
	for _, i := range rows {
		logs[bin(edges, column[i])] += g.weight(i)
	}
	for b, c := range logs {
		logs[b] = math.Log(c+alpha) - math.Log(sum+alpha*float64(len(logs))) - math.Log(edges[b+1]-edges[b])
	}
	return logs
}

// bin of v; outside, the one next to it.
func bin(edges []float64, v float64) int {
	k, found := slices.BinarySearch(edges, v)
	if !found {
		k--
	}
	return min(max(k, 0), len(edges)-2)
}

func (m *HistogramModel) whole() error {
	if m == nil {
		return input.NoModel("naivebayes.HistogramModel")
	}
	if err := joint.Model("HistogramModel", m.Classes, m.Priors, len(m.Logs)); err != nil {
		return err
	}
	if len(m.Edges) == 0 {
		return input.Errorf(input.ErrShape, "HistogramModel", "it has no columns; Fit makes a model")
	}
	var err error
	for k, logs := range m.Logs {
		if len(logs) != len(m.Edges) {
			return input.Errorf(input.ErrShape, "HistogramModel", "class %d has %d columns, want %d", m.Classes[k], len(logs), len(m.Edges))
		}
		for j, l := range logs {
			err = errors.Join(err, input.Vector(fmt.Sprintf("Logs[%d][%d]", k, j), l, len(m.Edges[j])-1))
		}
	}
	return err
}

func (m *HistogramModel) joint(x mat.Matrix) (*mat.Dense, error) {
	if err := m.whole(); err != nil {
		return nil, err
	}
	if err := input.Columns("X", x, len(m.Edges)); err != nil {
		return nil, err
	}
	n, d := x.Dims()
	out := mat.NewDense(n, len(m.Classes), nil)
	for i := range n {
		row := out.RawRowView(i)
		for k, p := range m.Priors {
			row[k] = math.Log(p)
		}
		for j := range d {
			b := bin(m.Edges[j], x.At(i, j))
			for k := range row {
				row[k] += m.Logs[k][j][b]
			}
		}
	}
	return out, nil
}

// Scores returns the n×K matrix of log π_k + Σ_j log f̂_kj(x_j) for the rows x of X. The errors are those of GaussianModel.Scores. The other methods have the same errors.
func (m *HistogramModel) Scores(x mat.Matrix) (*mat.Dense, error) { return scores(m, x) }

// Posteriors returns the n×K matrix of P(class k | x) for the rows x of X.
func (m *HistogramModel) Posteriors(x mat.Matrix) (*mat.Dense, error) { return posteriors(m, x) }

// LogPosteriors returns the logarithms of Posteriors.
func (m *HistogramModel) LogPosteriors(x mat.Matrix) (*mat.Dense, error) { return logPosteriors(m, x) }

// Predict returns the label of the largest score for each row of X.
func (m *HistogramModel) Predict(x mat.Matrix) ([]int, error) {
	return predict(m, x, func() ([]int, label.Tie) { return m.Classes, m.Tie })
}
