package discriminant

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Moments are the first and second moments of labelled data, class by class: all that LDA and QDA need to know of them.
//
// Reference: Nussbaum, section 4; Curriculum: N4b.
type Moments struct {
	Classes []int       // the labels that occur, in increasing order
	Weight  []float64   // number of observations of each class, or its probability for a weighted law
	Means   [][]float64 // K means of length d
	Scatter []dist.Sym  // K scatter matrices Σ (x - m)(x - m)ᵀ over the observations of a class
}

// Divisor says by what a scatter matrix is divided to give a covariance matrix.
type Divisor = enum.Of[divisors]

const (
	Unbiased   Divisor = iota // n - K for the pooled matrix, n_k - 1 for one class
	Likelihood                // n and n_k: maximum likelihood, and the moments of a discrete law
)

type divisors struct{}

func (divisors) Names() (string, []string) {
	return "discriminant.Divisor", []string{Unbiased: "unbiased", Likelihood: "likelihood"}
}

// NewMoments returns the moments of the rows of the n×d matrix X with the labels y, which may be any integers; a single class is
// allowed. The errors are those of input.Matrix, one that wraps input.ErrShape if y has not n entries, and one that wraps
// input.ErrNotFinite for a column so large that its variance overflows. It needs memory for K·d² numbers.
func NewMoments(x mat.Matrix, y []int) (*Moments, error) {
	m, err := newMoments(x, y, nil)
	if err != nil {
		return nil, fmt.Errorf("discriminant: moments: %w", err)
	}
	return m, nil
}

// WeightedMoments returns the moments of the discrete law that gives the point x_i with label y_i the probability (or any weight)
// weights[i] >= 0; a row of weight 2 counts as two equal rows, one of weight 0 as none, and so does a
// class all of whose weights are 0. Besides the errors of NewMoments it returns one that wraps input.ErrParam for a negative weight, and where all are 0.
//
// Curriculum: N4.2b, N4.2f.
func WeightedMoments(x mat.Matrix, y []int, weights []float64) (*Moments, error) {
	m, err := newMoments(x, y, given(weights))
	if err != nil {
		return nil, fmt.Errorf("discriminant: moments: %w", err)
	}
	return m, nil
}

func newMoments(x mat.Matrix, y []int, weights []float64) (*Moments, error) {
	classes, parts, err := byClass(x, y, weights)
	if err != nil {
		return nil, err
	}
	m := &Moments{Classes: classes}
	for _, r := range parts {
		mean := r.mean()
		s := r.scatter(mean)
		for j := range r.d {
			if v := s.Data[j*r.d+j]; v-v != 0 {
				return nil, input.Errorf(input.ErrNotFinite, "X", "the variance of column %d overflows", j)
			}
		}
		m.Weight, m.Means, m.Scatter = append(m.Weight, r.total()), append(m.Means, mean), append(m.Scatter, s)
	}
	return m, nil
}

// Total returns the number of all observations, or the total weight.
func (m *Moments) Total() float64 {
	sum := 0.0
	if m == nil {
		return sum
	}
	for _, w := range m.Weight {
		sum += w
	}
	return sum
}

// Priors returns the share of each class, nil for no moments. Curriculum: Y10a, S3f.
func (m *Moments) Priors() []float64 {
	if m == nil {
		return nil
	}
	priors, total := make([]float64, len(m.Weight)), m.Total()
	for k, w := range m.Weight {
		priors[k] = w / total
	}
	return priors
}

// Mean returns the mean of all observations, nil for moments that are not as NewMoments makes them.
func (m *Moments) Mean() []float64 {
	if m.whole() != nil {
		return nil
	}
	mean, total := make([]float64, m.dim()), m.Total()
	for k, w := range m.Weight {
		for j, v := range m.Means[k] {
			mean[j] += w / total * v
		}
	}
	return mean
}

