package svm_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/svm"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// TestOtherAlpha: it is found exactly where there is one, and has the same w and Σ α, within the bounds.
func TestOtherAlpha(t *testing.T) {
	twice := plane([]int{1, 1, -1, -1}, 1, 1, 1, 1, -1, -1, 0, 3) // a row twice
	square := plane([]int{1, 1, -1, -1}, 1, 1, 1, -1, -1, 1, -1, -1)
	for _, c := range []struct {
		name  string
		s     sample
		p     svm.Classifier
		other bool
	}{
		{"three points", three, svm.Classifier{Form: svm.Hard}, false},
		{"five points", five, svm.Classifier{Form: svm.Hard}, false},
		{"or", or, svm.Classifier{Form: svm.Hard}, false},
		{"TOY-8", toy8, svm.Classifier{Form: svm.Hard}, false},
		{"TOY-6", toy6, svm.Classifier{Form: svm.Hard}, true},
		{"degenerate", degenerate, svm.Classifier{Form: svm.Hard}, true},
		{"square", square, svm.Classifier{C: 3}, true}, // Y28a
		{"a row twice", twice, svm.Classifier{C: 10}, true},
		{"a row twice, both at the bound", twice, svm.Classifier{C: .01}, false},
		{"pair without an offset", pair, svm.Classifier{C: 1, NoIntercept: true}, true}, // B3.2.2f
		{"pair", pair, svm.Classifier{C: 1}, false},
		{"Gaussian", square, svm.Classifier{Form: svm.Hard, Kernel: kernels.Gaussian(1)}, false},
	} {
		x := testkit.Matrix(t, c.s.x)
		m := must(c.p.Fit(x, c.s.y))
		gram := must(c.p.Kernel.Gram(x))
		other, err := m.OtherAlpha(gram)
		if err != nil || (other != nil) != c.other {
			t.Errorf("%s: α = %v, other %v (%v), want one: %v", c.name, m.Alpha, other, err, c.other)
		}
		if other == nil {
			continue
		}
		if floats.Distance(other, m.Alpha, math.Inf(1)) < 1e-3 {
			t.Errorf("%s: α = %v, other %v", c.name, m.Alpha, other)
		}
		beta := make([]float64, len(other))
		for i, a := range other {
			if a < 0 || m.Bounds != nil && a > m.Bounds[i] {
				t.Errorf("%s: other %v is out of the bounds", c.name, other)
			}
			beta[i] = a * float64(m.Y[i])
		}
		f := mat.NewVecDense(len(beta), nil)
		f.MulVec(gram, mat.NewVecDense(len(beta), beta))
		for i := range m.F {
			f.SetVec(i, f.AtVec(i)+m.B)
		}
		testkit.Near(t, c.name+": f", f.RawVector().Data, m.F, 1e-6)
		testkit.Near(t, c.name+": Σ α", []float64{floats.Sum(other)}, []float64{floats.Sum(m.Alpha)}, 1e-6)
	}
	x, y := clouds(rand.New(rand.NewPCG(1, 4)), 60, 2, 1)
	m := must(svm.Classifier{}.Fit(x, y))
	if other, err := m.OtherAlpha(must(kernels.Linear().Gram(x))); other != nil || err != nil {
		t.Errorf("normal classes: %v, %v", other, err)
	}
	if _, err := m.OtherAlpha(mat.NewDense(2, 2, nil)); !errors.Is(err, input.ErrShape) {
		t.Errorf("another shape: %v", err)
	}
	if _, err := m.OtherAlpha(nil); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("nil: %v", err)
	}
	var none *svm.Machine
	if _, err := none.OtherAlpha(must(kernels.Linear().Gram(x))); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("nil machine: %v", err)
	}
}

// TestOtherAlphaWhereTheSumIsSeen: kernels among whose features there is a constant, or nearly one, so that the sum of the coefficients is no equation of its own.
func TestOtherAlphaWhereTheSumIsSeen(t *testing.T) {
	rnd := rand.New(rand.NewPCG(61, 4))
	for round := range 40 {
		n := 6 + rnd.IntN(15)
		x, y := clouds(rnd, n, 1+rnd.IntN(6), .3)
		for _, k := range []kernels.Kernel{kernels.Gaussian(1e5), kernels.Gaussian(1e3), kernels.Sum(kernels.Linear(), kernels.Constant(1)), kernels.Polynomial(2, 1, 1)} {
			for _, p := range []svm.Classifier{{C: .5, Kernel: k}, {C: 10, Kernel: k}, {Form: svm.Share, Nu: .6, Kernel: k}} {
				m, err := p.Fit(x, y)
				if err != nil {
					continue
				}
				other, err := m.OtherAlpha(must(k.Gram(x)))
				if err != nil {
					t.Errorf("round %d, %v, %v: %v", round, k, p.Form, err)
				}
				if other == nil {
					continue
				}
				for i := range n {
					change := 0.0
					for j, a := range other {
						change += (a - m.Alpha[j]) * float64(m.Y[j]) * k.Value(x.RawRowView(i), x.RawRowView(j))
					}
					if math.Abs(change) > 1e-5*(1+floats.Norm(other, 1)) {
						t.Errorf("round %d, %v, %v: f changes by %v", round, k, p.Form, change)
						break
					}
				}
			}
		}
	}
}
