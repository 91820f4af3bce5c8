package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
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
	for student, answer := range map[string]string{
		"whole":   "func f(x int) int { return x + x }",
		"part":    "func f(x int) int { return 2 }",
		"none":    released.Cells[1].Source,
		"crash":   "func f(x int) int { panic(x) }",
		"endless": "func f(x int) int { for { } }",
	} {
		nb := released.Clone()
		nb.Cells[1].Source = answer
		if err := os.MkdirAll(filepath.Join(dir, "in"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := nb.Write(filepath.Join(dir, "in", student+".ipynb")); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"assignment", "grade", source, filepath.Join(dir, "in"), "-o", filepath.Join(dir, "out"), "--unconfined", "--timeout", "15s", "-j", "2"}
	status, stdout, stderr := mercer(t, args...)
	if status != 0 || stdout != filepath.Join(dir, "out", "grades.csv")+"\n" || strings.Count(stderr, "\n") != 5 {
		t.Fatalf("status %d, %q, %q", status, stdout, stderr)
	}
	grades, err := os.ReadFile(filepath.Join(dir, "out", "grades.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`crash,0,3,0,0,"grade-f: panic: 1 (Cell [2], line 1)"`, "endless,0,3,0,0,grade-f: timeout: interrupted after 15s", "none,0,3,0,0,", "part,1,3,0,1,", "whole,3,3,0,3,"} {
		if !strings.Contains(string(grades), "\n"+want) {
			t.Errorf("no %q in\n%s", want, grades)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "out", "whole.html")); err != nil {
		t.Error(err)
	}
	if status, _, stderr = mercer(t, args...); status != 0 || strings.Count(stderr, "(graded before)") != 5 {
		t.Errorf("again: status %d, %s", status, stderr)
	}
}
