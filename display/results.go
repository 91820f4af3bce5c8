package display

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/display/internal/send"
)

// Results shows several values as the result of the cell: in one line, where each has no other form than a line of text,
// and else one below the other, each in its richest form. The kernel calls it with a last expression that has several
// values, and with a last line of several expressions.
func Results(v ...any) {
	bundles, texts := make([]*frame.Bundle, len(v)), make([]string, len(v))
	short := len(v) > 1
	for i, x := range v {
		bundles[i] = bundleOf(x)
		texts[i] = send.Text(bundles[i])
		short = short && len(bundles[i].Parts) == 1 && bundles[i].Parts[0].MIME == "text/plain" && !strings.Contains(texts[i], "\n")
	}
	if short {
		text := strings.Join(texts, ", ")
		bundles = []*frame.Bundle{bundle("text/plain", text, text)}
	}
	for _, b := range bundles {
		send.Result(b)
	}
}

// Quotient shows a quotient of whole numbers as Result does, and gives the note, once in a session, where it was cut. The kernel calls
// it with a last expression that is such a quotient.
func Quotient(v any, cut bool, note string) {
	Result(v)
	if cut {
		send.Note(note)
	}
}

// ResultsErr shows all values but the last, as Results does, unless the last is a non-nil error, with which the cell
// fails. The kernel calls it with a last expression that is a call which returns an error beside values.
func ResultsErr(v ...any) {
	failOn(v)
	Results(v[:len(v)-1]...)
}

// FailErr ends the cell as failed if the last value is a non-nil error, and shows nothing. The kernel calls it where the
// values of such a call are not to be shown.
func FailErr(v ...any) { failOn(v) }

// failOn fails with the last value, at the place that called the exported function.
func failOn(v []any) {
	err, _ := v[len(v)-1].(error)
	if err == nil {
		return
	}
	f := frame.Failed{Name: "error", Value: err.Error()}
	if _, file, line, ok := runtime.Caller(2); ok {
		f.Trace = fmt.Sprintf("  at %s:%d", file, line)
	}
	send.Fail(f)
}
