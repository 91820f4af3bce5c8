package grade_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/check"
	"github.com/mercer-go/mercer/display/grade"
)

// entry is a task of testdata/proofs.txt with its answers.
type entry struct {
	name    string
	proof   grade.Proof
	answers []answer
}

type answer struct {
	name  string
	right bool
	says  string // part of what is said of a wrong one
	text  string
}

// entries reads testdata/proofs.txt; see the README there.
func entries() ([]entry, error) {
	text, err := os.ReadFile("testdata/proofs.txt")
	if err != nil {
		return nil, err
	}
	var all []entry
	for i, part := range strings.Split(string(text), "=== ")[1:] {
		head, rest, _ := strings.Cut(part, "--- ")
		e := entry{proof: grade.Proof{Seed: uint64(1000 + i)}}
		var lines []string
		e.name, head, _ = strings.Cut(head, "\n")
		for _, line := range strings.Split(strings.TrimSpace(head), "\n") {
			key, value, _ := strings.Cut(line, ": ")
			task := &e.proof.Task
			switch name, isCase := strings.CutPrefix(key, "case "); {
			case isCase:
				e.proof.Cases = append(e.proof.Cases, grade.Case{Name: name, Given: value})
			case key == "given":
				task.Given = value
			case key == "let":
				lines = append(lines, value)
			case key == "show":
				task.Show = value
			case key == "steps":
				if task.Steps, err = strconv.Atoi(value); err != nil {
					return nil, err
				}
			default:
				return nil, fmt.Errorf("%s: no key %q", e.name, key)
			}
		}
		e.proof.Task.Let = strings.Join(lines, "\n")
		for _, block := range strings.Split(rest, "\n--- ") {
			title, text, _ := strings.Cut(block, "\n")
			kind, name, _ := strings.Cut(title, ": ")
			name, says, _ := strings.Cut(name, " | ")
			if kind != "right" && kind != "wrong" {
				return nil, fmt.Errorf("%s: an answer is right or wrong, and not %q", e.name, kind)
			}
			e.answers = append(e.answers, answer{name, kind == "right", says, text})
		}
		all = append(all, e)
	}
	return all, nil
}

// TestProofs: what is right has all points, what is wrong less than half, and is told what is wrong.
func TestProofs(t *testing.T) {
	all, err := entries()
	if err != nil {
		t.Fatal(err)
	}
	right, wrong := 0, 0
	for _, e := range all {
		for _, a := range e.answers {
			if a.right {
				right++
			} else {
				wrong++
			}
			t.Run(e.name+"/"+a.name, func(t *testing.T) {
				t.Parallel()
				r := grades(t, e.proof, a.text)
				switch {
				case a.right && r.Outcome != check.Right:
					t.Errorf("found wrong: %s", r.Says)
				case !a.right && (r.Outcome != check.Wrong || r.Share >= .5):
					t.Errorf("found %s, share %g", r.Outcome, r.Share)
				case !a.right && (a.says == "" || !strings.Contains(r.Says, a.says)):
					t.Errorf("says %q, want %q", r.Says, a.says)
				}
				sum := 0.
				for _, s := range r.Steps {
					if sum += s.Share; s.Share == 0 && s.Says == "" {
						t.Errorf("line %d has no points, and it is not said why", s.Line)
					}
				}
				if d := sum - r.Share; d > 1e-12 || d < -1e-12 {
					t.Errorf("the steps have %g, all %g", sum, r.Share)
				}
			})
		}
	}
	if right < 30 || wrong < 30 {
		t.Errorf("%d right and %d wrong derivations, 30 of each are wanted", right, wrong)
	}
}
