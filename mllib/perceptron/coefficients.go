package perceptron

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/learn"
)

// This file gives models as tables.

// Coefficients are those of the end, and of the pocket and the average where they were asked for.
func (m *Model) Coefficients(features ...string) *learn.Coefficients {
	if m == nil {
		return nil
	}
	columns := []learn.Column{{Name: "coefficient", W: m.W, B: m.B}}
	if m.Pocket != nil {
		columns = append(columns, learn.Column{Name: "pocket", W: m.Pocket.W, B: m.Pocket.B})
	}
	if m.Average != nil {
		columns = append(columns, learn.Column{Name: "average", W: m.Average.W, B: m.Average.B})
	}
	return learn.NewCoefficients(fmt.Sprintf("score: %v", m.Report), learn.Names(features, m.FeatureNames), columns...)
}

// Table shows the coefficients.
func (m *Model) Table() (caption string, columns []string, rows [][]any) {
	return m.Coefficients().Table()
}

// Coefficients are W and B.
func (m *BatchModel) Coefficients(features ...string) *learn.Coefficients {
	if m == nil {
		return nil
	}
	return learn.NewCoefficients(fmt.Sprintf("score: %v", m.Report), learn.Names(features, m.FeatureNames), learn.Column{Name: "coefficient", W: m.W, B: m.B})
}

// Table shows the coefficients.
func (m *BatchModel) Table() (caption string, columns []string, rows [][]any) {
	return m.Coefficients().Table()
}
