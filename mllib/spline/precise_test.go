package spline

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// real is a number of 600 bits.
type real struct{ *big.Float }

func num(v float64) real         { return real{new(big.Float).SetPrec(600).SetFloat64(v)} }
func (a real) plus(b real) real  { return real{new(big.Float).SetPrec(600).Add(a.Float, b.Float)} }
func (a real) minus(b real) real { return real{new(big.Float).SetPrec(600).Sub(a.Float, b.Float)} }
func (a real) times(b real) real { return real{new(big.Float).SetPrec(600).Mul(a.Float, b.Float)} }
func (a real) over(b real) real  { return real{new(big.Float).SetPrec(600).Quo(a.Float, b.Float)} }
func (a real) float() float64    { v, _ := a.Float64(); return v }
func zeros(n int) []real         { return slices.Repeat([]real{num(0)}, n) }
func band(n int) (b [3][]real)   { b[0], b[1], b[2] = zeros(n), zeros(n), zeros(n); return }
func differences(x []float64) (h []real) {
	for i := 1; i < len(x); i++ {
		h = append(h, num(x[i]).minus(num(x[i-1])))
	}
	return h
}

// reinsch is the cubic smoothing spline by Reinsch's equations (R + λQᵀW⁻¹Q)γ = Qᵀy, f = y − λW⁻¹Qγ, in so many digits that nothing is lost.
func reinsch(x, y, w []float64, lambda float64) (f, second []float64) {
	n, h, one := len(x), differences(x), num(1)
	q := func(j int) [3]real { // column j of Q, from row j on
		a, b := one.over(h[j]), one.over(h[j+1])
		return [3]real{a, num(0).minus(a).minus(b), b}
	}
	m := band(n - 2)
	g := zeros(n - 2)
	for j := range n - 2 {
		m[0][j] = h[j].plus(h[j+1]).over(num(3))
		if j+1 < n-2 {
			m[1][j] = h[j+1].over(num(6))
		}
		for k := j; k < min(j+3, n-2); k++ {
			for i := k; i < j+3; i++ {
				m[k-j][j] = m[k-j][j].plus(num(lambda).over(num(w[i])).times(q(j)[i-j]).times(q(k)[i-k]))
			}
		}
		for i := range 3 {
			g[j] = g[j].plus(q(j)[i].times(num(y[i+j])))
		}
	}
	solveBand(m, g)
	values := zeros(n)
	for i := range n {
		values[i] = num(y[i])
	}
	second = []float64{0}
	for j := range n - 2 {
		for i := range 3 {
			values[i+j] = values[i+j].minus(num(lambda).over(num(w[i+j])).times(q(j)[i]).times(g[j]))
		}
		second = append(second, g[j].float())
	}
	for _, v := range values {
		f = append(f, v.float())
	}
	return f, append(second, 0)
}

// solveBand solves a symmetric system of bandwidth 2 in place, by elimination.
func solveBand(m [3][]real, g []real) {
	n := len(g)
	for j := range n {
		for k := 1; k <= 2 && j+k < n; k++ {
			factor := m[k][j].over(m[0][j])
			for l := k; l <= 2 && j+l < n; l++ {
				m[l-k][j+k] = m[l-k][j+k].minus(factor.times(m[l][j]))
			}
			g[j+k] = g[j+k].minus(factor.times(g[j]))
		}
	}
	for j := n - 1; j >= 0; j-- {
		for k := 1; k <= 2 && j+k < n; k++ {
			g[j] = g[j].minus(m[k][j].times(g[j+k]))
		}
		g[j] = g[j].over(m[0][j])
	}
}

// TestPrecise: for λ from interpolation to the line, distances that differ by factors of up to 10¹², weights by up to 10⁶ and up to 150 points, f keeps 13 digits of the largest |f|.
func TestPrecise(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, n := range []int{3, 4, 10, 150} {
		for _, spread := range []float64{0, 3, 12} {
			x, y, w := []float64{0}, []float64{r.NormFloat64()}, []float64{1}
			for i := 1; i < n; i++ {
				x = append(x, x[i-1]+math.Pow(10, -spread*r.Float64()))
				y, w = append(y, r.NormFloat64()), append(w, math.Pow(10, spread/4*(2*r.Float64()-1)))
			}
			for _, lambda := range []float64{1e-30, 1e-12, 1e-6, 1e-2, 1, 1e3, 1e6, 1e9, 1e15, 1e40} {
				what := fmt.Sprintf("n = %d, distances of 1 to 1e-%v, λ = %v", n, spread, lambda)
				m, err := Smoothing{Choose: Given, Lambda: lambda}.FitWeighted(Matrix(x), y, w)
				if err != nil {
					t.Errorf("%s: %v", what, err)
					continue
				}
				f, second := reinsch(x, y, w, lambda)
				size := max(floats.Norm(f, math.Inf(1)), floats.Norm(second, math.Inf(1))*1e-3)
				if d := floats.Distance(m.Values, f, math.Inf(1)); !(d <= 1e-13*size) {
					t.Errorf("%s: f is off by %v of %v", what, d, size)
				}
				if d, size := floats.Distance(m.Second, second, math.Inf(1)), floats.Norm(second, math.Inf(1)); !(d <= 1e-9*size+1e-35) {
					t.Errorf("%s: f'' is off by %v of %v", what, d, size)
				}
			}
		}
	}
}
