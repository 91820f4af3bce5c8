package density

import (
	"math"

	"github.com/mercer-go/mercer/mllib/input"
)

// plugIn is the width of S. J. Sheather and M. C. Jones, A reliable data-based bandwidth selection method for kernel density estimation, JRSS B 53 (1991), for a normal
// kernel: the solution h of
//
//	h = (R(K) / (n Ŝ(α₂(h))))^(1/5),   α₂(h) = 1.357 (Ŝ(a)/T̂(b))^(1/7) h^(5/7),
//
// where Ŝ and T̂ estimate ∫f”² and ∫f”'² by sums of φ⁗ and of the sixth derivative over all pairs, the diagonal included, with widths a = 1.24 σ n^(-1/7) and b = 1.23 σ n^(-1/9),
// σ the smaller one of the standard deviation and IQR/1.349 (R: bw.SJ, "ste", there with binned observations).
func plugIn(x []float64) (float64, error) {
	spread, err := spreadOf(x, 1.349)
	if err != nil {
		return 0, err
	}
	n := float64(len(x))
	a, b := 1.24*spread*math.Pow(n, -1./7), 1.23*spread*math.Pow(n, -1./9)
	s, t := functional(x, a, 4), -functional(x, b, 6)
	if !(s > 0 && t > 0) {
		return 0, input.Errorf(input.ErrParam, "Rule", "sheather-jones finds no positive estimate of the curvature in these %d observations", len(x))
	}
	ratio := 1.357 * math.Pow(s/t, 1./7)
	excess := func(h float64) float64 {
		return math.Pow(1/(2*math.Sqrt(math.Pi)*n*functional(x, ratio*math.Pow(h, 5./7), 4)), .2) - h
	}
	top := 1.144 * spread * math.Pow(n, -.2)
	return root(excess, .1*top, top)
}

// functional is the estimate of the integral of f times its r-th derivative: the mean of φ_g^(r)(x_i - x_j) with the divisor n(n-1).
func functional(x []float64, g float64, r int) float64 {
	n := float64(len(x))
	u := make([]float64, len(x))
	for i, v := range x {
		u[i] = (v - x[0]) / g
	}
	l := newLine(&frame{d: 1, points: &cloud{u, 1}})
	return sumOf(l.derivative(u, r)) / ((n - 1) * math.Pow(g, float64(r)+1) * math.Sqrt(2*math.Pi))
}

// root of a function that falls, from a bracket that is widened where it holds none.
func root(f func(h float64) float64, lo, hi float64) (float64, error) {
	for k := 0; !(f(lo) > 0); k++ {
		if lo *= .5; k > 60 {
			return 0, input.Errorf(input.ErrParam, "Rule", "the equation of sheather-jones has no solution for these observations")
		}
	}
	for k := 0; !(f(hi) < 0); k++ {
		if hi *= 1.5; k > 60 {
			return 0, input.Errorf(input.ErrParam, "Rule", "the equation of sheather-jones has no solution for these observations")
		}
	}
	return falsePosition(f, lo, hi), nil
}

// falsePosition is a zero of f between lo and hi, where it has different signs: the chord's zero, with the value at an end that stays twice halved (Illinois).
func falsePosition(f func(x float64) float64, lo, hi float64) float64 {
	flo, fhi := f(lo), f(hi)
	for range 100 {
		if hi-lo <= 1e-14*hi {
			break
		}
		middle := hi - fhi*(hi-lo)/(fhi-flo)
		if !(middle > lo && middle < hi) {
			middle = lo + (hi-lo)/2
		}
		v := f(middle)
		switch {
		case v == 0:
			return middle
		case (v > 0) == (flo > 0):
			lo, flo, fhi = middle, v, fhi/2
		default:
			hi, fhi, flo = middle, v, flo/2
		}
	}
	return lo + (hi-lo)/2
}
