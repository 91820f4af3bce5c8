package simulate

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// This file reads studies whose experiment gives a curve: numbers at the same points in every repeat.

// Columns turns curves into samples: sample i holds number i of the curve of every result, in the order of the repeats.
//
//	errors := simulate.Columns(studies, func(s study) []float64 { return s.Errors })
//	figure.Band("", n, simulate.Quantiles(errors, .1), simulate.Quantiles(errors, .9)).Line("mean", n, simulate.Means(errors))
//
// Curves of different lengths are a mistake in the experiment: Columns panics with the first of another length.
func Columns[T any](results []T, curve func(result T) []float64) (samples [][]float64) {
	for k, result := range results {
		c := curve(result)
		if k == 0 {
			samples = make([][]float64, len(c))
		}
		if len(c) != len(samples) {
			panic(fmt.Sprintf("simulate: Columns: the curve of result %d has %d numbers and that of result 0 has %d, want equal lengths", k, len(c), len(samples)))
		}
		for i, v := range c {
			samples[i] = append(samples[i], v)
		}
	}
	return samples
}

// Means returns the mean of each sample, NaN for an empty one.
func Means(samples [][]float64) []float64 {
	return each(samples, func(sample []float64) float64 { return Mean(sample).Mean })
}

// Quantiles returns the p-quantile of each sample: its smallest number x such that the share of numbers ≤ x is at least p. It is NaN
// for an empty sample, one with NaN in it, and a p outside [0, 1].
func Quantiles(samples [][]float64, p float64) []float64 {
	return each(samples, func(sample []float64) float64 {
		if len(sample) == 0 || slices.ContainsFunc(sample, math.IsNaN) || !(p >= 0 && p <= 1) {
			return math.NaN()
		}
		return stat.Quantile(p, stat.Empirical, slices.Sorted(slices.Values(sample)), nil)
	})
}

func each(samples [][]float64, number func(sample []float64) float64) []float64 {
	numbers := make([]float64, len(samples))
	for i, sample := range samples {
		numbers[i] = number(sample)
	}
	return numbers
}
