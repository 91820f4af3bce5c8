package primal

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/smo"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// random draws a problem with n rows of d numbers: kind 0 is a classifier, 1 one with Ridge, 2 and 3 are regressions, with a tube in half of the rounds.
func random(rnd *rand.Rand, n, d, kind int, c float64, free bool) Problem {
	x := mat.NewDense(n, d, nil)
	x.Apply(func(_, j int, _ float64) float64 { return float64(j%3) + rnd.NormFloat64() }, x)
	p := Problem{X: x, Linear: make([]float64, n), Lower: make([]float64, n), Upper: make([]float64, n), Free: free}
	if kind >= 2 && rnd.IntN(2) == 0 {
		p.Tube = .3
	}
	for i := range n {
		z := x.At(i, 0) + 2*rnd.NormFloat64()
		price := c * float64(rnd.IntN(3)) // a third is without
		if kind%2 == 1 {
			p.Ridge = append(p.Ridge, 1/max(price, 1))
			if price > 0 {
				price = math.Inf(1)
			}
		}
		switch {
		case kind >= 2:
			p.Linear[i], p.Lower[i], p.Upper[i] = -z, -price, price
		case z > 0:
			p.Linear[i], p.Upper[i] = -1, price
		default:
			p.Linear[i], p.Lower[i] = 1, -price
		}
	}
	return p
}

// primal is the objective of a plane.
func (p Problem) primal(w []float64, b float64) float64 {
	n, d := p.X.Dims()
	v := floats.Dot(w, w) / 2
	for i := range n {
		f := b
		for j := range d {
			f += w[j] * p.X.At(i, j)
		}
		away := -p.Linear[i] - f
		side := p.Upper[i]
		if away < 0 {
			side = -p.Lower[i]
		}
		slack := max(0, math.Abs(away)-p.Tube)
		switch {
		case side == 0:
		case p.Ridge != nil:
			v += slack * slack / p.Ridge[i] / 2
		default:
			v += side * slack
		}
	}
	return v
}

// dual is that of β, at most any primal one.
func (p Problem) dual(beta []float64) float64 {
	_, d := p.X.Dims()
	w, v := make([]float64, d), 0.0
	for i, b := range beta {
		floats.AddScaled(w, b, mat.Row(nil, i, p.X))
		v -= p.Linear[i]*b + p.Tube*math.Abs(b)
		if p.Ridge != nil {
			v -= p.Ridge[i] * b * b / 2
		}
	}
	return v - floats.Dot(w, w)/2
}

// TestOptimal: β is feasible, and no plane has a smaller objective than its dual one, which is that of (w, b). Shapes from one row to more coordinates than rows, prices from small to huge.
func TestOptimal(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 5))
	for round := range 240 {
		n, d, kind, free := 1+rnd.IntN(120), 1+rnd.IntN(20), round%4, round%8 >= 4
		if round%24 == 7 {
			d += 150
		}
		c := math.Pow(10, 10*rnd.Float64()-4)
		p := random(rnd, n, d, kind, c, free)
		s := Solve(p, smo.Options{Tolerance: 1e-9, MaxIter: 2000})
		what := fmt.Sprintf("round %d, n = %d, d = %d, kind %d, C = %.2g, offset %v: %v after %d, gap %.2g", round, n, d, kind, c, free, s.Stop, s.Iterations, s.Gap)
		size := floats.Norm(s.Beta, 1)
		if sum := floats.Sum(s.Beta); free && math.Abs(sum) > 1e-14*size {
			t.Errorf("%s: Σ β = %v", what, sum)
		}
		for i, b := range s.Beta {
			if b < p.Lower[i] || b > p.Upper[i] {
				t.Errorf("%s: β_%d = %v outside [%v, %v]", what, i, b, p.Lower[i], p.Upper[i])
			}
		}
		b := 0.0
		if free {
			b = s.B - floats.Dot(s.W, s.Mean)
		}
		if primal, dual := p.primal(s.W, b), p.dual(s.Beta); s.Stop == smo.IterationLimit || !(math.Abs(primal-dual) <= 1e-7*primal+1e-14*float64(n)*max(c, 1)) {
			t.Errorf("%s: objectives %v and %v", what, primal, dual)
		}
		if free && len(s.Level) == 1 && !(math.Max(0, s.Level[0][0]-s.Level[0][1]) == s.Gap) {
			t.Errorf("%s: levels %v", what, s.Level)
		}
	}
}

// TestOrigin: with an offset, the rows may be anywhere.
func TestOrigin(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 5))
	for kind := range 4 {
		p := random(rnd, 200, 3, kind, 1, true)
		near := Solve(p, smo.Options{Tolerance: 1e-9, MaxIter: 500})
		moved := mat.DenseCopyOf(p.X)
		moved.Apply(func(_, j int, v float64) float64 { return v + 100*float64(j+1) }, moved)
		p.X = moved
		far := Solve(p, smo.Options{Tolerance: 1e-9, MaxIter: 500})
		testkit.Near(t, fmt.Sprintf("kind %d: w", kind), far.W, near.W, 1e-7)
		testkit.Near(t, fmt.Sprintf("kind %d: f", kind), far.F, near.F, 1e-7)
	}
}

// TestDescent: a limit of steps is kept, and told.
func TestDescent(t *testing.T) {
	p := random(rand.New(rand.NewPCG(3, 5)), 300, 5, 0, 10, true)
	for steps := 1; steps < 8; steps++ {
		s := Solve(p, smo.Options{Tolerance: 1e-9, MaxIter: steps})
		if s.Stop != smo.IterationLimit || s.Iterations != steps || len(s.Beta) != 300 {
			t.Errorf("%d steps: %v after %d", steps, s.Stop, s.Iterations)
		}
		if primal, dual := p.primal(s.W, s.B-floats.Dot(s.W, s.Mean)), p.dual(s.Beta); primal < dual {
			t.Errorf("%d steps: weak duality: %v, %v", steps, primal, dual)
		}
	}
}
