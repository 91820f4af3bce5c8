package derive

import (
	"context"

	"github.com/mercer-go/mercer/display/derive/judge"
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
)

// The marks of a line.
const (
	Holds  = proof.Holds
	Exact  = proof.Exact
	Fails  = proof.Fails
	Flawed = proof.Flawed
)

// Prove evaluates a derivation that is written as mathematics, shows it with what was found, and fails the cell where it does not hold.
// The language of the text is described in the package comment and in display/formula/README.md.
func Prove(title, text string, options ...Option) {
	v := Judge(title, text, options...)
	send.Display(&frame.Bundle{Parts: []frame.Part{
		{MIME: "text/markdown", Data: []byte(v.Markdown())},
		{MIME: "text/plain", Data: []byte(v.Text())},
	}})
	if err := v.Err(); err != nil {
		send.Fail(frame.Failed{Name: "DerivationFailed", Value: err.Error(), Trace: v.Text()})
	}
}

// Judge evaluates a derivation in the language of formulas, as Prove does, and returns what it found. It shows nothing.
func Judge(title, text string, options ...Option) *Verdict {
	s := newSettings(title, text, options)
	return judge.Judge(context.Background(), &s.question, s.answer)
}
