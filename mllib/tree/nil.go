package tree

// This file: what a nil model answers that a fit which failed leaves behind, instead of what Go says of a part of nothing.

// tree is the tree of the model, one without nodes of a nil model.
func (m *Model) tree() *Tree {
	if m == nil {
		return &Tree{}
	}
	return &m.Tree
}

// Leaves is Tree.Leaves; 0 for a nil model.
func (m *Model) Leaves() int { return m.tree().Leaves() }

// Depth is Tree.Depth; 0 for a nil model.
func (m *Model) Depth() int { return m.tree().Depth() }

// Importances is Tree.Importances; nil for a nil model.
func (m *Model) Importances() []float64 { return m.tree().Importances() }

// Boxes is Tree.Boxes; nil for a nil model.
func (m *Model) Boxes() []Box { return m.tree().Boxes() }

// tree is the tree of the model, one without nodes of a nil model.
func (m *RegressionModel) tree() *Tree {
	if m == nil {
		return &Tree{}
	}
	return &m.Tree
}

// Leaves is Tree.Leaves; 0 for a nil model.
func (m *RegressionModel) Leaves() int { return m.tree().Leaves() }

// Depth is Tree.Depth; 0 for a nil model.
func (m *RegressionModel) Depth() int { return m.tree().Depth() }

// Importances is Tree.Importances; nil for a nil model.
func (m *RegressionModel) Importances() []float64 { return m.tree().Importances() }

// Boxes is Tree.Boxes; nil for a nil model.
func (m *RegressionModel) Boxes() []Box { return m.tree().Boxes() }
