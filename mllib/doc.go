// Package mllib is the root of Mercer's learning library: one package for each family of methods, all made in one way.
//
//   - Data are a mat.Matrix X whose rows are observations, and labels y []int (classification) or targets y []float64
//     (regression). Package data makes and holds data sets; package label knows the codes {-1, +1}, {0, 1}, {1..K}.
//   - The parameters of a method are a plain struct whose zero values mean documented defaults. Its method Fit checks everything
//     first and returns a model of another type, which alone can predict.
//   - A model is plain data: it keeps its value between the cells of a notebook and goes through JSON and back. It holds
//     what the theory names (margins, support vectors, traces) and a Report with the reason why the work stopped.
//   - Chance comes from a math/rand/v2 source that the caller gives. Nothing reads the clock.
//   - Formulas are written with packages la (linear algebra) and special (Φ, softmax, tails); package simulate repeats experiments.
//   - Bad input is an error that names the argument and wraps one of the sentinels of package input.
//
// README.md beside this file has the conventions in full and the list of packages.
package mllib
