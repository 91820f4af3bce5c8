package convex

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
)

// KKT is what a point and its multipliers leave of each of the conditions of Karush, Kuhn and Tucker, in the units of the program. All are 0 exactly if x solves the
// program and the multipliers prove it: for a convex program the conditions are sufficient, and with affine constraints they are necessary.
//
// Curriculum: N7.0d, V5.2a, Y25a.
type KKT struct {
	Stationarity    float64 // max |Px + q + Gᵀλ + Aᵀν|
	Inequalities    float64 // the largest violation of Gx ≤ h, 0 if none is violated
	Equations       float64 // max |Ax − b|
	Sign            float64 // the largest −λ_i, 0 if λ ≥ 0
	Complementarity float64 // max |λ_i (h − Gx)_i|
	Gap             float64 // ½xᵀPx + qᵀx minus its bound −½xᵀPx − hᵀλ − bᵀν, which is the dual function where x is stationary
}

// Largest returns the largest of the numbers of k, without their signs.
func (k KKT) Largest() float64 {
	return max(k.Stationarity, k.Inequalities, k.Equations, k.Sign, k.Complementarity, math.Abs(k.Gap))
}

// Table lists the conditions.
func (k KKT) Table() (caption string, columns []string, rows [][]any) {
	return "conditions of Karush, Kuhn and Tucker", []string{"condition", "residual"}, [][]any{
		{"stationarity Px + q + Gᵀλ + Aᵀν = 0", k.Stationarity}, {"feasibility Gx ≤ h", k.Inequalities}, {"feasibility Ax = b", k.Equations},
		{"sign λ ≥ 0", k.Sign}, {"complementarity λᵢ(h − Gx)ᵢ = 0", k.Complementarity}, {"duality gap", k.Gap},
	}
}

// KKT returns what x, λ and ν leave of the conditions. λ has an entry for each inequality, ν for each equation. The errors wrap input.ErrShape and
// input.ErrNotFinite (also where sums overflow), or are those of Solve for a program that is not whole.
func (p QP) KKT(x, lambda, nu []float64) (*KKT, error) {
	f, err := p.check()
	if err != nil {
		return nil, err
	}
	err = errors.Join(input.Vector("x", x, f.n), input.Vector("λ", lambda, f.inequalities()), input.Vector("ν", nu, f.equations()))
	if err != nil {
		return nil, fmt.Errorf("convex: KKT: %w", err)
	}
	k := f.kkt(x, lambda, nu)
	if err := whole([]float64{k.Largest()}); err != nil {
		return nil, err
	}
	return &k, nil
}

func (f form) kkt(x, lambda, nu []float64) KKT {
	curved := product(f.p, x)
	gradient := f.linear(lambda, nu)
	floats.Add(gradient, curved)
	k := KKT{Stationarity: floats.Norm(gradient, math.Inf(1)), Equations: floats.Norm(f.residuals(x), math.Inf(1))}
	for i, s := range f.slacks(x) {
		k.Inequalities = max(k.Inequalities, -s)
		k.Sign = max(k.Sign, -lambda[i])
		k.Complementarity = max(k.Complementarity, math.Abs(lambda[i]*s))
	}
	k.Gap = floats.Dot(curved, x) + floats.Dot(f.q, x) + floats.Dot(lambda, f.h) + floats.Dot(nu, f.b)
	return k
}
