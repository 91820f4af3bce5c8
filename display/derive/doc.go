// Package derive makes derivations run.
//
// # As mathematics
//
// A derivation is a text as a mathematician writes it, in LaTeX. What the reader sees is what is evaluated:
//
//	derive.Prove("The binomial formula", `
//		\given x, y \in \mathbb{R}
//		(x+y)^2 = x^2 + 2xy + y^2   \because{the product is multiplied out}  \refute{x^2 + y^2}
//		    \ge 4xy                 \because{$(x-y)^2$ is not negative}
//		\therefore xy \le \left(\frac{x+y}2\right)^2`)
//
// The language is on one page in display/formula/README.md. \given declares variables with their domains, from which points are drawn;
// \let defines notation; a line is a step with its reason, or continues the chain above; \therefore states what is proved.
//
//   - A line holds where it holds at all drawn points and at the corner cases of the domains (zeros, ends, equal points, tiny and huge
//     ones), within a tolerance of 1e-9·(1 + max(|a|, |b|)), 1e-9 unless Tol or \tol says otherwise. A deviation is shown in units of
//     its tolerance. What only rounding would decide is left out, and said.
//   - Where a line is rational in its points it is evaluated at random rational points as well, without rounding: it is marked exact, and
//     for an identity the reader is told with which probability a false one would have survived.
//   - For an inequality a counterexample is hunted for, from the tightest points on. The ratio shown is the nearest that both sides came;
//     a bound is tight, or its constant is seen to be loose.
//   - \refute states what a source prints or a student would get wrong: the derivation fails if that cannot be told from the truth.
//   - Each step has a reason that names a rule; "algebra" is none. Inequalities of a chain run one way.
//
// Points and values may come from Go: Bind, Family, At. Func gives a name a function in Go, which the reader is told below; the same
// arguments must give the same value, since what was asked is not asked again. Judge returns
// what Prove shows, as data for graders.
//
// Files: options.go, fromgo.go, gofunc.go make a question of Go values (package proof), prove.go has it judged and shows the verdict. Who
// judges is said in hear.go (package judge, in the program) and hear_mercer.go (the kernel, for a cell). task.go has exercises.
//
// # Line by line in Go
//
// A derivation may also be written line by line, where the language cannot say it. Each line has its LaTeX and a Go function that computes the
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
