package display

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/display/internal/send"
)

// Results shows several values as the result of the cell: one as Result does, more as their texts in one line, or one
// below the other where a text has several lines. The kernel calls it with a last expression that has several values.
func Results(v ...any) {
	if len(v) == 1 {
		Result(v[0])
		return
	}
	texts, sep := make([]string, len(v)), ", "
	for i, x := range v {
		texts[i] = send.Text(bundleOf(x))
		if strings.Contains(texts[i], "\n") {
			sep = "\n"
		}
	}
	if len(texts) > 0 {
		text := strings.Join(texts, sep)
		send.Result(bundle("text/plain", text, text))
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
