// Package syntax reads formulas and derivations as a mathematician writes them in LaTeX, as trees.
//
// ParseExpr reads one formula, ParseDocument a derivation: declarations, definitions, chains of steps, conclusions, prose. A text becomes
// tokens (lexer.go, with the commands in token.go), tokens become lines (lines.go, parsedocument.go), lines become trees:
//
//   - statement.go and factor.go: the grammar from \iff down to a factor, script.go: indices, exponents, primes
//   - bracket.go: brackets, bars, sets, matrices, cases
//   - binder.go, calculus.go, probability.go: what binds names, derivatives, P and E
//
// A tree says what is written, not what it means: whether f(x) is an application is for the types of the names to decide. What can be
// read in two ways (a/bc, \log x/y, {a+b}c) is refused. Errors name the place and say in words of mathematics what is wrong.
//
// Canon spells names so that equal ones are equal strings. Print writes a tree as LaTeX that is read as the same tree, Latex shows a part
// of the author's text, SExpr the tree for tests. The package imports the standard library only.
package syntax
