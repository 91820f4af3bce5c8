package logistic

import (
	"math"

	"github.com/mercer-go/mercer/mllib/internal/lanes"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// This file goes through the rows of X. Large data are cut into strips, a number that depends on the data only; each strip
// is summed by itself, and the sums are added in the order of the strips, so that the result does not depend on the number of
// goroutines that share the strips.

const strips = 8

// each calls f for every strip of rows [from, to), from several goroutines where the data are large.
func (l *Likelihood) each(f func(strip, from, to int)) {
	if l.N*l.D < 1<<14 {
		f(0, 0, l.N)
		return
	}
	parallel.Do(strips, func(s int) { f(s, s*l.N/strips, (s+1)*l.N/strips) })
}

// work is the memory of one strip.
type work struct {
	z        []float64 // scores of the classes that have coefficients, then their probabilities
	loss     float64   // the sum of the losses but for log(factor)
	factor   float64   // a product instead of a sum of logarithms, for weights of 1
	weight   float64   // of the row
	margin   float64   // min over the rows of the score of their class minus the largest other score
	gradient []float64
}

func newWork(l *Likelihood) *work {
	return &work{z: make([]float64, l.blocks()), factor: 1, weight: 1, margin: math.Inf(1)}
}

// total returns the sum of the losses.
func (w *work) total() float64 { return w.loss + math.Log(w.factor) }

// row computes the probabilities of row i, and adds its weighted loss.
func (w *work) row(l *Likelihood, theta []float64, i int) {
	x, width := l.x[i*l.stride:i*l.stride+l.D], l.width()
	for k := range w.z {
		block := theta[k*width : (k+1)*width]
		w.z[k] = floats.Dot(x, block[:l.D])
		if width > l.D {
			w.z[k] += block[l.D]
		}
	}
	if l.weights != nil {
		w.weight = l.weights[i]
	}
	own := l.class[i] - l.first()
	if len(w.z) == 1 {
		w.two(own == 0)
		return
	}
	score, other := 0.0, math.Inf(-1)
	if l.Coding == Reference {
		other = 0
	}
	if own < 0 {
		other = math.Inf(-1)
	}
	for k, z := range w.z {
		if k == own {
			score = z
		} else {
			other = max(other, z)
		}
	}
	w.margin = min(w.margin, score-other)
	w.loss += w.weight * (w.softmax(l.Coding == Reference) - score)
}

// two is row for two classes: the probability of the event from its log-odds. Which sign a score has, and whether the event
// happened, is what a processor cannot guess, so there is no branch on them.
func (w *work) two(event bool) {
	z := w.z[0]
	e := math.Exp(-math.Abs(z))
	top := math.Float64bits(1)
	if z < 0 {
		top = math.Float64bits(e)
	}
	w.z[0] = math.Float64frombits(top) / (1 + e)

	sign := -1
	if event {
		sign = 1
	}
	z *= float64(sign)
	w.margin = min(w.margin, z)
	w.loss += w.weight * max(-z, 0)
	w.addLog(e)
}

// addLog adds the weighted log(1 + e) to the losses, for e in [0, 1]. A small e would lose its digits in 1 + e.
func (w *work) addLog(e float64) {
	if e < 0x1p-10 || w.weight != 1 {
		w.loss += w.weight * math.Log1p(e)
		return
	}
	w.factor *= 1 + e
	if w.factor > 0x1p1000 {
		w.loss += math.Log(w.factor)
		w.factor = 1
	}
}

// softmax turns scores into probabilities, with one more score 0 if reference is set, and returns their LogSumExp.
func (w *work) softmax(reference bool) float64 {
	top := math.Inf(-1)
	if reference {
		top = 0
	}
	for _, z := range w.z {
		top = max(top, z)
	}
	sum := 0.0
	if reference {
		sum = math.Exp(-top)
	}
	for k, z := range w.z {
		w.z[k] = math.Exp(z - top)
		sum += w.z[k]
	}
	for k := range w.z { // not floats.Scale: its assembly would move the memory to the heap
		w.z[k] /= sum
	}
	return top + math.Log(sum)
}

// addGradient adds the gradient of row i's loss, times a factor.
func (w *work) addGradient(l *Likelihood, dst []float64, i int, factor float64) {
	x, width, own := l.x[i*l.stride:i*l.stride+l.D], l.width(), l.class[i]-l.first()
	for k, p := range w.z {
		if k == own {
			p--
		}
		p *= factor
		floats.AddScaled(dst[k*width:k*width+l.D], p, x)
		if width > l.D {
			dst[k*width+l.D] += p
		}
	}
}

// residuals are the differences between the probabilities of some rows and what was observed, times the weights: those of class k from
// k*chunk on.
type residuals []float64

// set takes the residuals of the row at the given place of a chunk, which is row i of all.
func (r residuals) set(l *Likelihood, place, i int, prob []float64) {
	for k, p := range prob {
		r[k*chunk+place] = p
	}
	if own := l.class[i] - l.first(); own >= 0 {
		r[own*chunk+place]--
	}
	if l.weights != nil {
		for k := range prob {
			r[k*chunk+place] *= l.weights[i]
		}
	}
}

// addGradient adds the parts of the rows from, ..., to-1 to the gradient of the sum.
func (r residuals) addGradient(l *Likelihood, dst []float64, from, to int) {
	width, whole := l.width(), l.D/lanes.Width*lanes.Width
	rows := l.x[from*l.stride:]
	for k := range l.blocks() {
		own, block := r[k*chunk:][:to-from], dst[k*width:(k+1)*width]
		lanes.AddWeighted(block[:whole], own, rows, l.stride)
		for i, v := range own {
			for j := whole; j < l.D; j++ {
				block[j] += v * rows[i*l.stride+j]
			}
			if width > l.D {
				block[l.D] += v
			}
		}
	}
}

// evaluation is what one pass over the rows finds.
type evaluation struct{ value, margin float64 }

// evaluate returns f(θ) and the smallest margin; it writes the gradient into gradient and the n×blocks probabilities
// into prob, each unless nil.
func (l *Likelihood) evaluate(theta, gradient, prob []float64) evaluation {
	var parts [strips]*work
	l.each(func(s, from, to int) {
		w := newWork(l)
		var left residuals
		if gradient != nil {
			w.gradient, left = make([]float64, len(theta)), make(residuals, l.blocks()*chunk)
		}
		for first := from; first < to; first += chunk {
			last := min(to, first+chunk)
			for i := first; i < last; i++ {
				w.row(l, theta, i)
				if gradient != nil {
					left.set(l, i-first, i, w.z)
				}
				if prob != nil {
					copy(prob[i*len(w.z):], w.z)
				}
			}
			if gradient != nil {
				left.addGradient(l, w.gradient, first, last)
			}
		}
		parts[s] = w
	})
	e := evaluation{margin: math.Inf(1)}
	clear(gradient)
	for _, w := range parts {
		if w == nil {
			continue
		}
		e.value += w.total()
		e.margin = min(e.margin, w.margin)
		if gradient != nil {
			floats.Add(gradient, w.gradient)
		}
	}
	e.value = e.value/l.Weight + l.penalty(theta)
	if gradient != nil {
		floats.Scale(1/l.Weight, gradient)
		l.addPenalty(theta, gradient)
	}
	return e
}

// hessian returns the second derivatives for the given probabilities, from every step-th row.
func (l *Likelihood) hessian(prob []float64, step int) *mat.SymDense {
	m, width := l.blocks(), l.width()
	var parts [strips]*products
	l.each(func(s, from, to int) {
		p := newProducts(m, width)
		for i := from; i < to; i += chunk * step {
			p.load(l, prob, i, min(to, i+chunk*step), step)
			p.add()
		}
		parts[s] = p
	})
	sum := parts[0]
	for _, part := range parts[1:] {
		if part != nil {
			floats.Add(sum.sums, part.sums)
			sum.total += part.total
		}
	}
	dim := m * width
	h := make([]float64, dim*dim)
	sum.spread(h, 1/sum.total)
	for k := range m {
		for j := range l.penalized() {
			at := k*width + j
			h[at*dim+at] += l.Ridge / l.Weight
		}
	}
	return mat.NewSymDense(dim, h)
}
