package lists

import (
	"slices"
	"testing"
)

func TestLists(t *testing.T) {
	texts := []string{"b", "a", "b", "c", "a"}
	if got := Unique(texts); !slices.Equal(got, []string{"a", "b", "c"}) || texts[0] != "b" {
		t.Errorf("Unique: %v of %v", got, texts)
	}
	if Unique(nil) != nil && len(Unique(nil)) > 0 {
		t.Error("Unique of nothing")
	}
	ids := UniqueIDs([]uint64{3, 1, 3, 2, 1})
	if !slices.Equal(ids, []uint64{1, 2, 3}) {
		t.Errorf("UniqueIDs: %v", ids)
	}
	if !HasID(ids, 3) || HasID(ids, 4) || HasID(nil, 0) {
		t.Error("HasID")
	}
	if !SameIDs(ids, []uint64{1, 2, 3}) || SameIDs(ids, ids[:2]) || SameIDs(ids, []uint64{1, 2, 4}) {
		t.Error("SameIDs")
	}
	odd := FilterIDs(ids, func(id uint64) bool { return id%2 == 1 })
	if !slices.Equal(odd, []uint64{1, 3}) || !slices.Equal(ids, []uint64{1, 2, 3}) {
		t.Errorf("FilterIDs: %v of %v", odd, ids)
	}
}
