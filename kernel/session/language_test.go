package session

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
)

// What a notebook knows of a name: for %doc, for "name?" and for tooltips.
func TestDocumentation(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles cells")
	}
	s := newTestSession(t, t.TempDir())
	runCell(t, s, "a", "// Pair is two numbers.\ntype Pair struct {\n\tA, B int // both of them\n}\np := Pair{1, 2}\nf := func() int { return 1 }")
	for _, tt := range []struct{ code, want, not string }{
		{"p?", "var p Pair = Pair{A:1 B:2}|type Pair struct {|// both of them|Pair is two numbers", "type Pair struct{"},
		{"?p", "var p Pair = Pair{A:1 B:2}", ""},
		{"%doc Pair", "// both of them|Pair is two numbers", ""},
		{"Pair??", "Pair is two numbers", ""},
		{"f?", "var f func() int", " = "},
		{"strings.Cut?", "func strings.Cut(s string, sep string)|Cut slices s around", "stringslite"},
		{"strings.Cut??", "Cut slices s around|return stringslite.Cut(s, sep)", ""},
		{"data.CSV?", "type data.CSV struct {|//", ""},
		{"nosuch?", "", ""},
	} {
		var rec transcript
		reply := s.Execute(t.Context(), Request{Code: tt.code, StoreHistory: true}, &rec)
		if tt.want == "" {
			if reply.Err == nil {
				t.Errorf("%s: no error", tt.code)
			}
			continue
		}
		if reply.Err != nil || len(reply.Payload) != 1 {
			t.Errorf("%s: %v, %d pages", tt.code, reply.Err, len(reply.Payload))
			continue
		}
		text := reply.Payload[0].Data["text/plain"]
		for part := range strings.SplitSeq(tt.want, "|") {
			if !strings.Contains(text, part) {
				t.Errorf("%s: %q is missing in\n%s", tt.code, part, text)
			}
		}
		if tt.not != "" && strings.Contains(text, tt.not) {
			t.Errorf("%s: %q is in\n%s", tt.code, tt.not, text)
		}
	}
	runCell(t, s, "b", "p.A = 7")
	if in := s.Inspect(t.Context(), "fmt.Println(p)", 13, 0); !strings.Contains(in.Data["text/plain"], "var p Pair = Pair{A:7 B:2}") {
		t.Errorf("the tooltip of p says\n%s", in.Data["text/plain"])
	}
}

// TestDocWrapsAtWords: the Go of %doc is set so that JupyterLab wraps it between words, and says the same.
func TestDocWrapsAtWords(t *testing.T) {
	s := newTestSession(t, "")
	reply := s.Execute(t.Context(), Request{Code: "%doc strings.Map", CellID: "a"}, &transcript{})
	if reply.Err != nil || len(reply.Payload) != 1 {
		t.Fatalf("%+v", reply)
	}
	text := reply.Payload[0].Data["text/markdown"]
	const want = `<pre style="word-break:normal;overflow-wrap:anywhere"><code>func strings.Map(mapping func(rune) rune, s string) string</code></pre>`
	if !strings.Contains(text, want) || strings.Contains(text, "```") {
		t.Errorf("%s, want %s in it", text, want)
	}
	if got := wrapAtWords("```go\na < b\n\nc\n```\n"); got != `<pre style="word-break:normal;overflow-wrap:anywhere"><code>a &lt; b`+"\n\nc</code></pre>\n" {
		t.Errorf("two lines: %q", got)
	}
}

// started is a sink that says when the cell begins to print.
type started struct {
	transcript
	begun chan struct{}
	once  sync.Once
}

func (s *started) Stream(name, text string) {
	s.transcript.Stream(name, text)
	s.once.Do(func() { close(s.begun) })
}

// TestHelpWhileACellRuns asks for completions, a description and the end of a statement while a cell runs, which goes on
// until all have been answered.
func TestHelpWhileACellRuns(t *testing.T) {
	s := newTestSession(t, "")
	runCell(t, s, "a", "total := 6\ntotals := []int{1}")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, ended := &started{begun: make(chan struct{})}, make(chan Reply, 1)
	code := "fmt.Println(\"runs\")\nfor { time.Sleep(time.Millisecond) }"
	go func() { ended <- s.Execute(ctx, Request{Code: code, CellID: "b"}, out) }()
	select {
	case <-out.begun:
	case r := <-ended:
		t.Fatalf("the cell has ended: %+v", r)
	}
	var names []string
	for _, m := range s.Complete(ctx, "tot", 3).Matches {
		names = append(names, m.Text)
	}
	if !slices.Equal(names, []string{"total", "totals"}) {
		t.Errorf("completions: %q", names)
	}
	if got := s.Inspect(ctx, "total", 5, 0).Data["text/plain"]; !strings.Contains(got, "var total int") {
		t.Errorf("the description is %q", got)
	}
	if status, _ := s.IsComplete("for {"); status != "incomplete" {
		t.Errorf("an open block is %s", status)
	}
	select {
	case r := <-ended:
		t.Errorf("the cell has ended before: %+v", r)
	default:
	}
	cancel()
	if r := <-ended; r.Status != StatusError {
		t.Errorf("the cell ends with %s", r.Status)
	}
}
