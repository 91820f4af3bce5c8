package assignment

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
)

// Names of the files in a directory of results, beside the notebooks.
const (
	gradesName = "grades.csv"
	byHandName = "by-hand.csv"
	lockName   = ".grades.lock" // is locked while tables are read and written
)

// store is a directory of results. Several processes may grade into one: each replaces the rows of
// its own students.
type store struct {
	dir    string
	source *notebook.Notebook
	parts  []Part
	digest string // of the source
}

func newStore(dir string, source *notebook.Notebook, data []byte) (*store, error) {
	parts, err := Parts(source)
	return &store{dir, source, parts, execute.Digest(data)}, err
}

// lock waits until no other process reads or writes the tables of a directory.
func lock(dir string) (*os.File, error) {
	path := filepath.Join(dir, lockName)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o666) // colleagues may grade, too
	if err != nil {
		return nil, err
	}
	f.Close()
	return files.LockWait(path, 0)
}

// merge puts the rows of results into the tables and leaves those of other students, which follow
// what a person has said in the meantime. known are all submissions, also those that others grade.
func (s *store) merge(results []Result, known []Submission) error {
	held, err := lock(s.dir)
	if err != nil {
		return err
	}
	defer held.Close()
	old, hand, err := s.tables(known)
	if err != nil {
		return err
	}
	results, err = s.withOthers(results, old)
	if err != nil {
		return err
	}
	hand.update(results)
	for _, r := range results {
		old.put(rowOf(old.header, r, hand))
	}
	return errors.Join(writeChanged(hand.path, hand.csv()), writeChanged(filepath.Join(s.dir,
		gradesName), old.csv()))
}

// tables reads the tables and reports what is wrong with them.
func (s *store) tables(known []Submission) (*grades, *byHand, error) {
	old, err := readGrades(filepath.Join(s.dir, gradesName), s.header())
	if err != nil {
		return nil, nil, err
	}
	hand, err := readByHand(filepath.Join(s.dir, byHandName))
	if err != nil {
		return nil, nil, err
	}
	names := map[string]bool{}
	for _, k := range known {
		names[nameIn(k.Student)] = true
	}
	for _, row := range old.rows {
		names[row[0]] = true
	}
	graded, err := s.students()
	for _, student := range graded {
		names[nameIn(student)] = true
	}
	return old, hand, errors.Join(err, hand.validate(names, s.parts))
}

// students are those of whom the directory has a notebook.
func (s *store) students() (list []string, err error) {
	entries, err := os.ReadDir(s.dir)
	for _, e := range entries {
		if student, ok := strings.CutSuffix(e.Name(), ".ipynb"); ok && e.Type().IsRegular() &&
			halfDone(e.Name()) == "" {
			list = append(list, student)
		}
	}
	return list, err
}

// halfDone returns the name of the file that one was to become which a killed process has left; ""
// for any other.
func halfDone(name string) string {
	if strings.HasPrefix(name, ".") && strings.HasSuffix(name, ".tmp") {
		return strings.TrimSuffix(name[1:], ".tmp")
	}
	return ""
}

// withOthers adds what the directory's other notebooks have earned. A student whom the last row
// says not to be graded keeps that row.
func (s *store) withOthers(results []Result, old *grades) ([]Result, error) {
	done := map[string]bool{}
	for _, r := range results {
		done[r.Student] = true
	}
	students, err := s.students()
	if err != nil {
		return nil, err
	}
	for _, student := range students {
		if done[student] || old.notGraded(nameIn(student)) {
			continue
		}
		if r, ok := s.result(student); ok {
			r.Notes = append(old.leftOut(nameIn(student)), r.Notes...)
			results = append(results, r)
		}
	}
	return results, nil
}

// result reads what a student has earned from the notebook that was graded; ok is false if it was
// not written by a grader of this assignment.
func (s *store) result(student string) (r Result, ok bool) {
	r.Submission = Submission{Student: student}
	nb, err := notebook.Read(filepath.Join(s.dir, student+".ipynb"))
	if err != nil || graded(nb).of == "" {
		return r, false
	}
	of := graded(nb)
	r.Again, r.Notes = true, of.notes
	if of.source != "" && of.source != s.digest {
		r.Notes = append(r.Notes, outdated)
	}
	r.Marks, r.Err = Grade(s.source, nb)
	return r, true
}

func writeChanged(path string, data []byte) error {
	if before, err := os.ReadFile(path); err == nil && bytes.Equal(before, data) {
		return nil
	}
	return notebook.WriteFile(path, data)
}

// header names the columns of the grades: their sum, of how many, how many a person has yet to
// give or refuse, then cell by cell, and in the end what there is to say of the submission.
func (s *store) header() []string {
	header := slices.Clone(firstColumns)
	for _, p := range s.parts {
		if p.Graded {
			header = append(header, p.ID)
		}
	}
	return append(header, remarksColumn)
}

