package assignment

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// byHand holds the points that a person gives, by student and cell, in the order of the file. A row of a cell that a test
// grades overrules the test.
type byHand struct {
	path string
	rows []handRow
	at   map[[2]string]int // by student and cell
}

// handRow is what a person says of one answer.
type handRow struct {
	student, cell, of, points, comment string
	answer                             string // digest of the answer that the points are for; "" until it is graded
	changed                            string // says that the answer has changed since; a person empties it, or gives other points
}

var byHandHeader = []string{"student", "cell", "of", "points", "comment", "answer", "changed"}

// earlierColumns is how many of the columns the files of earlier versions have.
const earlierColumns = 5

// readByHand reads the file that a person fills in; without it there are no points by hand.
func readByHand(path string) (*byHand, error) {
	h := &byHand{path: path, at: map[[2]string]int{}}
	rows, err := readTable(path)
	if err != nil || rows == nil {
		return h, err
	}
	header := strings.Join(rows[0], ",")
	if header != strings.Join(byHandHeader, ",") &&
		header != strings.Join(byHandHeader[:earlierColumns], ",") {
		return nil, fmt.Errorf("%s: the first line is not %s", path, strings.Join(byHandHeader, ","))
	}
	for i, row := range rows[1:] {
		row = append(slices.Clone(row), "", "")
		r := handRow{student: nameIn(row[0]), cell: nameIn(row[1]), of: strings.TrimSpace(row[2]),
			points:  strings.TrimSpace(row[3]),
			comment: row[4], answer: strings.TrimSpace(row[5]), changed: strings.TrimSpace(row[6])}
		if err := h.append(r); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, i+2, err)
		}
	}
	return h, nil
}

// append adds a row that is valid and the first of its answer.
func (h *byHand) append(r handRow) error {
	if r.points != "" {
		f, err := strconv.ParseFloat(r.points, 64)
		most, mostErr := strconv.ParseFloat(r.of, 64)
		if err != nil || mostErr != nil || !(f >= 0 && f <= most) {
			return fmt.Errorf("%q of %q points are not a number between 0 and what the cell is worth",
				r.points, r.of)
		}
	}
	name := [2]string{r.student, r.cell}
	if _, twice := h.at[name]; twice {
		return fmt.Errorf("cell %s of %s stands there twice", r.cell, r.student)
	}
	h.at[name] = len(h.rows)
	h.rows = append(h.rows, r)
	return nil
}

// validate reports a row of a student whom nobody knows, or of a cell that gives no points.
func (h *byHand) validate(known map[string]bool, parts []Part) error {
	cells := map[string]bool{}
	for _, p := range parts {
		if p.Graded {
			cells[p.ID] = true
		}
	}
	for i, r := range h.rows {
		if !known[r.student] {
			return fmt.Errorf("%s, line %d: no student %q has handed in: correct the name, or remove the line", h.path, i+2, r.student)
		}
		if !cells[r.cell] {
			return fmt.Errorf("%s, line %d: the assignment has no cell %q that gives points: correct it, or remove the line", h.path, i+2, r.cell)
		}
	}
	return nil
}

// update adds the answers that a person is to grade and that are not there, and marks points that
// were given for another answer. No row is removed, and no points are: they are a person's work.
func (h *byHand) update(results []Result) {
	for _, r := range results {
		for _, m := range r.Marks {
			if i, there := h.at[[2]string{nameIn(r.Student), m.ID}]; there {
				h.rows[i].update(m)
			} else if m.Open {
				h.append(handRow{student: nameIn(r.Student), cell: m.ID, of: points(m.Points), answer: m.Digest}) // it has no points that could be wrong
			}
		}
	}
}

// changedSince begins the remark about points that were given for another answer.
const changedSince = "the answer has changed since: "

func (r *handRow) update(m Mark) {
	r.of = points(m.Points)
	if r.answer == "" {
		r.answer = m.Digest
	}
	if before, _, ok := strings.Cut(strings.TrimPrefix(r.changed, changedSince),
		" of "); r.points == "" || ok && !sameNumber(before, r.points) {
		r.changed = "" // a person has looked at it
	}
	if r.answer != m.Digest {
		r.answer = m.Digest
		if r.points != "" {
			r.changed = fmt.Sprintf("%s%s of %s were given", changedSince, r.points, r.of)
		}
	}
}

func sameNumber(a, b string) bool {
	x, err := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	return err == nil && err2 == nil && x == y
}

// row returns what a person says of an answer as it is now, whether or not the table is up to date.
func (h *byHand) row(student string, m Mark) (r handRow) {
	if i, there := h.at[[2]string{nameIn(student), m.ID}]; there {
		r = h.rows[i]
		r.update(m)
	}
	return r
}

// given returns the points that count; ok is false if none do.
func (r handRow) given() (earned float64, ok bool) {
	if r.points == "" || r.changed != "" {
		return 0, false
	}
	earned, err := strconv.ParseFloat(r.points, 64)
	return earned, err == nil
}

func (h *byHand) csv() []byte {
	rows := [][]string{byHandHeader}
	for _, r := range h.rows {
		rows = append(rows, []string{r.student, r.cell, r.of, r.points, r.comment, r.answer, r.changed})
	}
	return table(rows)
}

// decides tells whether a person gives the points of a mark, and no test.
func (r handRow) decides(m Mark) bool {
	_, given := r.given()
	return given || m.ByHand()
}
