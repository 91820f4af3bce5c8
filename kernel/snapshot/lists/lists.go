// Package lists has the few operations on lists that the value store needs in a cell's program. Package slices would link a
// copy of its sorting for each element type.
package lists

import "sort"

// Sort sorts texts, in place.
func Sort(list []string) {
	sort.Slice(list, func(i, j int) bool { return list[i] < list[j] })
}

// Unique returns the texts of list once each, sorted.
func Unique(list []string) []string {
	list = append([]string(nil), list...)
	Sort(list)
	out := list[:0]
	for i, s := range list {
		if i == 0 || s != list[i-1] {
			out = append(out, s)
		}
	}
	return out
}

// UniqueIDs sorts list and removes repetitions, in place.
func UniqueIDs(list []uint64) []uint64 {
	sort.Slice(list, func(i, j int) bool { return list[i] < list[j] })
	out := list[:0]
	for i, id := range list {
		if i == 0 || id != list[i-1] {
			out = append(out, id)
		}
	}
	return out
}

// HasID reports whether an id is in a list.
func HasID(list []uint64, id uint64) bool {
	for _, x := range list {
		if x == id {
			return true
		}
	}
	return false
}

// SameIDs reports whether two lists are the same.
func SameIDs(a, b []uint64) bool {
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

// FilterIDs returns the ids for which keep holds, as a new list.
func FilterIDs(list []uint64, keep func(uint64) bool) []uint64 {
	var out []uint64
	for _, id := range list {
		if keep(id) {
			out = append(out, id)
		}
	}
	return out
}
