package derive

import (
	"github.com/mercer-go/mercer/display/check"
	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/display/internal/send"
)

// Answer shows what is found about an answer to the task, as Prove and check.Exercise do, and returns its text for the cell that grades it. It fails
// no cell, whatever the text is. A cell
//
//	%%derive -task ridge -as answer Push-through
//
// is this call with its text, the result in a variable.
func (t Task) Answer(title, text string) string {
	r := check.Judge(title, text, t.Rule())
	var parts []frame.Part
	if r.Outcome != check.NotAnswered {
		if v := t.verdict(title, text); len(v.Problems) == 0 {
			parts = []frame.Part{{MIME: "text/markdown", Data: []byte(v.Markdown())}, {MIME: "text/plain", Data: []byte(v.Text())}}
		}
	}
	if parts != nil {
		send.Display(&frame.Bundle{Parts: parts})
	}
	send.Display(&frame.Bundle{Parts: []frame.Part{
		{MIME: "text/html", Data: []byte(r.HTML())},
		{MIME: "text/plain", Data: []byte(r.String() + "\n")},
	}})
	return text
}
