package convex_test

import (
	"errors"
	"fmt"

	"github.com/mercer-go/mercer/mllib/convex"
	"github.com/mercer-go/mercer/mllib/la"
)

// The point of the half-plane x₁ + x₂ ≤ 2 that is nearest to (2, 1), and what the border costs.
func ExampleQP() {
	p := convex.QP{P: la.I(2), Q: la.V{-2, -1}, G: la.M{{1, 1}}, H: la.V{2}}
	s, err := p.Solve()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("x = %.2f, λ = %.2f, least value %.2f\n", s.X, s.Lambda, s.Value)
	fmt.Printf("bounds from below: d(0) = %.2f, d(0.25) = %.2f, d(0.5) = %.2f\n", p.Dual(la.V{0}, nil), p.Dual(la.V{.25}, nil), p.Dual(s.Lambda, nil))
	// Output:
	// x = [1.50 0.50], λ = [0.50], least value -2.25
	// bounds from below: d(0) = -2.50, d(0.25) = -2.31, d(0.5) = -2.25
}

func ExampleInfeasible() {
	_, err := convex.QP{P: la.I(1), G: la.M{{1}, {-1}}, H: la.V{0, -1}}.Solve() // x ≤ 0 and x ≥ 1
	var proof *convex.Infeasible
	if errors.As(err, &proof) {
		fmt.Printf("%v: λ = %.0f\n", err, proof.Lambda)
	}
	// Output: convex: no point satisfies all constraints: a combination of 2 of them is a contradiction: λ = [1 1]
}

func ExampleQP_Slater() {
	s, err := convex.QP{G: la.M{{1}, {-1}}, H: la.V{1, -1}}.Slater() // x ≤ 1 and x ≥ 1
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("strictly feasible: %v; %.0f is the only point, for λ = %.1f gives 0 ≤ 0\n", s.Strict, s.X, s.Lambda)
	// Output: strictly feasible: false; [1] is the only point, for λ = [1.0 1.0] gives 0 ≤ 0
}
