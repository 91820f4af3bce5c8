package session

import (
	"context"
	"strings"
	"testing"
)

// An interrupt ends a cell whose derivation takes long, and the kernel stops judging it: the session goes on.
func TestInterruptedDerivation(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles cells")
	}
	s := newTestSession(t, "")
	ctx, cancel := context.WithCancel(t.Context())
	sink := &startSink{started: cancel}
	reply := s.Execute(ctx, Request{Code: "fmt.Println(\"up\")\nderive.Prove(\"Long\", `\\given x \\in \\mathbb{R}\n" +
		"\\sum_{i=1}^{90000} \\sum_{j=1}^{100} (x + i + j)^2 \\ge 0 \\because{squares}`, derive.Draws(100000))"}, sink)
	if reply.Err == nil || reply.Err.Name != "interrupted" {
		t.Fatalf("got %+v", reply.Err)
	}
	if got := runCell(t, s, "b", "%%derive T\n1 + 1 = 2 \\because{Peano}"); !strings.Contains(got, "✓ 1 + 1 = 2") {
		t.Errorf("after the interrupt: %q", got)
	}
}
