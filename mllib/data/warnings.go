package data

import (
	"fmt"
	"slices"
	"strconv"
)

const (
	leastToWarn  = 10 // observations that a set has at least before its labels can look wrong
	manyNumbers  = 20 // different numbers that few data sets have as classes
	fewPerNumber = 10 // observations of each on average, below which so many numbers are no classes
)

// Warnings returns sentences about what is legal and was probably not meant; it is nil for most
// sets. The table of the set shows them, and mllib.Must writes them to the standard error. A set
// whose labels are many numbers, as those of a column of counts or of measurements, has a class for
// each of them: ReadRegressionFile reads such a column as a response. Many are more than half as
// many as the observations (the limit of scikit-learn's type_of_target), and more than 20 where
// they have fewer than 10 observations each on average or some are no integers.
func (s *Set) Warnings() []string {
	if s == nil || len(s.Y) < leastToWarn || !s.numbered() {
		return nil
	}
	n, k := len(s.Y), len(s.Classes())
	if 2*k > n || k > manyNumbers && (k*fewPerNumber > n || s.ClassNames != nil) { // integers get no names
		return []string{fmt.Sprintf("data: the labels are numbers, %d different ones in %d observations, and each is a class: "+
			"ReadRegressionFile reads them as the response of a regression", k, n)}
	}
	return nil
}

// numbered reports whether the labels were numbers: they have no names, or names that are numbers,
// perhaps with a decimal comma or commas between thousands.
func (s *Set) numbered() bool {
	return !slices.ContainsFunc(s.ClassNames, func(name string) bool {
		_, err := strconv.ParseFloat(name, 64)
		return err != nil && commas(name) == ""
	})
}
