package gp

import (
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Evidence is log p(y | X), the logarithm of the marginal likelihood, with its derivatives by the logarithms of the parameters: those of the kernel, then the
// noise, if there is some.
type Evidence struct {
	Log        float64
	Parameters []kernels.Parameter
	Gradient   []float64 // one for each of the Parameters θ: ∂ log p(y | X)/∂ log θ
}

// Evidence returns the evidence of the model with its derivatives, at a cost of about two fits. The errors are those of Predict.
//
// Reference: Rasmussen and Williams (2006), equations (2.30), (2.45) and (5.9).
func (m *RegressionModel) Evidence() (*Evidence, error) {
	err := m.check()
	if err == nil {
		var by []*mat.SymDense
		if _, by, err = m.Parameters.Kernel.Gradient(m.observations()); err == nil {
			m := *m
			m.U = slices.Clone(m.U)
			return newEvidence(m.LogEvidence, m.Parameters.parameters(), m.slopes(by))
		}
	}
	return nil, fmt.Errorf("gp: evidence: %w", err)
}

// newEvidence refuses derivatives that overflowed.
func newEvidence(log float64, all []kernels.Parameter, gradient []float64) (*Evidence, error) {
	for i, v := range gradient {
		if !finite(v) {
			return nil, fmt.Errorf("gp: evidence: %w", input.Errorf(input.ErrNotFinite, "model", "the derivative by %s is %v", all[i].Name, v))
		}
	}
	return &Evidence{Log: log, Parameters: all, Gradient: gradient}, nil
}

// slopes are the derivatives of the evidence for the derivatives of the Gram matrix: tr((ααᵀ − P) ∂K)/2 with P = K⁻¹ less its part in the trend.
// They overwrite the factor U.
func (m *RegressionModel) slopes(by []*mat.SymDense) []float64 {
	var trend blas64.General
	if m.Free != nil {
		trend = m.freeRows()
	}
	p := inverse(m.triangle())
	if m.Free != nil {
		blas64.Syrk(blas.Trans, -1, trend, 1, p)
	}
	blas64.Syr(-1, vector(m.Alpha), p)
	gradient := make([]float64, 0, len(by)+1)
	for _, d := range by {
		gradient = append(gradient, -inner(p, d.RawSymmetric())/2)
	}
	if noise := m.Parameters.Noise; noise > 0 {
		sum := 0.0
		for i := range p.N {
			v := p.Data[i*p.Stride+i] * noise
			if m.Weights != nil {
				v /= m.Weights[i]
			}
			sum += v
		}
		gradient = append(gradient, -sum/2)
	}
	return gradient
}

// freeRows are the rows Q U⁻ᵀ, k×n.
func (m *RegressionModel) freeRows() blas64.General {
	k, n := len(m.Free.Q), len(m.Y)
	c := blas64.General{Rows: k, Cols: n, Stride: n, Data: make([]float64, k*n)}
	for i, q := range m.Free.Q {
		copy(c.Data[i*n:], q)
	}
	blas64.Trsm(blas.Right, blas.Trans, 1, m.triangle(), c)
	return c
}

// inner is Σ A_ij B_ij of two symmetric matrices, of which the entries above the diagonal are used. Rows are shared out.
func inner(a, b blas64.Symmetric) float64 {
	const size = 32
	sums := make([]float64, parallel.Pieces(a.N, size))
	parallel.Rows(a.N, size, func(piece, lo, hi int) {
		for i := lo; i < hi; i++ {
			above := floats.Dot(a.Data[i*a.Stride+i+1:i*a.Stride+a.N], b.Data[i*b.Stride+i+1:i*b.Stride+b.N])
			sums[piece] += 2*above + float64(a.Data[i*a.Stride+i]*b.Data[i*b.Stride+i])
		}
	})
	return floats.Sum(sums)
}
