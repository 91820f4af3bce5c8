package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// needsGo skips tests that run cells where there is no Go toolchain.
func needsGo(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("runs cells: not in short mode")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("runs cells: no Go toolchain on the PATH")
	}
}

// notebookOf writes a notebook of code cells; a source that begins with "//tag:X\n" has the tag X.
func notebookOf(t *testing.T, name string, sources ...string) string {
	t.Helper()
	nb := &notebook.Notebook{Minor: 4}
	for _, s := range sources {
		c := &notebook.Cell{Type: notebook.Code, Source: s, Metadata: map[string]any{}}
		if first, _, ok := strings.Cut(s, "\n"); ok && strings.HasPrefix(first, "//tag:") {
			c.Metadata["tags"] = []any{first[len("//tag:"):]}
		}
		nb.Cells = append(nb.Cells, c)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := nb.Write(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// sum is a notebook with a parameter, a stream, a result and an error that is allowed.
var sum = []string{
	"//tag:parameters\nn := 3\nname := \"a\"",
	"import \"fmt\"\n\ntotal := 0\nfor i := range n {\n\ttotal += i\n}\nfmt.Println(name, total)\ntotal * 2",
	"//tag:raises-exception\npanic(\"on purpose\")",
	"total",
}

func TestRunNotebook(t *testing.T) {
	needsGo(t)
	path := notebookOf(t, "sum.ipynb", sum...)
	out := filepath.Join(t.TempDir(), "out")
	status, _, stderr := mercer(t, "run", "-o", out, "--param", "n=5", "--param", "name=b", path)
	if status != 0 {
		t.Fatalf("status %d: %s", status, stderr)
	}
	nb, err := notebook.Read(filepath.Join(out, "sum.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	cells := nb.CodeCells()
	if len(cells) != 5 || cells[1].Source != "// Parameters\nn = 5\nname = \"b\"" {
		t.Fatalf("cells:\n%s", nb.Marshal())
	}
	o := cells[2].Outputs
	if len(o) != 2 || o[0].Text != "b 10\n" || o[1].Data["text/plain"] != "20" || o[1].Count != 3 {
		t.Errorf("outputs:\n%s", nb.Marshal())
	}
	if f := cells[3].Outputs; len(f) != 1 || f[0].Type != notebook.Failure || !strings.Contains(f[0].EValue, "on purpose") {
		t.Errorf("outputs:\n%s", nb.Marshal())
	}
	if page, err := os.ReadFile(filepath.Join(out, "sum.html")); err != nil || !strings.Contains(string(page), "b 10") {
		t.Errorf("page: %v", err)
	}
}

// Without -o, results go to a directory of the current one, and nothing lies among the sources.
func TestRunWritesBelowTheCurrentDirectory(t *testing.T) {
	needsGo(t)
	path := notebookOf(t, "none.ipynb", "")
	t.Chdir(t.TempDir())
	status, _, stderr := mercer(t, "run", path)
	line := "none.ipynb: 0 cells in "
	written := " -> mercer-out/none.ipynb, mercer-out/none.html\n"
	if status != 0 || !strings.Contains(stderr, line) || !strings.HasSuffix(stderr, written) {
		t.Errorf("status %d, %s", status, stderr)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("beside the notebook: %v, %v", entries, err)
	}
}

func TestRunIsReproducible(t *testing.T) {
	needsGo(t)
	path := notebookOf(t, "sum.ipynb", sum...)
	var first []byte
	for i := range 2 {
		if status, _, stderr := mercer(t, "run", "--in-place", "-q", path); status != 0 {
			t.Fatalf("status %d: %s", status, stderr)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = data
		} else if !bytes.Equal(first, data) {
			t.Errorf("second run differs:\n%s\n%s", first, data)
		}
	}
	status, stdout, stderr := mercer(t, "verify", "--unconfined", "-q", path)
	if status != 0 || !strings.Contains(stdout, "ok") {
		t.Errorf("verify: status %d\n%s%s", status, stdout, stderr)
	}
	changed := bytes.Replace(first, []byte(`"a 3\n"`), []byte(`"a 4\n"`), 1)
	if err := os.WriteFile(path, changed, 0o644); err != nil {
		t.Fatal(err)
	}
	status, stdout, _ = mercer(t, "verify", "--unconfined", "-q", path)
	if status != 1 || !strings.Contains(stdout, `cell 2, output 1 (stdout): was "a 4", is "a 3"`) {
		t.Errorf("verify of a changed output: status %d\n%s", status, stdout)
	}
}

func TestRunFailures(t *testing.T) {
	needsGo(t)
	for _, c := range []struct {
		name, flags string
		sources     []string
		want        string
	}{
		{"panic", "", []string{"x := 1", "a := []int{x}\n_ = a[x]", "x"}, "cell [2] (2 of 3): panic: runtime error: index out of range [1] with length 1"},
		{"compile", "", []string{"x := 1\nx + \"a\""}, "cell [1] (1 of 1): compile error: Cell [1], line 2: "},
		{"timeout", "--timeout 200ms", []string{"for {\n}"}, "cell [1] (1 of 1): timeout: interrupted after 200ms"},
	} {
		path := notebookOf(t, c.name+".ipynb", c.sources...)
		before, _ := os.ReadFile(path)
		args := append([]string{"run", "-q", "--in-place"}, strings.Fields(c.flags)...)
		status, _, stderr := mercer(t, append(args, path)...)
		if status != 1 || !strings.HasPrefix(stderr, path+": "+c.want) {
			t.Errorf("%s: status %d, %s", c.name, status, stderr)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
			t.Errorf("%s: the source was changed", c.name)
		}
	}
}

func TestExport(t *testing.T) {
	needsGo(t)
	path := notebookOf(t, "sum.ipynb", sum...)
	out := filepath.Join(t.TempDir(), "out")
	status, _, stderr := mercer(t, "export", "--go", "-o", out, path)
	if status != 0 || !strings.Contains(stderr, "is left out: it fails on purpose") {
		t.Errorf("status %d, %s", status, stderr)
	}
	source, err := os.ReadFile(filepath.Join(out, "sum.go"))
	if err != nil || !strings.HasPrefix(string(source), "// The notebook sum as a program.\npackage main\n") {
		t.Errorf("%v\n%s", err, source)
	}
	for range 2 { // its own file may be written again
		if status, _, stderr = mercer(t, "export", "-o", out, path); status != 0 {
			t.Errorf("status %d, %s", status, stderr)
		}
	}
	for _, name := range []string{"sum.go", "sum.html"} {
		if err := os.WriteFile(filepath.Join(out, name), []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"export", "--go", "-o", out, path}, {"export", "-o", out, path}} {
		if status, _, stderr = mercer(t, args...); status != 1 || !strings.Contains(stderr, "was not written by mercer") {
			t.Errorf("%q: status %d, %s", args, status, stderr)
		}
	}
}

// Where there is no browser, that is said before anything runs.
func TestPDFWithoutBrowser(t *testing.T) {
	path := notebookOf(t, "sum.ipynb", sum...)
	t.Setenv("CHROME", filepath.Join(t.TempDir(), "none"))
	for _, command := range []string{"run", "export"} {
		status, _, stderr := mercer(t, command, "--pdf", path)
		if entries, err := os.ReadDir(filepath.Dir(path)); status != 1 || !strings.Contains(stderr, "CHROME names no program") || len(entries) != 1 || err != nil {
			t.Errorf("%s: status %d, %s, %d files, %v", command, status, stderr, len(entries), err)
		}
	}
}
