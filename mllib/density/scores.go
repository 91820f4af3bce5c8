package density

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/special"
)

// Score returns the cross-validation score of the estimate,
//
//	Ĵ = ∫f̂² - (2/n) Σ f̂_(-i)(x_i),
//
// exactly; its expectation is MISE - ∫f² (Yan writes ≈ in one place and = in another; it is equal). With weights, 2/n is replaced by twice the weights. On the line it is for all kernels, in R^d for the normal
// one. It returns an error that wraps input.ErrParam for another kernel in R^d or less than two observations of positive weight, and those of LogProbs for a model that Fit did not make.
//
// Curriculum: Y36a, Y40a.
func (m *KDEModel) Score() (float64, error) {
	f, err := m.scored()
	if err != nil {
		return 0, fmt.Errorf("density: score: %w", err)
	}
	logs, sum := f.logs(f.points, true), 0.0
	special.ExpTo(logs, logs)
	for i, v := range logs {
		sum += float64(f.weight(i) * v / (1 - f.weight(i)))
	}
	return f.square() - 2*sum, nil
}

// RoughScore returns the score with (2/n²)Σ_(i≠j) in place of (2/(n(n-1)))Σ_(i≠j), which saves nothing today but is what sources print:
// (1/n²)Σ_ij K*((x_i-x_j)/h)/h + 2K(0)/(nh), K* = K∗K - 2K. It is larger than Score by (2/(n²(n-1)h)) Σ_(i≠j) K((x_i-x_j)/h), about 2∫f²/n. The errors are those of Score, and one that wraps
// input.ErrParam for a model with weights.
//
// Curriculum: Y40b.
func (m *KDEModel) RoughScore() (float64, error) {
	f, err := m.scored()
	if err == nil && m.Weights != nil {
		err = input.Errorf(input.ErrParam, "Weights", "the rough score is for equal weights")
	}
	if err != nil {
		return 0, fmt.Errorf("density: rough score: %w", err)
	}
	logs := f.logs(f.points, true)
	special.ExpTo(logs, logs)
	n := float64(len(logs))
	return f.square() - 2*sumOf(logs)/n, nil
}

func (m *KDEModel) scored() (*frame, error) {
	f, err := m.whole()
	if err != nil {
		return nil, err
	}
	if m.Dim > 1 && m.Kernel != Gaussian {
		return nil, input.Errorf(input.ErrParam, "Kernel", "the score in more than one dimension is for the normal kernel, got %v", m.Kernel)
	}
	return f, f.several()
}

// square is ∫f̂².
func (f *frame) square() float64 {
	if f.kernel == Gaussian { // a normal kernel with twice the bandwidth matrix
		half := &cloud{make([]float64, len(f.points.x)), f.d}
		for i, v := range f.points.x {
			half.x[i] = v / math.Sqrt2
		}
		g := *f
		g.points = half
		g.constant -= float64(f.d) / 2 * math.Ln2
		logs, sum := g.logs(half, false), 0.0
		special.ExpTo(logs, logs)
		for i, v := range logs {
			sum += float64(f.weight(i) * v)
		}
		return sum
	}
	sum := 0.0
	for i, v := range pairs(f.points.x, reach(f.kernel), func(u float64) float64 { return Convolution(f.kernel, u) }, f.weight) {
		sum += float64(f.weight(i) * v)
	}
	return sum * math.Exp(-f.law.LogDet/2)
}

// reach is the distance from which on the convolution of a kernel with itself is 0 or below the rounding.
func reach(k Kernel) float64 {
	if k == Exponential {
		return 50
	}
	return 2
}

// search minimises a score over the width h, for the shape s: between a hundredth of Silverman's width and ten times it, or ten times the range.
func (p KDE) search(m *KDEModel, s dist.Sym) (float64, error) {
	base := SilvermanFactor(m.Len(), m.Dim) * canonical(p.Kernel, m.Dim)
	if p.Shape == Identity {
		cov, err := m.covariance(true)
		if err != nil {
			return 0, err
		}
		base *= math.Exp(logVolume(cov) / float64(m.Dim))
	}
	return golden(base/100, base*10, 60, func(h float64) (float64, error) {
		q := p
		q.Rule, q.Bandwidth, q.Shape = Silverman, 0, Automatic
		q.H = dist.ZeroSym(s.N)
		for i, v := range s.Data {
			q.H.Data[i] = v * h * h
		}
		c := *m
		c.H = q.H
		if p.Rule == LeastSquares {
			return c.Score()
		}
		logs, err := c.LeaveOneOut()
		return -sumOf(logs), err
	})
}

// logVolume is the logarithm of the product of the standard deviations.
func logVolume(cov dist.Sym) float64 {
	sum := 0.0
	for j := range cov.N {
		sum += math.Log(cov.At(j, j)) / 2
	}
	return sum
}
