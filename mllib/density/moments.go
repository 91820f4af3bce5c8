package density

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/integrate/quad"
)

// This file has the constants of the kernels in d dimensions, as logarithms of the radial integrals ∫₀^∞ k(r)^a r^(m-1) dr of the kernel k without its constant.

// radial is the logarithm of ∫ k(r)^a r^(m-1) dr; NaN for a kernel that has no name.
func radial(k Kernel, a, m float64) float64 {
	if k.Check("") != nil {
		return math.NaN()
	}
	switch k {
	case Gaussian:
		return logGamma(m/2) + m/2*math.Log(2/a) - math.Ln2
	case Exponential:
		return logGamma(m) - m*math.Log(a)
	case Tophat:
		return -math.Log(m)
	case Triangular:
		return logBeta(m, a+1)
	case Epanechnikov:
		return logBeta(m/2, a+1) - math.Ln2
	case Biweight:
		return logBeta(m/2, 2*a+1) - math.Ln2
	case Triweight:
		return logBeta(m/2, 3*a+1) - math.Ln2
	}
	sum := 0.0 // cos(πr/2), by quadrature
	nodes := unitNodes()
	for i, r := range nodes.x {
		sum += nodes.weight[i] * math.Pow(math.Cos(math.Pi*r/2), a) * math.Pow(r, m-1)
	}
	return math.Log(sum)
}

// quadrature is a rule on [0, 1].
type quadrature struct{ x, weight []float64 }

// unitNodes is Gauss's rule with 100 points.
var unitNodes = sync.OnceValue(func() quadrature {
	q := quadrature{make([]float64, 100), make([]float64, 100)}
	quad.Legendre{}.FixedLocations(q.x, q.weight, 0, 1)
	return q
})

// logConstant is log c of the density c k(|u|) on R^d.
func logConstant(k Kernel, d int) float64 { return -logSphere(d) - radial(k, 1, float64(d)) }

// variance is ∫u₁²K(u)du of the density K on R^d.
func variance(k Kernel, d int) float64 {
	return math.Exp(radial(k, 1, float64(d)+2)-radial(k, 1, float64(d))) / float64(d)
}

// roughness is ∫K(u)²du of the density K on R^d.
func roughness(k Kernel, d int) float64 {
	return math.Exp(radial(k, 2, float64(d)) - 2*radial(k, 1, float64(d)) - logSphere(d))
}

// logSphere is the logarithm of the surface of the unit sphere of R^d, 2π^(d/2)/Γ(d/2).
func logSphere(d int) float64 {
	return math.Ln2 + float64(d)/2*math.Log(math.Pi) - logGamma(float64(d)/2)
}

func logGamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}

func logBeta(a, b float64) float64 { return logGamma(a) + logGamma(b) - logGamma(a+b) }
