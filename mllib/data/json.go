package data

import (
	"encoding/json"
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// This file writes data as JSON, with X as a list of rows: encoding/json would write a matrix as {}.

type setJSON struct {
	Name       string
	X          [][]float64
	Y          []int
	Features   []string `json:",omitempty"`
	ClassNames []string `json:",omitempty"`
	Dropped    []int    `json:",omitempty"`
}

type regressionJSON struct {
	Name     string
	X        [][]float64
	Y        []float64
	Features []string `json:",omitempty"`
	Response string   `json:",omitempty"`
	Dropped  []int    `json:",omitempty"`
}

// MarshalJSON writes X as a list of rows. It fails for a set that does not pass Check.
func (s *Set) MarshalJSON() ([]byte, error) {
	if err := s.Check(); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	return json.Marshal(setJSON{s.Name, rowsOf(s.X), s.Y, s.Features, s.ClassNames, s.Dropped})
}

// UnmarshalJSON reads what MarshalJSON wrote. It returns an error that wraps input.ErrShape if the rows differ in length or
// number from the labels, and leaves the set alone then.
func (s *Set) UnmarshalJSON(text []byte) error {
	var in setJSON
	if err := json.Unmarshal(text, &in); err != nil {
		return fmt.Errorf("data: %w", err)
	}
	x, err := fromRows(in.X, len(in.Y))
	if err != nil {
		return fmt.Errorf("data: %w", err)
	}
	read := Set{in.Name, x, in.Y, in.Features, in.ClassNames, in.Dropped}
	if err := read.Check(); err != nil {
		return fmt.Errorf("data: %w", err)
	}
	*s = read
	return nil
}

// MarshalJSON writes X as a list of rows. It fails for data that do not pass Check.
func (r *Regression) MarshalJSON() ([]byte, error) {
	if err := r.Check(); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	return json.Marshal(regressionJSON{r.Name, rowsOf(r.X), r.Y, r.Features, r.Response, r.Dropped})
}

// UnmarshalJSON reads what MarshalJSON wrote, with the errors of that of Set.
func (r *Regression) UnmarshalJSON(text []byte) error {
	var in regressionJSON
	if err := json.Unmarshal(text, &in); err != nil {
		return fmt.Errorf("data: %w", err)
	}
	x, err := fromRows(in.X, len(in.Y))
	if err != nil {
		return fmt.Errorf("data: %w", err)
	}
	read := Regression{in.Name, x, in.Y, in.Features, in.Response, in.Dropped}
	if err := read.Check(); err != nil {
		return fmt.Errorf("data: %w", err)
	}
	*r = read
	return nil
}

func rowsOf(x *mat.Dense) (rows [][]float64) {
	for i := range x.RawMatrix().Rows {
		rows = append(rows, x.RawRowView(i))
	}
	return rows
}

// fromRows makes a matrix of n rows of one length.
func fromRows(rows [][]float64, n int) (*mat.Dense, error) {
	if len(rows) != n || n == 0 || len(rows[0]) == 0 {
		return nil, input.Errorf(input.ErrShape, "X", "got %d rows and %d targets, want as many of both, and at least one", len(rows), n)
	}
	d := len(rows[0])
	x := mat.NewDense(n, d, nil)
	for i, row := range rows {
		if len(row) != d {
			return nil, input.Errorf(input.ErrShape, "X", "row %d has length %d, row 0 has %d", i, len(row), d)
		}
		x.SetRow(i, row)
	}
	return x, nil
}
