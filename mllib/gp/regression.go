package gp

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Regression holds the parameters of regression with a Gaussian process: targets are f(x) plus normal noise of one variance.
//
// Curriculum: N6.4h, N6.4i, N6.4l.
type Regression struct {
	Kernel kernels.Kernel // covariance of f, positive definite; the zero value is the inner product
	Noise  float64        // variance σ² of the noise, >= 0; 0 means that f goes through all targets
	Mean   float64        // prior mean of f, the same everywhere
	Trend  Trend          // functions with free coefficients that are added to f; 0 means none
	Search *Search        // how to look for the kernel's parameters and the noise of largest evidence; nil takes them as they are
	Src    rand.Source    `json:"-"` // draws the starts of a Search with Restarts; not needed else
}

var (
	_ learn.Learner[float64, *RegressionModel] = Regression{}
	_ learn.Chance[float64, *RegressionModel]  = Regression{}
)

// Source returns Src.
func (p Regression) Source() rand.Source { return p.Src }

// WithSource returns the same parameters with another source.
func (p Regression) WithSource(src rand.Source) learn.Learner[float64, *RegressionModel] {
	p.Src = src
	return p
}

// Fit computes the posterior given the n×d matrix X, one observation in each row, and the n targets y. It factors the covariance of the targets: n³/3
// multiplications, and some times that for each step of a Search.
//
// The error wraps input.ErrEmpty, ErrShape, ErrNotFinite (also on overflow), ErrParam (a kernel that is not known to be positive definite; Search without what it needs), the errors of
// kernels.Kernel.Gram, or input.ErrSingular: without noise, or with very little, rows that are equal or nearly so determine each other's targets. It names such a
// row; nothing is added to the diagonal in silence.
//
// Reference: Rasmussen and Williams (2006), algorithm 2.1, section 2.7 (Trend) and section 5.4.1 (Search). Curriculum: N6.4h, N6.4i, N6.4j, N6.4l.
func (p Regression) Fit(x mat.Matrix, y []float64) (*RegressionModel, error) {
	return p.FitWeighted(x, y, nil)
}

// FitWeighted is Fit with a weight w_i > 0 for each row, or nil for equal ones: target i has the noise variance σ²/w_i. The errors are those of Fit, and one that wraps
// input.ErrParam for a weight that is not positive.
func (p Regression) FitWeighted(x mat.Matrix, y, w []float64) (*RegressionModel, error) {
	m, err := p.fit(x, y, w)
	if err != nil {
		return nil, fmt.Errorf("gp: regression: %w", err)
	}
	return m, nil
}

func (p Regression) fit(x mat.Matrix, y, w []float64) (*RegressionModel, error) {
	n, _, err := input.Matrix("X", x)
	if err := errors.Join(err, p.check(), checkTargets(y, w, n)); err != nil {
		return nil, err
	}
	d := &observations{x: x, y: y, w: w}
	var report *SearchReport
	if p.Search != nil {
		if p, report, err = p.searched(d); err != nil {
			return nil, err
		}
	}
	m, err := p.conditioned(d)
	if err != nil {
		return nil, err
	}
	m.Report = report
	return m, m.checkNumbers()
}

// conditioned is the posterior with the parameters as they are.
func (p Regression) conditioned(d *observations) (*RegressionModel, error) {
	gram, err := p.Kernel.Gram(d.x)
	if err != nil {
		return nil, err
	}
	m, err := p.given(d, gram)
	if errors.Is(err, errNoFactor) {
		err = p.explain(d)
	}
	return m, err
}

// given is the posterior for a Gram matrix, which it overwrites. The error is errNoFactor where the covariance of the targets has no factor, and those of the trend.
func (p Regression) given(d *observations, gram *mat.SymDense) (*RegressionModel, error) {
	n := len(d.y)
	addNoise(gram, p.Noise, d.w)
	u, err := factor(gram)
	if err != nil {
		return nil, err
	}
	z := make([]float64, n)
	for i, v := range d.y {
		z[i] = v - p.Mean
	}
	solve(blas.Trans, u, z)
	free, logDet := 0, 0.0
	var f *Free
	if p.Trend != NoTrend {
		f = newFree(p.Trend, d.x)
		if err := f.orthogonalise(u, d.x); err != nil {
			return nil, err
		}
		f.Beta = f.project(z)
		f.solve(f.Beta)
		free, logDet = len(f.Q), f.logDet()
	}
	p.Search, p.Src = nil, nil
	m := &RegressionModel{Parameters: p, X: listed(d.x), Y: slices.Clone(d.y), Weights: slices.Clone(d.w), U: u.Data, Free: f}
	for i := range n {
		logDet += 2 * math.Log(u.Data[i*n+i])
	}
	m.LogEvidence = -(floats.Dot(z, z) + logDet + float64(n-free)*math.Log(2*math.Pi)) / 2
	solve(blas.NoTrans, u, z)
	m.Alpha = z
	return m, nil
}

func vector(v []float64) blas64.Vector { return blas64.Vector{N: len(v), Inc: 1, Data: v} }

// listed is a copy of the rows of X.
func listed(x mat.Matrix) [][]float64 {
	n, d := x.Dims()
	all := rows(n, d)
	for i, row := range all {
		mat.Row(row, i, x)
	}
	return all
}

// observations are the data of a fit.
type observations struct {
	x    mat.Matrix
	y, w []float64
}

func checkTargets(y, w []float64, n int) error {
	if n == 0 {
		return nil // said of X
	}
	err := input.Vector("y", y, n)
	if w == nil {
		return err
	}
	err = errors.Join(err, input.Vector("w", w, n))
	for i, v := range w {
		if !(v > 0) {
			return errors.Join(err, input.Errorf(input.ErrParam, "w", "entry %d is %v, want a positive weight", i, v))
		}
	}
	return err
}

func (p Regression) check() error {
	return errors.Join(
		checkKernel("Regression.Kernel", p.Kernel),
		input.Param(p.Noise >= 0 && finite(p.Noise), "Regression.Noise", p.Noise, "a variance >= 0"),
		input.Param(finite(p.Mean), "Regression.Mean", p.Mean, "a finite number"),
		p.Trend.Check("Regression.Trend"),
		p.Search.check("Regression.", p.parameters(), p.Src),
	)
}

// checkKernel refuses what need not be a covariance.
func checkKernel(argument string, k kernels.Kernel) error {
	if err := k.Check(); err != nil {
		return fmt.Errorf("%s: %w", argument, err)
	}
	return input.Param(k.Positive(), argument, k, "a kernel that is positive definite")
}

// noiseName is what the variance of the noise is called among the parameters.
const noiseName = "Noise"

// parameters are those that have a logarithm: of the kernel, and the noise if there is some.
func (p Regression) parameters() []kernels.Parameter {
	all := p.Kernel.Parameters()
	if p.Noise > 0 {
		all = append(all, kernels.Parameter{Name: noiseName, Value: p.Noise})
	}
	return all
}

// with is p with other values of the parameters.
func (p Regression) with(values []float64) (Regression, error) {
	values = slices.Clone(values)
	if n := len(values); p.Noise > 0 {
		p.Noise, values = values[n-1], values[:n-1]
	}
	var err error
	p.Kernel, err = p.Kernel.With(values)
	return p, err
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
