package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// written writes a notebook of Markdown and returns its path.
func written(t *testing.T, path, text string) string {
	t.Helper()
	nb := &notebook.Notebook{Cells: []*notebook.Cell{{Type: notebook.Markdown, Source: text}}}
	if err := nb.Write(path); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestBook(t *testing.T) {
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "site")
	written(t, filepath.Join(dir, "01-a.ipynb"), "# A\n\nsee [b](02-b.ipynb)")
	second := written(t, filepath.Join(dir, "02-b.ipynb"), "# B\n\nsee [the list](list.txt)")
	if err := os.WriteFile(filepath.Join(dir, "list.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "README.md"), []byte("# Letters\n\nTwo of them."), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 { // its own site may be written again
		status, _, stderr := mercer(t, "book", dir, "-o", out)
		want := "links to files outside the book are shown as text: " + filepath.ToSlash(filepath.Join(dir, "list.txt")) + "\n" +
			"2 notebooks -> " + filepath.Join(out, "index.html") + "\n"
		if status != 0 || stderr != want {
			t.Fatalf("status %d, %q, want %q", status, stderr, want)
		}
	}
	index, err := os.ReadFile(filepath.Join(out, "index.html"))
	if err != nil || !strings.Contains(string(index), "<h1>Letters</h1>") || !strings.Contains(string(index), `<a href="02-b.html">`) {
		t.Errorf("%v\n%s", err, index)
	}

	written(t, second, "# B\n\n[x](03-c.ipynb)")
	status, _, stderr := mercer(t, "book", "-q", "--strict", dir, "-o", out)
	if want := "mercer: " + second + ": cell cell-1: the link to 03-c.ipynb leads nowhere: there is no such file\n"; status != 1 || stderr != want {
		t.Errorf("status %d, %q, want %q", status, stderr, want)
	}
	if again, err := os.ReadFile(filepath.Join(out, "index.html")); err != nil || string(again) != string(index) {
		t.Errorf("a book that failed changed the site: %v", err)
	}
	status, _, stderr = mercer(t, "book", "-q", dir, "-o", out)
	if want := "warning: " + second + ": cell cell-1: the link to 03-c.ipynb leads nowhere: there is no such file\n"; status != 0 || stderr != want {
		t.Errorf("not strict: status %d, %q, want %q", status, stderr, want)
	}
	if status, _, stderr := mercer(t, "book", dir); status != 2 || !strings.Contains(stderr, "[output items] is required") {
		t.Errorf("no directory: status %d, %q", status, stderr)
	}
	items := filepath.Join(t.TempDir(), "ITEMS.md")
	if status, _, stderr := mercer(t, "book", dir, "--items", items); status != 1 || !strings.Contains(stderr, "no cell of the notebooks carries an item") {
		t.Errorf("notebooks without items: status %d, %q", status, stderr)
	}
	course := filepath.FromSlash("../notebook/book/testdata/course")
	if status, _, stderr := mercer(t, "book", course, "--items", items); status != 0 || stderr != "" {
		t.Errorf("items alone: status %d, %q", status, stderr)
	}
	if text, err := os.ReadFile(items); err != nil || !strings.HasPrefix(string(text), "# Items of the sources") {
		t.Errorf("items alone: %v\n%s", err, text)
	}
	written(t, second, "# B")
	if status, _, stderr := mercer(t, "book", dir, "-o", dir); status != 1 || !strings.Contains(stderr, "no site that mercer wrote") {
		t.Errorf("the notebooks' own directory: status %d, %q", status, stderr)
	}
}

// A site is for all to read: what holds answers is not on it.
func TestBookWithoutAssignments(t *testing.T) {
	source, out := assignmentOf(t), filepath.Join(t.TempDir(), "site")
	if status, _, stderr := mercer(t, "book", source, "-o", out); status != 1 || !strings.Contains(stderr, "all of these are assignments") {
		t.Errorf("status %d, %q", status, stderr)
	}
	written(t, filepath.Join(filepath.Dir(source), "01-a.ipynb"), "# A")
	status, _, stderr := mercer(t, "book", filepath.Dir(source), "-o", out)
	if want := "assignments are left out, for they hold the answers: " + source + "\n1 notebook -> "; status != 0 || !strings.HasPrefix(stderr, want) {
		t.Errorf("status %d, %q, want %q", status, stderr, want)
	}
	if _, err := os.Stat(filepath.Join(out, "double.html")); err == nil {
		t.Error("the assignment has a page")
	}
	// One with a fault is an assignment still.
	nb, err := notebook.Read(source)
	if err != nil {
		t.Fatal(err)
	}
	nb.Cells = append(nb.Cells, nb.Cells[0])
	if err := nb.Write(source); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := mercer(t, "book", source, "-o", filepath.Join(t.TempDir(), "site")); status != 1 || !strings.Contains(stderr, "all of these are assignments") {
		t.Errorf("one with a fault: status %d, %q", status, stderr)
	}
}

// TestBookWithoutPages: notebooks that cannot be read, or have the name of another page, are not
// counted, and the exit status says so; the site of the others is written.
func TestBookWithoutPages(t *testing.T) {
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "site")
	written(t, filepath.Join(dir, "01-a.ipynb"), "# A")
	written(t, filepath.Join(dir, "02-b.ipynb"), "# B")
	written(t, filepath.Join(dir, "search.ipynb"), "# A page of the book itself")
	bad := filepath.Join(dir, "03-c.ipynb")
	if err := os.WriteFile(bad, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, flags := range [][]string{nil, {"-q"}} {
		status, _, stderr := mercer(t, append([]string{"book", dir, "-o", out}, flags...)...)
		want := "mercer: 2 of 4 notebooks -> " + filepath.Join(out, "index.html") + ": the others have no page\n"
		if status != 1 || !strings.Contains(stderr, "warning: "+bad) || !strings.HasSuffix(stderr, want) {
			t.Errorf("%v: status %d, %q, want %q", flags, status, stderr, want)
		}
		if _, err := os.Stat(filepath.Join(out, "02-b.html")); err != nil {
			t.Error(err)
		}
	}
}
