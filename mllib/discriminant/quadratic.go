package discriminant

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/mat"
)

// QuadraticModel is K normal classes with a covariance matrix each, and the Bayes rule for them. QDA.Fit and NewQuadratic make it. It is
// plain data: it goes through JSON and back.
type QuadraticModel struct {
	Classes []int       // labels in increasing order
	Priors  []float64   // π_k
	Means   [][]float64 // μ_k
	Covs    []Sym       // Σ_k
	LogDets []float64   // log det Σ_k
	Tie     label.Tie   // of classes with equal largest scores Positive takes the last, Negative the first
}

// newQuadratic takes over its arguments. scale is that of newFactor.
func newQuadratic(classes []int, priors []float64, means [][]float64, covs []Sym, scale []float64) (*QuadraticModel, error) {
	m := &QuadraticModel{Classes: classes, Priors: priors, Means: means, Covs: covs}
	for k := range classes {
		f, err := newFactor(fmt.Sprintf("covariance of class %d", classes[k]), covs[k], scale)
		if err != nil {
			return nil, err
		}
		m.LogDets = append(m.LogDets, f.logDet)
	}
	return m, nil
}

// Scores returns the n×K matrix of the quadratic discriminant functions
// δ_k(x) = -½ log det Σ_k - ½ (x - μ_k)ᵀΣ_k⁻¹(x - μ_k) + log π_k for the rows x of X. The errors are those of LinearModel.Scores, here and
// in the other methods that take rows.
//
// Curriculum: S3g, Y11b.
func (m *QuadraticModel) Scores(x mat.Matrix) (*mat.Dense, error) {
	s, err := m.scores(x)
	if err != nil {
		return nil, fmt.Errorf("discriminant: scores: %w", err)
	}
	return s, nil
}

// LogPosteriors returns the n×K matrix of log P(Y = k | X = x) for the rows x of X. The errors are those of input.Columns.
func (m *QuadraticModel) LogPosteriors(x mat.Matrix) (*mat.Dense, error) {
	s, err := m.Scores(x)
	if err == nil {
		logSoftmax(s)
	}
	return s, err
}

// Posteriors returns the n×K matrix of P(Y = k | X = x) for the rows x of X. The errors are those of input.Columns.
func (m *QuadraticModel) Posteriors(x mat.Matrix) (*mat.Dense, error) {
	s, err := m.Scores(x)
	if err == nil {
		softmax(s)
	}
	return s, err
}

// Predict returns the label of largest score for each row of X. The errors are those of input.Columns.
func (m *QuadraticModel) Predict(x mat.Matrix) ([]int, error) {
	s, err := m.Scores(x)
	if err == nil && len(m.Classes) != len(m.Priors) {
		err = fmt.Errorf("discriminant: predict: %w", input.Errorf(input.ErrShape, "model", "it has %d classes and %d priors", len(m.Classes), len(m.Priors)))
	}
	if err != nil {
		return nil, err
	}
	return argmax(s, m.Classes, m.Tie), nil
}

// LogJoint returns the n×K matrix of log(π_k g_k(x)) for the rows x of X, with the normal densities g_k. The errors are those of
// input.Columns. Curriculum: S3b, S3c.
func (m *QuadraticModel) LogJoint(x mat.Matrix) (*mat.Dense, error) {
	if m == nil {
		return nil, input.NoModel("discriminant.QuadraticModel")
	}
	return logJoint(x, m.Priors, m.Means, m.cov)
}

// LogDensity returns the log density of X at the rows of the matrix, log Σ_k π_k g_k(x). The errors are those of input.Columns.
func (m *QuadraticModel) LogDensity(x mat.Matrix) ([]float64, error) { return logSum(m.LogJoint(x)) }

// cov returns Σ_k, an empty matrix if the model has none.
func (m *QuadraticModel) cov(k int) Sym {
	if k >= len(m.Covs) {
		return Sym{}
	}
	return m.Covs[k]
}

func (m *QuadraticModel) scores(x mat.Matrix) (*mat.Dense, error) {
	if m == nil {
		return nil, input.NoModel("discriminant.QuadraticModel")
	}
	return normalScores(x, m.Priors, m.Means, m.cov)
}

// normalScores returns log π_k - ½ log det Σ_k - ½ (x - μ_k)ᵀΣ_k⁻¹(x - μ_k) for all rows and classes.
func normalScores(x mat.Matrix, priors []float64, means [][]float64, cov func(k int) Sym) (*mat.Dense, error) {
	if err := whole(priors, means, cov); err != nil {
		return nil, err
	}
	if err := input.Columns("X", x, len(means[0])); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	classes := len(priors)
	factors, constants := make([]*factor, classes), make([]float64, classes)
	for k := range factors {
		var err error
		if factors[k], err = newFactor("covariance", cov(k), nil); err != nil {
			return nil, err
		}
		constants[k] = math.Log(priors[k]) - factors[k].logDet/2
	}
	data, stride := input.Rows(x)
	out := mat.NewDense(n, classes, nil)
	raw := out.RawMatrix().Data
	parallel.Rows(n, chunk, func(_, lo, hi int) {
		x, work := make([][8]float64, len(means[0])), make([][8]float64, len(means[0]))
		for first := lo; first < hi; first += 8 {
			count := min(8, hi-first)
			transpose8(x, data[first*stride:], stride, count)
			for k, f := range factors {
				squares := f.squares8(x, means[k], work)
				for r, q := range squares[:count] {
					raw[(first+r)*classes+k] = constants[k] - q/2
				}
			}
		}
	})
	return out, finiteScores(out)
}