// Covariance returns the covariance matrix of class k = 0..K-1. It returns an error that wraps input.ErrParam for a k outside, or if the
// class has not more than one observation and the divisor is Unbiased, and one that wraps input.ErrEmpty or ErrShape for moments that are
// not as NewMoments makes them.
func (m *Moments) Covariance(k int, by Divisor) (dist.Sym, error) {
	err := m.whole()
	if err == nil {
		err = input.Param(k >= 0 && k < len(m.Weight), "k", k, fmt.Sprintf("0..%d", len(m.Weight)-1))
	}
	if err != nil {
		return dist.Sym{}, fmt.Errorf("discriminant: covariance: %w", err)
	}
	divisor, err := divide(by, m.Weight[k], 1)
	if err != nil {
		return dist.Sym{}, fmt.Errorf("discriminant: covariance of class %d: %w", m.Classes[k], err)
	}
	return scaled(1/divisor, m.Scatter[k]), nil
}

// Pooled returns the pooled covariance matrix, (S_1 + … + S_K) / (n - K) if the divisor is Unbiased. It returns an error that wraps
// input.ErrParam if n is not larger than K then, and the other errors of Covariance.
//
// Reference: Nussbaum, section 4; Curriculum: N4b, Y10a, S3f.
func (m *Moments) Pooled(by Divisor) (dist.Sym, error) {
	err := m.whole()
	divisor := 0.0
	if err == nil {
		divisor, err = divide(by, m.Total(), float64(len(m.Weight)))
	}
	if err != nil {
		return dist.Sym{}, fmt.Errorf("discriminant: pooled covariance: %w", err)
	}
	return scaled(1/divisor, m.Within()), nil
}

// Within returns the scatter within the classes, the sum of their scatter matrices; the zero Sym for moments that are not as NewMoments
// makes them.
func (m *Moments) Within() dist.Sym {
	if m.whole() != nil {
		return dist.Sym{}
	}
	sum := dist.ZeroSym(m.dim())
	for _, s := range m.Scatter {
		floats.Add(sum.Data, s.Data)
	}
	return sum
}

// Between returns the scatter of the class means around the mean of all, Σ n_k (m_k - m)(m_k - m)ᵀ. Within + Between is the
// scatter of all observations. It is the zero Sym where Within is.
func (m *Moments) Between() dist.Sym {
	mean := m.Mean()
	if mean == nil {
		return dist.ZeroSym(0)
	}
	d := len(mean)
	sum, away := dist.ZeroSym(d), make([]float64, d)
	for k, w := range m.Weight {
		floats.SubTo(away, m.Means[k], mean)
		for i, v := range away {
			floats.AddScaled(sum.Data[i*d:(i+1)*d], w*v, away)
		}
	}
	return sum
}

func divide(by Divisor, total, free float64) (float64, error) {
	if by == Unbiased {
		total -= free
	}
	return total, errors.Join(by.Check("Divisor"),
		input.Param(total > 0, "X", fmt.Sprint(total+free, " observations"), fmt.Sprintf("more than %v for an unbiased covariance", free)))
}

// dim returns d, 0 for the zero value.
func (m *Moments) dim() int {
	if len(m.Means) == 0 {
		return 0
	}
	return len(m.Means[0])
}

// constant says why a column of variance v and means of a size up to the given one has no variance to work with.
func constant(v, size float64) string {
	switch {
	case size > 0 && size < 1e-140:
		return "is constant, or so small that its squares underflow"
	case v > 0:
		return "is constant up to rounding: its standard deviation is at most 1e-14 of its mean"
	}
	return "is constant"
}

// varies refuses a covariance with a column whose standard deviation is only the rounding of numbers of the size of the means.
func (m *Moments) varies(cov dist.Sym) error {
	for j := range cov.N {
		size := 0.0
		for _, mean := range m.Means {
			size = max(size, math.Abs(mean[j]))
		}
		if v := cov.Data[j*cov.N+j]; v <= 1e-28*size*size {
			return input.Errorf(input.ErrSingular, "X", "column %d %s", j, constant(v, size))
		}
	}
	return nil
}
