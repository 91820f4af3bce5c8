package assignment

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// The READMEs name all sets of the course, and how many there are.
func TestReadmesNameAllSets(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	sets, err := filepath.Glob(filepath.Join(root, "notebooks", "assignments", "source", "*", "*.ipynb"))
	if err != nil || len(sets) == 0 {
		t.Fatal(sets, err)
	}
	if want := fmt.Sprintf("%d problem sets", len(sets)); !strings.Contains(read(t, root, "README.md"), want) {
		t.Errorf("README.md does not say that there are %s", want)
	}
	table := read(t, root, "notebooks", "assignments", "README.md")
	for _, path := range sets {
		set := strings.TrimSuffix(filepath.Base(path), ".ipynb")
		if !strings.Contains(table, "| ["+set+"](source/"+set+"/"+set+".ipynb) |") {
			t.Errorf("notebooks/assignments/README.md does not list %s", set)
		}
	}
}

// What students read of checks is true of the sets: which answers have a cell that tries them, and which do not.
func TestStudentsReadWhichAnswersHaveChecks(t *testing.T) {
	root := filepath.Join("..", "..", "..", "notebooks", "assignments")
	sets, err := filepath.Glob(filepath.Join(root, "source", "*", "*.ipynb"))
	if err != nil || len(sets) == 0 {
		t.Fatal(sets, err)
	}
	tried, untried := map[string]int{}, map[string]int{} // by the kind of the answer
	for _, path := range sets {
		nb, err := notebook.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		answer := "" // that has had no such cell yet
		for _, c := range nb.Cells {
			about, _ := c.Metadata["nbgrader"].(map[string]any)
			id, _ := about["grade_id"].(string)
			kind, _, _ := strings.Cut(id, "-")
			if about["solution"] == true && kind != "name" {
				answer = kind
				untried[kind]++
			}
			if answer != "" && c.Type == notebook.Code && strings.Contains(c.Source, "check.Exercise") {
				untried[answer]--
				tried[answer]++
				answer = ""
			}
		}
	}
	with, without := 0, 0
	for kind, n := range untried {
		with, without = with+tried[kind], without+n
	}
	text := strings.Join(strings.Fields(read(t, root, "STUDENTS.md")), " ")
	for sentence, holds := range map[string]bool{
		"Below most answers stands a cell with `check.Exercise`.": with > without && without > 0,
		"A derivation has one.":                                   tried["proof"] > 0 && untried["proof"] == 0,
		"An answer without such a cell, such as your own number or a text that a person reads, is checked only when it is graded.": tried["number"]+tried["essay"] == 0 && untried["number"] > 0 && untried["essay"] > 0,
	} {
		if !strings.Contains(text, sentence) || !holds {
			t.Errorf("%q stands there: %v, is true: %v (%v have one, %v do not)",
				sentence, strings.Contains(text, sentence), holds, tried, untried)
		}
	}
}
