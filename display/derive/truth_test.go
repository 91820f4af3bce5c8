package derive

import (
	"os"
	"strings"
	"testing"
)

// texts are the derivations of a file of testdata, which are separated by lines of three dashes.
func texts(t *testing.T, name string) []string {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(b)), "\n---\n")
}

// TestFalseLines judges lines that are false, as students write them, and as one does who wants a false line accepted: each is found out,
// by a point that refutes it.
func TestFalseLines(t *testing.T) {
	for _, text := range texts(t, "false.txt") {
		v := Judge("T", text)
		refuted := false
		for _, s := range v.Steps {
			refuted = refuted || s.Mark == Fails
		}
		if len(v.Problems) > 0 || !refuted {
			t.Errorf("%s\nis not refuted: %v", text, v.Err())
		}
	}
}

// TestTrueLines judges lines that are true, of the curriculum and such as rounding could refute: each holds.
func TestTrueLines(t *testing.T) {
	for _, text := range texts(t, "true.txt") {
		if err := Judge("T", text).Err(); err != nil {
			t.Errorf("%s\n%v", text, err)
		}
	}
}
