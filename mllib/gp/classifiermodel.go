package gp

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// ClassifierModel is the normal law of f that stands for its law given the labels. It is plain data: it goes through JSON and back. It holds n² numbers.
type ClassifierModel struct {
	Parameters  Classifier    // those of the fit, with what Search found in the kernel
	X           [][]float64   // the n observations
	Signs       []float64     // their labels: −1 for the first class, +1 for the second
	Classes     label.Classes // the two labels in increasing order
	Fitted      []float64     // the means of f at the observations; of Laplace the mode of its law
	Alpha       []float64     // the mean of f is Σ Alpha_i K(x, x_i)
	Root        []float64     // the roots of the precisions that the labels add, √W of Laplace
	U           []float64     // I + diag(Root) K diag(Root) is UᵀU; n×n row by row, with zeros below the diagonal
	LogEvidence float64       // log p(y | X), approximately
	Report      ClassifierReport
}

// Predict returns the more probable label for each row of X. The error wraps input.ErrEmpty, ErrShape, ErrNotFinite, or is one of kernels.Kernel.Cross.
func (m *ClassifierModel) Predict(x mat.Matrix) ([]int, error) {
	s, err := m.Scores(x)
	if err != nil {
		return nil, err
	}
	y := make([]int, len(s))
	for i, v := range s {
		y[i] = m.Classes[(label.Sign(v, m.Parameters.Tie)+1)/2]
	}
	return y, nil
}

// Scores returns the mean of f for each row of X: it is positive where the second class has the larger posterior. The errors are those of Predict.
func (m *ClassifierModel) Scores(x mat.Matrix) ([]float64, error) {
	return asked("scores", m.process, func(p *process) ([]float64, error) { return p.mean(x) })
}

// Latent returns the mean and the variance of f for each row of X. The errors are those of Predict.
//
// Reference: Rasmussen and Williams (2006), algorithms 3.2 and 3.6. Curriculum: N6.4q.
func (m *ClassifierModel) Latent(x mat.Matrix) (mean, variance []float64, err error) {
	_, err = asked("latent", m.process, func(p *process) (_ any, err error) {
		mean, variance, err = p.moments(x)
		return nil, err
	})
	return mean, variance, err
}

// Covariance returns the m×m covariance of f at the m rows of X. Of the kernel Linear, the means and the covariance at the rows of the identity are those of w in f(x) = ⟨w, x⟩. The errors are those of
// Predict.
//
// Curriculum: N6.4r, N6.4s.
func (m *ClassifierModel) Covariance(x mat.Matrix) (*mat.SymDense, error) {
	return asked("covariance", m.process, func(p *process) (*mat.SymDense, error) { return p.covariance(x) })
}

// Sample draws n paths of f at the m rows of X, the rows of an n×m matrix. The errors are those of Predict, and one that wraps input.ErrParam for n < 1 or no source.
func (m *ClassifierModel) Sample(x mat.Matrix, n int, src rand.Source) (*mat.Dense, error) {
	return asked("sample", m.process, func(p *process) (*mat.Dense, error) { return p.sample(x, n, src) })
}

// Posterior returns P(second class | x) = E l(f(x)) for each row of X, the average over the law of f. l(E f(x)) is nearer to 0 or 1: it does not know how little is known. The errors are those of Predict.
//
// Curriculum: N6.4q.
func (m *ClassifierModel) Posterior(x mat.Matrix) ([]float64, error) {
	return asked("posterior", m.process, func(p *process) ([]float64, error) {
		all, err := m.averages(p, x)
		if err != nil {
			return nil, err
		}
		second := make([]float64, len(all)/2)
		for i := range second {
			second[i] = all[2*i+1]
		}
		return second, nil
	})
}

// Posteriors returns the n×2 matrix of P(class | x) in the order of Classes. The errors are those of Predict.
func (m *ClassifierModel) Posteriors(x mat.Matrix) (*mat.Dense, error) {
	return asked("posteriors", m.process, func(p *process) (*mat.Dense, error) {
		all, err := m.averages(p, x)
		if err != nil {
			return nil, err
		}
		return mat.NewDense(len(all)/2, 2, all), nil
	})
}

