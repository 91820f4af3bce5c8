package smooth

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// ErrNotLinear says that the fitted values of a method are not a linear function of y.
var ErrNotLinear = errors.New("the fitted values are not linear in y")

// Smoother is a linear smoother at n points: the fitted values are ŷ = Sy. It is plain data.
//
// Curriculum: N6.2i.
type Smoother struct {
	S [][]float64 // n rows of n numbers, the matrix. Row i are the weights of all y in ŷ_i, the equivalent kernel at x_i
}

// Of returns the smoother that a method is at the rows of X, the columns of S by one fit each, side by side. A last fit with other targets tells whether the method is linear.
//
// The error is that of Fit or Predict, or wraps ErrNotLinear, or input.ErrParam for more rows than memory holds.
func Of[M learn.Model[float64]](method learn.Learner[float64, M], x mat.Matrix) (*Smoother, error) {
	s, err := matrixOf(method, x)
	if err != nil {
		return nil, fmt.Errorf("smooth: %w", err)
	}
	return s, nil
}

func matrixOf[M learn.Model[float64]](method learn.Learner[float64, M], x mat.Matrix) (*Smoother, error) {
	if input.IsNil(method) {
		return nil, input.Errorf(input.ErrEmpty, "method", "it is nil")
	}
	n, _, err := input.Matrix("X", x)
	if err == nil {
		err = input.Size("X", n, n)
	}
	if err != nil {
		return nil, err
	}
	fitted := func(l learn.Learner[float64, M], y []float64) ([]float64, error) {
		m, err := learn.Fit(l, x, y)
		if err != nil {
			return nil, err
		}
		return learn.Predict(m, x)
	}
	learners := learn.Apart(method, n+1)
	s := square(n)
	err = parallel.Try(n, func(j int) error {
		y := make([]float64, n)
		y[j] = 1
		column, err := fitted(learners[j], y)
		for i, v := range column {
			s.S[i][j] = v
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	y := make([]float64, n)
	for i := range y {
		y[i] = math.Cos(float64(i*i)) + float64(i)/float64(n)
	}
	got, err := fitted(learners[n], y)
	if err != nil {
		return nil, err
	}
	for i, v := range s.times(y) {
		if !(math.Abs(v-got[i]) <= 1e-6*float64(n)) {
			return nil, input.Errorf(ErrNotLinear, "method", "at row %d it gives %v, from which the sum of its parts %v differs; a method that chooses a parameter by y needs a given one", i, got[i], v)
		}
	}
	return s, nil
}

func square(n int) *Smoother {
	s := &Smoother{S: make([][]float64, n)}
	for i := range s.S {
		s.S[i] = make([]float64, n)
	}
	return s
}

// FromMatrix returns the smoother of a square matrix. The errors wrap input.ErrEmpty, ErrShape or ErrNotFinite.
func FromMatrix(S mat.Matrix) (*Smoother, error) {
	n, d, err := input.Matrix("S", S)
	if err == nil && n != d {
		err = input.Errorf(input.ErrShape, "S", "it is a %d×%d matrix", n, d)
	}
	if err != nil {
		return nil, fmt.Errorf("smooth: %w", err)
	}
	s := square(n)
	for i := range s.S {
		mat.Row(s.S[i], i, S)
	}
	return s, nil
}

// Matrix returns S. It is nil for a smoother that is not one.
func (s *Smoother) Matrix() *mat.Dense {
	if s.check() != nil {
		return nil
	}
	m := mat.NewDense(len(s.S), len(s.S), nil)
	for i, row := range s.S {
		m.SetRow(i, row)
	}
	return m
}

func (s *Smoother) check() error {
	if s == nil {
		return input.NoModel("smooth.Smoother")
	}
	if len(s.S) == 0 {
		return input.Errorf(input.ErrShape, "smoother", "it has no rows")
	}
	for i, row := range s.S {
		if len(row) != len(s.S) {
			return input.Errorf(input.ErrShape, "smoother", "row %d has %d numbers, there are %d rows", i, len(row), len(s.S))
		}
	}
	return nil
}

func (s *Smoother) times(y []float64) []float64 {
	f := make([]float64, len(s.S))
	for i, row := range s.S {
		f[i] = floats.Dot(row, y)
	}
	return f
}

// Fitted returns Sy. The errors wrap input.ErrEmpty, ErrShape or ErrNotFinite.
func (s *Smoother) Fitted(y []float64) ([]float64, error) {
	err := s.check()
	if err == nil {
		err = input.Vector("y", y, len(s.S))
	}
	if err != nil {
		return nil, fmt.Errorf("smooth: fitted: %w", err)
	}
	return s.times(y), nil
}

// DF is the trace of S, the effective degrees of freedom that the short cuts of cross-validation count. It is NaN for a smoother that is not one.
//
// Curriculum: N6.2m.
func (s *Smoother) DF() float64 {
	if s.check() != nil {
		return math.NaN()
	}
	sum := 0.0
	for i, row := range s.S {
		sum += row[i]
	}
	return sum
}

// VarianceDF is tr SSᵀ: the variances of the fitted values add to σ²·tr SSᵀ where those of y are σ². It is NaN for a smoother that is not one.
func (s *Smoother) VarianceDF() float64 {
	if s.check() != nil {
		return math.NaN()
	}
	sum := 0.0
	for _, row := range s.S {
		sum += floats.Dot(row, row)
	}
	return sum
}

// ResidualDF is n − tr(2S − SSᵀ): the expected sum of squared residuals is σ² times it, where the fitted values have no bias. For a projection, as least squares, this is n − DF, and VarianceDF
// is DF.
func (s *Smoother) ResidualDF() float64 {
	if s.check() != nil {
		return math.NaN()
	}
	return float64(len(s.S)) - 2*s.DF() + s.VarianceDF()
}

// Errors are what a smoother leaves of y, and what it would leave of observations that it has not seen.
type Errors struct {
	Fitted      []float64 // ŷ
	Residuals   []float64 // y − ŷ
	LeaveOneOut []float64 // (y_i − ŷ_i)/(1 − S_ii). For penalised least squares it is y_i minus the prediction that was fitted without it
	RSS         float64   // Σ (y_i − ŷ_i)²
	PRESS       float64   // Σ of the squared leave-one-out errors
	GCV         float64   // generalised cross-validation, (RSS/n)/(1 − DF/n)²
	Sigma       float64   // √(RSS/ResidualDF), an estimate of the standard deviation of y about its mean
}

// Errors returns the errors for targets y. The error wraps input.ErrEmpty, ErrShape, ErrNotFinite (also where a square overflows), or input.ErrSingular where some S_ii is 1, but for 10⁻¹⁰, or the traces leave no
// degrees of freedom.
func (s *Smoother) Errors(y []float64) (*Errors, error) {
	f, err := s.Fitted(y)
	if err != nil {
		return nil, err
	}
	n := float64(len(y))
	e := &Errors{Fitted: f}
	for i, v := range y {
		left := 1 - s.S[i][i]
		if math.Abs(left) < 1e-10 {
			return nil, fmt.Errorf("smooth: errors: %w", input.Errorf(input.ErrSingular, "S", "observation %d has the leverage %v, its fitted value is its own", i, s.S[i][i]))
		}
		r := v - f[i]
		e.Residuals, e.LeaveOneOut = append(e.Residuals, r), append(e.LeaveOneOut, r/left)
		e.RSS += r * r
		e.PRESS += r / left * (r / left)
	}
	left, residual := 1-s.DF()/n, s.ResidualDF()
	if math.Abs(left) < 1e-10 || residual < 1e-10*n {
		return nil, fmt.Errorf("smooth: errors: %w", input.Errorf(input.ErrSingular, "S", "its traces leave %v of %v degrees of freedom", residual, n))
	}
	e.GCV, e.Sigma = e.RSS/n/left/left, math.Sqrt(e.RSS/residual)
	if sum := e.RSS + e.PRESS + e.GCV; math.IsNaN(sum) || math.IsInf(sum, 0) {
		return nil, fmt.Errorf("smooth: errors: %w", input.Errorf(input.ErrNotFinite, "y", "it is so large that squares overflow"))
	}
	return e, nil
}

// Risk returns the two parts of the mean squared error E n⁻¹‖ŷ − f‖² of the fitted values for y = f + noise with independent errors of the standard deviation sigma >= 0: the squared bias n⁻¹‖(I − S)f‖², and the
// variance σ²·tr(SSᵀ)/n. The errors are those of Fitted, input.ErrParam for another sigma, and input.ErrNotFinite where a square overflows.
//
// Curriculum: N6.2n.
func (s *Smoother) Risk(f []float64, sigma float64) (bias2, variance float64, err error) {
	if err := input.Param(sigma >= 0 && !math.IsInf(sigma, 0), "sigma", sigma, "a number >= 0"); err != nil {
		return 0, 0, fmt.Errorf("smooth: risk: %w", err)
	}
	fitted, err := s.Fitted(f)
	if err != nil {
		return 0, 0, err
	}
	floats.Sub(fitted, f)
	n := float64(len(f))
	bias2, variance = floats.Dot(fitted, fitted)/n, sigma*sigma*s.VarianceDF()/n
	if sum := bias2 + variance; math.IsNaN(sum) || math.IsInf(sum, 0) {
		return 0, 0, fmt.Errorf("smooth: risk: %w", input.Errorf(input.ErrNotFinite, "f, sigma", "they are so large, or S is, that squares overflow"))
	}
	return bias2, variance, nil
}

// Shrinkage returns the spectral form S = U·diag(λ)·Uᵀ of a symmetric smoother: the eigenvalues, the largest first, by which it multiplies the coefficients of y along the n eigenvectors, the columns of U. Those of
// penalised least squares are between 0 and 1. The error wraps input.ErrParam for a matrix that is not symmetric, by more than 10⁻⁸ of its largest entry, and input.ErrShape for a smoother that is not one.
//
// Curriculum: N6.2j, N6.2k.
func (s *Smoother) Shrinkage() (values []float64, vectors *mat.Dense, err error) {
	m, err := s.symmetric()
	if err != nil {
		return nil, nil, fmt.Errorf("smooth: shrinkage: %w", err)
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(m, true) {
		return nil, nil, fmt.Errorf("smooth: shrinkage: %w", input.Errorf(input.ErrNotFinite, "S", "its eigenvalues were not found"))
	}
	n := len(s.S)
	ascending := eigen.Values(nil)
	var u mat.Dense
	eigen.VectorsTo(&u)
	vectors = mat.NewDense(n, n, nil)
	for j := range n {
		values = append(values, ascending[n-1-j])
		vectors.SetCol(j, mat.Col(nil, n-1-j, &u))
	}
	return values, vectors, nil
}

func (s *Smoother) symmetric() (*mat.SymDense, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	n, most := len(s.S), 0.0
	for _, row := range s.S {
		most = max(most, floats.Norm(row, math.Inf(1)))
	}
	m := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			a, b := s.S[i][j], s.S[j][i]
			if !(math.Abs(a-b) <= 1e-8*most) {
				return nil, input.Errorf(input.ErrParam, "S", "entries (%d, %d) and (%d, %d) are %v and %v, it is not symmetric", i, j, j, i, a, b)
			}
			m.SetSym(i, j, a/2+b/2)
		}
	}
	return m, nil
}
