package logistic

import (
	"math"

	"github.com/mercer-go/mercer/mllib/internal/dense"
	"github.com/mercer-go/mercer/mllib/special"
)

// This file computes scores, probabilities, losses and residuals of a chunk of rows, class by class, so that every loop goes through many rows: products
// with vector instructions, and exponentials and logarithms of slices.

// chunk is the largest number of rows in a chunk: enough for loops over rows, few enough for the second cache when they are read for the gradient.
const chunk = 64

// work is the memory of a chunk, and what is summed over the chunks of a strip.
type work struct {
	l        *Likelihood
	from, n  int       // the chunk's rows: from, ..., from+n-1
	z        []float64 // their scores, then their probabilities: those of class k from k*chunk on, of all classes
	a, b     []float64 // chunk numbers each, for one thing after another
	loss     float64   // the sum of the weighted losses
	margin   float64   // as evaluation.margin
	gradient []float64
}

func newWork(l *Likelihood) *work {
	k := len(l.Classes)
	numbers := make([]float64, (k+2)*chunk)
	return &work{l: l, z: numbers[:k*chunk], a: numbers[k*chunk:][:chunk], b: numbers[(k+1)*chunk:], margin: math.Inf(1)}
}

// of returns the chunk's scores, probabilities or residuals of class number k.
func (w *work) of(k int) []float64 { return w.z[k*chunk:][:w.n] }

// scores computes those of at most chunk rows. A class without coefficients has 0.
func (w *work) scores(theta []float64, from, to int) {
	l := w.l
	w.from, w.n = from, to-from
	if l.first() > 0 {
		clear(w.of(0))
	}
	for k := range l.blocks() {
		block, z := theta[k*l.width():][:l.width()], w.of(k+l.first())
		dense.Inner(block[:l.D], l.x[from*l.stride:], l.stride, z)
		if l.width() > l.D {
			for r := range z {
				z[r] += block[l.D]
			}
		}
	}
}

// margins returns for each row the score of its class minus the largest other score, in memory of w.
func (w *work) margins() []float64 {
	for r, own := range w.l.class[w.from:][:w.n] {
		other := math.Inf(-1)
		for k := range w.l.Classes {
			if k != own {
				other = max(other, w.z[k*chunk+r])
			}
		}
		w.a[r] = w.z[own*chunk+r] - other
	}
	return w.a[:w.n]
}

// probabilities replaces the scores, and adds the losses of the rows to the sum.
func (w *work) probabilities() {
	if w.margin > 0 {
		for _, m := range w.margins() {
			w.margin = min(w.margin, m)
		}
	}
	losses := w.b[:w.n]
	if len(w.l.Classes) == 2 && w.l.first() > 0 {
		w.two(losses)
	} else {
		w.many(losses)
	}
	if w.l.weights == nil {
		for _, v := range losses {
			w.loss += v
		}
		return
	}
	for r, v := range losses {
		w.loss += w.l.weights[w.from+r] * v
	}
}

// two is for two classes of which the second has a score.
func (w *work) two(losses []float64) {
	z := w.of(1)
	for r, own := range w.l.class[w.from:][:len(z)] {
		losses[r] = z[r] * float64(1-2*own)
	}
	special.Log1pExpTo(losses, losses)
	special.SigmoidTo(z, z)
}

// many is for any classes: with the largest score t of a row and s = Σ exp(z_k - t) its loss is t - z_own + log s.
func (w *work) many(losses []float64) {
	top, sum := w.a[:w.n], losses
	copy(top, w.of(0))
	for k := 1; k < len(w.l.Classes); k++ {
		for r, v := range w.of(k) {
			top[r] = max(top[r], v)
		}
	}
	clear(sum)
	for k := range w.l.Classes {
		z := w.of(k)
		for r, t := range top {
			z[r] -= t
		}
	}
	for r, own := range w.l.class[w.from:][:w.n] {
		top[r] = w.z[own*chunk+r]
	}
	for k := range w.l.Classes {
		z := w.of(k)
		special.ExpTo(z, z)
		for r, v := range z {
			sum[r] += v
		}
	}
	for k := range w.l.Classes {
		z := w.of(k)
		for r, s := range sum {
			z[r] /= s
		}
	}
	special.LogTo(sum, sum)
	for r, own := range top {
		losses[r] -= own
	}
}

// addGradient makes residuals of the probabilities, differences from what was observed times the weights, and adds their part to the gradient of
// the sum.
func (w *work) addGradient() {
	l := w.l
	for r, own := range l.class[w.from:][:w.n] {
		w.z[own*chunk+r]--
	}
	for k := range l.blocks() {
		left, block := w.of(k+l.first()), w.gradient[k*l.width():][:l.width()]
		if l.weights != nil {
			for r := range left {
				left[r] *= l.weights[w.from+r]
			}
		}
		dense.AddRows(left, l.x[w.from*l.stride:], l.stride, block[:l.D])
		if l.width() > l.D {
			for _, v := range left {
				block[l.D] += v
			}
		}
	}
}
