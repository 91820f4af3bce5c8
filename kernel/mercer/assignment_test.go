package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/assignment"
)

// assignmentOf writes an assignment of one function, two of whose three points are hidden.
func assignmentOf(t *testing.T) string {
	t.Helper()
	nb := &notebook.Notebook{Minor: 5, Metadata: map[string]any{"kernelspec": map[string]any{"name": "mercer", "display_name": "Go (Mercer)"}}}
	for _, c := range []struct {
		id, source    string
		answer, grade bool
	}{
		{"setup", "double := func(x int) int { return 2 * x }", false, false},
		{"f", "func f(x int) int {\n\t// BEGIN SOLUTION\n\treturn double(x)\n\t// END SOLUTION\n\treturn 0\n}", true, false},
		{"grade-f", "points := 0\nif f(1) == 2 {\n\tpoints++\n}\n// BEGIN HIDDEN TESTS\nif f(5) == 10 {\n\tpoints += 2\n}\n// END HIDDEN TESTS\npoints", false, true},
	} {
		m := map[string]any{"grade_id": c.id, "solution": c.answer, "grade": c.grade, "locked": !c.answer, "points": json.Number("3"), "schema_version": json.Number("3"), "task": false}
		nb.Cells = append(nb.Cells, &notebook.Cell{Type: notebook.Code, ID: c.id, Source: c.source, Metadata: map[string]any{"nbgrader": m}})
	}
	path := filepath.Join(t.TempDir(), "double.ipynb")
	if err := nb.Write(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// A release has the data of its assignment, and no answers.
func TestReleaseCopiesData(t *testing.T) {
	source := assignmentOf(t)
	for name, text := range map[string]string{"table.csv": "1,2", "answers.txt": "42", ".notes": "x"} {
		if err := os.WriteFile(filepath.Join(filepath.Dir(source), name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(t.TempDir(), "release")
	if status, _, stderr := mercer(t, "assignment", "release", source, "-o", out); status != 0 {
		t.Fatal(stderr)
	}
	var names []string
	entries, err := os.ReadDir(out)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if err != nil || strings.Join(names, " ") != "double.ipynb table.csv" {
		t.Error(names, err)
	}
	other := assignmentOf(t)
	if err := os.WriteFile(filepath.Join(filepath.Dir(other), "table.csv"), []byte("3"), 0o666); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := mercer(t, "assignment", "release", source, other, "-o", out); status != 1 || !strings.Contains(stderr, "has a file table.csv, too") {
		t.Error(status, stderr)
	}
}

func TestAssignment(t *testing.T) {
	needsGo(t)
	source, dir := assignmentOf(t), t.TempDir()
	if status, _, stderr := mercer(t, "assignment", "release", source, "-o", filepath.Join(dir, "release")); status != 0 {
		t.Fatal(stderr)
	}
	released, err := notebook.Read(filepath.Join(dir, "release", "double.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	handIn := func(student, answer, to string) {
		t.Helper()
		nb := released.Clone()
		nb.Cells[1].Source = answer
		if err := errors.Join(os.MkdirAll(to, 0o777), nb.Write(filepath.Join(to, student+".ipynb"))); err != nil {
			t.Fatal(err)
		}
	}
	in, late, out := filepath.Join(dir, "in"), filepath.Join(dir, "late"), filepath.Join(dir, "out")
	handIn("whole", "func f(x int) int { return x + x }", in)
	handIn("part", "func f(x int) int { return 2 }", in)
	handIn("none", released.Cells[1].Source, in)
	handIn("crash", "func f(x int) int { panic(x) }", in)
	handIn("endless", "func f(x int) int { for { } }", late)
	args := []string{"assignment", "grade", source, in, "-o", out, "--unconfined", "--timeout", "10m", "-j", "2"}
	status, stdout, stderr := mercer(t, args...)
	if status != 0 || stdout != filepath.Join(out, "grades.csv")+"\n" || strings.Count(stderr, "\n") != 4 {
		t.Fatalf("status %d, %q, %q", status, stdout, stderr)
	}
	graded(t, out, `crash,0,3,0,0,"grade-f: panic: 1, in line 1 (Cell [2], line 3)"`, "none,0,3,0,0,", "part,1,3,0,1,", "whole,3,3,0,3,")
	page, err := os.ReadFile(filepath.Join(out, "whole.html"))
	if err != nil || strings.Count(string(page), string(assignment.OwnOutputs)) != 1 || !strings.Contains(string(page), "Out[3]:") {
		t.Errorf("%v: %s", err, page)
	}
	if status, _, stderr = mercer(t, args...); status != 0 || strings.Count(stderr, "(graded before)") != 4 {
		t.Errorf("again: status %d, %s", status, stderr)
	}
	merged := filepath.Join(dir, "merged")
	if status, stdout, stderr := mercer(t, "assignment", "merge", out, "-o", merged); status != 0 || stdout != filepath.Join(merged, "grades.csv")+"\n" {
		t.Fatal(status, stdout, stderr)
	}
	graded(t, merged, "part,1,3,0,1,", "whole,3,3,0,3,")
	// Late work, when its other cells have been built already, and a folder without a notebook.
	if err := os.MkdirAll(filepath.Join(late, "empty"), 0o777); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := mercer(t, "assignment", "grade", source, late, "-o", out, "--unconfined", "--timeout", "10s"); status != 1 || !strings.Contains(stderr, "[1/2] empty: not graded: ") {
		t.Fatal(status, stderr)
	}
	graded(t, out, "whole,3,3,0,3,", "empty,,,,,not graded: "+filepath.Join(late, "empty")+" holds no double.ipynb", "endless,0,3,0,0,grade-f: timeout: interrupted after 10s")
}

// graded checks that a table of grades has rows.
func graded(t *testing.T, dir string, rows ...string) {
	t.Helper()
	grades, err := os.ReadFile(filepath.Join(dir, "grades.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range rows {
		if !strings.Contains(string(grades), "\n"+want) {
			t.Errorf("no %q in\n%s", want, grades)
		}
	}
}

// An assignment whose tests know too little is found out: by slips, by answers by hand, and by what the release earns.
func TestCheckSet(t *testing.T) {
	needsGo(t)
	source := assignmentOf(t)
	answers := `=== f right: a sum
func f(x int) int { return x + x }
=== f right: a shift
func f(x int) int { return x << 1 }
=== f right: a loop
func f(x int) (y int) {
	for range 2 {
		y += x
	}
	return y
}
=== f right: loses points
func f(x int) int { return 2 }
=== f wrong: the example
func f(x int) int { return 2 }
=== f wrong: a square
func f(x int) int { return x * x }
=== f wrong: itself
func f(x int) int { return x }
=== f wrong: wrong where nobody looks
func f(x int) int {
	if x == 7 {
		return 0
	}
	return 2 * x
}
=== f wrong: does not compile
func f(x int) int { return y }
`
	if err := os.WriteFile(filepath.Join(filepath.Dir(source), "answers.txt"), []byte(answers), 0o666); err != nil {
		t.Fatal(err)
	}
	status, stdout, stderr := mercer(t, "assignment", "check", source, "--timeout", "10m")
	if status != 1 || !strings.Contains(stderr, "1 of 1 assignments have faults") {
		t.Errorf("status %d, %q", status, stderr)
	}
	for _, want := range []string{
		"f right answer, line 12 of answers.txt (loses points) earns 1 of 3 points",
		"f wrong answer, line 20 of answers.txt (wrong where nobody looks) earns all points",
		"f wrong answer, line 27 of answers.txt (does not compile): compile error",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	if row := "f     3       0      0     0     4      3     4      3"; !strings.Contains(stdout, row) {
		t.Errorf("no %q in\n%s", row, stdout)
	}
}
