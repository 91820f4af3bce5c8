package boosting

import (
	"math"

	"github.com/mercer-go/mercer/mllib/special"
)

// This file has the losses of gradient boosting with labels: their slopes, and the Newton step of a leaf.

// signLoss is a loss of yf with y = -1 for class 0 and +1 for class 1.
func signLoss(l Loss, class []int, weights []float64, start, total float64) problem {
	n := len(class)
	sign := make([]float64, n)
	for i, c := range class {
		sign[i] = float64(2*c - 1)
	}
	return problem{n: n, width: 1, weights: weights, start: []float64{start},
		slope: func(f [][]float64, _ int, target []float64) {
			for i := range target {
				first, _ := slopes(l, sign[i], f[0][i])
				target[i] = -first
			}
		},
		step: func(f [][]float64, _ int, target []float64, i int) (over, by float64) {
			_, second := slopes(l, sign[i], f[0][i])
			return target[i], second
		},
		loss: func(f [][]float64) float64 {
			sum := 0.0
			for i, v := range f[0] {
				sum += float64(weights[i] * Lost(l, sign[i], v))
			}
			return sum / total
		}}
}

// softmaxLoss is -log of the softmax of f at the own class. Its steps are those of Friedman's algorithm 6, which takes the second derivatives for diagonal.
func softmaxLoss(class []int, weights, shares []float64, total float64) problem {
	n, width, start := len(class), len(shares), logs(shares)
	row := func(f [][]float64, i int) []float64 {
		v := make([]float64, width)
		for k := range v {
			v[k] = f[k][i]
		}
		return v
	}
	return problem{n: n, width: width, weights: weights, start: start,
		slope: func(f [][]float64, k int, target []float64) {
			for i := range target {
				target[i] = -special.Softmax(row(f, i))[k]
				if class[i] == k {
					target[i]++
				}
			}
		},
		step: func(_ [][]float64, _ int, target []float64, i int) (over, by float64) {
			r := math.Abs(target[i])
			return target[i] * float64(width-1) / float64(width), r * (1 - r)
		},
		loss: func(f [][]float64) float64 {
			sum := 0.0
			for i, c := range class {
				v := row(f, i)
				sum += float64(weights[i] * (special.LogSumExp(v) - v[c]))
			}
			return sum / total
		}}
}

// logs are the logarithms of shares, less their mean.
func logs(shares []float64) []float64 {
	all, mean := make([]float64, len(shares)), 0.0
	for _, s := range shares {
		mean += math.Log(s) / float64(len(shares))
	}
	for k, s := range shares {
		all[k] = math.Log(s) - mean
	}
	return all
}
