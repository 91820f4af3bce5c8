package naivebayes

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/joint"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/mat"
)

// Gaussian has a normal density for each class and column: quadratic discriminant analysis with diagonal covariance matrices.
//
// Curriculum: Y44b.
type Gaussian struct {
	// Smoothing times the largest variance of a column of X is added to all variances, so that none is 0; 0 means 1e-9, as in scikit-learn.
	Smoothing   float64
	Unsmoothed  bool      // nothing is added; each column must vary within each class
	Priors      []float64 // positive, sum 1, in the order of the classes; nil means the class shares
	EqualPriors bool      // 1/K for every class
	Tie         label.Tie // of classes with equal largest scores Positive takes the last, Negative the first
}

// GaussianModel is a mean and a variance for each class and column. It is plain data: it goes through JSON and back.
type GaussianModel struct {
	Classes   []int       // labels in increasing order
	Priors    []float64   // π_k
	Counts    []float64   // observations of each class, or their weights
	Means     [][]float64 // K×d
	Variances [][]float64 // K×d, with the divisor n_k, and what was added
	Added     float64     // to each variance
	Tie       label.Tie
}

// Fit estimates means and variances from the rows of the n×d matrix X with labels y, any integers. The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite (also for variances that overflow or underflow), ErrOneClass, ErrParam, and
// ErrSingular where a variance is 0 with what is added.
func (p Gaussian) Fit(x mat.Matrix, y []int) (*GaussianModel, error) { return p.fit(x, y, nil) }

// FitWeighted is Fit with a weight >= 0 for each row: a row of weight 2 counts as two equal rows, one of weight 0 as none, but for the variance that Smoothing
// takes its share of, which is without weights, as in scikit-learn. The errors are those of Fit, and ErrShape, ErrNotFinite or ErrParam for the weights.
func (p Gaussian) FitWeighted(x mat.Matrix, y []int, weights []float64) (*GaussianModel, error) {
	return p.fit(x, y, weighted(weights))
}

func (p Gaussian) check() error {
	return errors.Join(input.Param(p.Smoothing >= 0 && p.Smoothing <= math.MaxFloat64, "Smoothing", p.Smoothing, "a number >= 0"),
		input.Param(!p.Unsmoothed || p.Smoothing == 0, "Smoothing", p.Smoothing, "0 where Unsmoothed is set"))
}

func (p Gaussian) fit(x mat.Matrix, y []int, weights []float64) (*GaussianModel, error) {
	g, err := take(x, y, weights, priors{p.Priors, p.EqualPriors, p.Tie}, p.check())
	if err != nil {
		return nil, fmt.Errorf("naivebayes: Gaussian: %w", err)
	}
	m := &GaussianModel{Classes: g.classes, Priors: g.priors, Counts: g.sums, Tie: p.Tie}
	m.Means, m.Variances = g.moments()
	if !p.Unsmoothed {
		share := p.Smoothing
		if share == 0 {
			share = 1e-9
		}
		m.Added = share * g.largestVariance(m)
	}
	for k, v := range m.Variances {
		for j := range v {
			if v[j] += m.Added; v[j]-v[j] != 0 || v[j] > 0 && v[j] < 1e-290 {
				return nil, fmt.Errorf("naivebayes: Gaussian: %w", input.Errorf(input.ErrNotFinite, "X", "the variance of column %d in class %d overflows or underflows", j, m.Classes[k]))
			}
			if v[j] == 0 {
				return nil, fmt.Errorf("naivebayes: Gaussian: %w", input.Errorf(input.ErrSingular, "X", "column %d is constant in class %d, or so small that its squares underflow", j, m.Classes[k]))
			}
		}
	}
	return m, nil
}

func (m *GaussianModel) whole() error {
	if m == nil {
		return input.NoModel("naivebayes.GaussianModel")
	}
	if _, err := shaped("GaussianModel", m.Classes, m.Priors, m.Means, m.Variances); err != nil {
		return err
	}
	for k, v := range m.Variances {
		for j, v := range v {
			if !(v > 0) {
				return input.Param(false, fmt.Sprintf("Variances[%d][%d]", k, j), v, "a positive variance")
			}
		}
	}
	return nil
}

