// Package convex solves convex quadratic programs, linear ones among them, and evaluates what duality says about them.
//
//	p := convex.QP{P: la.I(2), Q: la.V{-2, -1}, G: la.M{{1, 1}}, H: la.V{2}} // ½‖x‖² − 2x₁ − x₂ subject to x₁ + x₂ ≤ 2
//	s, err := p.Solve()
//	s.X, s.Lambda, s.Value                    // the solution, the multipliers, the least value
//	s.KKT                                     // what is left of each of the conditions of Karush, Kuhn and Tucker
//	p.Lagrangian(x, λ, ν), p.Dual(λ, ν)       // a lower bound of the least value for every λ ≥ 0 and every ν
//	p.Slater()                                // a strictly feasible point, or why there is none
//
// # The program
//
//	minimise ½xᵀPx + qᵀx  subject to  Gx ≤ h, Ax = b
//
// with a symmetric positive semidefinite P. Its Lagrangian is L(x, λ, ν) = ½xᵀPx + qᵀx + λᵀ(Gx − h) + νᵀ(Ax − b), its dual function the infimum of L over x.
// A solution comes with multipliers λ ≥ 0 and ν that prove it: the dual function at them is the least value, up to the gap in the report. A program without a feasible
// point is an error with a proof, multipliers of Farkas' lemma (Infeasible); so is one without a least value, a direction of descent that never ends (Unbounded).
//
// # How it is computed
//
// Units are taken out by powers of two (scale.go). Equations, and directions that neither P nor G sees, are eliminated by singular value decompositions, so redundant rows,
// fixed variables and P = 0 are nothing special (reduce.go). What is left is solved by the predictor-corrector method of S. Mehrotra (1992), with one Cholesky factor a
// step (interior.go). From the rows that its end shows to be active, the linear system of the conditions gives the solution to rounding (polish.go). Where it does not
// converge, two linear programs, solved in the same way, tell why (phase.go).
//
// Numbers that differ by ten orders of magnitude and more can hide each other: a proof is therefore checked in the numbers of the program, and a solution in each of its rows. What does not
// stand that is an error that wraps ErrAccuracy. Of 4,000 small programs whose numbers are drawn from twelve orders of magnitude that are 3 in a hundred, and no verdict on the others is wrong (exact_test.go).
//
// # Files
//
// qp.go the program, its objective and Lagrangian; dual.go; kkt.go; solve.go; scale.go, reduce.go, interior.go, polish.go the steps; phase.go feasible points and certificates; thin.go
// programs without strictly feasible points;
// infeasible.go the errors; rows.go what a point does to each row.
//
// # Sources
//
// S. Boyd and L. Vandenberghe, Convex Optimization (2004), chapters 4 and 5; J. Nocedal and S. Wright, Numerical Optimization (2006), section 16.6; D. Ruiz, A scaling
// algorithm to equilibrate both rows and columns norms in matrices (2001).
package convex
