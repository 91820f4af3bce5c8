package logistic

import (
	"math"

	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/floats"
)

// This file computes scores, probabilities, losses and residuals of a chunk of rows, class by class, so that every loop goes through many rows: products
// with vector instructions, and exponentials and logarithms of slices.

// chunk is the largest number of rows in a chunk, enough for loops over rows. Longer rows are fewer, so that they stay in the second cache until they are read
// for the gradient.
const (
	chunk       = 64
	chunkNumber = 1 << 15
)

// chunkRows is the number of rows in a chunk, a multiple of eight.
func chunkRows(d int) int { return max(8, min(chunk, chunkNumber/max(d, 1)/8*8)) }

// observations are the rows as a pass takes them: as they are, or a compact copy.
type observations interface {
	columns() int                                // numbers in a row, at least D
	each(f func(strip, from, to int))            // calls f for every strip of rows
	inner(w, scores [][]float64, from int)       // the products of each w with the rows from, from+1, ...
	add(weights, gradient [][]float64, from int) // adds the rows times the weights to each gradient
}

// work is the memory of a chunk, and what is summed over the chunks of a strip.
type work struct {
	l        *Likelihood
	rows     observations
	from, n  int       // the chunk's rows: from, ..., from+n-1
	z        []float64 // their scores, then their probabilities: those of class k from k*chunk on, of all classes
	a, b     []float64 // chunk numbers each, for one thing after another
	loss     float64   // the sum of the weighted losses
	margin   float64   // as evaluation.margin
	gradient []float64

	coefficients, columns [][]float64 // of the classes with coefficients: a block of θ or the gradient, and what z holds
}

func newWork(l *Likelihood, r observations) *work {
	k := len(l.Classes)
	numbers := make([]float64, (k+2)*chunk)
	slices := make([][]float64, 2*l.blocks())
	return &work{l: l, rows: r, z: numbers[:k*chunk], a: numbers[k*chunk:][:chunk], b: numbers[(k+1)*chunk:], margin: math.Inf(1),
		coefficients: slices[:l.blocks()], columns: slices[l.blocks():]}
}

// of returns the chunk's scores, probabilities or residuals of class number k.
func (w *work) of(k int) []float64 { return w.z[k*chunk:][:w.n] }

// blocks cuts θ or the gradient into the coefficients of the classes, and sets columns to what z holds of these. It returns the places of the intercepts,
// from the first on in steps of width; there are none where first is negative.
func (w *work) blocks(theta []float64) (first, width int) {
	d := w.rows.columns()
	first, width = -1, d
	if w.l.width() > w.l.D {
		first, width = d, d+1
	}
	for k := range w.coefficients {
		w.coefficients[k], w.columns[k] = theta[k*width:][:d], w.of(k+w.l.first())
	}
	return first, width
}

// scores computes those of at most chunk rows. A class without coefficients has 0.
func (w *work) scores(theta []float64, from, to int) {
	w.from, w.n = from, to-from
	if w.l.first() > 0 {
		clear(w.of(0))
	}
	first, width := w.blocks(theta)
	w.rows.inner(w.coefficients, w.columns, from)
	for k, z := range w.columns {
		if first >= 0 {
			floats.AddConst(theta[first+k*width], z)
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
		sum := w.loss
		for _, v := range losses {
			sum += v
		}
		w.loss = sum
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
	first, width := w.blocks(w.gradient)
	for _, left := range w.columns {
		if l.weights != nil {
			for r := range left {
				left[r] *= l.weights[w.from+r]
			}
		}
	}
	w.rows.add(w.columns, w.coefficients, w.from)
	for k, left := range w.columns {
		if first < 0 {
			break
		}
		sum := w.gradient[first+k*width]
		for _, v := range left {
			sum += v
		}
		w.gradient[first+k*width] = sum
	}
}