// averages are the probabilities of both classes, row by row.
func (m *ClassifierModel) averages(p *process, x mat.Matrix) ([]float64, error) {
	mean, variance, err := p.moments(x)
	if err != nil {
		return nil, err
	}
	all := make([]float64, 2*len(mean))
	t := newTilt(m.Parameters.Link)
	parallel.Rows(len(mean), 64, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			small := math.Exp(t.of(1, -math.Abs(mean[i]), variance[i]).log) // at most 1/2
			first, second := 1-small, small
			if mean[i] > 0 {
				first, second = small, 1-small
			}
			all[2*i], all[2*i+1] = first, second
		}
	})
	return all, nil
}

// Evidence returns the approximate evidence with its derivatives by the logarithms of the kernel's parameters. Those of expectation propagation hold where it has converged. The errors are those of Predict.
//
// Reference: Rasmussen and Williams (2006), algorithms 5.1 and 5.2.
func (m *ClassifierModel) Evidence() (*Evidence, error) {
	err := m.check()
	if err == nil {
		var gram *mat.SymDense
		var by []*mat.SymDense
		if gram, by, err = m.Parameters.Kernel.Gradient(matrixOf(m.X)); err == nil {
			return newEvidence(m.LogEvidence, m.Parameters.Kernel.Parameters(), m.slopes(whole(gram), by))
		}
	}
	return nil, fmt.Errorf("gp: evidence: %w", err)
}

// slopes are the derivatives of the evidence for the derivatives of the Gram matrix: Σ M_ij ∂K_ij with M = (ααᵀ − R)/2, R = diag(Root)(UᵀU)⁻¹diag(Root), and for Laplace what the move of the mode adds.
func (m *ClassifierModel) slopes(gram *mat.Dense, by []*mat.SymDense) []float64 {
	u := m.triangle()
	own := u
	own.Data = slices.Clone(u.Data)
	p := inverse(own)
	for i, r := range m.Root {
		row := p.Data[i*p.Stride+i : i*p.Stride+p.N]
		floats.Mul(row, m.Root[i:])
		floats.Scale(-r/2, row)
	}
	blas64.Syr(.5, vector(m.Alpha), p)
	if m.Parameters.Approximation == Laplace {
		blas64.Syr2(.5, vector(m.modeSlopes(gram, u)), vector(m.Alpha), p)
	}
	gradient := make([]float64, len(by))
	for j, d := range by {
		gradient[j] = inner(p, d.RawSymmetric())
	}
	return gradient
}

// modeSlopes is (I − RK) s with s_i the derivative of the evidence by the mode's f_i: half the posterior variance times the third derivative of the log likelihood, as the
// derivative of W is minus that.
func (m *ClassifierModel) modeSlopes(gram *mat.Dense, u blas64.Triangular) []float64 {
	k := upperOf(gram)
	n := k.N
	c := whitenedGram(k, m.Root, u)
	variance := make([]float64, n)
	for i := range n {
		variance[i] = k.Data[i*k.Stride+i]
	}
	for i := range n {
		for j, v := range rowOf(c, i) {
			variance[j] -= float64(v * v)
		}
	}
	s := make([]float64, n)
	for i, y := range m.Signs {
		_, _, third := derivatives(m.Parameters.Link, y, m.Fitted[i])
		s[i] = nonNegative(variance[i]) * third / 2
	}
	less := make([]float64, n)
	blas64.Symv(1, k, vector(s), 0, vector(less))
	sandwich(u, m.Root, less)
	floats.Sub(s, less)
	return s
}

func (m *ClassifierModel) triangle() blas64.Triangular {
	n := len(m.Signs)
	return blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: n, Stride: n, Data: m.U}
}

// process is the law of f, for a model that Fit made.
func (m *ClassifierModel) process() (*process, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	return &process{kernel: m.Parameters.Kernel, x: matrixOf(m.X), alpha: m.Alpha, root: m.Root, u: m.triangle()}, nil
}

// check refuses models that Fit did not make.
func (m *ClassifierModel) check() error {
	if m == nil {
		return input.NoModel("gp.ClassifierModel")
	}
	n := len(m.Signs)
	if n == 0 || len(m.X) != n || len(m.Alpha) != n || len(m.Fitted) != n || len(m.Root) != n || len(m.U) != n*n || len(m.Classes) != 2 {
		return input.Errorf(input.ErrShape, "model", "it has %d observations, %d labels of %d classes, %d coefficients and a factor of %d numbers; Fit makes a model", len(m.X), n, len(m.Classes), len(m.Alpha),
			len(m.U))
	}
	if err := input.Increasing("model", m.Classes); err != nil {
		return err
	}
	if err := checkObservations(m.X); err != nil {
		return err
	}
	return checkFactor(m.U, n)
}
