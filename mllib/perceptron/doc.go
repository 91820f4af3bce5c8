// Package perceptron trains linear classifiers by correcting mistakes: Rosenblatt's algorithm with the variants that the
// sources of the course use, the batch perceptron, the perceptron criterion, and the bounds on the number of mistakes.
//
// Rosenblatt's rule is one line: when (x_i, y_i) is classified wrongly, add η y_i x_i to w and η y_i c² to b. The sources differ in
// everything around it, and each difference is a field of Rosenblatt:
//
//   - Intercept: c = 1 (Yan, the usual one), c = R = max ‖x_i‖ (Nussbaum), or none (Banisch, Vetcha, who add a column of ones).
//   - Order: one pass after another in a fixed order, each pass shuffled, the first mistake of the list, a random mistake.
//   - Tie: whether a score of exactly 0 is a mistake (Nussbaum, Yan) or is classified by sign(0) (Banisch, Vetcha).
//   - Start, learning rate, limits, and what to keep: the trace, the pocket (best so far), the average.
//
// A first example:
//
//	gate := data.AND()
//	m, err := perceptron.Rosenblatt{Trace: true}.Fit(gate.X, gate.Y)
//	fmt.Println(m.W, m.B, m.Report)
//
// # Files
//
// rosenblatt.go (parameters), options.go (their enumerations), model.go (what Fit returns), fit.go (the algorithm),
// cycle.go (proof that a run never ends), batch.go, criterion.go, bound.go; dual.go (the kernel perceptron).
package perceptron
