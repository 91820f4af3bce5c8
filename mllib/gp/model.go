package gp

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
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
	var mean []float64
	err := m.inPieces("predict", x, func(b *batch) {
		mean = append(mean, b.mean()...)
	})
	return result(mean, err)
}

// Variance returns the posterior variance Var(f(x) | y) for each row of X; that of a new target is larger by the noise. The errors are those of Predict.
//
// Curriculum: N6.4h, N6.4j.
func (m *RegressionModel) Variance(x mat.Matrix) ([]float64, error) {
	var variance []float64
	err := m.inPieces("variance", x, func(b *batch) {
		b.whiten()
		part := make([]float64, len(b.prior))
		for i, v := range b.prior {
			part[i] = nonNegative(v - b.squares(b.cross, i) + b.squares(b.free, i))
		}
		variance = append(variance, part...)
	})
	return result(variance, err)
}

// Covariance returns the m×m posterior covariance of f at the m rows of X. The errors are those of Predict.
//
// Curriculum: N6.4h, N6.4i.
func (m *RegressionModel) Covariance(x mat.Matrix) (*mat.SymDense, error) {
	var cov *mat.SymDense
	b, err := m.batchOf(x)
	if err == nil {
		cov, err = b.covariance(m)
	}
	if err != nil {
		return nil, fmt.Errorf("gp: covariance: %w", err)
	}
	return cov, nil
}

// result refuses what overflowed.
func result(v []float64, err error) ([]float64, error) {
	if err != nil {
		return nil, err
	}
	for i, e := range v {
		if !finite(e) {
			return nil, fmt.Errorf("gp: %w", input.Errorf(input.ErrNotFinite, "X", "row %d gives %v", i, e))
		}
	}
	return v, nil
}

// batch is some rows of X on their way.
type batch struct {
	m     *RegressionModel
	x     mat.Matrix
	cross blas64.General // row i holds K(x_i, observations), then, whitened, the same times U⁻¹
	free  blas64.General // row i holds what the trend adds to the covariance; no columns without
	prior []float64      // variances
}

// pieceRows is how many rows of X are a batch.
const pieceRows = 1024

func (m *RegressionModel) inPieces(doing string, x mat.Matrix, use func(b *batch)) error {
	if err := m.takes(x); err != nil {
		return fmt.Errorf("gp: %s: %w", doing, err)
	}
	n, d := x.Dims()
	data, stride := input.Rows(x)
	for p := range parallel.Pieces(n, pieceRows) {
		lo, hi := p*pieceRows, min(n, (p+1)*pieceRows)
		part := mat.NewDense(hi-lo, d, nil)
		for i := lo; i < hi; i++ {
			part.SetRow(i-lo, data[i*stride:i*stride+d])
		}
		b, err := m.batchOf(part)
		if err != nil {
			return fmt.Errorf("gp: %s: %w", doing, err)
		}
		use(b)
	}
	return nil
}

func (m *RegressionModel) takes(x mat.Matrix) error {
	if err := m.check(); err != nil {
		return err
	}
	return input.Columns("X", x, len(m.X[0]))
}

func (m *RegressionModel) batchOf(x mat.Matrix) (*batch, error) {
	if err := m.takes(x); err != nil {
		return nil, err
	}
	cross, err := m.Parameters.Kernel.Cross(x, m.observations())
	if err != nil {
		return nil, err
	}
	b := &batch{m: m, x: x, cross: cross.RawMatrix()}
	b.prior, err = m.Parameters.Kernel.Diagonal(x)
	return b, err
}

// mean is the posterior mean of the rows.
func (b *batch) mean() []float64 {
	mean := make([]float64, b.cross.Rows)
	for i := range mean {
		mean[i] = b.m.Parameters.Mean
	}
	blas64.Gemv(blas.NoTrans, 1, b.cross, vector(b.m.Alpha), 1, vector(mean))
	if f := b.m.Free; f != nil {
		blas64.Gemv(blas.Trans, 1, f.at(b.x), vector(f.Beta), 1, vector(mean))
	}
	return mean
}

// whiten multiplies the rows by U⁻¹, and makes those of the trend: R⁻ᵀb − Qv for the functions b and the whitened row v.
func (b *batch) whiten() {
	blas64.Trsm(blas.Right, blas.NoTrans, 1, b.m.triangle(), b.cross)
	f := b.m.Free
	if f == nil {
		return
	}
	k := len(f.Q)
	values := f.at(b.x)
	b.free = blas64.General{Rows: b.cross.Rows, Cols: k, Stride: k, Data: make([]float64, b.cross.Rows*k)}
	for i := range b.cross.Rows {
		row, v := b.free.Data[i*k:(i+1)*k], b.row(b.cross, i)
		for j := range row {
			row[j] = values.Data[j*values.Stride+i]
		}
		f.solveT(row)
		for j, q := range f.Q {
			row[j] -= floats.Dot(q, v)
		}
	}
}

func (b *batch) row(of blas64.General, i int) []float64 {
	return of.Data[i*of.Stride : i*of.Stride+of.Cols]
}

// squares is the squared length of a row, 0 of no columns.
func (b *batch) squares(of blas64.General, i int) float64 {
	if of.Cols == 0 {
		return 0
	}
	row := b.row(of, i)
	return floats.Dot(row, row)
}

// covariance is the posterior covariance of the rows. It whitens them.
func (b *batch) covariance(m *RegressionModel) (*mat.SymDense, error) {
	cov, err := m.Parameters.Kernel.Gram(b.x)
	if err != nil {
		return nil, err
	}
	b.whiten()
	blas64.Syrk(blas.NoTrans, -1, b.cross, 1, cov.RawSymmetric())
	if b.free.Cols > 0 {
		blas64.Syrk(blas.NoTrans, 1, b.free, 1, cov.RawSymmetric())
	}
	for i := range cov.SymmetricDim() {
		cov.SetSym(i, i, nonNegative(cov.At(i, i)))
	}
	_, _, err = input.Matrix("covariance", cov)
	return cov, err
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
	for i := range n {
		if !(m.U[i*n+i] > 0) || math.IsInf(m.U[i*n+i], 0) {
			return input.Errorf(input.ErrShape, "model", "its factor has %v on the diagonal; Fit makes a model", m.U[i*n+i])
		}
	}
	return m.Free.check(m)
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
