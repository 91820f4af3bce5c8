package data

import (
	"fmt"
	"strconv"
)

const (
	shownRows    = 6  // observations that a table of the data has
	shownColumns = 12 // and columns of X
)

// Table is how the set is shown: its name and size, and the first observations under the names of the columns, each with its class. It
// has no columns for a set whose parts do not fit together.
func (s *Set) Table() (caption string, columns []string, rows [][]any) {
	if s.fits() != nil {
		return "", nil, nil
	}
	n, d := s.X.Dims()
	classes := s.Classes()
	caption = fmt.Sprintf("%s: %s, %s, %s", titled(s.Name, "data"), counted(n, "observation"), counted(d, "column"),
		classCount(len(classes)))
	columns, rows = firstRows(s.X.At, n, d, s.Features)
	columns = append(columns, "class")
	for i := range rows {
		class := strconv.Itoa(s.Y[i])
		if k := s.Y[i]; k >= 1 && k <= len(s.ClassNames) {
			class = s.ClassNames[k-1]
		}
		rows[i] = append(rows[i], class)
	}
	return caption, columns, more(rows, n)
}

// Table is how the data are shown: their name and size, and the first observations under the names of the columns, each with its
// response. It has no columns for data whose parts do not fit together.
func (r *Regression) Table() (caption string, columns []string, rows [][]any) {
	if r.fits() != nil {
		return "", nil, nil
	}
	n, d := r.X.Dims()
	caption = fmt.Sprintf("%s: %s, %s", titled(r.Name, "data"), counted(n, "observation"), counted(d, "column"))
	columns, rows = firstRows(r.X.At, n, d, r.Features)
	columns = append(columns, titled(r.Response, "response"))
	for i := range rows {
		rows[i] = append(rows[i], r.Y[i])
	}
	return caption, columns, more(rows, n)
}

// firstRows are the numbers of the first observations, under the numbers of the observations and the names of the columns.
func firstRows(at func(i, j int) float64, n, d int, features []string) (columns []string, rows [][]any) {
	columns = []string{""}
	for j := range min(d, shownColumns) {
		name := "x" + strconv.Itoa(j+1)
		if j < len(features) {
			name = features[j]
		}
		columns = append(columns, name)
	}
	if d > shownColumns {
		columns = append(columns, "…")
	}
	for i := range min(n, shownRows) {
		row := []any{strconv.Itoa(i)}
		for j := range min(d, shownColumns) {
			row = append(row, at(i, j))
		}
		if d > shownColumns {
			row = append(row, "…")
		}
		rows = append(rows, row)
	}
	return columns, rows
}

// more adds a row of dots where observations are left out.
func more(rows [][]any, n int) [][]any {
	if n > len(rows) {
		rows = append(rows, []any{"⋮"})
	}
	return rows
}

func titled(name, otherwise string) string {
	if name == "" {
		return otherwise
	}
	return name
}

func classCount(k int) string {
	if k == 1 {
		return "1 class"
	}
	return fmt.Sprintf("%d classes", k)
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
