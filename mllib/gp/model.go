package gp

import (
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// RegressionModel is the law of f given the targets: a Gaussian process again. It is plain data: it goes through JSON and back. It holds n² numbers.
type RegressionModel struct {
	Parameters  Regression    // those of the fit, with what Search found in the kernel and the noise
	X           [][]float64   // the n observations
	Y           []float64     // their targets
	Weights     []float64     // those of FitWeighted, or none
	Alpha       []float64     // the posterior mean is Parameters.Mean + Σ Alpha_i K(x, x_i) + trend
	U           []float64     // the covariance of the targets is UᵀU; n×n row by row, with zeros below the diagonal
	Free        *Free         // the trend; nil without
	LogEvidence float64       // log p(y | X), the logarithm of the marginal likelihood
	Report      *SearchReport // how the search went; nil without
}

// Predict returns the posterior mean E(f(x) | y) for each row of X, with the trend. The error wraps input.ErrEmpty, ErrShape, ErrNotFinite, or is one of kernels.Kernel.Cross.
//
// Curriculum: N6.4h, N6.4j.
func (m *RegressionModel) Predict(x mat.Matrix) ([]float64, error) {
	return asked("predict", m.process, func(p *process) ([]float64, error) { return p.mean(x) })
}

// Variance returns the posterior variance Var(f(x) | y) for each row of X; that of a new target is larger by the noise. The errors are those of Predict.
//
// Curriculum: N6.4h, N6.4j.
func (m *RegressionModel) Variance(x mat.Matrix) ([]float64, error) {
	return asked("variance", m.process, func(p *process) ([]float64, error) {
		_, v, err := p.moments(x)
		return v, err
	})
}

// Covariance returns the m×m posterior covariance of f at the m rows of X. The errors are those of Predict.
//
// Curriculum: N6.4h, N6.4i.
func (m *RegressionModel) Covariance(x mat.Matrix) (*mat.SymDense, error) {
	return asked("covariance", m.process, func(p *process) (*mat.SymDense, error) { return p.covariance(x) })
}

// Sample draws n paths of the posterior at the m rows of X, the rows of an n×m matrix: f without noise. The errors are those of Predict, and one that wraps input.ErrParam for
// n < 1 or no source.
//
// Curriculum: N6.4j.
func (m *RegressionModel) Sample(x mat.Matrix, n int, src rand.Source) (*mat.Dense, error) {
	return asked("sample", m.process, func(p *process) (*mat.Dense, error) { return p.sample(x, n, src) })
}

// process is the posterior, for a model that Fit made.
func (m *RegressionModel) process() (*process, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	return &process{kernel: m.Parameters.Kernel, x: m.observations(), constant: m.Parameters.Mean, free: m.Free, alpha: m.Alpha, u: m.triangle()}, nil
}

func (m *RegressionModel) triangle() blas64.Triangular {
	n := len(m.Y)
	return blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: n, Stride: n, Data: m.U}
}

// observations are those of the model as a matrix.
func (m *RegressionModel) observations() *mat.Dense { return matrixOf(m.X) }

func matrixOf(list [][]float64) *mat.Dense {
	x := mat.NewDense(len(list), len(list[0]), nil)
	for i, row := range list {
		x.SetRow(i, row)
	}
	return x
}

// check refuses models that Fit did not make.
func (m *RegressionModel) check() error {
	if m == nil {
		return input.NoModel("gp.RegressionModel")
	}
	n := len(m.Y)
	if n == 0 || len(m.X) != n || len(m.Alpha) != n || len(m.U) != n*n || m.Weights != nil && len(m.Weights) != n {
		return input.Errorf(input.ErrShape, "model", "it has %d observations, %d targets, %d coefficients and a factor of %d numbers; Fit makes a model", len(m.X), n, len(m.Alpha), len(m.U))
	}
	if err := checkObservations(m.X); err != nil {
		return err
	}
	if (m.Free != nil) != (m.Parameters.Trend != NoTrend) {
		return input.Errorf(input.ErrShape, "model", "the trend is %v, its functions are not; Fit makes a model", m.Parameters.Trend)
	}
	if err := checkFactor(m.U, n); err != nil {
		return err
	}
	return m.Free.check(m)
}

// checkFactor refuses a triangle that is singular.
func checkFactor(u []float64, n int) error {
	for i := range n {
		if v := u[i*n+i]; !(v > 0) || math.IsInf(v, 0) {
			return input.Errorf(input.ErrShape, "model", "its factor has %v on the diagonal; Fit makes a model", v)
		}
	}
	return nil
}

// checkObservations refuses rows of several lengths, or of none.
func checkObservations(x [][]float64) error {
	for i, row := range x {
		if len(row) != len(x[0]) || len(row) == 0 {
			return input.Errorf(input.ErrShape, "model", "observation %d has %d numbers, observation 0 has %d; Fit makes a model", i, len(row), len(x[0]))
		}
	}
	return nil
}

func (f *Free) check(m *RegressionModel) error {
	if f == nil {
		return nil
	}
	k, columns := len(f.Q), 0
	if m.Parameters.Trend == LinearTrend {
		columns = len(m.X[0])
	}
	bad := k != columns+1 || len(f.Centre) != columns || len(f.Scale) != columns || len(f.Beta) != k || len(f.R) != k
	for j := 0; j < k && !bad; j++ {
		bad = len(f.Q[j]) != len(m.Y) || len(f.R[j]) != k || !(f.R[j][j] > 0) || j > 0 && !(f.Scale[j-1] > 0)
	}
	if bad {
		return input.Errorf(input.ErrShape, "model", "its trend has %d functions of another size than the observations; Fit makes a model", k)
	}
	return nil
}

// checkNumbers refuses results that overflowed.
func (m *RegressionModel) checkNumbers() error {
	lists := [][]float64{{m.LogEvidence}, m.Alpha}
	if m.Free != nil {
		lists = append(lists, m.Free.Beta)
	}
	for _, list := range lists {
		for _, v := range list {
			if !finite(v) {
				return input.Errorf(input.ErrNotFinite, "X, y", "they are so large or so small that a result overflows; other units help")
			}
		}
	}
	return nil
}
