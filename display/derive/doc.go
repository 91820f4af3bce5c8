// Package derive makes derivations run.
//
// A derivation is written as in a textbook, line by line. Each line has its LaTeX and a Go function that computes the
// expression on that line at a point; a relation joins it to the line before, and a reason says why. The derivation is
// evaluated at many points, each line is marked as holding with the largest deviation, and where a line does not hold
// the reader sees the first point that refutes it, and the cell fails.
//
//	type run struct{ w, star []float64; t int; gamma, R float64 }
//
//	d := derive.New("Novikoff's bound", derive.Sample(1, 200, perceptronRun))
//	d.Line(`\langle w_t, w^*\rangle`, func(p run) float64 { return dot(p.w, p.star) }).
//		Ge(`t\gamma`, func(p run) float64 { return float64(p.t) * p.gamma }, "each of the $t$ updates adds at least $\\gamma$")
//	d.Line(`\|w_t\|^2`, func(p run) float64 { return dot(p.w, p.w) }).
//		Le(`tR^2`, func(p run) float64 { return float64(p.t) * p.R * p.R }, "no update adds more than $R^2$")
//	d.So(`t \le (R/\gamma)^2`, func(p run) bool { return float64(p.t) <= p.R*p.R/(p.gamma*p.gamma) }, "Cauchy–Schwarz")
//	d.Check()
//
// # Points
//
// Points are of any type: Sample draws them from a stated seed, Cases enumerates them, Grid and Ints are the usual
// ones. Every expression is a function of a point, so a line states for all points what it states for one.
//
// # When a line holds
//
// a = b holds when |a − b| ≤ tol·(1 + max(|a|, |b|)), a ≤ b when a ≤ b + tol·(1 + max(|a|, |b|)), with tol 1e-9 unless
// Tol says otherwise; a < b has no tolerance. Vectors and matrices are compared entry by entry, with the largest
// deviation and the largest entries. NaN and infinite values never hold.
//
// # How it is shown
//
// A derivation is Markdown with aligned LaTeX. The marks and what was found at the points (the largest deviation, the least
// slack) are the first columns, then come the formulas, then the reasons, which are broken where the page is not wide
// enough. A slack that is rounding only is shown as 0.
package derive
