// Package check states what must hold, with numbers.
//
// Each call shows a line with a mark, the name, what was had, what was wanted, the deviation and the tolerance, and
// fails the cell where it does not hold:
//
//	check.Near("Bayes error", risk, 0.22484589, 1e-8)
//	check.AtMost("mistakes", float64(mistakes), R*R/(gamma*gamma))
//
// Calls on a [List] show one table; the cell fails after the whole table was shown:
//
//	check.Group("The perceptron on the AND data", func(c *check.List) {
//		c.Equal("updates", updates, 11)
//		c.Slice("weights", w, []float64{-4, 3, 2}, 0)
//		c.True("separates", errors == 0)
//	})
//
// # What is shown
//
// A deviation is shown in units of its tolerance: "0.03 tol" passes with room, "1.20 tol" fails, and "2e-05 tol" says that the tolerance is
// wider than the arithmetic needs. Where nothing is allowed (tolerance 0) it is shown as it is. Of a list at most eight rows stand
// open, those that do not hold first; the others are folded under a line with their count and the worst of them. A page opens them with a
// click, plain text has only the line; the error of the cell names all that fail.
//
// # Simulations
//
// A number that comes from runs with chance is known up to its standard error SE, the standard deviation of the runs divided by √n.
// Some checks take the runs themselves and have one convention for k, a deviation on both sides in standard errors:
//
//	check.Simulated("mean risk", risks, .2248, 4)        // |mean − want| ≤ 4 SE
//	check.Share("class 1", ones, n, .3, 4)               // the same of a share, with the SE that its probability gives
//	check.Paired("LDA − logistic", lda, logistic, 0, 4)  // the same of the differences, run by run
//	check.PairedLess("LDA < logistic", lda, logistic, 4) // the mean difference is below 0 by at least 4 SE
//	check.SimulatedAtMost("E L ≤ B", losses, B, 4)       // a bound of an expectation: mean − B ≤ 4 SE
//	check.ShareAtMost("P(A) ≤ δ", hits, n, δ, 4)         // a bound of a probability
//
// If the theory is right and the mean of n runs is nearly normal, the first three fail with probability 2Φ(−k): 1 in 370 for k = 3, 1 in
// 15 800 for k = 4, for each such row of a notebook. PairedLess passes without a difference with probability Φ(−k), and a
// bound that holds fails with at most that. Pairs are worth having: two
// methods on the same data share most of their chance, which the difference cancels. A sample that says nothing is refused: fewer than two runs, a
// run that is not finite, runs that are all equal (where no chance is left, use Near or Equal).
//
// # Bounds
//
// A bound that holds may still be far off. Bound checks it in all runs and shows where it is tightest, and a case in
// which it is attained, if there is one:
//
//	check.Bound("mistakes ≤ R²/γ²", mistakes, bounds,
//		check.Where(func(i int) string { return names[i] }),
//		check.Attained("two opposite points", 1, 1, 0))
//
// # Exercises
//
// An exercise shows what its check finds about the answer that the reader puts in place of Unanswered, a number, a vector, a class or a function:
//
//	answer := check.Unanswered // your number, with a point: 1.5
//	check.Exercise("How many updates at most?", answer, check.Number(16, .5))
//
//	func distance(w, x []float64, b float64) float64 { panic(check.Unanswered) } // your function
//	check.Exercise("The distance from a hyperplane", distance, check.Trials(100, tryDistance).Refutes(withoutNorm))
//
// An exercise that is not answered says so and does not fail. A wrong answer is told in which way it is wrong, for a function with the inputs, and not the right
// one; it fails the cell. Rules are Number, Vector, Exactly, and Trials, which tries a function on random inputs from a stated seed or asks for a property
// that the answer must have, so that it need not stand in the cell. Package derive has the rule for derivations (derive.Task). Refutes states
// the usual slips: a rule that accepts one of them fails the exercise, as a check without power. KeepsArguments adds
// to a rule that a function leaves its arguments as they were.
//
// Judge returns the same as data: a [Result] with a title, an [Outcome] and a sentence.
//
// # Failing
//
// NaN never passes, nor does a tolerance that is negative or NaN. There is no way to silence a check. Under Mercer a
// failed check ends the cell, whose values are then as before it; in a plain program it ends the program with status
// 1; in a test binary it panics.
//
// Files: check.go and list.go the checks, simulated.go, bound.go; exercise.go, rule.go, trial.go, arguments.go and points.go the exercises; words.go, fold.go and page.go
// what is shown.
package check
