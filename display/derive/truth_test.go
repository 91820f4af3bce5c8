package derive

import (
	"fmt"
	"os"
	"regexp"
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

// Points without a value and points that only rounding would decide are counted apart, and those are not called too large.
func TestPointsLeftOut(t *testing.T) {
	v := Judge("T", `\given x \in \mathbb{R}^2, \quad t > 0
e^{t^6} + e^{-t^6} > e^{t^6} \because{adding a positive number}`)
	if len(v.Problems) > 0 || v.Steps[0].Mark != Holds {
		t.Fatal(v.Err())
	}
	s := v.Steps[0]
	none := fmt.Sprintf("%d points left out, where floating-point numbers have no value: ", s.NoValue)
	if len(s.Flags) != 2 || s.NoValue < 2 || !strings.HasPrefix(s.Flags[0], none) ||
		!regexp.MustCompile(`^\d+ points? left out, where only rounding would decide$`).MatchString(s.Flags[1]) {
		t.Errorf("of %d points without a value it is said: %q", s.NoValue, s.Flags)
	}
}

// An assumption on a norm leaves rational arithmetic as it is: a line is as exact as with the norm squared.
func TestExactUnderNorms(t *testing.T) {
	for _, line := range []string{
		`\|w\|^2 + 1 > w^\top w \because{one more}`,
		`\|w + x\|^2 = w^\top w + 2 w^\top x + x^\top x \because{expand the square}`,
	} {
		for _, assumed := range []string{`\|w\| > 0.1`, `\|w\| \ge \tfrac13`, `2 > \|w\|`, `\|w\|^2 > 0.01`} {
			v := Judge("T", `\given w, x \in \mathbb{R}^3, \quad `+assumed+"\n"+line)
			if len(v.Problems) > 0 {
				t.Fatal(v.Err())
			}
			if s := v.Steps[0]; s.Mark != Exact || s.ExactPoints == 0 {
				t.Errorf("with %s, %s is marked %s, at %d exact points", assumed, line, s.Mark, s.ExactPoints)
			}
		}
	}
}
