package dist

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/mat"
)

// Mixture is a mixture of normal laws on the line: with probability Weights[k] the draw comes from Parts[k].
type Mixture struct {
	Weights []float64 // probabilities, with sum 1; nil means equal ones
	Parts   []Normal  // at least one
}

// Prob returns the density at x.
func (m Mixture) Prob(x float64) float64 {
	return m.sum(func(n Normal) float64 { return n.Prob(x) })
}

// LogProb returns the logarithm of the density at x, also where the density itself is too small for a float64.
func (m Mixture) LogProb(x float64) float64 {
	if m.Check("") != nil {
		return math.NaN()
	}
	terms := make([]float64, len(m.Parts))
	for k, n := range m.Parts {
		terms[k] = math.Log(weight(m.Weights, k, len(m.Parts))) + n.LogProb(x)
	}
	return special.LogSumExp(terms)
}

// CDF returns P(X <= x).
func (m Mixture) CDF(x float64) float64 { return m.sum(func(n Normal) float64 { return n.CDF(x) }) }

func (m Mixture) sum(f func(n Normal) float64) float64 {
	if m.Check("") != nil {
		return math.NaN()
	}
	s := 0.0
	for k, n := range m.Parts {
		s += weight(m.Weights, k, len(m.Parts)) * f(n)
	}
	return s
}

// Rand draws a number, or returns NaN if the mixture does not pass Check or without rnd.
func (m Mixture) Rand(rnd *rand.Rand) float64 {
	if m.Check("") != nil || rnd == nil {
		return math.NaN()
	}
	return m.Parts[Index(rnd, m.Weights, len(m.Parts))].Rand(rnd)
}

// Range returns an interval that holds the ranges of all parts.
func (m Mixture) Range() (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, n := range m.Parts {
		a, b := n.Range()
		lo, hi = min(lo, a), max(hi, b)
	}
	return lo, hi
}

// Check returns an error that wraps input.ErrEmpty without parts, and otherwise the first problem of the weights
// (CheckWeights) or of a part.
func (m Mixture) Check(argument string) error {
	if len(m.Parts) == 0 {
		return input.Errorf(input.ErrEmpty, argument, "a mixture without parts")
	}
	for _, n := range m.Parts {
		if err := n.Check(argument); err != nil {
			return err
		}
	}
	if m.Weights == nil {
		return nil
	}
	return CheckWeights(argument, m.Weights, len(m.Parts))
}

// MVMixture is a mixture of normal laws on R^d.
//
// Curriculum: S2a.
type MVMixture struct {
	Weights []float64   // probabilities, with sum 1; nil means equal ones
	Parts   []*MVNormal // at least one, all of one dimension
}

// Check returns an error that wraps input.ErrEmpty without parts, and input.ErrShape for parts of different dimension, or the
// first problem of the weights (CheckWeights).
func (m *MVMixture) Check(argument string) error {
	if m == nil || len(m.Parts) == 0 {
		return input.Errorf(input.ErrEmpty, argument, "a mixture without parts")
	}
	for k, p := range m.Parts {
		if err := p.Check(argument); err != nil {
			return err
		}
		if p.Dim() != m.Parts[0].Dim() {
			return input.Errorf(input.ErrShape, argument, "part %d has dimension %d, part 0 has %d", k, p.Dim(), m.Parts[0].Dim())
		}
	}
	if m.Weights == nil {
		return nil
	}
	return CheckWeights(argument, m.Weights, len(m.Parts))
}

// LogProb returns the logarithm of the density at x, or NaN if the mixture does not pass Check or x has another length.
func (m *MVMixture) LogProb(x []float64) float64 {
	if m.Check("") != nil {
		return math.NaN()
	}
	terms := make([]float64, len(m.Parts))
	for k, p := range m.Parts {
		terms[k] = math.Log(weight(m.Weights, k, len(m.Parts))) + p.LogProb(x)
	}
	return special.LogSumExp(terms)
}

// LogJoint returns the n×K matrix of log(Weights[k] × density of Parts[k]) at the rows of X, -Inf where it overflows. It returns an error that wraps
// input.ErrEmpty, input.ErrShape or input.ErrNotFinite, or that of Check. Curriculum: S3b, S3c.
func (m *MVMixture) LogJoint(X mat.Matrix) (*mat.Dense, error) {
	err := m.Check("MVMixture")
	if err == nil {
		err = input.Columns("X", X, m.Parts[0].Dim())
	}
	if err != nil {
		return nil, fmt.Errorf("dist: mixture: %w", err)
	}
	if _, shown := X.(mat.RawMatrixer); !shown {
		X = mat.DenseCopyOf(X) // once for all parts
	}
	n, _ := X.Dims()
	joint := mat.NewDense(n, len(m.Parts), nil)
	for k, p := range m.Parts {
		p.logProbsTo(joint.RawMatrix().Data[k:], len(m.Parts), math.Log(weight(m.Weights, k, len(m.Parts)))+p.constant(), X)
	}
	return joint, nil
}

// Prob returns the density at x.
func (m *MVMixture) Prob(x []float64) float64 { return math.Exp(m.LogProb(x)) }

// Sample draws n points, the rows of X, and tells the part of the mixture from which each comes, counted from 0. It returns
// an error that wraps input.ErrParam for n < 1, n·d > 2^31 or no source, or that of Check.
func (m *MVMixture) Sample(n int, src rand.Source) (X *mat.Dense, part []int, err error) {
	if err = m.Check("MVMixture"); err == nil {
		err = checkDraw(n, m.Parts[0].Dim(), src)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("dist: sample: %w", err)
	}
	rnd := rand.New(src)
	X, part = mat.NewDense(n, m.Parts[0].Dim(), nil), make([]int, n)
	for i := range n {
		part[i] = Index(rnd, m.Weights, len(m.Parts))
		m.Parts[part[i]].Rand(X.RawRowView(i), rnd)
	}
	return X, part, nil
}

// weight is weights[k], or 1/n without weights.
func weight(weights []float64, k, n int) float64 {
	if weights == nil {
		return 1 / float64(n)
	}
	return weights[k]
}
