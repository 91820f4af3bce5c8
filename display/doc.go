// Package display shows things in a notebook: values, tables, mathematics, figures, progress.
//
// A cell calls it, or its last expression is shown by [Result]:
//
//	display.Show(X)                                   // anything, in its richest form
//	display.Math(`\hat w = (X^\top X)^{-1} X^\top y`)
//	display.TableOf(results).Caption("Test errors").Best("error", display.Least)
//	display.NewFigure("Two classes").Classes(X, y).DecisionLine("w", w, b).Axes("x₁", "x₂")
//
// Whatever is shown has a text/plain alternative. Under Mercer it travels to the kernel as frames and figures as plain
// data, which the kernel draws; under a GoNB kernel it goes through gonbui; in a terminal the text is printed. Nothing
// here panics on bad input.
//
// [Input] asks the reader for a line. What is too large to be drawn or shown says so in a sentence.
//
// Packages check and derive beside it state what must hold, and fail the cell where it does not.
package display
