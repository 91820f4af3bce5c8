package logistic

import (
	"slices"

	"github.com/mercer-go/mercer/mllib/descent"
	"github.com/mercer-go/mercer/mllib/internal/lanes"
	"github.com/mercer-go/mercer/mllib/internal/single"
)

// This file makes L-BFGS faster on large data, where a pass waits for memory. It descends first with a copy of the scaled columns that is rounded to
// float32, half as many bytes; sums and products are those of float64. The minimum for the rounded columns has a gradient of about 1e-8 with the
// columns as they are, and from there they take over: one pass, if that is small enough, and whatever it takes otherwise.

const (
	leastCompact = 1e-7 // the least norm of the gradient that is left to the copy
	scaleRows    = 2000 // rows whose mean squares are the scales of the copy, about: they decide on the number of steps, not on the result
)

// viaCompact descends first with the copy. It returns nil where that does not pay, or did not go well.
func (l *Likelihood) viaCompact(p descent.LBFGS) (*descent.Result, end) {
	if p.Record > 0 || p.Tol < leastCompact || l.N*l.D < 1<<14 {
		return nil, end{}
	}
	s, err := l.scaled(max(1, l.N/scaleRows))
	if err != nil {
		return nil, end{}
	}
	c, near := s.compact(), p
	near.Tol *= .9
	way, err := near.Minimize(c, make([]float64, l.Dim()))
	c.release()
	if err != nil || way.Report.Stop != descent.SmallGradient {
		return nil, end{}
	}
	r, err := s.minimize(p, way.B)
	if err != nil || r.Report.Stop != descent.SmallGradient {
		return nil, end{}
	}
	r.Report.Steps += way.Report.Steps
	return r, s.last
}

// compact is a scaled likelihood whose rows are rounded. Rows and columns are filled up with zeros, to what package lanes wants.
type compact struct {
	*scaled
	numbers     []float32
	d           int       // numbers in a row
	wide, slope []float64 // scratch: coefficients and gradient in blocks as long as a row
}

func (s *scaled) compact() *compact {
	l := s.l
	c := &compact{scaled: s, d: roundUp(l.D, lanes.RowWidth)}
	c.numbers = single.Memory.Borrow(c.d * roundUp(l.N, lanes.RowGroup))
	clear(c.numbers[c.d*l.N:])
	width := c.d + l.width() - l.D
	c.wide, c.slope = make([]float64, l.blocks()*width), make([]float64, l.blocks()*width)
	inverse := make([]float64, l.D)
	for j, scale := range s.scale {
		inverse[j] = 1 / scale
	}
	c.each(func(_, from, to int) {
		for i := from; i < to; i++ {
			row := c.numbers[i*c.d:][:c.d]
			lanes.Narrow(row, l.x[i*l.stride:][:l.D], s.mean, inverse)
			clear(row[l.D:])
		}
	})
	return c
}

// release gives the memory of the copy back.
func (c *compact) release() {
	single.Memory.Return(c.numbers)
	c.numbers = nil
}

func roundUp(n, unit int) int { return (n + unit - 1) / unit * unit }

// each is Likelihood.each with strips of whole groups.
func (c *compact) each(f func(strip, from, to int)) {
	n := c.l.N
	groups := *c.l
	groups.N = roundUp(n, lanes.RowGroup) / lanes.RowGroup
	groups.D *= lanes.RowGroup
	groups.each(func(s, from, to int) { f(s, from*lanes.RowGroup, min(n, to*lanes.RowGroup)) })
}

func (c *compact) columns() int { return c.d }

// group returns the rows from, from+1, ... as they go with v, which it makes as long as their whole groups; what is added to v lies in its capacity.
func (c *compact) group(v []float64, from int) ([]float32, []float64) {
	v = v[:roundUp(len(v), lanes.RowGroup)]
	return c.numbers[from*c.d:][:len(v)*c.d], v
}

func (c *compact) inner(w, scores [][]float64, from int) {
	if !slices.ContainsFunc(w, someNotZero) { // where a descent begins: the rows need not be read
		for _, s := range scores {
			clear(s)
		}
		return
	}
	for k := 0; k < len(w); k++ {
		numbers, own := c.group(scores[k], from)
		if k+1 == len(w) {
			lanes.Inner(w[k], numbers, own)
			return
		}
		_, next := c.group(scores[k+1], from)
		lanes.InnerTwo(w[k], w[k+1], numbers, own, next)
		k++
	}
}

func (c *compact) add(weights, gradient [][]float64, from int) {
	for _, v := range weights {
		_, all := c.group(v, from)
		clear(all[len(v):])
	}
	for k := 0; k < len(weights); k++ {
		numbers, own := c.group(weights[k], from)
		if k+1 == len(weights) {
			lanes.AddRows(gradient[k], numbers, own)
			return
		}
		_, next := c.group(weights[k+1], from)
		lanes.AddRowsTwo(gradient[k], gradient[k+1], numbers, own, next)
		k++
	}
}

// someNotZero tells whether there is a number other than 0.
func someNotZero(v []float64) bool {
	return slices.ContainsFunc(v, func(x float64) bool { return x != 0 })
}

// Value returns f of the coefficients u of the scaled columns.
func (c *compact) Value(u []float64) float64 { return c.ValueGradient(make([]float64, len(u)), u) }

// Gradient writes its gradient into dst.
func (c *compact) Gradient(dst, u []float64) { c.ValueGradient(dst, u) }

// ValueGradient does both. The penalty is that of the coefficients of the columns as they are.
func (c *compact) ValueGradient(dst, u []float64) float64 {
	l := c.l
	c.from(c.theta, u)
	clear(dst)
	l.addPenalty(c.theta, dst)
	c.back(dst)
	width, wide := l.width(), c.d+l.width()-l.D
	for k := range l.blocks() {
		block := c.wide[k*wide:][:wide]
		copy(block[c.d:], u[k*width+l.D:(k+1)*width])
		copy(block, u[k*width:][:l.D])
	}
	value := l.pass(c, c.wide, c.slope, nil).value
	for k := range l.blocks() {
		block, to := c.slope[k*wide:][:wide], dst[k*width:][:width]
		for j := range l.D {
			to[j] += block[j]
		}
		for j, v := range block[c.d:] {
			to[l.D+j] += v
		}
	}
	return value + l.penalty(c.theta)
}

var _ descent.Joint = (*compact)(nil)
