package derive

import (
	"github.com/mercer-go/mercer/display/derive/proof"
	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/display/internal/send"
)

// What Judge returns, see package proof.
type (
	Verdict = proof.Verdict
	Problem = proof.Problem
	Step    = proof.Step
	Variant = proof.Variant
	Counter = proof.Counter
	Mark    = proof.Mark
	side    = proof.Side
)

// The marks of a line.
const (
	Holds    = proof.Holds
	Exact    = proof.Exact
	Fails    = proof.Fails
	Flawed   = proof.Flawed
	NoReason = proof.NoReason
)

// Prove evaluates a derivation that is written as mathematics, shows it with what was found, and fails the cell where it does not hold.
// The language of the text is described in the package comment and in display/formula/README.md.
func Prove(title, text string, options ...Option) {
	r := rendering(newSettings(title, text, options))
	send.Display(&frame.Bundle{Parts: []frame.Part{
		{MIME: "text/markdown", Data: []byte(r.Markdown)},
		{MIME: "text/plain", Data: []byte(r.Text)},
	}})
	if r.Failure != "" {
		send.Fail(frame.Failed{Name: "DerivationFailed", Value: r.Failure, Shown: true})
	}
}

// Judge evaluates a derivation in the language of formulas, as Prove does, and returns what it found. It shows nothing.
func Judge(title, text string, options ...Option) *Verdict {
	return verdict(newSettings(title, text, options))
}
