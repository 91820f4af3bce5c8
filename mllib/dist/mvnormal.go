package dist

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"gonum.org/v1/gonum/mat"
)

// ErrNotPositiveDefinite is wrapped where a covariance matrix is singular or has a negative eigenvalue, to the accuracy of its
// Cholesky factor. Such a law has no density.
var ErrNotPositiveDefinite = errors.New("covariance is not positive definite")

// MVNormal is the normal law on R^d with a density,
//
//	(2π)^(-d/2) |Σ|^(-1/2) exp(-(x-μ)ᵀ Σ⁻¹ (x-μ) / 2).
//
// NewMVNormal makes it. Matrices are kept row by row.
//
// Vetcha (chapter 1) prints the constant as 1/(√(2π) |Σ|^(d/2)), which integrates to 1 only for d = 1.
//
// Curriculum: V1.2a.
type MVNormal struct {
	Mean   []float64 // μ, length d
	Cov    []float64 // Σ, d×d
	L      []float64 // lower Cholesky factor of Σ, d×d
	LogDet float64   // log |Σ|
}

// NewMVNormal returns the normal law with this mean of length d >= 1 and d×d covariance. It returns an error that wraps
// input.ErrEmpty, input.ErrShape, input.ErrNotFinite, input.ErrParam (a cov that is not symmetric) or ErrNotPositiveDefinite. It copies its
// arguments.
func NewMVNormal(mean []float64, cov mat.Matrix) (*MVNormal, error) {
	m, err := newMVNormal(mean, cov)
	if err != nil {
		return nil, fmt.Errorf("dist: normal law: %w", err)
	}
	return m, nil
}

func newMVNormal(mean []float64, given mat.Matrix) (*MVNormal, error) {
	d := len(mean)
	if err := input.Vector("mean", mean, d); err != nil {
		return nil, err
	}
	cov, err := input.Symmetric("cov", given, d)
	if err != nil {
		return nil, err
	}
	var chol mat.Cholesky
	if !chol.Factorize(cov) || chol.Cond() > 1e15 && dependent(cov) {
		return nil, input.Errorf(ErrNotPositiveDefinite, "cov", "it has no usable Cholesky factor")
	}
	m := &MVNormal{Mean: append([]float64(nil), mean...), LogDet: chol.LogDet()}
	var l mat.TriDense
	chol.LTo(&l)
	for i := range d {
		for j := range d {
			m.Cov, m.L = append(m.Cov, cov.At(i, j)), append(m.L, l.At(i, j))
		}
	}
	return m, nil
}

// dependent reports whether coordinates depend on each other linearly, to rounding. Unlike the condition of the covariance, that of the
// correlations does not depend on the units of the coordinates.
func dependent(cov mat.Symmetric) bool {
	d := cov.SymmetricDim()
	correlation := mat.NewSymDense(d, nil)
	for i := range d {
		for j := i; j < d; j++ {
			correlation.SetSym(i, j, cov.At(i, j)/math.Sqrt(cov.At(i, i))/math.Sqrt(cov.At(j, j)))
		}
	}
	var chol mat.Cholesky
	return !chol.Factorize(correlation) || !(chol.Cond() <= 1e15)
}

// Dim returns d, 0 for nil.
func (m *MVNormal) Dim() int {
	if m == nil {
		return 0
	}
	return len(m.Mean)
}

// Check returns an error that wraps input.ErrShape if m was not made by NewMVNormal, or is nil.
func (m *MVNormal) Check(argument string) error {
	d := m.Dim()
	if d == 0 || len(m.L) != d*d || len(m.Cov) != d*d || !finite(m.LogDet) {
		return input.Errorf(input.ErrShape, argument, "a normal law without its factor: NewMVNormal makes one")
	}
	for i := range d {
		if !(m.L[i*d+i] > 0) {
			return input.Errorf(input.ErrShape, argument, "a normal law with a singular factor: NewMVNormal makes one")
		}
	}
	return nil
}

// Sigma returns the covariance as a matrix, an empty one if m does not pass Check.
func (m *MVNormal) Sigma() *mat.SymDense {
	if m.Check("") != nil {
		return &mat.SymDense{}
	}
	return mat.NewSymDense(m.Dim(), append([]float64(nil), m.Cov...))
}

// Mahalanobis2 returns (x-μ)ᵀ Σ⁻¹ (x-μ), or NaN if x has another length than d or a NaN. It is +Inf where it overflows.
func (m *MVNormal) Mahalanobis2(x []float64) float64 {
	if len(x) != m.Dim() || m.Check("") != nil {
		return math.NaN()
	}
	var few [16]float64
	if d := m.Dim(); d > len(few) {
		return m.mahalanobis2(make([]float64, d), x)
	}
	return m.mahalanobis2(few[:], x)
}

