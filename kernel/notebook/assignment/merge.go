package assignment

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// Merge copies the results of several directories of one assignment, as shards write them, into
// one: tables, notebooks and pages. What dir holds of a student is replaced by newer results, but
// for points that a person has given there. Nothing is written if two directories contradict each
// other. Points by hand count for the answer that they were given for.
func Merge(dirs []string, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("cannot make the directory of results: %w", err)
	}
	held, err := lock(dir)
	if err != nil {
		return err
	}
	defer held.Close()
	m := &merging{from: map[string]string{}}
	for _, d := range dirs {
		if err := m.read(d); err != nil {
			return err
		}
	}
	if err := m.keep(dir); err != nil {
		return err
	}
	results, err := m.results(dir)
	if err != nil {
		return err
	}
	if err := m.joinHands(results); err != nil {
		return err
	}
	m.update(results)
	return m.write(dir)
}

// merging is what several directories hold together.
type merging struct {
	grades *grades
	hands  []*byHand         // what persons say in each directory
	hand   *byHand           // what they say together
	from   map[string]string // the directory of each student, as the tables have the name
}

// results reads the tables of a directory. Without a table of grades the first is nil.
func results(dir string) (*grades, *byHand, error) {
	path := filepath.Join(dir, gradesName)
	rows, err := readTable(path)
	if err != nil {
		return nil, nil, err
	}
	hand, err := readByHand(filepath.Join(dir, byHandName))
	if err != nil || rows == nil {
		return nil, hand, err
	}
	g, err := readGrades(path, rows[0])
	return g, hand, err
}

// read adds the results of a directory.
func (m *merging) read(dir string) error {
	held, err := lock(dir)
	if err != nil {
		return err
	}
	defer held.Close()
	g, hand, err := results(dir)
	if err != nil {
		return err
	}
	if g == nil {
		return fmt.Errorf("%s: no %s: it is no directory of results", dir, gradesName)
	}
	if m.grades == nil {
		m.grades = &grades{g.header, map[string][]string{}}
	}
	if !slices.Equal(m.grades.header, g.header) {
		return fmt.Errorf("%s: other columns than in the directory before: it is of another assignment", filepath.Join(dir, gradesName))
	}
	for _, student := range slices.Sorted(g.students()) {
		row := g.rows[student]
		before, there := m.from[student]
		switch {
		case !there || m.grades.notGraded(student):
			m.grades.put(row)
			m.from[student] = dir
		case g.notGraded(student):
		case !sameResult(notebookOf(before, student), notebookOf(dir, student)):
			return fmt.Errorf("%s and %s hold different results of %s: remove one", before, dir, student)
		}
	}
	m.hands = append(m.hands, hand)
	return hand.adopt(dir)
}

// joinHands puts the rows of persons together. Of several for one answer that counts which is for the
// answer as it is in results, or else the first with points.
func (m *merging) joinHands(results []Result) error {
	now := map[[2]string]Mark{}
	for _, r := range results {
		for _, mark := range r.Marks {
			now[[2]string{r.Student, mark.ID}] = mark
		}
	}
	m.hand = &byHand{at: map[[2]string]int{}}
	from := map[[2]string]string{}
	for _, hand := range m.hands {
		for _, r := range hand.rows {
			name := [2]string{r.student, r.cell}
			i, there := m.hand.at[name]
			if !there {
				if err := m.hand.append(r); err != nil {
					return err
				}
				from[name] = hand.path
				continue
			}
			before := m.hand.rows[i]
			mine, its := r.weight(now[name]), before.weight(now[name])
			switch {
			case mine > its:
				m.hand.rows[i], from[name] = r, hand.path
			case mine == its && r.points != "" && !sameNumber(r.points, before.points):
				return fmt.Errorf("%s: %s points for cell %s of %s, in %s %s: make them the same",
					hand.path, r.points, r.cell, r.student, from[name], before.points)
			}
		}
	}
	return nil
}

// weight orders what persons say of an answer: without points, with those of another answer, with those that count.
func (r handRow) weight(m Mark) int {
	r.update(m)
	switch _, ok := r.given(); {
	case ok:
		return 2
	case r.points != "":
		return 1
	}
	return 0
}

// keep takes what the directory holds already and that is not replaced.
func (m *merging) keep(dir string) error {
	g, hand, err := results(dir)
	if err != nil || g == nil {
		return err
	}
	if !slices.Equal(m.grades.header, g.header) {
		return fmt.Errorf("%s: other columns than those to be merged: it is of another assignment",
			filepath.Join(dir, gradesName))
	}
	for student, row := range g.rows {
		from, there := m.from[student]
		if !there || m.grades.notGraded(student) ||
			sameResult(notebookOf(from, student), notebookOf(dir, student)) {
			m.grades.put(row)
			delete(m.from, student)
		}
	}
	m.hands = slices.Insert(m.hands, 0, hand)
	return hand.adopt(dir)
}

// adopt ties points that were given since the directory was graded to the answers there.
func (h *byHand) adopt(dir string) error {
	for i, r := range h.rows {
		if r.answer != "" || r.points == "" || refused(r.student) != nil {
			continue
		}
		nb, err := notebook.Read(notebookOf(dir, r.student))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		for _, m := range graded(nb).marks {
			if m.ID == r.cell {
				h.rows[i].answer = m.Digest
			}
		}
	}
	return nil
}

// results are what students have earned whose notebooks are merged, in the order of their names.
func (m *merging) results(dir string) ([]Result, error) {
	var list []Result
	for _, student := range slices.Sorted(m.grades.students()) {
		if m.grades.notGraded(student) {
			continue
		}
		if err := refused(student); err != nil {
			return nil, err
		}
		path := notebookOf(cmp.Or(m.from[student], dir), student)
		nb, err := notebook.Read(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // the row is all that there is
		}
		if err != nil {
			return nil, err
		}
		of := graded(nb)
		if len(of.marks) == 0 {
			return nil, fmt.Errorf("%s: it says nothing of its points: grade it again", path)
		}
		list = append(list, Result{Submission: Submission{Student: student}, Marks: of.marks, Notes: of.notes})
	}
	return list, nil
}

// update marks points that were given for another answer, and writes the rows anew.
func (m *merging) update(results []Result) {
	m.hand.update(results)
	for _, r := range results {
		if m.grades.outdated(r.Student) { // what cells are worth now, the source alone says
			continue
		}
		r.Notes = append(m.grades.leftOut(r.Student), r.Notes...)
		m.grades.put(rowOf(m.grades.header, r, m.hand))
	}
}

// write writes what is not in the directory yet: tables last, so that they name nothing that is
// not there.
func (m *merging) write(dir string) error {
	for student, from := range m.from {
		for _, ext := range []string{".ipynb", ".html"} {
			name := student + ext
			data, err := os.ReadFile(filepath.Join(from, name))
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err == nil {
				err = notebook.WriteFile(filepath.Join(dir, name), data)
			}
			if err != nil {
				return err
			}
		}
	}
	return errors.Join(writeChanged(filepath.Join(dir, byHandName), m.hand.csv()),
		writeChanged(filepath.Join(dir, gradesName), m.grades.csv()))
}

func notebookOf(dir, student string) string { return filepath.Join(dir, student+".ipynb") }

// sameResult reports whether two notebooks are results of the same submission, graded by the same
// program: it does not matter which is kept.
func sameResult(a, b string) bool {
	x, err := notebook.Read(a)
	y, err2 := notebook.Read(b)
	return err == nil && err2 == nil && graded(x).of == graded(y).of
}
