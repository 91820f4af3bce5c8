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
// NaN never passes, nor does a tolerance that is negative or NaN. There is no way to silence a check. Under Mercer a
// failed check ends the cell, whose values are then as before it; in a plain program it ends the program with status
// 1; in a test binary it panics.
package check
