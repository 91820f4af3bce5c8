package logistic

import (
	"math"

	"github.com/mercer-go/mercer/mllib/internal/dense"
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

func (l *Likelihood) columns() int { return l.D }

func (l *Likelihood) inner(w, scores [][]float64, from int) {
	for k := range w {
		dense.Inner(w[k], l.x[from*l.stride:], l.stride, scores[k])
	}
}

func (l *Likelihood) add(weights, gradient [][]float64, from int) {
	for k := range weights {
		dense.AddRows(weights[k], l.x[from*l.stride:], l.stride, gradient[k])
	}
}

// row writes the probabilities of the classes with coefficients for row i into p.
func (l *Likelihood) row(p, theta []float64, i int) {
	x, width, top, sum := l.x[i*l.stride:][:l.D], l.width(), math.Inf(-1), 0.0
	if l.first() > 0 {
		top = 0
	}
	for k := range p {
		block := theta[k*width : (k+1)*width]
		p[k] = floats.Dot(x, block[:l.D])
		if width > l.D {
			p[k] += block[l.D]
		}
		top = max(top, p[k])
	}
	if l.first() > 0 {
		sum = math.Exp(-top)
	}
	for k, v := range p {
		p[k] = math.Exp(v - top)
		sum += p[k]
	}
	for k := range p {
		p[k] /= sum
	}
}

// addGradient adds the gradient of row i's loss with the probabilities p, times a factor.
func (l *Likelihood) addGradient(dst, p []float64, i int, factor float64) {
	x, width, own := l.x[i*l.stride:i*l.stride+l.D], l.width(), l.class[i]-l.first()
	for k, v := range p {
		if k == own {
			v--
		}
		v *= factor
		floats.AddScaled(dst[k*width:k*width+l.D], v, x)
		if width > l.D {
			dst[k*width+l.D] += v
		}
	}
}

// evaluation is what one pass over the rows finds.
type evaluation struct {
	value  float64
	margin float64 // where it is positive: the minimum over the rows of the score of their class minus the largest other score; else some of these
}

// evaluate returns f(θ) and the smallest margin; it writes the gradient into gradient and the blocks×n probabilities
// into prob, each unless nil.
func (l *Likelihood) evaluate(theta, gradient, prob []float64) evaluation {
	e := l.pass(l, theta, gradient, prob)
	e.value += l.penalty(theta)
	if gradient != nil {
		l.addPenalty(theta, gradient)
	}
	return e
}

// pass is evaluate without the penalty.
func (l *Likelihood) pass(r observations, theta, gradient, prob []float64) evaluation {
	var parts [strips]*work
	size := chunkRows(r.columns())
	r.each(func(s, from, to int) {
		w := newWork(l, r)
		if gradient != nil {
			w.gradient = make([]float64, len(theta))
		}
		for first := from; first < to; first += size {
			w.scores(theta, first, min(to, first+size))
			w.probabilities()
			for k := 0; prob != nil && k < l.blocks(); k++ {
				copy(prob[k*l.N+first:], w.of(k+l.first()))
			}
			if gradient != nil {
				w.addGradient()
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
		e.value += w.loss
		e.margin = min(e.margin, w.margin)
		if gradient != nil {
			floats.Add(gradient, w.gradient)
		}
	}
	e.value /= l.Weight
	if gradient != nil {
		floats.Scale(1/l.Weight, gradient)
	}
	return e
}

// hessian returns the second derivatives for the given probabilities, from every step-th row.
func (l *Likelihood) hessian(prob []float64, step int) *mat.SymDense {
	var parts [strips]*products
	l.each(func(s, from, to int) {
		p := newProducts(l, (to-from+step-1)/step)
		for i := from; i < to; i += p.most * step {
			p.load(prob, i, min(to, i+p.most*step), step)
			p.add()
		}
		p.release()
		parts[s] = p
	})
	sum := parts[0]
	for _, part := range parts[1:] {
		if part != nil {
			floats.Add(sum.sums, part.sums)
			sum.total += part.total
		}
	}
	dim := l.Dim()
	h := make([]float64, dim*dim)
	sum.spread(h)
	floats.Scale(1/sum.total, h)
	for k := range l.blocks() {
		for j := range l.penalized() {
			at := k*l.width() + j
			h[at*dim+at] += l.Ridge / l.Weight
		}
	}
	return mat.NewSymDense(dim, h)
}
