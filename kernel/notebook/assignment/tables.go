package assignment

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// byHand holds the points that a person gives, by student and cell, in the order of the file.
type byHand struct {
	rows [][]string // student, cell, most, points, comment
	at   map[[2]string]int
}

var byHandHeader = []string{"student", "cell", "of", "points", "comment"}

// readByHand reads the file that a person fills in; none is an empty one.
func readByHand(path string) (*byHand, error) {
	h := &byHand{at: map[[2]string]int{}}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return h, nil
	}
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff")))).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(rows) == 0 || strings.Join(rows[0], ",") != strings.Join(byHandHeader, ",") {
		return nil, fmt.Errorf("%s: the first line is not %s", path, strings.Join(byHandHeader, ","))
	}
	for i, row := range rows[1:] {
		if points := strings.TrimSpace(row[3]); points != "" {
			f, err := strconv.ParseFloat(points, 64)
			most, mostErr := strconv.ParseFloat(strings.TrimSpace(row[2]), 64)
			if err != nil || mostErr != nil || !(f >= 0 && f <= most) {
				return nil, fmt.Errorf("%s, line %d: %q of %q points are not a number between 0 and what the cell is worth", path, i+2, row[3], row[2])
			}
		}
		name := [2]string{strings.TrimSpace(row[0]), strings.TrimSpace(row[1])}
		if _, twice := h.at[name]; twice {
			return nil, fmt.Errorf("%s, line %d: cell %s of %s stands there twice", path, i+2, row[1], row[0])
		}
		h.at[name] = len(h.rows)
		h.rows = append(h.rows, row)
	}
	return h, nil
}

// add adds the answers that a person is to grade and that are not there. No row is removed: it may hold a person's work.
func (h *byHand) add(results []Result) {
	for _, r := range results {
		for _, m := range r.Marks {
			name := [2]string{r.Student, m.ID}
			if _, there := h.at[name]; m.Open && !there {
				h.at[name] = len(h.rows)
				h.rows = append(h.rows, []string{r.Student, m.ID, points(m.Points), "", ""})
			}
		}
	}
}

// points returns what a person has given; given is false if that has not been said.
func (h *byHand) points(student, cell string) (earned float64, given bool) {
	i, there := h.at[[2]string{student, cell}]
	if !there || strings.TrimSpace(h.rows[i][3]) == "" {
		return 0, false
	}
	earned, err := strconv.ParseFloat(strings.TrimSpace(h.rows[i][3]), 64)
	return earned, err == nil
}

func (h *byHand) csv() []byte { return table(append([][]string{byHandHeader}, h.rows...)) }

// writeGrades writes a row of points for each student: their sum, of how many, how many a person has yet to give or refuse, then cell by cell, and in the end what there is
// to say of the submission.
func (b *Batch) writeGrades(source *notebook.Notebook, results []Result, hand *byHand) error {
	parts, err := Parts(source)
	if err != nil {
		return err
	}
	header := []string{"student", "points", "of", "open"}
	for _, p := range parts {
		if p.Graded {
			header = append(header, p.ID)
		}
	}
	rows := [][]string{append(header, "remarks")}
	for _, r := range results {
		rows = append(rows, gradesOf(r, hand, len(header)))
	}
	return notebook.WriteFile(filepath.Join(b.Dir, "grades.csv"), table(rows))
}

func gradesOf(r Result, hand *byHand, columns int) []string {
	if r.Err != nil {
		row := make([]string, columns+1)
		row[0], row[columns] = r.Student, "not graded: "+r.Err.Error()
		return row
	}
	sum, of, open := 0., 0., 0.
	var cells []string
	remarks := r.Notes
	for _, m := range r.Marks {
		of += m.Points
		earned, said := m.Earned, true
		if m.Open {
			earned, said = hand.points(r.Student, m.ID)
		}
		if !said {
			open += m.Points
			cells = append(cells, "")
			continue
		}
		sum += earned
		cells = append(cells, points(earned))
		if m.Why != "" {
			remarks = append(remarks, m.ID+": "+m.Why)
		}
	}
	row := append([]string{r.Student, points(sum), points(of), points(open)}, cells...)
	return append(row, strings.Join(remarks, "; "))
}

func points(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// table writes rows as CSV. A cell that a spreadsheet would take for a formula gets a blank before it.
func table(rows [][]string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	for _, row := range rows {
		safe := make([]string, len(row))
		for i, s := range row {
			if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
				s = " " + s
			}
			safe[i] = strings.ReplaceAll(s, "\n", " ")
		}
		w.Write(safe)
	}
	w.Flush()
	return b.Bytes()
}
