package convex

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/la"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// TestMaximumMargin solves the program of the hard margin, its dual, and the problem of the nearest points of two hulls (linear.HardMargin): three ways to one
// hyperplane.
func TestMaximumMargin(t *testing.T) {
	rnd := rand.New(rand.NewPCG(12, 13))
	for range 60 {
		n, d := 4+rnd.IntN(30), 1+rnd.IntN(5)
		x, y := mat.NewDense(n, d, nil), make([]int, n)
		for i := range n {
			y[i] = 1 - 2*(i%2)
			for j := range d {
				x.Set(i, j, rnd.NormFloat64())
			}
			x.Set(i, 0, x.At(i, 0)+4*float64(y[i]))
		}
		want, err := linear.HardMargin{}.Fit(x, y)
		if err != nil {
			continue // not separable
		}
		primal := QP{P: mat.NewDiagDense(d+1, append(la.Ones(d), 0)), G: mat.NewDense(n, d+1, nil), H: la.Scale(-1, la.Ones(n))}
		dual := QP{P: mat.NewSymDense(n, nil), Q: la.Scale(-1, la.Ones(n)), G: la.ScaleM(-1, la.I(n)), H: make([]float64, n), A: mat.NewDense(1, n, nil), B: la.V{0}}
		for i := range n {
			primal.G.(*mat.Dense).SetRow(i, la.Scale(float64(-y[i]), append(la.Row(x, i), 1)))
			dual.A.(*mat.Dense).Set(0, i, float64(y[i]))
			for j := range n {
				dual.P.(*mat.SymDense).SetSym(i, j, float64(y[i]*y[j])*la.Dot(la.Row(x, i), la.Row(x, j)))
			}
		}
		p, err := primal.Solve()
		if err != nil {
			t.Fatal(err)
		}
		w := linear.Hyperplane{W: p.X[:d], B: p.X[d]}
		if !floats.EqualApprox(w.Unit().W, want.W, 1e-9) || math.Abs(1/w.Norm()-want.Margin) > 1e-9 {
			t.Errorf("n=%d d=%d: primal %v, margin %v, want %v, %v", n, d, w.Unit().W, 1/w.Norm(), want.W, want.Margin)
		}
		s, err := dual.Solve()
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(s.Value+p.Value) > 1e-9*p.Value || math.Abs(floats.Sum(s.X)-2*p.Value) > 1e-9*p.Value {
			t.Errorf("n=%d d=%d: dual value %v, Σα = %v, primal value %v", n, d, -s.Value, floats.Sum(s.X), p.Value)
		}
		if math.Abs(s.Nu[0]-p.X[d]) > 1e-7*(1+math.Abs(p.X[d])) { // the multiplier of Σα_i y_i = 0 is the intercept
			t.Errorf("n=%d d=%d: ν = %v, the intercept is %v", n, d, s.Nu[0], p.X[d])
		}
	}
}

// TestNoInterior has programs whose feasible points form a thin set: a row and its opposite.
func TestNoInterior(t *testing.T) {
	rnd := rand.New(rand.NewPCG(77, 2)) // 1174 is one that interior points alone do not solve
	for i := range 1300 {
		p := random(rnd)
		s, err := p.Solve()
		if err != nil {
			t.Fatal(err)
		}
		row := la.Row(p.G, 0)
		through := la.Dot(row, s.X) // a plane through one feasible point
		p.G = la.Block([]mat.Matrix{p.G}, []mat.Matrix{la.M{row}}, []mat.Matrix{la.M{la.Scale(-1, row)}})
		p.H = append(p.H, through, -through)
		s, err = p.Solve()
		if err != nil {
			t.Errorf("program %d: %v", i, err)
			continue
		}
		if s.Largest() > 1e-7*(1+floats.Norm(s.X, 2)+floats.Norm(s.Lambda, 2)) {
			t.Errorf("program %d: %v", i, s.Report)
		}
		if i >= 300 { // phase one takes its time
			continue
		}
		if in, err := p.Slater(); err != nil || in.Strict {
			t.Errorf("program %d: Slater says %+v, %v", i, in, err)
		}
	}
}
