// Package primal solves the quadratic programs of support vector machines with the inner product of R^d, in the coordinates of w,
//
//	minimise ½‖w‖² + Σ C_i max(0, |z_i − f_i| − ε),  f_i = ⟨w, x_i⟩ + b,
//
// with the squares of the losses, or with those of one sign only, which is the hinge loss for z_i = ±1 and ε = 0. It takes the dual problem in the form of package smo, with signed
// coefficients β_i between bounds, and returns the same numbers, but it never needs a product of two observations. b is not penalised.
//
// # The algorithm
//
// Losses that have a kink are rounded off: in round k, β_i is not free to be anything on the kink but costs (width_k/C_i)(β_i − β_i^{k−1})²/2, which makes the loss a quadratic function
// there, as wide as the width in units of f. This is the proximal point method for the dual problem, or the method of multipliers, and it converges for any width; the widths
// fall by a factor of three from round to round, faster where the mean slack is much smaller, and grow again where rounding of f, of which β is a multiple that grows as the width falls, keeps a round from
// its end. Within a round the objective of (w, b) is smooth and piecewise quadratic, and Newton's method with a line search by the derivative finds its minimum in a few
// steps. Squares of losses need no rounding, and one round.
//
// A step goes through the rows three times, O(nd), and solves a linear system with a matrix of the observations on their kinks, O(md² + d³) for m of them, or O(m²d + m³) where m < d. In
// the first steps m is n; at the end it is about d, whatever n is. Huge prices make no more steps than small ones.
//
// # When it stops
//
// When no two observations contradict each other about b by more than the tolerance, as in package smo, and the duality gap is at most that part of the primal objective. For the gap β is
// made feasible (Σ β_i = 0), so that it is a proof. A gap that rounding of slacks leaves, times their prices, counts as none. Where twelve rounds bring nothing better, rounding does not allow for more.
//
// Files: problem.go what is solved, and passes over the rows; solve.go rounds and steps; step.go linear systems; certificate.go the solution of a round and its gap.
//
// Reference: O. L. Mangasarian, A finite Newton method for classification (2002), for squares of hinge losses; R. T. Rockafellar, Augmented Lagrangians and applications of the proximal point
// algorithm in convex programming (1976); Y. Yan and Q. Li, An efficient augmented Lagrangian method for support vector machine (2020).
package primal
