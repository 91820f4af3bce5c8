package session

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The rules of the Go specification, section by section, as cells (testdata/spec/*.cells, see its README). A case begins with
// a line "### Subsection: rule" and is a notebook of its own, in the format of the other scripts; the lines that begin with
// "//= " are the program that a user would write, where specprogram_test.go cannot make it of the cells.

// specCase is one rule and its cells.
type specCase struct {
	file, title string
	line        int
	cells       []scriptCell
	program     string // written by hand, or ""
}

func (c *specCase) String() string { return fmt.Sprintf("%s:%d: %s", c.file, c.line, c.title) }

// specCases reads all cases.
func specCases(t *testing.T) []*specCase {
	t.Helper()
	paths, err := filepath.Glob("testdata/spec/*.cells")
	if err != nil || len(paths) == 0 {
		t.Fatal("no scripts", err)
	}
	var cases []*specCase
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, readSpec(path, string(data))...)
	}
	return cases
}

func readSpec(path, text string) []*specCase {
	var cases []*specCase
	var body strings.Builder
	end := func() {
		if len(cases) > 0 {
			cases[len(cases)-1].cells = parseScript(body.String())
		}
		body.Reset()
	}
	for i, line := range strings.Split(text, "\n") {
		if title, ok := strings.CutPrefix(line, "### "); ok {
			end()
			cases = append(cases, &specCase{file: path, title: title, line: i + 1})
		} else if program, ok := strings.CutPrefix(line, "//="); ok {
			cases[len(cases)-1].program += strings.TrimPrefix(program, " ") + "\n"
		} else {
			body.WriteString(line + "\n")
		}
	}
	end()
	return cases
}

// sections counts cells by file.
func sections(cases []*specCase) (cells, crossing map[string]int) {
	cells, crossing = map[string]int{}, map[string]int{}
	for _, c := range cases {
		cells[c.file] += len(c.cells)
		if len(c.cells) > 1 {
			crossing[c.file] += len(c.cells) - 1
		}
	}
	return cells, crossing
}

func TestSpecificationIsCovered(t *testing.T) {
	all, across := 0, 0
	cells, crossing := sections(specCases(t))
	for file, n := range cells {
		if all, across = all+n, across+crossing[file]; n < 8 {
			t.Errorf("%s has %d cells, want 8 or more", file, n)
		}
	}
	if len(cells) < 12 || all < 400 || 2*across < all {
		t.Errorf("%d sections, %d cells, %d of which use what an earlier cell has declared", len(cells), all, across)
	}
}

func TestSpecification(t *testing.T) {
	if testing.Short() {
		t.Skip("runs many cells")
	}
	t.Parallel()
	s := newTestSession(t, t.TempDir())
	for k, c := range specCases(t) {
		if !taken(k) {
			continue
		}
		runCell(t, s, "", "%reset")
		for i, cell := range c.cells {
			compareScript(t, fmt.Sprintf("%v, cell %d", c, i+1), withoutNotices(runCell(t, s, cell.id, cell.code)), cell.want)
		}
	}
}

// withoutNotices drops what the kernel says of values that it cannot keep: no program prints it.
func withoutNotices(text string) string {
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return strings.HasPrefix(line, "· ") })
	return strings.Join(lines, "\n")
}