var firstColumns = []string{"student", "points", "of", "open"}

const (
	remarksColumn = "remarks"
	notGraded     = "not graded: " // begins the remark about what has no points
	notUsed       = "not used: "   // begins the remark about files that a notebook does not have when it runs
	outdated      = "the assignment has changed since it was graded: grade it again"
)

// rowOf is the row of a result under a header with its cells.
func rowOf(header []string, r Result, hand *byHand) []string {
	columns := len(header)
	if r.Err != nil {
		row := make([]string, columns)
		row[0], row[columns-1] = nameIn(r.Student), shortened(notGraded+r.Err.Error(), maxRemark)
		return row
	}
	sum, of, open := 0., 0., 0.
	var cells []string
	remarks := append(r.LeftOut(), r.Notes...)
	for _, m := range r.Marks {
		of += m.Points
		j := judgement(m, hand.row(r.Student, m))
		if j.remark != "" {
			remarks = append(remarks, m.ID+": "+j.remark)
		}
		if j.open {
			open += m.Points
			cells = append(cells, "")
			continue
		}
		sum += j.earned
		cells = append(cells, points(j.earned))
	}
	row := append([]string{nameIn(r.Student), points(sum), points(of), points(open)}, cells...)
	for i := range remarks {
		remarks[i] = shortened(remarks[i], maxRemark)
	}
	return append(row, strings.Join(remarks, "; "))
}

// LeftOut are the remarks about files that were not graded.
func (s Submission) LeftOut() (remarks []string) {
	if len(s.Beside) > 0 {
		remarks = append(remarks, notGraded+listed(s.Beside))
	}
	if len(s.Unused) > 0 {
		remarks = append(remarks, notUsed+listed(s.Unused))
	}
	return remarks
}

// judged is what the machine and a person say of one cell together.
type judged struct {
	earned float64
	open   bool // a person is to give or refuse the points
	remark string
}

func judgement(m Mark, hand handRow) judged {
	if earned, ok := hand.given(); ok { // also in the place of a test's
		return judged{earned, false, ""}
	}
	if !m.ByHand() {
		return judged{m.Earned, false, strings.Trim(m.Why+"; "+hand.changed, "; ")}
	}
	return judged{0, m.Open || hand.changed != "", strings.Trim(m.Why+"; "+hand.changed, "; ")}
}

// grades is the table of grades, by student.
type grades struct {
	header []string
	rows   map[string][]string // by student, which is the first cell
}

// readGrades reads a table of grades as one with the columns of header.
func readGrades(path string, header []string) (*grades, error) {
	g := &grades{header, map[string][]string{}}
	rows, err := readTable(path)
	if err != nil || rows == nil {
		return g, err
	}
	before := map[string]int{}
	for i, name := range rows[0] {
		before[nameIn(name)] = i
	}
	if !slices.Equal(rows[0][:min(len(rows[0]), len(firstColumns))], firstColumns) {
		return nil, fmt.Errorf("%s: the first line does not begin with %s", path,
			strings.Join(firstColumns, ","))
	}
	for _, row := range rows[1:] {
		kept := make([]string, len(header))
		for i, name := range header {
			if at, ok := before[nameIn(name)]; ok {
				kept[i] = row[at]
			}
		}
		kept[0] = nameIn(kept[0])
		g.put(kept)
	}
	return g, nil
}

func (g *grades) put(row []string) { g.rows[row[0]] = row }

// notGraded reports whether a row says that its student is not graded.
func (g *grades) notGraded(student string) bool {
	row := g.rows[student]
	return row != nil && row[1] == "" && strings.HasPrefix(row[len(row)-1], notGraded)
}

func (g *grades) students() iter.Seq[string] { return maps.Keys(g.rows) }

// outdated reports whether a row is of an earlier version of the assignment.
func (g *grades) outdated(student string) bool {
	row := g.rows[student]
	return row != nil && slices.Contains(strings.Split(row[len(row)-1], "; "), outdated)
}

// leftOut are the remarks of a row about files that were not graded.
func (g *grades) leftOut(student string) (remarks []string) {
	row := g.rows[student]
	if row == nil {
		return nil
	}
	for _, r := range strings.Split(row[len(row)-1], "; ") {
		if strings.HasPrefix(r, notGraded) || strings.HasPrefix(r, notUsed) {
			remarks = append(remarks, r)
		}
	}
	return remarks
}

func (g *grades) csv() []byte {
	rows := [][]string{g.header}
	for _, student := range slices.Sorted(maps.Keys(g.rows)) {
		rows = append(rows, g.rows[student])
	}
	return table(rows)
}
