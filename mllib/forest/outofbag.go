package forest

import (
	"math"

	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"gonum.org/v1/gonum/floats"
)

// OutOfBag is what the learners say about the rows that they have not seen: each row is predicted by those whose samples do not hold it. It is plain data.
type OutOfBag struct {
	Losses     []float64   // Losses[b], of the learners 0..b: weight of the rows with wrong labels, or sum of squared errors times weights
	Weights    []float64   // Weights[b]: weight of the rows that one of them has not seen, which is 1 for each without weights
	Posteriors [][]float64 `json:",omitempty"` // of each row: shares of the classes by all learners that have not seen it, zeros if all have; or the prediction and 1. Nil unless Trace asks for it
}

// Error returns the share of wrong labels, or the mean squared error, out of the bag of all learners; NaN if no row was out of a bag.
func (o OutOfBag) Error() float64 {
	e := o.Errors()
	if len(e) == 0 {
		return math.NaN()
	}
	return e[len(e)-1]
}

// Errors returns that error after each number of learners, from one on; NaN where no row was out of a bag.
func (o OutOfBag) Errors() []float64 {
	all := make([]float64, min(len(o.Losses), len(o.Weights)))
	for b := range all {
		all[b] = o.Losses[b] / o.Weights[b]
	}
	return all
}

// ballot is what outOfBag asks: of n rows and learners.
type ballot struct {
	n, learners, width int
	weight             func(row int) float64
	seen               func(learner, row int) bool
	add                func(learner, row int, sum []float64) // adds what a learner says
	loss               func(row int, sum []float64, learners float64) float64
}

// count asks the learners about the rows they have not seen. Rows are worked on in blocks of fixed size, whose sums are added in their order.
func (q ballot) count(trace bool) OutOfBag {
	const size = 256
	blocks := make([][2][]float64, parallel.Pieces(q.n, size))
	out := OutOfBag{Losses: make([]float64, q.learners), Weights: make([]float64, q.learners)}
	if trace {
		out.Posteriors = make([][]float64, q.n)
	}
	parallel.Rows(q.n, size, func(block, lo, hi int) {
		blocks[block] = q.block(lo, hi, out.Posteriors)
	})
	for _, block := range blocks {
		for b := range q.learners {
			out.Losses[b] += block[0][b]
			out.Weights[b] += block[1][b]
		}
	}
	return out
}

// block asks one learner after the other about the rows lo..hi-1, and returns what they lose together after each, and the weight of those that have been asked about. What all say
// goes into shares, if it is not nil.
func (q ballot) block(lo, hi int, shares [][]float64) [2][]float64 {
	losses, weights := make([]float64, q.learners), make([]float64, q.learners)
	sums, asked, loss := make([]float64, (hi-lo)*q.width), make([]float64, hi-lo), make([]float64, hi-lo)
	for b := range q.learners {
		for k := range loss {
			row, sum := lo+k, sums[k*q.width:(k+1)*q.width]
			if !q.seen(b, row) {
				q.add(b, row, sum)
				asked[k]++
				loss[k] = q.weight(row) * q.loss(row, sum, asked[k])
			}
			if asked[k] > 0 {
				losses[b] += loss[k]
				weights[b] += q.weight(row)
			}
		}
	}
	for k := range loss {
		if shares != nil {
			sum := sums[k*q.width : (k+1)*q.width : (k+1)*q.width]
			floats.Scale(1/max(1, asked[k]), sum)
			shares[lo+k] = sum
		}
	}
	return [2][]float64{losses, weights}
}

// weightsOf are weights by row, 1 without any.
func weightsOf(weights []float64) func(row int) float64 {
	return func(row int) float64 {
		if weights == nil {
			return 1
		}
		return weights[row]
	}
}
