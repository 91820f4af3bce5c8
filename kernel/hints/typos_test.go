package hints

import (
	"encoding/json"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/cell"
)

// TestTyposAreNotPython: of the cells of the course, each with one character taken away or put in, hardly any gets a sentence about
// another language.
func TestTyposAreNotPython(t *testing.T) {
	paths, err := filepath.Glob("../../notebooks/*.ipynb")
	if err != nil || len(paths) < 40 {
		t.Fatal(paths, err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	errors, foreign := 0, 0
	for i := 0; i < len(paths); i += 4 {
		for _, source := range goCells(t, paths[i]) {
			for range 4 {
				for _, said := range explained(mistyped(source, rng)) {
					errors++
					if isForeign(said) {
						foreign++
					}
				}
			}
		}
	}
	if errors < 1000 || foreign*50 > errors {
		t.Errorf("%d errors, of which %d have a sentence about another language, want at most a fiftieth", errors, foreign)
	}
}

// goCells returns the texts of a notebook's cells of Go.
func goCells(t *testing.T, path string) (sources []string) {
	t.Helper()
	var nb struct {
		Cells []struct {
			Type   string `json:"cell_type"`
			Source []string
		}
	}
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &nb)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range nb.Cells {
		if source := strings.Join(c.Source, ""); c.Type == "code" && !strings.HasPrefix(source, "%") {
			sources = append(sources, source)
		}
	}
	return sources
}

// mistyped takes a sign out of a text, or puts one in beside it.
func mistyped(source string, rng *rand.Rand) string {
	const signs = "(){}[],:=;+-*/"
	var at []int
	start := 0
	for line := range strings.Lines(source) {
		for i, c := range []byte(mask(line)) {
			if strings.IndexByte(signs, c) >= 0 {
				at = append(at, start+i)
			}
		}
		start += len(line)
	}
	if len(at) == 0 {
		return source
	}
	i := at[rng.IntN(len(at))]
	if rng.IntN(2) == 0 {
		return source[:i] + source[i+1:]
	}
	return source[:i] + " " + string(signs[rng.IntN(len(signs))]) + source[i:]
}

// explained returns what the user reads about the syntax of a cell.
func explained(source string) (said []string) {
	split, err := cell.Split(source)
	if err != nil {
		return nil
	}
	if _, err = cell.Parse(token.NewFileSet(), "cell.go", split); err == nil {
		return nil
	}
	lines := strings.Split(split.Source, "\n")
	line := func(_ string, n int) string {
		if n < 1 || n > len(lines) {
			return ""
		}
		return lines[n-1]
	}
	for _, d := range Explain(cell.SyntaxDiagnostics(err), line) {
		said = append(said, d.Msg)
	}
	return said
}

// isForeign reports whether a sentence begins as one of those about another language.
func isForeign(said string) bool {
	for _, r := range pythonRules {
		begin, _, _ := strings.Cut(r.Say, "$")
		if strings.HasPrefix(said, begin) && begin != "" {
			return true
		}
	}
	return false
}
