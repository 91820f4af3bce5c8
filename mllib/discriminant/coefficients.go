package discriminant

import (
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/floats"
)

// This file gives models as tables.

// Coefficients are W_k and B_k of the discriminant functions; of two classes those of their difference, the log-odds of the second class.
func (m *LinearModel) Coefficients(features ...string) *learn.Coefficients {
	if m == nil || len(m.W) != len(m.Classes) || len(m.B) != len(m.Classes) {
		return nil
	}
	if len(m.Classes) == 2 && len(m.W[0]) == len(m.W[1]) {
		w := slices.Clone(m.W[1])
		floats.Sub(w, m.W[0])
		about := fmt.Sprintf("log-odds of class %d beside %d", m.Classes[1], m.Classes[0])
		return learn.NewCoefficients(about, learn.Names(features, m.FeatureNames), learn.Column{Name: "coefficient", W: w, B: m.B[1] - m.B[0]})
	}
	var columns []learn.Column
	for k, class := range m.Classes {
		columns = append(columns, learn.Column{Name: fmt.Sprintf("class %d", class), W: m.W[k], B: m.B[k]})
	}
	return learn.NewCoefficients("discriminant functions: the largest decides", learn.Names(features, m.FeatureNames), columns...)
}

// Table shows the coefficients.
func (m *LinearModel) Table() (caption string, columns []string, rows [][]any) {
	return m.Coefficients().Table()
}
