package regression

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/learn"
)

// Table is how package display shows the model: its coefficients, where it has standard errors with these, t and p, and a line about the fit. It has
// no columns for a model that Fit did not make.
func (m *Model) Table() (caption string, columns []string, rows [][]any) {
	if m.check() != nil {
		return "", nil, nil
	}
	about := fmt.Sprintf("n = %d, degrees of freedom %.6g, R² = %.6g, σ = %.6g", m.N, m.DF, m.RSquared(), m.Sigma())
	if m.Lambda > 0 {
		about += fmt.Sprintf(", λ = %g", m.Lambda)
	}
	all := []learn.Column{{Name: "estimate", W: m.W, B: m.B}}
	if table, err := m.Coefficients(); err == nil {
		se, t, p := learn.Column{Name: "standard error", B: math.NaN()}, learn.Column{Name: "t", B: math.NaN()}, learn.Column{Name: "p", B: math.NaN()}
		if m.Basis.Intercept {
			se.B, t.B, p.B = table[0].StdErr, table[0].T, table[0].P
			table = table[1:]
		}
		for _, c := range table {
			se.W, t.W, p.W = append(se.W, c.StdErr), append(t.W, c.T), append(p.W, c.P)
		}
		all = append(all, se, t, p)
	}
	return learn.NewCoefficients(about, nil, all...).Table()
}
