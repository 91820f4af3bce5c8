// Package judge evaluates derivations in the language of formulas: it answers a [proof.Question] with a [proof.Verdict].
//
// Files: judge.go the course of it, settings.go what a question gives, form.go claims and reasons, sampler.go points, claim.go one claim at one
// point, confirm.go violations and rounding, exact.go rational arithmetic, enumerate.go cases one by one, border.go the places that a formula points to, hunt.go, search.go, arrow.go and within.go counterexamples; blocks.go, show.go, failure.go, inwords.go what is
// found and shown.
package judge
