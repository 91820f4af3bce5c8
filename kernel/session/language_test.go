package session

import (
	"strings"
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
