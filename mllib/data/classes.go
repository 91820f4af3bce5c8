package data

import (
	"slices"
	"strconv"
)

// Classes are the labels that occur, in increasing order; nil for a nil set.
func (s *Set) Classes() []int {
	if s == nil {
		return nil
	}
	return slices.Compact(slices.Sorted(slices.Values(s.Y)))
}

// ClassName is the name of the class with the given label, or the label as a number where it has none.
func (s *Set) ClassName(label int) string {
	if s != nil && label >= 1 && label <= len(s.ClassNames) {
		return s.ClassNames[label-1]
	}
	return strconv.Itoa(label)
}

// MostFrequent is the label that occurs most often, the smallest of several, and its share of the observations: who knows
// nothing of X guesses this class, and is right that often. It is 0 and 0 for a set without observations.
func (s *Set) MostFrequent() (label int, share float64) {
	count := 0
	for _, k := range s.Classes() {
		n := 0
		for _, y := range s.Y {
			if y == k {
				n++
			}
		}
		if n > count {
			label, count = k, n
		}
	}
	if count == 0 {
		return 0, 0
	}
	return label, float64(count) / float64(len(s.Y))
}
