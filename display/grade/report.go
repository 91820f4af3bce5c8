package grade

import (
	"fmt"
	"html"
	"strings"

	"github.com/mercer-go/mercer/display/check"
	"github.com/mercer-go/mercer/display/derive"
)

// Report is what was found about an answer. It is the check.Detail of it.
type Report struct {
	Outcome check.Outcome // NotAnswered, Wrong or Right
	Says    string        // Wrong: what is wrong, Right: on what it was tried; sentences
	Share   float64       // of the points: 1 of a right one, below ½ of any other
	Doubt   string        // of a right one: why a teacher should look at it, a sentence, or ""
	Steps   []Step        // none where the answer cannot be read

	cases int // so far
	held  int // steps that lead on in the case with the least share
}

// Step is a step of an answer.
type Step struct {
	Line    int     // of the answer, from 1
	Formula string  // LaTeX
	Reason  string  // Markdown, for the teacher
	Holds   bool    // in all cases
	Share   float64 // of the points
	Says    string  // why it has none: a sentence with the point that refutes it; or ""

	leads bool
}

// refused is the report about an answer that is not judged.
func refused(format string, args ...any) *Report {
	return &Report{Outcome: check.Wrong, Says: fmt.Sprintf(format, args...)}
}

// add takes what was found in one more case.
func (r *Report) add(name string, a *derive.Assessment) {
	says := func(s string) string {
		if name == "" || s == "" {
			return s
		}
		return name + ": " + s
	}
	if r.Doubt == "" {
		r.Doubt = says(a.Doubt)
	}
	held := 0
	for _, s := range a.Steps {
		if s.Leads {
			held++
		}
	}
	switch {
	case r.cases == 0:
		r.Outcome, r.Says, r.Share, r.held = a.Outcome, a.Says, a.Share, held
		for _, s := range a.Steps {
			r.Steps = append(r.Steps, Step{Line: s.Line, Formula: formula(s.Step), Reason: s.Reason, Holds: s.Holds, leads: s.Leads, Says: s.Says})
		}
		r.cases++
		return
	case r.Outcome == check.Right || a.Outcome != check.Right && a.Share < r.Share:
		r.Share, r.held = a.Share, held
		if r.Outcome == check.Right && a.Outcome != check.Right {
			r.Outcome, r.Says = a.Outcome, says(a.Says)
		}
	}
	r.cases++
	if len(a.Steps) != len(r.Steps) { // it can be read in one case only
		r.Steps = nil
		return
	}
	for i, s := range a.Steps {
		step := &r.Steps[i]
		step.Holds, step.leads = step.Holds && s.Holds, step.leads && s.Leads
		if step.Says == "" {
			step.Says = says(s.Says)
		}
	}
}

func formula(s derive.Step) string {
	return strings.TrimSpace(s.Left + " " + s.Relation + " " + s.Right)
}

// share gives each step that holds in all cases and leads on its part.
func (r *Report) share() {
	leading := 0
	for _, s := range r.Steps {
		if s.leads {
			leading++
		}
	}
	switch {
	case r.Outcome == check.Right:
	case r.held == 0 || leading == 0:
		r.Share = 0
		return
	default: // in other cases, other steps may fail
		r.Share *= float64(min(leading, r.held)) / float64(r.held)
	}
	for i := range r.Steps {
		if r.Steps[i].leads {
			r.Steps[i].Share = r.Share / float64(leading)
		}
	}
}

// row is what is shown of a step: its mark, its share of the points, what is said of it.
func (s Step) row(most float64) (mark, worth, says string) {
	mark = "✓"
	switch {
	case !s.Holds:
		mark = "✗"
	case s.Share == 0:
		mark = "○"
	}
	says = s.Says
	if says == "" {
		says = s.Reason
	}
	return mark, fmt.Sprintf("%.2f", s.Share*most), says
}

// Text has a line for each step, with what it is worth of an answer of so many points.
func (r *Report) Text(most float64) string {
	var b strings.Builder
	for _, s := range r.Steps {
		mark, worth, says := s.row(most)
		fmt.Fprintf(&b, "  %s line %d, %s points: %s | %s\n", mark, s.Line, worth, s.Formula, says)
	}
	return b.String()
}

// HTML is the same for a page; it is empty where there are no steps.
func (r *Report) HTML(most float64) string {
	if len(r.Steps) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("<table class=\"mercer-check\">\n<thead><tr><th></th><th>line</th><th>step</th><th>points</th><th style=\"text-align:left\">reason, or what is wrong</th></tr></thead>\n<tbody>\n")
	for _, s := range r.Steps {
		mark, worth, says := s.row(most)
		fmt.Fprintf(&b, "<tr><td>%s</td><td>%d</td><td style=\"text-align:left\">$%s$</td><td>%s</td><td style=\"text-align:left\">%s</td></tr>\n",
			mark, s.Line, html.EscapeString(s.Formula), worth, html.EscapeString(says))
	}
	b.WriteString("</tbody></table>\n")
	return b.String()
}
