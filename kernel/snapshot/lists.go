package snapshot

import "sort"

// This file has the few operations on lists that the package needs. Package slices would link a copy of its sorting for
// each element type into every cell's program.

func sortStrings(list []string) {
	sort.Slice(list, func(i, j int) bool { return list[i] < list[j] })
}

// uniqueStrings returns the texts of list once each, sorted.
func uniqueStrings(list []string) []string {
	list = append([]string(nil), list...)
	sortStrings(list)
	out := list[:0]
	for i, s := range list {
		if i == 0 || s != list[i-1] {
			out = append(out, s)
		}
	}
	return out
}

// uniqueIDs sorts list and removes repetitions, in place.
func uniqueIDs(list []uint64) []uint64 {
	sort.Slice(list, func(i, j int) bool { return list[i] < list[j] })
	out := list[:0]
	for i, id := range list {
		if i == 0 || id != list[i-1] {
			out = append(out, id)
		}
	}
	return out
}

func hasID(list []uint64, id uint64) bool {
	for _, x := range list {
		if x == id {
			return true
		}
	}
	return false
}

func sameIDs(a, b []uint64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// filterIDs returns the ids for which keep holds, as a new list.
func filterIDs(list []uint64, keep func(uint64) bool) []uint64 {
	var out []uint64
	for _, id := range list {
		if keep(id) {
			out = append(out, id)
		}
	}
	return out
}
