package data

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Mixture is a mixture of K spherical normal distributions: an observation belongs to component k with probability λ_k
// and is then normal with mean μ_k and covariance σ_k² I. The zero value is the mixture of the course: weights .5, .3, .2; means
// (0, 0), (4, 0), (2, 3.5); σ = .8.
//
// Reference: Nussbaum, section 1.2. Curriculum: N1.2b.
type Mixture struct {
	Weights []float64   // λ, K numbers > 0 with sum 1; nil means equal ones, or those above without Means
	Means   [][]float64 // K points of R^d, with coordinates of size at most 1e300
	Sigma   []float64   // K numbers > 0 and at most 1e300, or one for all components; nil means 1, or .8 without Means
}

// Draw returns n independent observations with their components 0..K-1 as labels. It returns an error that wraps input.ErrParam
// if n < 1, n·d > 2^31, src is nil, or a weight, mean or standard deviation is out of range, input.ErrShape for lists of different lengths, and
// input.ErrNotFinite for a mean that is not finite.
func (m Mixture) Draw(n int, src rand.Source) (*Set, error) {
	m = m.withDefaults()
	if err := errors.Join(
		input.Param(n >= 1, "n", n, "a number >= 1"),
		input.Param(src != nil, "src", nil, "a source of randomness"),
		m.check(),
	); err != nil {
		return nil, fmt.Errorf("data: mixture: %w", err)
	}
	if err := input.Size("n", n, len(m.Means[0])); err != nil {
		return nil, fmt.Errorf("data: mixture: %w", err)
	}
	rnd, d := rand.New(src), len(m.Means[0])
	s := &Set{Name: "mixture", X: mat.NewDense(n, d, nil), Y: make([]int, n)}
	for i := range n {
		k := pick(m.Weights, rnd.Float64())
		s.Y[i] = k
		for j, x := range m.Means[k] {
			s.X.Set(i, j, x+m.sigma(k)*rnd.NormFloat64())
		}
	}
	return s, nil
}

// Density returns p(x) = Σ_k λ_k p_k(x), or NaN if x has another length than the means or the parameters are out of range.
func (m Mixture) Density(x []float64) float64 {
	m = m.withDefaults()
	if m.check() != nil || len(x) != len(m.Means[0]) {
		return math.NaN()
	}
	p := 0.0
	for k, mean := range m.Means {
		s := m.sigma(k)
		z := floats.Distance(x, mean, 2) / s
		p += m.Weights[k] * math.Exp(-z*z/2) / math.Pow(s*math.Sqrt(2*math.Pi), float64(len(x)))
	}
	return p
}

func (m Mixture) sigma(k int) float64 {
	if len(m.Sigma) == 1 {
		return m.Sigma[0]
	}
	return m.Sigma[k]
}

func (m Mixture) withDefaults() Mixture {
	if m.Means == nil {
		m.Means = [][]float64{{0, 0}, {4, 0}, {2, 3.5}}
		if m.Weights == nil {
			m.Weights = []float64{.5, .3, .2}
		}
		if m.Sigma == nil {
			m.Sigma = []float64{.8}
		}
	}
	if m.Weights == nil {
		m.Weights = make([]float64, len(m.Means))
		for k := range m.Weights {
			m.Weights[k] = 1 / float64(len(m.Means))
		}
	}
	if m.Sigma == nil {
		m.Sigma = []float64{1}
	}
	return m
}

func (m Mixture) check() error {
	k := len(m.Means)
	if k == 0 || len(m.Means[0]) == 0 {
		return input.Errorf(input.ErrEmpty, "Mixture.Means", "got none, want points of R^d, d >= 1")
	}
	errs := []error{input.Vector("Mixture.Weights", m.Weights, k)}
	for i, mean := range m.Means {
		name := fmt.Sprintf("Mixture.Means[%d]", i)
		errs = append(errs, input.Vector(name, mean, len(m.Means[0])), notTooLarge(name, mean))
	}
	if len(m.Sigma) != 1 {
		errs = append(errs, input.Vector("Mixture.Sigma", m.Sigma, k))
	}
	sum := 0.0
	for i, w := range m.Weights {
		errs = append(errs, input.Param(w > 0, fmt.Sprintf("Mixture.Weights[%d]", i), w, "a positive number"))
		sum += w
	}
	errs = append(errs, input.Param(math.Abs(sum-1) <= 1e-9, "Mixture.Weights", m.Weights, "numbers with sum 1"))
	for i, s := range m.Sigma {
		errs = append(errs, input.Param(s > 0 && s <= largest, fmt.Sprintf("Mixture.Sigma[%d]", i), s, "a positive number, at most 1e300"))
	}
	return errors.Join(errs...)
}

// largest is the largest mean and standard deviation that the generators take, so that no draw overflows.
const largest = 1e300

func notTooLarge(argument string, v []float64) error {
	for _, e := range v {
		if math.Abs(e) > largest {
			return input.Param(false, argument, v, "numbers of size at most 1e300")
		}
	}
	return nil
}

// pick returns the index at which the sum of the weights first exceeds u in [0, 1).
func pick(weights []float64, u float64) int {
	for k, w := range weights {
		if u < w {
			return k
		}
		u -= w
	}
	return len(weights) - 1
}

// KM10 is ten points of the plane in four obvious groups, which are their labels 0..3. Curriculum: D-KM10, N1.2j, N1.2k.
func KM10() *Set {
	return named("KM10", 2,
		[]float64{0, 0, 1, 0, 0, 1, 5, 5, 6, 5, 5, 6, 0, 6, 1, 7, 7, 0, 8, 1},
		[]int{0, 0, 0, 1, 1, 1, 2, 2, 3, 3})
}
