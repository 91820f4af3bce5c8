package vc

import "math"

// ThroughPoints is what is promised of the best of the 2·C(N, Dim) half-spaces whose hyperplane goes through Dim of the N observations (package erm finds it), where the observations have a
// density. Its numbers are NaN for N <= Dim or Dim < 1.
//
// Reference: L. Devroye, L. Györfi and G. Lugosi, A Probabilistic Theory of Pattern Recognition (1996), chapter 4. Curriculum: B2.3b, B2.3.1c, B2.3.2a.
type ThroughPoints struct {
	N, Dim int
}

// LogClass returns log(2·C(N, Dim)), the logarithm of the number of half-spaces.
func (p ThroughPoints) LogClass() float64 {
	if p.Dim < 1 || p.N <= p.Dim {
		return math.NaN()
	}
	if few := min(p.Dim, p.N-p.Dim); few > mostSummed {
		return math.Ln2 + logBinomial(float64(p.N), float64(few))
	}
	sum := math.Ln2
	for i := range min(p.Dim, p.N-p.Dim) {
		sum += math.Log(float64(p.N-i) / float64(i+1))
	}
	return sum
}

// TailSeparable bounds P(L > ε), where some half-space has risk 0 and the chosen one has no mistake outside of its own points: 2·C(N, Dim)·exp(-(N-Dim)ε). It may be above 1.
func (p ThroughPoints) TailSeparable(epsilon float64) float64 {
	return math.Exp(p.LogClass() - float64(p.N-p.Dim)*epsilon)
}

// MeanSeparable bounds E L in the same case: (Dim·log N + 2)/(N-Dim).
func (p ThroughPoints) MeanSeparable() float64 {
	if math.IsNaN(p.LogClass()) {
		return math.NaN()
	}
	return (float64(p.Dim)*math.Log(float64(p.N)) + 2) / float64(p.N-p.Dim)
}

// SharpMeanSeparable bounds E L by (1 + log(2·C(N, Dim)))/(N-Dim), of which MeanSeparable is a simpler and larger form.
func (p ThroughPoints) SharpMeanSeparable() float64 { return (1 + p.LogClass()) / float64(p.N-p.Dim) }

// Tail bounds P(L > inf L + ε) for any law with a density: (2·C(N, Dim) + 1)·exp(-Nε²/2 + 2·Dim·ε), for 2·Dim/N <= ε <= 1; it is NaN for other ε.
func (p ThroughPoints) Tail(epsilon float64) float64 {
	if !(epsilon >= 2*float64(p.Dim)/float64(p.N) && epsilon <= 1) {
		return math.NaN()
	}
	exponent := 2*float64(p.Dim)*epsilon - float64(p.N)*epsilon*epsilon/2
	return math.Exp(p.LogClass()+exponent) + math.Exp(exponent)
}

// Mean bounds E L - inf L for any law with a density: √(2/N·((Dim+1)·log N + 2·(Dim+1))).
func (p ThroughPoints) Mean() float64 {
	if math.IsNaN(p.LogClass()) {
		return math.NaN()
	}
	n, k := float64(p.N), float64(p.Dim+1)
	return math.Sqrt(2 / n * (k*math.Log(n) + 2*k))
}

// MeanMinimiser bounds E L - inf L of the minimiser in any class of dimension v > 2 from n observations: 16·√((v·log n + 4)/(2n)). It is NaN for n < 1 or v < 1.
//
// Curriculum: B2.4.1c.
func MeanMinimiser(n, v int) float64 {
	if n < 1 || v < 1 {
		return math.NaN()
	}
	return 16 * math.Sqrt((float64(v)*math.Log(float64(n))+4)/(2*float64(n)))
}
