package svm

import (
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/internal/primal"
	"github.com/mercer-go/mercer/mllib/internal/smo"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// This file solves the quadratic programs of prices. Steps of two coefficients need not hold the Gram matrix. Newton's method needs coordinates: it is for points with few of them, and for
// few observations with whose price steps of two do not come to an end; a Gram matrix has coordinates too.

// program is a quadratic program in β_i = α_i y_i, as in packages smo and primal.
type program struct {
	linear, lower, upper []float64
	ridge                []float64 // nil for none
	tube                 float64
	free                 bool      // the β_i add up to 0
	start                []float64 // nil for zeros
}

// solution is β, with w where Newton's method has found it.
type solution struct {
	smo.Result           // F without an offset
	w          []float64 // of the linear kernel; nil where it is known from β alone
	shift      float64   // F is Σ β_j K(x_j, x_i) − shift
}

// offset is the middle of the levels.
func (s solution) offset() float64 { return -(s.Level[0][0] + s.Level[0][1]) / 2 }

// many is more points than steps of two coefficients are as fast for as Newton's method, in few coordinates.
const many = 200

// newton reports whether Newton's method takes less than steps of two coefficients: where there are many points with few coordinates.
func (o observations) newton() bool {
	if o.x == nil {
		return false
	}
	n, d := o.x.Dims()
	return n > many && n >= 10*d
}

func (o observations) solve(p program, options smo.Options) solution {
	if o.newton() {
		return o.byNewton(p, o.x, options)
	}
	first := options
	first.MaxIter = firstSteps(options, len(p.linear))
	r := o.bySteps(p, first)
	if r.Stop == smo.Converged || r.Iterations >= options.MaxIter {
		return r
	}
	x := o.x
	if x == nil {
		x = o.coordinates()
	}
	if x == nil {
		if r.Stop == smo.IterationLimit {
			p.start = r.Beta
			return o.resumed(p, r, options.MaxIter-r.Iterations, options)
		}
		return r
	}
	newton := options
	newton.MaxIter = min(newton.MaxIter, mostNewton)
	better := o.byNewton(p, x, newton)
	if o.x == nil { // f is that of β and the kernel
		p.start = better.Beta
		better = o.resumed(p, better, first.MaxIter, options)
	}
	better.Iterations += r.Iterations
	if better.Stop == smo.IterationLimit && better.Iterations < options.MaxIter { // not the limit that was asked for
		better.Stop = smo.Rounding
	}
	if o.x != nil && better.Stop != smo.Converged && better.Gap > r.Gap || o.x == nil && p.dual(better) < p.dual(r) {
		better = r
		better.Stop = smo.Rounding // neither came further
	}
	return better
}

// dual is the dual objective.
func (p program) dual(s solution) float64 {
	sum := 0.0
	for i, b := range s.Beta {
		sum -= float64(b*(s.F[i]/2+p.linear[i])) + float64(p.tube*math.Abs(b))
		if p.ridge != nil {
			sum -= p.ridge[i] * b * b / 2
		}
	}
	return sum
}

// mostNewton is as many Newton steps as problems of few observations are worth, each of which may factor a matrix of their order; a hundred usually do.
const mostNewton = 300

// firstSteps is how many steps of two are made before Newton's method is asked.
func firstSteps(o smo.Options, n int) int { return min(o.MaxIter, max(10_000, 100*n)) }

// resumed goes on from a solution by so many more steps.
func (o observations) resumed(p program, from solution, steps int, options smo.Options) solution {
	options.MaxIter = steps
	r := o.bySteps(p, options)
	r.Iterations += from.Iterations
	r.Rows += from.Rows
	r.Indefinite += from.Indefinite
	return r
}

// byNewton solves with lower prices first where the price is so high that rounding of slacks, times the price, would hide the objective: a solution none of whose coefficients is at a bound
// below that of the problem solves the problem, too, and where squares are paid for one whose slacks are within the tolerance.
func (o observations) byNewton(p program, x mat.Matrix, options smo.Options) solution {
	steps, most := 0, o.visible(p)
	for try := 0; ; try++ {
		q, lower := p, false
		if try < lowerPrices {
			q, lower = p.bounded(most)
		}
		most *= 1e5
		options.MaxIter -= steps
		r := primal.Solve(primal.Problem{X: x, Linear: q.linear, Tube: q.tube, Lower: q.lower, Upper: q.upper, Ridge: q.ridge, Free: q.free}, options)
		steps = r.Iterations
		if lower && options.MaxIter > steps && (r.Stop != smo.Converged || !q.solves(r.Beta, options.Tolerance)) {
			continue
		}
		s := solution{Result: r.Result, w: r.W}
		if r.Mean != nil {
			s.shift = floats.Dot(r.W, r.Mean)
		}
		return s
	}
}

// lowerPrices is how many lower prices are tried.
const lowerPrices = 3

// visible is a price up to which rounding of slacks is small beside an objective that is that of a margin.
func (o observations) visible(p program) float64 {
	size, low, high := 0.0, floats.Min(p.linear), floats.Max(p.linear)
	for _, v := range o.diagonal {
		size = max(size, v)
	}
	scale := high/2 - low/2
	if scale == 0 {
		scale = math.Abs(high)
	}
	if c := 1e10 * scale / size / float64(len(p.linear)); c > 0 {
		return c
	}
	return math.Inf(1)
}

// solves reports whether β of a program with lower prices is a solution without them.
func (p program) solves(beta []float64, tolerance float64) bool {
	if p.ridge == nil {
		return floats.Norm(beta, math.Inf(1)) < max(floats.Max(p.upper), -floats.Min(p.lower))
	}
	for i, b := range beta {
		if math.Abs(b)*p.ridge[i] > tolerance {
			return false
		}
	}
	return true
}

// bounded is the program with prices of at most so much, and whether that changes it.
func (p program) bounded(most float64) (program, bool) {
	if p.ridge != nil {
		low := p
		low.ridge = slices.Clone(p.ridge)
		for i, r := range p.ridge {
			low.ridge[i] = max(r, 1/most)
		}
		return low, floats.Min(p.ridge) < 1/most
	}
	if floats.Max(p.upper) <= most && -floats.Min(p.lower) <= most {
		return p, false
	}
	p.lower, p.upper = slices.Clone(p.lower), slices.Clone(p.upper)
	for i := range p.lower {
		p.lower[i], p.upper[i] = max(p.lower[i], -most), min(p.upper[i], most)
	}
	return p, true
}

func (o observations) bySteps(p program, options smo.Options) solution {
	q := smo.Problem{Matrix: o.matrix, Diagonal: o.diagonal, Linear: p.linear, Tube: p.tube, Lower: p.lower, Upper: p.upper, Start: p.start}
	if p.free {
		q.Groups = []int{0, len(p.linear)}
	}
	if p.ridge != nil {
		q.Matrix, q.Diagonal = ridged{of: o.matrix, more: p.ridge}, make([]float64, len(p.ridge))
		floats.AddTo(q.Diagonal, o.diagonal, p.ridge)
	}
	s := solution{Result: smo.Solve(q, options)}
	for i, r := range p.ridge {
		s.F[i] -= float64(r * s.Beta[i])
	}
	return s
}

// coordinates are points whose inner products are the Gram matrix. It is nil where there are too many observations for that, and where the kernel is not positive definite.
func (o observations) coordinates() mat.Matrix {
	n := len(o.diagonal)
	if n > few {
		return nil
	}
	gram, row := mat.NewSymDense(n, nil), make([]float64, n)
	for i := range n {
		o.matrix.RowTo(row, i)
		for j, v := range row[:i+1] {
			gram.SetSym(i, j, v)
		}
	}
	var e mat.EigenSym
	if !e.Factorize(gram, true) {
		return nil
	}
	values, vectors := e.Values(nil), mat.NewDense(n, n, nil)
	e.VectorsTo(vectors)
	least := 1e-15 * float64(n) * values[n-1]
	if !(values[n-1] > 0) || values[0] < -10*least {
		return nil
	}
	first := 0
	for first < n-1 && values[first] <= least {
		first++
	}
	for j := first; j < n; j++ {
		root := math.Sqrt(values[j])
		for i := range n {
			vectors.Set(i, j, vectors.At(i, j)*root)
		}
	}
	return vectors.Slice(0, n, first, n)
}
