package likelihood

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/centring"
	"github.com/mercer-go/mercer/mllib/la"
	"gonum.org/v1/gonum/mat"
)

// NormalVectors is a normal law on R^d that was fitted.
type NormalVectors struct {
	Mean           []float64 // μ, length d
	Cov            dist.Sym  // Σ, d×d, with the divisor n
	N              int
	LogLikelihood  float64
	StandardErrors []float64 // of the entries of Mean
}

// MVNormal fits a normal law to the rows of the n×d matrix X: their mean, and their covariance with the divisor n, of which (n-1)/n is what is expected. It returns the errors of
// input.Matrix, and one that wraps ErrNoMaximum where the covariance is singular (n <= d, a constant column, or one that is a linear function of others), for then the likelihood
// grows without bound as the law flattens onto the plane of the observations; input.ErrNotFinite where it overflows.
//
// Curriculum: V11.1a.
func MVNormal(X mat.Matrix) (*NormalVectors, error) {
	m, err := mvNormal(X)
	if err != nil {
		return nil, fmt.Errorf("likelihood: normal vectors: %w", err)
	}
	return m, nil
}

func mvNormal(X mat.Matrix) (*NormalVectors, error) {
	n, d, err := input.Matrix("X", X)
	if err != nil {
		return nil, err
	}
	x := mat.DenseCopyOf(X)
	mean, _ := centring.Columns(x)
	m := &NormalVectors{Mean: mean, N: n}
	cov := la.Mul(x.T(), x)
	cov.Scale(1/float64(n), cov)
	if _, _, err := input.Matrix("the covariance", cov); err != nil {
		return nil, err
	}
	m.Cov = dist.FromLower(d, cov.RawMatrix().Data)
	law, err := dist.NewMVNormal(m.Mean, m.Cov)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoMaximum, err)
	}
	size := float64(n)
	m.LogLikelihood = -size / 2 * (float64(d)*(1+math.Log(2*math.Pi)) + law.LogDet)
	for j := range d {
		m.StandardErrors = append(m.StandardErrors, math.Sqrt(m.Cov.At(j, j)/size))
	}
	return m, nil
}

// Shares are the probabilities of K outcomes, fitted.
type Shares struct {
	P              []float64 // their frequencies
	N              int       // trials
	LogLikelihood  float64   // of the counts, with the multinomial coefficient
	Cov            dist.Sym  // (diag p - p pᵀ)/n, of rank K-1 or less
	StandardErrors []float64 // 0 at the border, where nothing is known of them
}

// Multinomial fits the probabilities of K outcomes to how often each was seen. It returns an error that wraps input.ErrEmpty where nothing was seen, and input.ErrValue for a
// negative count.
//
// Curriculum: V11.1a, V12c.
func Multinomial(counts []int) (*Shares, error) {
	n := 0
	for k, c := range counts {
		if c < 0 || c > 1<<53 || n > 1<<53 {
			return nil, fmt.Errorf("likelihood: multinomial: %w", input.Errorf(input.ErrValue, "counts", "entry %d is %d, want a number from 0 to 2^53", k, c))
		}
		n += c
	}
	if n == 0 {
		return nil, fmt.Errorf("likelihood: multinomial: %w", input.Errorf(input.ErrEmpty, "counts", "got no trials"))
	}
	size := float64(n)
	s := &Shares{N: n, Cov: dist.ZeroSym(len(counts))}
	s.LogLikelihood, _ = math.Lgamma(size + 1)
	for _, c := range counts {
		p := float64(c) / size
		l, _ := math.Lgamma(float64(c) + 1)
		s.LogLikelihood += xlog(float64(c), p) - l
		s.P = append(s.P, p)
		s.StandardErrors = append(s.StandardErrors, math.Sqrt(p*(1-p)/size))
	}
	for i, p := range s.P {
		for j, q := range s.P {
			v := -p * q
			if i == j {
				v = p * (1 - p)
			}
			s.Cov.Data[i*len(counts)+j] = v / size
		}
	}
	return s, nil
}
