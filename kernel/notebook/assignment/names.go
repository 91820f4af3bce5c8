package assignment

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

// This file tries a set under the names of several students where their data depend on these: a test must not fail
// a right answer for some of them, say because a number that it refutes happens to be the right one.

// wantedNames is how many students are tried.
const wantedNames = 25

// tryNames tries the answers of the source for made-up students, if e is the cell for the name, and puts the name of the
// source back.
func (r *checking) tryNames(e *exercise) error {
	cell := r.Source.Cells[e.at]
	typed := regexp.MustCompile(`\b(\w+)(\s*:?=\s*)"[^"]*"`)
	m := typed.FindStringSubmatch(cell.Source)
	if m == nil || !slices.Contains(e.names, m[1]) || !r.takesDataOf(e, m[1]) {
		return nil
	}
	tests := r.tests(e, 0)
	for i := range wantedNames {
		name := fmt.Sprintf("student %d", i+1)
		own := code(typed.ReplaceAllString(cell.Source, "${1}${2}"+strconv.Quote(name)))
		got, ran, err := r.points(patience, e, tests, own)
		if err != nil {
			return err
		}
		if got < e.points {
			r.fault("%s: with the data of %q the answers of the source earn %g of %g points: %s", e.id, name, got, e.points, verdictOf(ran))
		}
	}
	_, err := r.run(patience, r.with(e, cell)...)
	return err
}

// takesDataOf reports whether a test takes the data of the student of whom a variable has the name.
func (r *checking) takesDataOf(e *exercise, variable string) bool {
	call := regexp.MustCompile(`\bgrade\.Student\(` + variable + `\)`)
	return slices.ContainsFunc(e.tests, func(i int) bool { return call.MatchString(r.Source.Cells[i].Source) })
}
