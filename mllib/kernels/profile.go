package kernels

import (
	"math"

	"github.com/mercer-go/mercer/mllib/special"
)

// profile replaces each number by the kernel of it: of ⟨x, y⟩, or of (‖x−y‖/σ)². Of other kinds it leaves the numbers alone.
func (k Kernel) profile(v []float64) {
	switch k.Kind {
	case KindPolynomial:
		k.powers(v)
	case KindSigmoid:
		for i, q := range v {
			v[i] = float64(k.Scale*q) + k.Offset
		}
		special.TanhTo(v, v)
	case KindGaussian:
		for i, s := range v {
			v[i] = -s / 2
		}
		exps(v)
	case KindLaplacian:
		for i, s := range v {
			v[i] = -math.Sqrt(s)
		}
		exps(v)
	case KindMatern:
		k.matern(v)
	case KindRationalQuadratic:
		for i, s := range v {
			v[i] = min(s/(2*k.Shape), math.MaxFloat64)
		}
		special.Log1pTo(v, v)
		for i, s := range v {
			v[i] = -k.Shape * s
		}
		exps(v)
	}
}

// exps replaces each number by its exponential.
func exps(v []float64) { special.ExpTo(v, v) }

// exp is exps for one number, with the same bits.
func exp(v float64) float64 {
	one := [1]float64{v}
	exps(one[:])
	return one[0]
}

// powers writes (scale·v + offset)^degree, by squaring.
func (k Kernel) powers(v []float64) {
	for i, q := range v {
		b, p := float64(k.Scale*q)+k.Offset, 1.0
		for n := k.Degree; ; {
			if n&1 == 1 {
				p *= b
			}
			if n >>= 1; n == 0 {
				break
			}
			b *= b
		}
		v[i] = p
	}
}

// matern writes Matérn's kernel for ν = p + 1/2: with t = √(2ν)·r, a polynomial of degree p in t times exp(−t).
func (k Kernel) matern(v []float64) {
	root, c := math.Sqrt(2*k.Shape), maternPolynomial(int(k.Shape))
	var some [256]float64
	for len(v) > 0 {
		part := v[:min(len(v), len(some))]
		decay := some[:len(part)]
		for i, s := range part {
			part[i] = min(root*math.Sqrt(s), 900) // exp(−900) is 0
			decay[i] = -part[i]
		}
		exps(decay)
		for i, t := range part {
			part[i] = horner(c, t) * decay[i]
		}
		v = v[len(part):]
	}
}

// maternPolynomial returns the coefficients of 1, t, t², ... for ν = p + 1/2: of t^j it is 2^j·p!/(2p)!·(2p−j)!/((p−j)!·j!).
func maternPolynomial(p int) []float64 {
	c := make([]float64, p+1)
	c[0] = 1
	for j := 1; j <= p; j++ {
		c[j] = c[j-1] * 2 * float64(p-j+1) / (float64(2*p-j+1) * float64(j))
	}
	return c
}

func horner(c []float64, t float64) float64 {
	v := 0.0
	for j := len(c) - 1; j >= 0; j-- {
		v = float64(v*t) + c[j]
	}
	return v
}
