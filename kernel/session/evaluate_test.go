package session

import (
	"slices"
	"testing"
)

// TestUndescribed: a value whose description took too long is told by name, not left as an empty column.
func TestUndescribed(t *testing.T) {
	left := undescribed([]string{"a", "b", "c"}, map[string]string{"b": ""})
	if !slices.Equal(left, []string{"a", "c"}) {
		t.Errorf("left %v, want a and c", left)
	}
}
