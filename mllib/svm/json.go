package svm

import "encoding/json"

// MarshalJSON writes the model, of a linear kernel without the support vectors: w says all that they do.
func (m Model) MarshalJSON() ([]byte, error) {
	type plain Model
	if m.W != nil && isLinear(m.Kernel) {
		m.X = nil
	}
	return json.Marshal(plain(m))
}

// MarshalJSON writes the model, of a linear kernel without the support vectors.
func (m RegressionModel) MarshalJSON() ([]byte, error) {
	type plain RegressionModel
	if m.W != nil && isLinear(m.Kernel) {
		m.X = nil
	}
	return json.Marshal(plain(m))
}