// rowsInPiece is the number of rows of a piece of work.
const rowsInPiece = 1024

func (m *GaussianModel) joint(x mat.Matrix) (*mat.Dense, error) {
	if err := m.whole(); err != nil {
		return nil, err
	}
	d := len(m.Means[0])
	if _, _, err := input.Shape("X", x); err != nil {
		return nil, err
	}
	if err := input.Width("X", x, d); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	data, stride := input.Rows(x)
	out := mat.NewDense(n, len(m.Classes), nil)
	constants, inverse := m.constants()
	parallel.Rows(n, rowsInPiece, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			row, u := out.RawRowView(i), data[i*stride:i*stride+d]
			for k := range row {
				row[k] = constants[k] - square(u, m.Means[k], inverse[k])
			}
		}
	})
	for i, v := range out.RawMatrix().Data {
		if v-v != 0 {
			if _, _, err := input.Matrix("X", x); err != nil {
				return nil, err
			}
			if math.IsNaN(v) {
				return nil, input.Errorf(input.ErrNotFinite, "X", "row %d is so far from the means that its density has no logarithm", i/len(m.Classes))
			}
		}
	}
	return out, joint.Settle(out, m.Priors, false)
}

// constants are log π_k - ½ Σ log(2πσ²), and 1/(√2 σ) for each class and column.
func (m *GaussianModel) constants() (constants []float64, inverse [][]float64) {
	for k, v := range m.Variances {
		c, inv := math.Log(m.Priors[k]), make([]float64, len(v))
		for j, s := range v {
			c -= (math.Log(s) + math.Log(2*math.Pi)) / 2
			inv[j] = 1 / math.Sqrt(2*s)
		}
		constants, inverse = append(constants, c), append(inverse, inv)
	}
	return constants, inverse
}

// square is Σ ((x - mean)·inverse)², in four chains.
func square(x, mean, inverse []float64) float64 {
	mean, inverse = mean[:len(x)], inverse[:len(x)]
	var a, b, c, d float64
	j := 0
	for ; j+4 <= len(x); j += 4 {
		e, f := (x[j]-mean[j])*inverse[j], (x[j+1]-mean[j+1])*inverse[j+1]
		g, h := (x[j+2]-mean[j+2])*inverse[j+2], (x[j+3]-mean[j+3])*inverse[j+3]
		a += float64(e * e)
		b += float64(f * f)
		c += float64(g * g)
		d += float64(h * h)
	}
	for ; j < len(x); j++ {
		e := (x[j] - mean[j]) * inverse[j]
		a += float64(e * e)
	}
	return (a + b) + (c + d)
}

// Scores returns the n×K matrix of log π_k + Σ_j log f_kj(x_j) for the rows x of X. The errors wrap input.ErrEmpty, ErrShape or ErrNotFinite for X, the latter also for a row so far from all classes that the logarithms of densities overflow, and
// input.ErrShape or ErrParam for a model that Fit did not make. The other methods have the same errors.
func (m *GaussianModel) Scores(x mat.Matrix) (*mat.Dense, error) { return scores(m, x) }

// Posteriors returns the n×K matrix of P(class k | x) for the rows x of X.
func (m *GaussianModel) Posteriors(x mat.Matrix) (*mat.Dense, error) { return posteriors(m, x) }

// LogPosteriors returns the logarithms of Posteriors.
func (m *GaussianModel) LogPosteriors(x mat.Matrix) (*mat.Dense, error) { return logPosteriors(m, x) }

// Predict returns the label of the largest score for each row of X.
func (m *GaussianModel) Predict(x mat.Matrix) ([]int, error) {
	return predict(m, x, func() ([]int, label.Tie) { return m.Classes, m.Tie })
}
