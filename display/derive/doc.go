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
//   - Each step has a reason that names a rule; "algebra" is none, nor is the line itself. A line that holds without one is marked ○, and the derivation is
//     not complete. Inequalities of a chain run one way.
//
// Points and values may come from Go: Bind, Family, At. Func gives a name a function in Go, which the reader is told below; the same
// arguments must give the same value, since what was asked is not asked again. Judge returns
// what Prove shows, as data for graders.
//
// Files: options.go, fromgo.go, gofunc.go make a question of Go values (package proof), prove.go has it judged and shows the verdict. Who
// judges is said in hear.go (package judge, in the program) and hear_mercer.go (the kernel, for a cell). task.go has exercises, assess.go, attempt.go, path.go and ways.go what steps
// show, credit.go and answer.go what an answer is worth; numeric.go integrals and
// derivatives of functions in Go.
package derive
