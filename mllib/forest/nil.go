package forest

import "github.com/mercer-go/mercer/mllib/simulate"

// This file: what a nil forest answers that a fit which failed leaves behind, instead of what Go says of a part of nothing.

// ensemble is what the forest has grown, nothing of a nil model.
func (m *Model) ensemble() *Ensemble {
	if m == nil {
		return nil
	}
	return &m.Ensemble
}

// Importances is Ensemble.Importances; nil for a nil model.
func (m *Model) Importances() []float64 { return m.ensemble().Importances() }

// GainEstimates is Ensemble.GainEstimates; nil for a nil model.
func (m *Model) GainEstimates() []simulate.Estimate { return m.ensemble().GainEstimates() }

// PermutationEstimates is Ensemble.PermutationEstimates; nil for a nil model.
func (m *Model) PermutationEstimates() []simulate.Estimate {
	return m.ensemble().PermutationEstimates()
}

// ensemble is what the forest has grown, nothing of a nil model.
func (m *RegressionModel) ensemble() *Ensemble {
	if m == nil {
		return nil
	}
	return &m.Ensemble
}

// Importances is Ensemble.Importances; nil for a nil model.
func (m *RegressionModel) Importances() []float64 { return m.ensemble().Importances() }

// GainEstimates is Ensemble.GainEstimates; nil for a nil model.
func (m *RegressionModel) GainEstimates() []simulate.Estimate { return m.ensemble().GainEstimates() }

// PermutationEstimates is Ensemble.PermutationEstimates; nil for a nil model.
func (m *RegressionModel) PermutationEstimates() []simulate.Estimate {
	return m.ensemble().PermutationEstimates()
}
