package density

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// shape is the matrix S of a model without bandwidth.
func (p KDE) shape(m *KDEModel) (dist.Sym, error) {
	form := p.Shape
	if form == Automatic {
		form = Columns
		if p.Bandwidth > 0 {
			form = Identity
		}
	}
	if form == Identity {
		s := dist.ZeroSym(m.Dim)
		for j := range m.Dim {
			s.Data[j*m.Dim+j] = 1
		}
		return s, nil
	}
	return m.covariance(form == Columns)
}

// covariance is that of the observations, with the divisor n-1 or, for weights, 1 - Σw².
func (m *KDEModel) covariance(diagonal bool) (dist.Sym, error) {
	n := m.Len()
	if m.effective() <= 1 {
		return dist.Sym{}, input.Errorf(input.ErrSingular, "X", "got one observation, whose spread is not known; give Bandwidth or H")
	}
	var cov mat.SymDense
	w := m.Weights
	if w != nil {
		w = make([]float64, n)
		for i, v := range m.Weights {
			w[i] = v * float64(n)
		}
	}
	stat.CovarianceMatrix(&cov, mat.NewDense(n, m.Dim, m.Points), w)
	s := dist.NewSym(&cov)
	if w != nil { // divisor n-1 to 1 - Σw²
		for i := range s.Data {
			s.Data[i] *= float64(n-1) / float64(n) / (1 - 1/m.effective())
		}
	}
	for j := range m.Dim {
		v := s.Data[j*m.Dim+j]
		if constant(m.Points[j:], m.Dim) {
			return s, input.Errorf(input.ErrSingular, "X", "column %d is constant", j)
		}
		if v-v != 0 || v < 1e-290 {
			return s, input.Errorf(input.ErrNotFinite, "X", "the variance of column %d overflows or underflows", j)
		}
	}
	if diagonal {
		for i := range s.Data {
			if i%(m.Dim+1) != 0 {
				s.Data[i] = 0
			}
		}
	}
	return s, nil
}

// constant says that every stride-th number is the first.
func constant(x []float64, stride int) bool {
	for i := 0; i < len(x); i += stride {
		if x[i] != x[0] {
			return false
		}
	}
	return true
}

// effective is the number of observations, of weighted ones 1/Σw².
func (m *KDEModel) effective() float64 {
	if m.Weights == nil {
		return float64(m.Len())
	}
	sum := 0.0
	for _, w := range m.Weights {
		sum += w * w
	}
	return 1 / sum
}

// rule is the width h by the rule, for the shape s.
func (p KDE) rule(m *KDEModel, s dist.Sym) (float64, error) {
	if m.Weights != nil && p.Rule > Scott {
		return 0, input.Errorf(input.ErrParam, "Rule", "%v is for equal weights", p.Rule)
	}
	n, d, sd := m.effective(), float64(m.Dim), math.Sqrt(s.Data[0])
	switch p.Rule {
	case Silverman:
		return math.Pow(4/(n*(d+2)), 1/(d+4)) * canonical(p.Kernel, m.Dim), nil
	case Scott:
		return math.Pow(n, -1/(d+4)) * canonical(p.Kernel, m.Dim), nil
	case Robust:
		spread, err := spreadOf(m.Points, 1.34)
		return .9 * math.Pow(n, -.2) * spread / sd * canonical(p.Kernel, 1), err
	case SheatherJones:
		h, err := plugIn(m.Points)
		return h / sd * canonical(p.Kernel, 1), err
	}
	return p.search(m, s)
}

// canonical is the factor from the best width of a normal kernel to that of another one: with δ = (R(K)/μ₂²)^(1/(d+4)) for each of them, their ratio. Curriculum: Y39a.
func canonical(k Kernel, d int) float64 {
	if k == Gaussian {
		return 1
	}
	ratio := roughness(k, d) / roughness(Gaussian, d) / math.Pow(variance(k, d), 2)
	return math.Pow(ratio, 1/float64(d+4))
}

// spreadOf is the smaller one of the standard deviation and the interquartile range over a factor (quantiles between the order statistics, R's type 7); without an interquartile range
// the standard deviation.
func spreadOf(x []float64, factor float64) (float64, error) {
	sorted := slices.Sorted(slices.Values(x))
	sd := stat.StdDev(sorted, nil)
	iqr := quantile(sorted, .75) - quantile(sorted, .25)
	if !(sd > 0) || sorted[0] == sorted[len(sorted)-1] {
		return 0, input.Errorf(input.ErrSingular, "X", "all %d observations are equal", len(x))
	}
	if iqr > 0 {
		sd = min(sd, iqr/factor)
	}
	return sd, nil
}

// quantile of increasing numbers, linear between the order statistics.
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	k := min(int(at), len(sorted)-1)
	if k == len(sorted)-1 {
		return sorted[k]
	}
	return sorted[k] + (at-float64(k))*(sorted[k+1]-sorted[k])
}

// SilvermanFactor returns h = (4/(n(d+2)))^(1/(d+4)), by which Silverman's rule multiplies the standard deviations; NaN for n or d < 1.
//
// Curriculum: Y42c.
func SilvermanFactor(n, d int) float64 {
	if n < 1 || d < 1 {
		return math.NaN()
	}
	return math.Pow(4/(float64(n)*float64(d+2)), 1/float64(d+4))
}

// golden minimises f on the logarithms between lo and hi: the best one of a grid of steps, then by the golden section around it.
func golden(lo, hi float64, steps int, f func(h float64) (float64, error)) (float64, error) {
	best, at := math.Inf(1), -1
	grid := func(k int) float64 { return lo * math.Pow(hi/lo, float64(k)/float64(steps)) }
	for k := range steps + 1 {
		v, err := f(grid(k))
		if err != nil {
			return 0, err
		}
		if v < best {
			best, at = v, k
		}
	}
	if at < 0 {
		return 0, input.Errorf(input.ErrParam, "Rule", "no width from %.3g to %.3g has a finite score", lo, hi)
	}
	if at == 0 {
		return 0, input.Errorf(input.ErrSingular, "X", "the score falls without bound as h goes to 0, for observations are equal, as rounded ones are; give Bandwidth or take another Rule")
	}
	a, b := math.Log(grid(max(0, at-1))), math.Log(grid(min(steps, at+1)))
	ratio := (math.Sqrt(5) - 1) / 2
	c, d := b-ratio*(b-a), a+ratio*(b-a)
	fc, err1 := f(math.Exp(c))
	fd, err2 := f(math.Exp(d))
	for b-a > 1e-8 && err1 == nil && err2 == nil {
		if fc <= fd {
			b, d, fd = d, c, fc
			c = b - ratio*(b-a)
			fc, err1 = f(math.Exp(c))
		} else {
			a, c, fc = c, d, fd
			d = a + ratio*(b-a)
			fd, err2 = f(math.Exp(d))
		}
	}
	if err1 != nil || err2 != nil {
		return 0, fmt.Errorf("search: %w", cmpErr(err1, err2))
	}
	return math.Exp((a + b) / 2), nil
}

func cmpErr(a, b error) error {
	if a != nil {
		return a
	}
	return b
}