// mahalanobis2 solves L z = x - μ in the scratch z and returns ‖z‖².
func (m *MVNormal) mahalanobis2(z, x []float64) float64 {
	d, sum := len(m.Mean), 0.0
	for i := range d {
		row := m.L[i*d : i*d+i+1]
		v := x[i] - m.Mean[i]
		for j, l := range row[:i] {
			v -= l * z[j]
		}
		v /= row[i]
		z[i] = v
		sum += v * v
	}
	if math.IsNaN(sum) && input.Vector("x", x, d) == nil {
		return math.Inf(1) // the difference of two infinities on the way
	}
	return sum
}

// Solve overwrites v, of length d, with Σ⁻¹ v, from the Cholesky factor. It fills v with NaN if it has another length or m does not
// pass Check.
func (m *MVNormal) Solve(v []float64) {
	d := m.Dim()
	if len(v) != d || m.Check("") != nil {
		for j := range v {
			v[j] = math.NaN()
		}
		return
	}
	for i := range d {
		for j, l := range m.L[i*d : i*d+i] {
			v[i] -= l * v[j]
		}
		v[i] /= m.L[i*d+i]
	}
	for i := d - 1; i >= 0; i-- {
		v[i] /= m.L[i*d+i]
		for j, l := range m.L[i*d : i*d+i] {
			v[j] -= l * v[i]
		}
	}
}

// LogProb returns the logarithm of the density at x, -Inf where it overflows, or NaN if x has another length than d.
func (m *MVNormal) LogProb(x []float64) float64 {
	if m.Check("") != nil {
		return math.NaN()
	}
	return m.constant() - m.Mahalanobis2(x)/2
}

// Prob returns the density at x, or NaN if x has another length than d.
func (m *MVNormal) Prob(x []float64) float64 { return math.Exp(m.LogProb(x)) }

func (m *MVNormal) constant() float64 {
	return -float64(m.Dim())/2*math.Log(2*math.Pi) - m.LogDet/2
}

// blockRows is how many rows a goroutine takes at a time.
const blockRows = 512

// LogProbs returns the logarithm of the density at each row of X, -Inf where it overflows. It returns an error that wraps input.ErrEmpty, input.ErrShape or
// input.ErrNotFinite. Blocks of rows are shared among the processors.
func (m *MVNormal) LogProbs(X mat.Matrix) ([]float64, error) {
	if err := m.Check("MVNormal"); err != nil {
		return nil, fmt.Errorf("dist: normal law: %w", err)
	}
	if err := input.Columns("X", X, m.Dim()); err != nil {
		return nil, fmt.Errorf("dist: normal law: %w", err)
	}
	n, d := X.Dims()
	data, stride := input.Rows(X)
	out, constant := make([]float64, n), m.constant()
	parallel.Rows(n, blockRows, func(_, from, to int) {
		z := make([]float64, d)
		for i := from; i < to; i++ {
			out[i] = constant - m.mahalanobis2(z, data[i*stride:i*stride+d])/2
		}
	})
	return out, nil
}

// Rand draws a point into dst, which must have length d; it fills it with NaN otherwise, or without rnd.
func (m *MVNormal) Rand(dst []float64, rnd *rand.Rand) {
	d := m.Dim()
	if len(dst) != d || m.Check("") != nil || rnd == nil {
		for j := range dst {
			dst[j] = math.NaN()
		}
		return
	}
	for j := range dst {
		dst[j] = rnd.NormFloat64()
	}
	for i := d - 1; i >= 0; i-- { // from below, since row i of L needs the normals 0..i
		v := m.Mean[i]
		for j, l := range m.L[i*d : i*d+i+1] {
			v += l * dst[j]
		}
		dst[i] = v
	}
}

// Sample draws n points, the rows of an n×d matrix. It returns an error that wraps input.ErrParam for n < 1, n·d > 2^31 or no source.
func (m *MVNormal) Sample(n int, src rand.Source) (*mat.Dense, error) {
	err := m.Check("MVNormal")
	if err == nil {
		err = checkDraw(n, m.Dim(), src)
	}
	if err != nil {
		return nil, fmt.Errorf("dist: sample: %w", err)
	}
	rnd, X := rand.New(src), mat.NewDense(n, m.Dim(), nil)
	for i := range n {
		m.Rand(X.RawRowView(i), rnd)
	}
	return X, nil
}
