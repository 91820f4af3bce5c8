package gp

import (
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// process is a law of f given data, as both kinds of models have it: with k the kernels of a point with the n observations, f has there the mean constant + kᵀα and the variance
// K(x, x) − ‖U⁻ᵀ(root∘k)‖², and what the trend adds to both.
type process struct {
	kernel   kernels.Kernel
	x        *mat.Dense // the observations
	constant float64
	alpha    []float64
	root     []float64 // factors of the entries of k; nil for 1
	u        blas64.Triangular
	free     *Free // nil without trend
}

// batch is some rows of X on their way.
type batch struct {
	*process
	points mat.Matrix
	cross  blas64.General // row i holds K(x_i, observations), then, whitened, U⁻ᵀ(root∘k)
	trend  blas64.General // row i holds what the trend adds to the covariance; no columns without
	prior  []float64      // variances
}

// batchRows is how many rows of X are a batch, so that their kernels with all observations need not be held at once.
const batchRows = 1024

// asked answers with a law of f, and puts what was done before an error.
func asked[T any](doing string, law func() (*process, error), answer func(p *process) (T, error)) (T, error) {
	var none T
	p, err := law()
	if err == nil {
		var a T
		if a, err = answer(p); err == nil {
			return a, nil
		}
	}
	return none, fmt.Errorf("gp: %s: %w", doing, err)
}

func (p *process) mean(x mat.Matrix) ([]float64, error) {
	var all []float64
	err := p.inBatches(x, func(b *batch) { all = append(all, b.means()...) })
	return all, finiteRows(all, err)
}

func (p *process) moments(x mat.Matrix) (mean, variance []float64, err error) {
	err = p.inBatches(x, func(b *batch) {
		mean = append(mean, b.means()...)
		b.whiten()
		for i, v := range b.prior {
			variance = append(variance, nonNegative(v-squares(b.cross, i)+squares(b.trend, i)))
		}
	})
	return mean, variance, finiteRows(variance, finiteRows(mean, err))
}

// finiteRows refuses what overflowed.
func finiteRows(v []float64, err error) error {
	for i, e := range v {
		if err == nil && !finite(e) {
			err = input.Errorf(input.ErrNotFinite, "X", "row %d gives %v", i, e)
		}
	}
	return err
}

func (p *process) covariance(x mat.Matrix) (*mat.SymDense, error) {
	b, err := p.batch(x)
	if err != nil {
		return nil, err
	}
	return b.covariance()
}

func (p *process) sample(x mat.Matrix, n int, src rand.Source) (*mat.Dense, error) {
	b, err := p.batch(x)
	if err != nil {
		return nil, err
	}
	mean := b.means()
	cov, err := b.covariance()
	if err != nil {
		return nil, err
	}
	return draw(n, mean, cov, floats.Max(b.prior), src)
}

func (p *process) inBatches(x mat.Matrix, use func(b *batch)) error {
	if err := p.takes(x); err != nil {
		return err
	}
	n, d := x.Dims()
	data, stride := input.Rows(x)
	for piece := range parallel.Pieces(n, batchRows) {
		lo, hi := piece*batchRows, min(n, (piece+1)*batchRows)
		part := mat.NewDense(hi-lo, d, nil)
		for i := lo; i < hi; i++ {
			part.SetRow(i-lo, data[i*stride:i*stride+d])
		}
		b, err := p.batch(part)
		if err != nil {
			return err
		}
		use(b)
	}
	return nil
}

func (p *process) takes(x mat.Matrix) error {
	_, d := p.x.Dims()
	return input.Columns("X", x, d)
}

func (p *process) batch(x mat.Matrix) (*batch, error) {
	if err := p.takes(x); err != nil {
		return nil, err
	}
	cross, err := p.kernel.Cross(x, p.x)
	if err != nil {
		return nil, err
	}
	b := &batch{process: p, points: x, cross: cross.RawMatrix()}
	b.prior, err = p.kernel.Diagonal(x)
	return b, err
}

// means are those of the rows. They are asked for before the rows are whitened.
func (b *batch) means() []float64 {
	mean := make([]float64, b.cross.Rows)
	for i := range mean {
		mean[i] = b.constant
	}
	blas64.Gemv(blas.NoTrans, 1, b.cross, vector(b.alpha), 1, vector(mean))
	if b.free != nil {
		blas64.Gemv(blas.Trans, 1, b.free.at(b.points), vector(b.free.Beta), 1, vector(mean))
	}
	return mean
}

// whiten multiplies the rows by the factors and by U⁻¹, and makes those of the trend: R⁻ᵀb − Qv for the functions b and the whitened row v.
func (b *batch) whiten() {
	if b.root != nil {
		for i := range b.cross.Rows {
			floats.Mul(rowOf(b.cross, i), b.root)
		}
	}
	blas64.Trsm(blas.Right, blas.NoTrans, 1, b.u, b.cross)
	f := b.free
	if f == nil {
		return
	}
	k := len(f.Q)
	values := f.at(b.points)
	b.trend = blas64.General{Rows: b.cross.Rows, Cols: k, Stride: k, Data: make([]float64, b.cross.Rows*k)}
	for i := range b.cross.Rows {
		row, v := rowOf(b.trend, i), rowOf(b.cross, i)
		for j := range row {
			row[j] = values.Data[j*values.Stride+i]
		}
		f.solveT(row)
		for j, q := range f.Q {
			row[j] -= floats.Dot(q, v)
		}
	}
}

// covariance is that of the rows. It whitens them.
func (b *batch) covariance() (*mat.SymDense, error) {
	cov, err := b.kernel.Gram(b.points)
	if err != nil {
		return nil, err
	}
	b.whiten()
	blas64.Syrk(blas.NoTrans, -1, b.cross, 1, cov.RawSymmetric())
	if b.trend.Cols > 0 {
		blas64.Syrk(blas.NoTrans, 1, b.trend, 1, cov.RawSymmetric())
	}
	for i := range cov.SymmetricDim() {
		cov.SetSym(i, i, nonNegative(cov.At(i, i)))
	}
	_, _, err = input.Matrix("covariance", cov)
	return cov, err
}

func rowOf(a blas64.General, i int) []float64 { return a.Data[i*a.Stride : i*a.Stride+a.Cols] }

// squares is the squared length of a row, 0 of no columns.
func squares(a blas64.General, i int) float64 {
	if a.Cols == 0 {
		return 0
	}
	row := rowOf(a, i)
	return floats.Dot(row, row)
}
