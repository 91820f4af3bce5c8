package linear

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/learn"
)

// This file gives hyperplanes as tables.

// Coefficients are W and B.
func (h Hyperplane) Coefficients(features ...string) *learn.Coefficients {
	return h.table("score ⟨w, x⟩ + b", features)
}

func (h Hyperplane) table(about string, features []string) *learn.Coefficients {
	return learn.NewCoefficients(about, features, learn.Column{Name: "coefficient", W: h.W, B: h.B})
}

// Coefficients are W and B, with the margin.
func (m *MaxMarginModel) Coefficients(features ...string) *learn.Coefficients {
	if m == nil {
		return nil
	}
	return m.table(fmt.Sprintf("score, ‖w‖ = 1: margin %.5g, held by %d of %d observations", m.Margin, len(m.Support), len(m.Alpha)), learn.Names(features, m.FeatureNames))
}

// Table shows the coefficients.
func (m *MaxMarginModel) Table() (caption string, columns []string, rows [][]any) {
	return m.Coefficients().Table()
}

// Coefficients are W and B, with the objective.
func (m *SoftMarginModel) Coefficients(features ...string) *learn.Coefficients {
	if m == nil {
		return nil
	}
	return m.table(fmt.Sprintf("score: objective %.5g after %d steps", m.Objective, m.Steps), learn.Names(features, m.FeatureNames))
}

// Table shows the coefficients.
func (m *SoftMarginModel) Table() (caption string, columns []string, rows [][]any) {
	return m.Coefficients().Table()
}
