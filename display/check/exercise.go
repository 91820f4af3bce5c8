package check

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/display/internal/numeral"
	"github.com/mercer-go/mercer/display/internal/send"
)

// This file judges what a reader answers to an exercise. The rules are in rule.go and trial.go.

// Unanswered stands where a reader is to put an answer: answer := check.Unanswered, or, as the body of a function that is to be written,
// panic(check.Unanswered).
const Unanswered = "not answered yet"

// ErrUnanswered is what a rule returns for an answer that is still to be given, as a derivation with a gap.
var ErrUnanswered = errors.New(Unanswered)

// Outcome says how an answer was found.
type Outcome string

// The outcomes of an exercise.
const (
	NotAnswered Outcome = "not answered" // check.Unanswered, nil, an empty text, a function that panics with check.Unanswered
	Wrong       Outcome = "wrong"
	Right       Outcome = "right"
	Faulty      Outcome = "faulty" // the exercise has a slip: its rule accepts what Refutes calls wrong, or there is none
)

// Result is what was found about an answer, as data: for graders, and for what is shown.
type Result struct {
	Title   string
	Outcome Outcome
	Says    string  // Wrong: in which way, a sentence; Right: what it was tried on, or ""; Faulty: the slip
	Share   float64 // of the answer that is right: 1 of a right one, between 0 and 1 of one whose rule says so (Partly), else 0
	Detail  Detail  // about its parts; nil where the rule has none
}

// Judge judges an answer and returns what it found. It shows nothing by itself; as the last expression of a cell the result is shown. An
// answer that panics is wrong, with the text of the panic.
func Judge(title string, answer any, rule Rule) Result {
	r := Result{Title: title}
	if fault := rule.fault(); fault != "" {
		r.Outcome, r.Says = Faulty, fault
		return r
	}
	evidence, detail, err := rule.try(answer)
	r.Share, r.Detail = shareOf(err), detail
	switch {
	case err == nil:
		r.Outcome, r.Says = Right, evidence
	case errors.Is(err, ErrUnanswered):
		r.Outcome = NotAnswered
	default:
		r.Outcome, r.Says = Wrong, err.Error()
		if known := rule.known(answer); known != "" {
			r.Says += ": " + known
		} else if rule.decimals && isWholeZero(answer) {
			r.Says += "; the answer that arrived is the whole number 0: in Go 1/3 divides whole numbers, 1./3 is a third"
		}
	}
	return r
}

// isWholeZero tells whether an answer is the integer 0, which a quotient of integers often is by mistake.
func isWholeZero(answer any) bool {
	v := reflect.ValueOf(answer)
	return v.CanInt() && v.Int() == 0
}

// Exercise judges an answer and shows what it found. An exercise that is not answered says so and does not fail; a wrong answer fails
// the cell after it was said in which way it is wrong.
func Exercise(title string, answer any, rule Rule) {
	r := Judge(title, answer, rule)
	send.Display(&frame.Bundle{Parts: []frame.Part{
		{MIME: "text/html", Data: []byte(r.HTML())},
		{MIME: "text/plain", Data: []byte(r.String() + "\n")},
	}})
	switch r.Outcome {
	case Wrong:
		send.Fail(frame.Failed{Name: "WrongAnswer", Value: r.line(), Shown: true})
	case Faulty:
		send.Fail(frame.Failed{Name: "FaultyExercise", Value: r.line(), Shown: true})
	}
}

// String is the result on one line of text: a mark, the title, what was found.
func (r Result) String() string { return r.mark() + " " + r.line() }

func (r Result) line() string { return strings.TrimPrefix(r.Title+": "+r.found(), ": ") }

func (r Result) mark() string {
	switch r.Outcome {
	case NotAnswered:
		return "○"
	case Right:
		return mark(true)
	}
	return mark(false)
}

func (r Result) found() string {
	switch {
	case r.Outcome == NotAnswered:
		return Unanswered
	case r.Outcome == Right && r.Says != "":
		return fmt.Sprintf("right (%s)", r.Says)
	case r.Outcome == Right:
		return string(Right)
	case r.Outcome == Faulty:
		return "the exercise has a slip: " + r.Says
	}
	return r.Says
}

// HTML is the result as it is shown on a page.
func (r Result) HTML() string { return numeral.NoMath(r.html("")) }

// html is the result with some words behind it.
func (r Result) html(words string) string {
	style := map[Outcome]string{NotAnswered: waiting, Right: good}[r.Outcome]
	if style == "" {
		style = bad
	}
	return fmt.Sprintf("<div class=\"mercer-check\"><span style=\"%s\">%s</span> %s</div>\n", style, r.mark(), numeral.HTML(r.line()+words))
}
