package logistic

import (
	"math"

	"github.com/mercer-go/mercer/mllib/internal/lanes"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/special"
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

// work is the memory of one strip. A row goes through begin, which computes its scores; exponentials of many rows at a time; and end, which
// makes probabilities of them.
type work struct {
	z        []float64 // scores of the classes that have coefficients, then their probabilities, row after row
	rest     []float64 // of each row what end needs beside them
	loss     float64   // the sum of the weighted losses but for log(factor)
	factor   float64   // a product instead of a sum of logarithms, for weights of 1
	margin   float64   // min over the rows of the score of their class minus the largest other score
	gradient []float64
}

// newWork returns memory for so many rows at a time.
func newWork(l *Likelihood, rows int) *work {
	m := l.blocks()
	memory := make([]float64, rows*(m+1))
	return &work{z: memory[:rows*m], rest: memory[rows*m:], factor: 1, margin: math.Inf(1)}
}

// total returns the sum of the losses.
func (w *work) total() float64 { return w.loss + math.Log(w.factor) }

// row computes the probabilities of row i into z, and adds its weighted loss.
func (w *work) row(l *Likelihood, theta []float64, i int) {
	z := w.z[:l.blocks()]
	rest := w.begin(l, theta, i, z)
	for k, v := range z {
		z[k] = math.Exp(v)
	}
	if len(z) > 1 {
		rest = math.Exp(rest)
	}
	w.end(l.weight(i), z, rest)
}

// rows does the same for the rows from, ..., to-1.
func (w *work) rows(l *Likelihood, theta []float64, from, to int) {
	m, n := l.blocks(), to-from
	for r := range n {
		w.rest[r] = w.begin(l, theta, from+r, w.z[r*m:(r+1)*m])
	}
	special.ExpTo(w.z[:n*m], w.z[:n*m])
	if m > 1 {
		special.ExpTo(w.rest[:n], w.rest[:n])
	}
	for r := range n {
		w.end(l.weight(from+r), w.z[r*m:(r+1)*m], w.rest[r])
	}
}

// begin computes the scores of row i, less the largest one and 0 for a class without coefficients, into z, and adds the part of the loss that
// needs no logarithm. The rest is the score of the class without coefficients, less the largest one, -Inf where there is none; for two
// classes z becomes -|z|, and the rest is z.
func (w *work) begin(l *Likelihood, theta []float64, i int, z []float64) (rest float64) {
	x, width := l.x[i*l.stride:i*l.stride+l.D], l.width()
	for k := range z {
		block := theta[k*width : (k+1)*width]
		z[k] = floats.Dot(x, block[:l.D])
		if width > l.D {
			z[k] += block[l.D]
		}
	}
	own := l.class[i] - l.first()
	if len(z) == 1 {
		rest = z[0]
		z[0] = -math.Abs(rest)
		sign := -1
		if own == 0 {
			sign = 1
		}
		margin := rest * float64(sign)
		w.margin = min(w.margin, margin)
		w.loss += l.weight(i) * max(-margin, 0)
		return rest
	}
	score, other, rest := 0.0, math.Inf(-1), math.Inf(-1)
	if l.Coding == Reference {
		if rest = 0; own >= 0 {
			other = 0
		}
	}
	for k, v := range z {
		if k == own {
			score = v
		} else {
			other = max(other, v)
		}
	}
	w.margin = min(w.margin, score-other)
	top := max(score, other)
	w.loss += l.weight(i) * (top - score)
	for k := range z { // not floats.AddConst: its assembly would move the memory to the heap
		z[k] -= top
	}
	return rest - top
}

// end turns the exponentials of what begin left into probabilities and adds the rest of the loss. Which sign a score of two classes has is
// what a processor cannot guess, so there is no branch on it.
func (w *work) end(weight float64, z []float64, rest float64) {
	if len(z) == 1 {
		e := z[0]
		top := math.Float64bits(1)
		if rest < 0 {
			top = math.Float64bits(e)
		}
		z[0] = math.Float64frombits(top) / (1 + e)
		w.addLog(weight, e)
		return
	}
	sum := rest
	for _, v := range z {
		sum += v
	}
	for k := range z {
		z[k] /= sum
	}
	w.addLog(weight, sum-1)
}

// addLog adds the weighted log(1 + e) to the losses, for e >= 0 up to the number of classes. A small e would lose its digits in 1 + e.
func (w *work) addLog(weight, e float64) {
	if e < 0x1p-10 || weight != 1 {
		w.loss += weight * math.Log1p(e)
		return
	}
	w.factor *= 1 + e
	if w.factor > 0x1p1000 {
		w.loss += math.Log(w.factor)
		w.factor = 1
	}
}

// addGradient adds the gradient of row i's loss, times a factor.
func (w *work) addGradient(l *Likelihood, dst []float64, i int, factor float64) {
	x, width, own := l.x[i*l.stride:i*l.stride+l.D], l.width(), l.class[i]-l.first()
	for k, p := range w.z[:l.blocks()] {
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
		w, m := newWork(l, chunk), l.blocks()
		var left residuals
		if gradient != nil {
			w.gradient, left = make([]float64, len(theta)), make(residuals, l.blocks()*chunk)
		}
		for first := from; first < to; first += chunk {
			last := min(to, first+chunk)
			w.rows(l, theta, first, last)
			if prob != nil {
				copy(prob[first*m:last*m], w.z)
			}
			for i := first; gradient != nil && i < last; i++ {
				left.set(l, i-first, i, w.z[(i-first)*m:(i-first+1)*m])
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
