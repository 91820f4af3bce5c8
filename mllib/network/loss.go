package network

import (
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/special"
)

// head is a loss on the outputs of a network.
type head struct {
	output Output
	loss   Loss
	k      int // outputs
}

func (h head) check() error {
	if err := h.loss.Check("Loss"); err != nil {
		return err
	}
	return input.Param(h.loss != CrossEntropy || h.output != Identity, "Loss", h.loss, "squared error, for the outputs are no probabilities")
}

// checkTarget checks row i of the targets.
func (h head) checkTarget(y []float64, i int) error {
	if h.loss != CrossEntropy {
		return nil
	}
	sum := 0.0
	for k, v := range y {
		if v < 0 || v > 1 {
			return input.Errorf(input.ErrParam, "Y", "row %d, column %d holds %v, want a probability for the cross-entropy", i, k, v)
		}
		sum += v
	}
	if h.output == Softmax && math.Abs(sum-1) > 1e-9 {
		return input.Errorf(input.ErrParam, "Y", "row %d has the sum %v, want probabilities with sum 1", i, sum)
	}
	return nil
}

// measure replaces the scores of n rows by the derivatives of scale times the sum of the losses by the scores, and returns that sum of losses,
// not scaled, and for how many rows the largest target is not among the largest outputs (0 for one output). sums is memory for n numbers.
func (h head) measure(scores, y []float64, scale float64, sums []float64) (loss float64, wrong int) {
	if h.k > 1 {
		wrong = h.count(scores, y)
	}
	if h.loss == CrossEntropy {
		loss = h.entropy(scores, y, sums)
	}
	apply(h.output, scores, h.k)
	if h.loss == CrossEntropy {
		for i, v := range y {
			scores[i] = scale * (scores[i] - v)
		}
		return loss, wrong
	}
	for lo := 0; lo < len(scores); lo += h.k {
		loss += h.squares(scores[lo:lo+h.k], y[lo:lo+h.k], scale)
	}
	return loss, wrong
}

// count counts the rows whose largest target has a score below the largest.
func (h head) count(scores, y []float64) (wrong int) {
	for lo := 0; lo < len(scores); lo += h.k {
		best, top := lo, scores[lo]
		for i := lo + 1; i < lo+h.k; i++ {
			if y[i] > y[best] {
				best = i
			}
			top = max(top, scores[i])
		}
		if !(scores[best] >= top) {
			wrong++
		}
	}
	return wrong
}

// entropy is the sum of the cross-entropies, from scores: no probability is rounded to 0.
func (h head) entropy(scores, y, sums []float64) (loss float64) {
	if h.output == Softmax {
		special.LogSumExpRows(sums, scores, h.k)
		for i, v := range y {
			if v != 0 {
				loss += float64(v * (sums[i/h.k] - scores[i]))
			}
		}
		return loss
	}
	for i, v := range y { // log(1+e^t) - y t, without the loss of digits for large t of the sign of its label
		loss += float64(v*special.Log1pExp(-scores[i])) + float64((1-v)*special.Log1pExp(scores[i]))
	}
	return loss
}

// squares replaces the outputs ψ of a row by the derivatives, and returns the squared error.
func (h head) squares(psi, y []float64, scale float64) (loss float64) {
	common := 0.0 // Σ ψ_j (ψ_j - y_j)
	for k, p := range psi {
		d := p - y[k]
		loss = math.FMA(d, d, loss)
		common = math.FMA(p, d, common)
	}
	for k, p := range psi {
		d := p - y[k]
		switch h.output {
		case Softmax:
			d = p * (d - common)
		case Bernoulli:
			d *= p * (1 - p)
		}
		psi[k] = 2 * scale * d
	}
	return loss
}

// overflow is the error of a loss that is no number.
func overflow(argument string) error {
	return input.Errorf(input.ErrNotFinite, argument, "the loss overflows: are the columns scaled, is the rate too large?")
}
