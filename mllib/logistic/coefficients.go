package logistic

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/special"
)

// This file gives the coefficients of models as tables.

// Coefficients are W and B; where the model has standard errors also these, the estimates in units of them (z), and P(|Z| >= |z|) for a standard
// normal Z, the p-value of Wald's test that the coefficient is 0.
func (m *Model) Coefficients(features ...string) *learn.Coefficients {
	if m == nil {
		return nil
	}
	about := fmt.Sprintf("log-odds: %v", m.Report)
	if len(m.Classes) == 2 {
		about = fmt.Sprintf("log-odds of class %d beside %d: %v", m.Classes[1], m.Classes[0], m.Report)
	}
	columns := []learn.Column{{Name: "coefficient", W: m.W, B: m.B}}
	if d := len(m.W); m.hasStdErr() {
		se := learn.Column{Name: "standard error", W: m.StdErr[:d], B: math.NaN()}
		if len(m.StdErr) > d {
			se.B = m.StdErr[d]
		}
		z, p := learn.Column{Name: "z", B: m.B / se.B}, learn.Column{Name: "p"}
		for j, w := range m.W {
			z.W = append(z.W, w/se.W[j])
			p.W = append(p.W, twoSided(z.W[j]))
		}
		p.B = twoSided(z.B)
		columns = append(columns, se, z, p)
	}
	return learn.NewCoefficients(about, learn.Names(features, m.FeatureNames), columns...)
}

// twoSided is P(|Z| >= |z|) for a standard normal Z.
func twoSided(z float64) float64 { return 2 * special.Phi(-math.Abs(z)) }

// Table shows the coefficients.
func (m *Model) Table() (caption string, columns []string, rows [][]any) {
	return m.Coefficients().Table()
}

// Coefficients are W and B of each class; with Reference those of the first are 0.
func (m *SoftmaxModel) Coefficients(features ...string) *learn.Coefficients {
	if m == nil {
		return nil
	}
	var columns []learn.Column
	for k, w := range m.W {
		column := learn.Column{Name: fmt.Sprintf("class %d", k+1), W: w, B: math.NaN()}
		if k < len(m.Classes) {
			column.Name = fmt.Sprintf("class %d", m.Classes[k])
		}
		if k < len(m.B) {
			column.B = m.B[k]
		}
		columns = append(columns, column)
	}
	return learn.NewCoefficients(fmt.Sprintf("scores of the classes: %v", m.Report), learn.Names(features, m.FeatureNames), columns...)
}

// Table shows the coefficients.
func (m *SoftmaxModel) Table() (caption string, columns []string, rows [][]any) {
	return m.Coefficients().Table()
}
