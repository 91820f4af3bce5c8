package discriminant

import (
	"math"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// QuadraticModel is K normal classes with a covariance matrix each, and the Bayes rule for them. QDA.Fit and NewQuadratic make it. It is
// plain data: it goes through JSON and back.
type QuadraticModel struct {
	Classes []int       // labels in increasing order
	Priors  []float64   // π_k
	Means   [][]float64 // μ_k
	Covs    []dist.Sym  // Σ_k
	LogDets []float64   // log det Σ_k
	Tie     label.Tie   // of classes with equal largest scores Positive takes the last, Negative the first
}

// newQuadratic takes over its arguments.
func newQuadratic(classes []int, priors []float64, means [][]float64, covs []dist.Sym) (*QuadraticModel, error) {
	m := &QuadraticModel{Classes: classes, Priors: priors, Means: means, Covs: covs}
	law, err := m.law()
	if err != nil {
		return nil, err
	}
	for _, p := range law.Parts {
		m.LogDets = append(m.LogDets, p.LogDet)
	}
	return m, nil
}

// Scores returns the n×K matrix of the quadratic discriminant functions
// δ_k(x) = -½ log det Σ_k - ½ (x - μ_k)ᵀΣ_k⁻¹(x - μ_k) + log π_k for the rows x of X. The errors are those of LinearModel.Scores, here and
// in the other methods that take rows.
//
// Curriculum: S3g, Y11b.
func (m *QuadraticModel) Scores(x mat.Matrix) (*mat.Dense, error) {
	s, err := m.joint("scores", x)
	if err != nil {
		return nil, err
	}
	constant := float64(len(m.Means[0])) / 2 * math.Log(2*math.Pi) // that all normal densities have
	floats.AddConst(constant, s.RawMatrix().Data)
	return s, nil
}

// LogPosteriors returns the n×K matrix of log P(Y = k | X = x) for the rows x of X. The errors are those of input.Columns.
func (m *QuadraticModel) LogPosteriors(x mat.Matrix) (*mat.Dense, error) {
	s, err := m.joint("log posteriors", x)
	if err == nil {
		logSoftmax(s)
	}
	return s, err
}

// Posteriors returns the n×K matrix of P(Y = k | X = x) for the rows x of X. The errors are those of input.Columns.
func (m *QuadraticModel) Posteriors(x mat.Matrix) (*mat.Dense, error) {
	s, err := m.joint("posteriors", x)
	if err == nil {
		softmax(s)
	}
	return s, err
}

// Predict returns the label of largest score for each row of X. The errors are those of input.Columns.
func (m *QuadraticModel) Predict(x mat.Matrix) ([]int, error) {
	s, err := m.joint("predict", x)
	if err != nil {
		return nil, err
	}
	return argmax(s, m.Classes, m.Tie), nil
}

func (m *QuadraticModel) joint(what string, x mat.Matrix) (*mat.Dense, error) {
	law, err := m.law()
	return joint(what, law, err, x)
}

// whole checks that the model is one that this package made.
func (m *QuadraticModel) whole() error {
	if m == nil {
		return input.NoModel("discriminant.QuadraticModel")
	}
	if len(m.Covs) != len(m.Means) {
		return input.Errorf(input.ErrShape, "model", "it has %d means and %d covariance matrices; Fit or New make a model", len(m.Means), len(m.Covs))
	}
	return whole(m.Classes, m.Priors, m.Means, func(k int) dist.Sym { return m.Covs[k] })
}
