package learn

import (
	"fmt"
	"math"
	"strings"
)

// Coefficients are the numbers that a model has for each feature, and its constant, as data. Models that have some give them by the method
//
//	Coefficients(features ...string) *learn.Coefficients
//
// where features are the names of the columns of X, as data.Set has them; without them those that
// FitData has given the model, else x₁, x₂, …. As the last expression of a
// cell, such a model and its coefficients are shown as a table.
type Coefficients struct {
	About   string      // of which function of x they are the coefficients, and how the fit ended
	Columns []string    // what the numbers are
	Rows    []string    // the features, and at the end "intercept"
	Values  [][]float64 // Values[i][j] is the number of Rows[i] in Columns[j], NaN where there is none
}

// Column holds the numbers of one kind.
type Column struct {
	Name string
	W    []float64 // one for each feature
	B    float64   // of the constant
}

// NewCoefficients puts columns side by side; the first one says how many features there are. Names that are not as many are not used, and
// About says so.
func NewCoefficients(about string, features []string, columns ...Column) *Coefficients {
	c := &Coefficients{About: about}
	if len(columns) == 0 {
		return c
	}
	d := len(columns[0].W)
	if len(features) == d {
		c.Rows = append(c.Rows, features...)
	} else {
		for j := range d {
			c.Rows = append(c.Rows, "x"+subscript(j+1))
		}
		if len(features) > 0 {
			c.About += fmt.Sprintf(" (%d names for %d features are not used)", len(features), d)
		}
	}
	c.Rows = append(c.Rows, "intercept")
	for i := range c.Rows {
		c.Values = append(c.Values, nil)
		for _, column := range columns {
			v := column.B
			if i < d {
				if v = math.NaN(); i < len(column.W) {
					v = column.W[i]
				}
			}
			c.Values[i] = append(c.Values[i], v)
		}
	}
	for _, column := range columns {
		c.Columns = append(c.Columns, column.Name)
	}
	return c
}

// Table is how the coefficients are shown: a caption, the names of the columns, and rows of a name and numbers. Where there is no number
// stands an empty text.
func (c *Coefficients) Table() (caption string, columns []string, rows [][]any) {
	if c == nil {
		return "", nil, nil
	}
	for i, values := range c.Values[:min(len(c.Values), len(c.Rows))] {
		row := []any{c.Rows[i]}
		for _, v := range values {
			if math.IsNaN(v) {
				row = append(row, "")
			} else {
				row = append(row, v)
			}
		}
		rows = append(rows, row)
	}
	return c.About, append([]string{""}, c.Columns...), rows
}

// subscript writes a number below the line.
func subscript(n int) string {
	return strings.Map(func(r rune) rune { return r - '0' + '₀' }, fmt.Sprint(n))
}

const prepared = "prepared columns; "

// explained is a model that has coefficients.
type explained interface {
	Coefficients(features ...string) *Coefficients
}

// Coefficients are those of the model, for the columns as they are prepared. They are nil for a model that has none.
func (p *Piped[T, M, S]) Coefficients(features ...string) *Coefficients {
	if p == nil {
		return nil
	}
	m, ok := any(p.Model).(explained)
	if !ok {
		return nil
	}
	c := m.Coefficients(features...)
	if c != nil {
		c.About = preparedOnce(c.About)
	}
	return c
}

// Table is that of the model, for the columns as they are prepared. It is empty for a model that has none.
func (p *Piped[T, M, S]) Table() (caption string, columns []string, rows [][]any) {
	if p == nil {
		return "", nil, nil
	}
	m, ok := any(p.Model).(interface {
		Table() (caption string, columns []string, rows [][]any)
	})
	if !ok {
		return "", nil, nil
	}
	caption, columns, rows = m.Table()
	return preparedOnce(caption), columns, rows
}

// preparedOnce says that columns are prepared, also where a pipeline within a pipeline has said so.
func preparedOnce(about string) string { return prepared + strings.TrimPrefix(about, prepared) }
