package metrics

import (
	"math"
	"testing"
)

// TestNoTable: a nil table or curve is none, and no panic.
func TestNoTable(t *testing.T) {
	var c *Confusion
	if c.Recall() != nil || c.Precision() != nil || c.F1() != nil || c.Named([]string{"a"}) != nil || !math.IsNaN(c.ErrorRate()) {
		t.Error("a nil table has numbers")
	}
	if a := (*ROC)(nil).AUC(); !math.IsNaN(a) {
		t.Errorf("area %v", a)
	}
}
