package regression

import (
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
)

// TestTable: the table has the coefficients in the order of the columns, then the intercept, with what is known of each.
func TestTable(t *testing.T) {
	s := data.Diabetes()
	m, err := LeastSquares{}.Fit(s.X, s.Y)
	if err != nil {
		t.Fatal(err)
	}
	want := m.Coefficients().Values
	_, columns, rows := m.Table()
	if len(columns) != 5 || len(rows) != 11 || rows[0][0] != "x₁" || rows[10][0] != "intercept" {
		t.Fatalf("columns %q, rows %v", columns, rows)
	}
	for i, row := range rows {
		if c := want[i]; row[1] != c[0] || row[2] != c[1] || row[3] != c[2] || row[4] != c[3] || row[1] != append(m.W, m.B)[i] || row[2] != m.StdErr[i] {
			t.Errorf("row %d is %v, want %v", i, row, c)
		}
	}
	ridge, err := Ridge{Lambda: 1}.Fit(s.X, s.Y)
	if err != nil {
		t.Fatal(err)
	}
	if _, columns, _ := ridge.Table(); len(columns) != 2 {
		t.Errorf("with a penalty the columns are %q", columns)
	}
	for _, none := range []*Model{nil, {}} {
		if _, columns, _ := none.Table(); columns != nil {
			t.Errorf("no model has the columns %q", columns)
		}
	}
}
