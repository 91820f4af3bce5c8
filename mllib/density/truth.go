package density

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"
)

// This file has errors against a law that is known.

// HistogramMISE returns the exact MISE of a histogram with these increasing edges for n observations from a law: ∫Var f̂ = Σ p_j(1-p_j)/(nv_j), ∫bias² = ∫f² - Σ p_j²/v_j, for bins of lengths v_j and probabilities p_j.
// It needs ∫f², by quadrature on each bin; what lies outside of the bins is bias. It returns an error that wraps input.ErrShape or ErrParam.
//
// Curriculum: Y35b.
func HistogramMISE(law dist.Univariate, edges []float64, n int) (MISE, error) {
	if err := checkLaw(law, n); err != nil {
		return MISE{}, fmt.Errorf("density: histogram MISE: %w", err)
	}
	if err := checkEdges("edges", edges); err != nil {
		return MISE{}, fmt.Errorf("density: histogram MISE: %w", err)
	}
	e := MISE{Bias2: square(law)}
	for j := range edges[1:] {
		p, v := law.CDF(edges[j+1])-law.CDF(edges[j]), edges[j+1]-edges[j]
		e.Variance += p * (1 - p) / (float64(n) * v)
		e.Bias2 -= p * p / v
	}
	return e.finite("density: histogram MISE")
}

// finite returns an error for parts that overflow, as the squares of a density may.
func (e MISE) finite(what string) (MISE, error) {
	if total := e.Total(); total-total != 0 {
		return MISE{}, fmt.Errorf("%s: %w", what, input.Errorf(input.ErrNotFinite, "law", "the integrals of squares are %v and %v", e.Bias2, e.Variance))
	}
	return e, nil
}

func checkLaw(law dist.Univariate, n int) error {
	if input.IsNil(law) {
		return input.NoModel("dist.Univariate")
	}
	if err := law.Check("law"); err != nil {
		return err
	}
	return input.Param(n >= 1, "n", n, "at least 1")
}

// square is ∫f² of a law, on pieces of its range.
func square(law dist.Univariate) float64 {
	return onPieces(law, 0, func(x float64) float64 { return law.Prob(x) * law.Prob(x) })
}

// pieces is the number of parts of a law's range, each with a rule of 16 points.
const pieces = 200

// onPieces integrates over the range of a law, and margin beyond it on both sides.
func onPieces(law dist.Univariate, margin float64, f func(x float64) float64) float64 {
	lo, hi := law.Range()
	sum, from := 0.0, lo-margin
	cut := func(to float64, parts int) {
		step := (to - from) / float64(parts)
		for k := range parts {
			sum += quad.Fixed(f, from+float64(k)*step, from+float64(k+1)*step, 16, quad.Legendre{}, 1)
		}
		from = to
	}
	if margin > 0 {
		cut(lo, pieces/4)
	}
	cut(hi, pieces)
	if margin > 0 {
		cut(hi+margin, pieces/4)
	}
	return sum
}

// KernelMISE returns the MISE of a kernel estimate on the line with bandwidth h for n observations from a law, by quadrature to about ten digits of ∫f²: with g = K_h * f = E f̂, ∫bias² = ∫(g - f)² and ∫Var f̂ = (R(K)/h - ∫g²)/n.
// For normal laws and mixtures of them NormalMISE is exact. The law's density should be continuous but for the ends of its range. It returns an error that wraps input.ErrParam.
//
// Curriculum: Y39c.
func KernelMISE(law dist.Univariate, k Kernel, h float64, n int) (MISE, error) {
	err := checkLaw(law, n)
	if err == nil {
		err = k.Check("kernel")
	}
	if err == nil {
		err = input.Param(h > 0 && !math.IsInf(h, 1), "h", h, "a positive width")
	}
	if err != nil {
		return MISE{}, fmt.Errorf("density: kernel MISE: %w", err)
	}
	value := onLine(k)
	bump := func(u float64) float64 { return value(u/h) / h }
	mean := func(x float64) float64 {
		if margin(k)*h < 1e-8*math.Abs(x) { // numbers this near to x are too few
			return narrow(law, value, margin(k), h, x)
		}
		return smoothed(law, bump, margin(k)*h, x)
	}
	g2 := onPieces(law, margin(k)*h, func(x float64) float64 { v := mean(x); return v * v })
	fg := onPieces(law, 0, func(x float64) float64 { return mean(x) * law.Prob(x) })
	e := MISE{Bias2: g2 - 2*fg + square(law)}
	e.Variance = (Roughness(k)/h - g2) / float64(n)
	return e.finite("density: kernel MISE")
}

// smoothed is ∫ bump(x - t) f(t) dt, over the part of the bump, which reaches so far, that lies in the range of the law.
func smoothed(law dist.Univariate, bump func(u float64) float64, reach, x float64) float64 {
	lo, hi := law.Range()
	from, to := max(lo, x-reach), min(hi, x+reach)
	if !(from < to) {
		return 0
	}
	f := func(t float64) float64 { return bump(x-t) * law.Prob(t) }
	if x > from && x < to { // kernels may have a cusp
		return quad.Fixed(f, from, x, 32, quad.Legendre{}, 1) + quad.Fixed(f, x, to, 32, quad.Legendre{}, 1)
	}
	return quad.Fixed(f, from, to, 48, quad.Legendre{}, 1)
}

