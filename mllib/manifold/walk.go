package manifold

import (
	"math"

	"github.com/mercer-go/mercer/mllib/graph"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/dense"
	"github.com/mercer-go/mercer/mllib/internal/lanczos"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/la"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// affinity is a symmetric n×n matrix of numbers of at least 0.
type affinity interface {
	order() int
	times(to, from []float64)                // products with some vectors, the rows of from
	eachRow(i int, f func(j int, v float64)) // the entries of a row that may be other than 0
}

// full is one with all of its entries.
type full struct{ *mat.Dense }

func (k full) order() int { n, _ := k.Dims(); return n }

func (k full) eachRow(i int, f func(j int, v float64)) {
	for j, v := range k.RawRowView(i) {
		f(j, v)
	}
}

func (k full) times(to, from []float64) {
	n := k.order()
	vectors := len(from) / n
	parallel.Rows(n, pieceRows, func(_, lo, hi int) {
		sums := make([]float64, vectors)
		for i := lo; i < hi; i++ {
			dense.Inner(k.RawRowView(i), from, n, sums)
			for r, v := range sums {
				to[r*n+i] = v
			}
		}
	})
}

// sparse is one with a number for each edge of a graph and one for all of the diagonal.
type sparse struct {
	*graph.Graph
	value    []float64 // beside To
	diagonal float64
}

func (k sparse) order() int { return k.Len() }

func (k sparse) eachRow(i int, f func(j int, v float64)) {
	f(i, k.diagonal)
	for e := k.Start[i]; e < k.Start[i+1]; e++ {
		f(int(k.To[e]), k.value[e])
	}
}

func (k sparse) times(to, from []float64) {
	n := k.Len()
	parallel.Rows(n, 256, func(_, lo, hi int) {
		for at := 0; at < len(from); at += n {
			in, out := from[at:at+n], to[at:at+n]
			for i := lo; i < hi; i++ {
				sum := float64(k.diagonal * in[i])
				begin, end := k.Start[i], k.Start[i+1]
				values := k.value[begin:end]
				for e, j := range k.To[begin:end] {
					sum += float64(values[e] * in[j])
				}
				out[i] = sum
			}
		}
	})
}

// gaussian is exp(−s/σ) for all squared distances, in their place.
func gaussian(squared *mat.Dense, σ float64) full {
	n, _ := squared.Dims()
	parallel.Rows(n, pieceRows, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			row := squared.RawRowView(i)
			for j, s := range row {
				row[j] = -s / σ
			}
			special.ExpTo(row, row)
		}
	})
	return full{squared}
}

// gaussianOn is exp(−length²/σ) on the edges of a graph.
func gaussianOn(g *graph.Graph, σ, diagonal float64) sparse {
	k := sparse{Graph: g, value: make([]float64, len(g.To)), diagonal: diagonal}
	for e, v := range g.Length {
		k.value[e] = -float64(v*v) / σ
	}
	special.ExpTo(k.value, k.value)
	return k
}

// degrees are the row sums.
func degrees(k affinity) []float64 {
	d := make([]float64, k.order())
	k.times(d, la.Ones(len(d)))
	return d
}

// walk is the random walk of an affinity K whose rows and columns were divided by powers of its degrees: P = diag(d)⁻¹·diag(q)·K·diag(q), with d the row sums of diag(q)·K·diag(q).
type walk struct {
	affinity
	kernel []float64 // row sums of K
	q      []float64 // their powers −α
	d      []float64
}

// newWalk refuses rows without weight and numbers that overflow.
func newWalk(k affinity, α float64) (*walk, error) {
	w := &walk{affinity: k, kernel: degrees(k)}
	w.q = make([]float64, len(w.kernel))
	for i, v := range w.kernel {
		if !(v > 0) || math.IsInf(v, 1) {
			return nil, input.Errorf(input.ErrValue, "kernel", "the weights of row %d sum up to %v, want a positive number: it has no neighbour", i, v)
		}
		w.q[i] = 1
		if α != 0 {
			w.q[i] = math.Pow(v, -α)
		}
	}
	w.d = make([]float64, len(w.q))
	k.times(w.d, w.q)
	floats.Mul(w.d, w.q)
	for i, v := range w.d {
		if !(v > 0) || math.IsInf(v, 1) {
			return nil, input.Errorf(input.ErrNotFinite, "kernel", "row %d: its normalised weights sum up to %v; scale the kernel", i, v)
		}
	}
	return w, nil
}

// stationary is d divided by its sum.
func (w *walk) stationary() []float64 {
	return floats.ScaleTo(make([]float64, len(w.d)), 1/floats.Sum(w.d), w.d)
}

// scales are q_i/√d_i, with which S = diag(s)·K·diag(s) is symmetric and has the eigenvalues of P.
func (w *walk) scales() []float64 {
	s := make([]float64, len(w.d))
	for i, v := range w.d {
		s[i] = w.q[i] / math.Sqrt(v)
	}
	return s
}

// below returns the count largest eigenvalues of S below λ₀ = 1 and unit vectors, its rows. λ₀, whose vector √π is known, is moved to −1 meanwhile.
func (w *walk) below(count int) (values []float64, vectors *mat.Dense) {
	n, s := w.order(), w.scales()
	top := make([]float64, n)
	for i, v := range w.stationary() {
		top[i] = math.Sqrt(v)
	}
	apply := func(to, from []float64) {
		scaled := make([]float64, len(from))
		for at := 0; at < len(from); at += n {
			floats.MulTo(scaled[at:at+n], from[at:at+n], s)
		}
		w.times(to, scaled)
		for at := 0; at < len(from); at += n {
			floats.Mul(to[at:at+n], s)
			floats.AddScaled(to[at:at+n], -2*floats.Dot(top, from[at:at+n]), top)
		}
	}
	if result, ok := w.problem(count, apply).Solve(); ok {
		return result.Values, result.Vectors
	}
	return densely(n, count, apply)
}

// problem allows more steps where they are cheap.
func (w *walk) problem(count int, apply lanczos.Operator) lanczos.Problem {
	p := lanczos.Problem{N: w.order(), Wanted: count, Apply: apply, MaxIter: 60}
	if _, ok := w.affinity.(sparse); ok {
		p.MaxIter, p.Basis = 300, 24*min(count+2, 16)
	}
	return p
}

// densely solves what did not converge.
func densely(n, count int, apply lanczos.Operator) (values []float64, vectors *mat.Dense) {
	a := mat.NewDense(n, n, nil)
	apply(a.RawMatrix().Data, mat.DenseCopyOf(la.I(n)).RawMatrix().Data)
	for i := range n { // symmetric to the last bit
		for j := range i {
			a.Set(j, i, a.At(i, j))
		}
	}
	all, q := la.Eigen(a)
	vectors = mat.NewDense(count, n, nil)
	for k := range count {
		values = append(values, all[n-1-k])
		vectors.SetRow(k, mat.Col(nil, n-1-k, q))
	}
	return values, vectors
}
