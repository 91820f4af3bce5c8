package dist

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// MVNormal is the normal law on R^d with a density,
//
//	(2π)^(-d/2) |Σ|^(-1/2) exp(-(x-μ)ᵀ Σ⁻¹ (x-μ) / 2).
//
// NewMVNormal makes it. Whatever needs Σ⁻¹ is computed from the Cholesky factor, Σ = L Lᵀ.
//
// Vetcha (chapter 1) prints the constant as 1/(√(2π) |Σ|^(d/2)), which integrates to 1 only for d = 1.
//
// Curriculum: V1.2a.
type MVNormal struct {
	Mean   []float64 // μ, length d
	Cov    Sym       // Σ, d×d
	L      []float64 // lower Cholesky factor of Σ, d×d row by row
	LogDet float64   // log |Σ|
}

// NewMVNormal returns the normal law with this mean of length d >= 1 and d×d covariance. It returns an error that wraps
// input.ErrEmpty, input.ErrShape, input.ErrNotFinite, input.ErrParam (a cov that is not symmetric) or input.ErrSingular, which names the column. It copies
// its arguments.
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
	cov, err := SymOf("cov", given, d)
	if err != nil {
		return nil, err
	}
	m := &MVNormal{Mean: slices.Clone(mean), Cov: cov, L: slices.Clone(cov.Data)}
	if !factorise(m.L, cov, d) {
		return nil, unusable(cov)
	}
	for i := range d {
		m.LogDet += 2 * math.Log(m.L[i*d+i])
		clear(m.L[i*d+i+1 : (i+1)*d])
	}
	return m, nil
}

// leastPivot is the share of a column's variance that must be left unexplained by the columns before it: 1 - R².
const leastPivot = 1e-12

// factorise overwrites the lower triangle of l, a copy of s, with the Cholesky factor of the first n rows and columns. It reports whether there
// is one: the units of the columns do not matter.
func factorise(l []float64, s Sym, n int) bool {
	_, ok := lapack64.Potrf(blas64.Symmetric{Uplo: blas.Lower, N: n, Stride: s.N, Data: l})
	for i := 0; ok && i < n; i++ {
		at := i*s.N + i
		ok = l[at]*l[at] > leastPivot*s.Data[at]
	}
	return ok
}

// unusable names the first column that a covariance without a factor owes it to.
func unusable(s Sym) error {
	from, to := 0, s.N-1 // the first columns up to from have a factor, those up to and with to have none
	for from < to {
		middle := (from + to) / 2
		if factorise(slices.Clone(s.Data), s, middle+1) {
			from = middle + 1
		} else {
			to = middle
		}
	}
	if s.Data[to*s.N+to] <= 0 {
		return input.Errorf(input.ErrSingular, "cov", "column %d is constant", to)
	}
	return input.Errorf(input.ErrSingular, "cov", "column %d is a linear function of the columns before it", to)
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
	if d == 0 || len(m.L) != d*d || m.Cov.N != d || !m.Cov.whole() || !finite(m.LogDet) {
		return input.Errorf(input.ErrShape, argument, "a normal law without its factor: NewMVNormal makes one")
	}
	for i := range d {
		if !(m.L[i*d+i] > 0) {
			return input.Errorf(input.ErrShape, argument, "a normal law with a singular factor: NewMVNormal makes one")
		}
	}
	return nil
}

// Around returns the law with the same covariance and factor around another mean of length d; it shares all three. It does not check them. It is nil for a nil law.
func (m *MVNormal) Around(mean []float64) *MVNormal {
	if m == nil {
		return nil
	}
	other := *m
	other.Mean = mean
	return &other
}

// lower is the factor as a triangular matrix.
func (m *MVNormal) lower() blas64.Triangular {
	d := len(m.Mean)
	return blas64.Triangular{Uplo: blas.Lower, Diag: blas.NonUnit, N: d, Stride: d, Data: m.L}
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

// Solve overwrites v, of length d, with Σ⁻¹ v. It fills v with NaN if it has another length or m does not pass Check.
func (m *MVNormal) Solve(v []float64) {
	if m.fits(v) {
		blas64.Trsv(blas.NoTrans, m.lower(), blas64.Vector{N: len(v), Inc: 1, Data: v})
		m.unwhiten(v)
	}
}

// Unwhiten overwrites v, of length d, with L⁻ᵀ v: the direction along which X has the coordinate ⟨v, L⁻¹(X-μ)⟩. It fills v with NaN where
// Solve does.
func (m *MVNormal) Unwhiten(v []float64) {
	if m.fits(v) {
		m.unwhiten(v)
	}
}

func (m *MVNormal) unwhiten(v []float64) {
	blas64.Trsv(blas.Trans, m.lower(), blas64.Vector{N: len(v), Inc: 1, Data: v})
}

// fits fills v with NaN unless it has length d and m passes Check.
func (m *MVNormal) fits(v []float64) bool {
	if len(v) == m.Dim() && m.Check("") == nil {
		return true
	}
	for j := range v {
		v[j] = math.NaN()
	}
	return false
}

// Precision returns Σ⁻¹, the zero Sym if m does not pass Check.
func (m *MVNormal) Precision() Sym {
	if m.Check("") != nil {
		return Sym{}
	}
	inverse := m.lower()
	inverse.Data = slices.Clone(m.L)
	lapack64.Potri(inverse) // the factor has no zero on its diagonal
	return FromLower(inverse.N, inverse.Data)
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

// LogProbs returns the logarithm of the density at each row of X, -Inf where it overflows; it differs from LogProb by rounding. It returns an
// error that wraps input.ErrEmpty, input.ErrShape or input.ErrNotFinite. Blocks of rows are shared among the processors.
func (m *MVNormal) LogProbs(X mat.Matrix) ([]float64, error) {
	if err := m.takes(X); err != nil {
		return nil, fmt.Errorf("dist: normal law: %w", err)
	}
	n, _ := X.Dims()
	out := make([]float64, n)
	m.logProbsTo(out, 1, m.constant(), X)
	return out, nil
}

// takes checks the law and points for it.
func (m *MVNormal) takes(X mat.Matrix) error {
	if err := m.Check("MVNormal"); err != nil {
		return err
	}
	return input.Columns("X", X, m.Dim())
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