// narrow is smoothed in the variable s of t = x - hs.
func narrow(law dist.Univariate, value func(u float64) float64, margin, h, x float64) float64 {
	lo, hi := law.Range()
	from, to := max(-margin, (x-hi)/h), min(margin, (x-lo)/h)
	f := func(s float64) float64 { return value(s) * law.Prob(x-float64(h*s)) }
	sum := 0.0
	if !(from < to) {
		return 0
	}
	if from < 0 {
		sum += quad.Fixed(f, from, min(0, to), 48, quad.Legendre{}, 1)
	}
	if to > 0 {
		sum += quad.Fixed(f, max(0, from), to, 48, quad.Legendre{}, 1)
	}
	return sum
}

// NormalMISE returns the exact MISE of an estimate with normal kernel and bandwidth matrix H for n observations from a mixture of normal laws in R^d,
//
//	(4π)^(-d/2)|H|^(-1/2)/n + (1 - 1/n) A₂ - 2A₁ + A₀,   A_a = Σ_kl w_k w_l N(μ_k - μ_l; 0, aH + Σ_k + Σ_l).
//
// It returns an error that wraps input.ErrEmpty, ErrShape, ErrNotFinite, ErrParam or ErrSingular.
//
// Reference: J. S. Marron and M. P. Wand, Exact mean integrated squared error, Annals of Statistics 20 (1992). Curriculum: Y33a, Y39a, Y42d.
func NormalMISE(law *dist.MVMixture, h mat.Matrix, n int) (MISE, error) {
	a, err := overlaps(law, h)
	if err == nil {
		err = input.Param(n >= 1, "n", n, "at least 1")
	}
	if err != nil {
		return MISE{}, fmt.Errorf("density: normal MISE: %w", err)
	}
	width, err := dist.NewMVNormal(make([]float64, law.Parts[0].Dim()), h)
	if err != nil {
		return MISE{}, fmt.Errorf("density: normal MISE: %w", err)
	}
	r := math.Exp(-float64(width.Dim())/2*math.Log(4*math.Pi) - width.LogDet/2)
	return MISE{Bias2: a[2] - 2*a[1] + a[0], Variance: (r - a[2]) / float64(n)}.finite("density: normal MISE")
}

// overlaps are A₀, A₁, A₂.
func overlaps(law *dist.MVMixture, h mat.Matrix) (a [3]float64, err error) {
	if err := law.Check("law"); err != nil {
		return a, err
	}
	d := law.Parts[0].Dim()
	width, err := input.Symmetric("H", h, d)
	if err != nil {
		return a, err
	}
	for times := range a {
		for k, p := range law.Parts {
			for l, q := range law.Parts {
				cov := mat.NewSymDense(d, nil)
				cov.AddSym(p.Cov, q.Cov)
				for range times {
					cov.AddSym(cov, width)
				}
				part, err := dist.NewMVNormal(q.Mean, cov)
				if err != nil {
					return a, err
				}
				a[times] += partWeight(law, k) * partWeight(law, l) * part.Prob(p.Mean)
			}
		}
	}
	return a, nil
}

func partWeight(law *dist.MVMixture, k int) float64 {
	if law.Weights == nil {
		return 1 / float64(len(law.Parts))
	}
	return law.Weights[k]
}

// ISE returns ∫(f̂ - f)², exactly, of an estimate with normal kernel against a mixture of normal laws, which may be the law of the observations. It returns an error that wraps input.ErrParam for another kernel, and those of NormalMISE.
//
// Curriculum: Y32a, Y41a.
func (m *KDEModel) ISE(law *dist.MVMixture) (float64, error) {
	f, err := m.whole()
	if err == nil {
		err = input.Param(m.Kernel == Gaussian, "Kernel", m.Kernel, "the normal kernel")
	}
	if err == nil {
		err = law.Check("law")
	}
	if err != nil {
		return 0, fmt.Errorf("density: ISE: %w", err)
	}
	a, err := overlaps(law, m.H)
	if err != nil {
		return 0, fmt.Errorf("density: ISE: %w", err)
	}
	cross := 0.0
	for k, p := range law.Parts {
		cov := mat.NewSymDense(m.Dim, nil)
		cov.AddSym(p.Cov, m.H)
		wide, err := dist.NewMVNormal(p.Mean, cov)
		if err != nil {
			return 0, fmt.Errorf("density: ISE: %w", err)
		}
		for i := range m.Len() {
			cross += f.weight(i) * partWeight(law, k) * wide.Prob(m.Points[i*m.Dim:(i+1)*m.Dim])
		}
	}
	return f.square() - 2*cross + a[0], nil
}

// ISE returns ∫(f̂ - f)² of a histogram of one column against a law, exact but for ∫f² by quadrature. It returns an error that wraps input.ErrParam for more columns, and those of HistogramMISE.
//
// Curriculum: Y32a.
func (m *HistogramModel) ISE(law dist.Univariate) (float64, error) {
	err := m.whole()
	if err == nil {
		err = checkLaw(law, 1)
	}
	if err == nil && len(m.Edges) > 1 {
		err = input.Errorf(input.ErrParam, "model", "it has %d columns, a law on the line has one", len(m.Edges))
	}
	if err != nil {
		return 0, fmt.Errorf("density: histogram ISE: %w", err)
	}
	sum, e := square(law), m.Edges[0]
	for j, f := range m.Densities() {
		sum += f*f*(e[j+1]-e[j]) - 2*f*(law.CDF(e[j+1])-law.CDF(e[j]))
	}
	return sum, nil
}
