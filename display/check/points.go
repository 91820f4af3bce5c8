package check

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/display/internal/send"
)

// This file gives points to answers, as assignments do that are graded.

// Partly is the error of a rule for an answer that is wrong as a whole and right in parts: share of it, between 0 and 1, as steps of a derivation that
// hold. err says what is wrong.
func Partly(share float64, err error) error { return &partly{err, share} }

type partly struct {
	err   error
	share float64
}

func (p *partly) Error() string { return p.err.Error() }
func (p *partly) Unwrap() error { return p.err }

// shareOf is the part of an answer that is right, of which a rule returned err.
func shareOf(err error) float64 {
	var p *partly
	switch {
	case err == nil:
		return 1
	case errors.As(err, &p) && p.share > 0: // not NaN
		return min(p.share, 1)
	}
	return 0
}

// Points are the points of the answer: most for a right one, else its share of them, in quarters of a point, rounded down.
func (r Result) Points(most float64) float64 {
	if r.Outcome == Right {
		return most
	}
	return min(math.Floor(4*most*r.Share)/4, most)
}

// Points judges an answer as Exercise does, shows what it found, of a proof also what each step is worth (see Detail), and returns its points: most for a right one, a share of them for one that
// is right in parts (see Partly), in quarters of a point, rounded down, and 0 for one that is wrong or missing. It is the one function that gives points. It does not fail the cell, unless the exercise has a slip
// or most is not a positive number. As the last expression of a cell the points are its result, as nbgrader reads them:
//
//	check.Points(4, "1. The determinant", determinant, check.Trials(20, tryDeterminant))
func Points(most float64, title string, answer any, rule Rule) float64 {
	r := Judge(title, answer, rule)
	if !(most > 0) || math.IsInf(most, 0) {
		r.Outcome, r.Says = Faulty, fmt.Sprintf("%g points are not a positive number", most)
	}
	page, text := r.graded(most)
	send.Display(&frame.Bundle{Parts: []frame.Part{{MIME: "text/html", Data: []byte(page)}, {MIME: "text/plain", Data: []byte(text)}}})
	if r.Outcome == Faulty {
		send.Fail(frame.Failed{Name: "FaultyExercise", Value: r.line(), Shown: true})
		return 0
	}
	return r.Points(most)
}

// graded is what Points shows.
func (r Result) graded(most float64) (page, text string) {
	of := fmt.Sprintf(" · %g of %g points", r.Points(most), most)
	if r.Outcome == Faulty {
		of = ""
	}
	page, text = r.html(of), r.String()+of+"\n"
	if r.Detail != nil {
		page, text = page+r.Detail.HTML(most), text+r.Detail.Text(most)
	}
	return page, text
}
