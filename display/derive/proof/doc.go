// Package proof has what is asked about a derivation and what is found, as plain data: a [Question] is a text with its options, values and
// functions, a [Verdict] what a judge says about it. Package derive makes questions of Go values, package judge answers them. Both may be
// in one program or in two; so this package imports nothing of the language of formulas.
package proof
