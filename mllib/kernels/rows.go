package kernels

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/dense"
	"github.com/mercer-go/mercer/mllib/internal/lanes"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Rows gives the rows of a Gram matrix one at a time, to methods that need not hold all of it. What depends on the observations alone is prepared
// once. It may be used from several goroutines at a time. Make it by Kernel.Rows.
type Rows struct {
	node
	about  points      // the rows of x around a centre, for distances by way of products
	norms  []float64   // their squared lengths
	own    []float64   // those of the columns
	blocks [][]float64 // the columns, coordinate by coordinate; nil where each row is computed as a matrix of one
	within *Rows       // of the kernel whose coordinates are changed
}

// Rows returns the rows of the Gram matrix of X, n×d, whose memory it keeps a reference to. The errors are those of Gram, but for sizes that it refuses; that values are
// finite is seen from the diagonal, which bounds the others for a kernel that is positive definite.
func (k Kernel) Rows(x mat.Matrix) (*Rows, error) {
	err := k.Check()
	if err == nil {
		_, err = k.Diagonal(x)
	}
	var nd node
	if err == nil {
		data, stride := input.Rows(x)
		n, d := x.Dims()
		p := points{data, n, d, stride}
		nd, err = prepare(k, p, p, true)
	}
	if err != nil {
		return nil, fmt.Errorf("kernels: rows: %w", err)
	}
	return nd.rows(), nil
}

func (nd node) rows() *Rows {
	r := &Rows{node: nd, about: nd.x}
	if nd.base == ofMoved {
		r.within = nd.parts[0].rows()
		return r
	}
	if nd.base == ofDistance && nd.x.d > fewCoordinates {
		r.about = nd.x.minus(nd.x.centre())
		r.norms = r.about.norms()
	}
	return r.of(r.about, r.norms)
}

// Columns returns the same rows with some of their entries: entry c is that of column columns[c] of the whole matrix. Each must be one of 0..n-1.
func (r *Rows) Columns(columns []int) *Rows {
	out := &Rows{node: r.node.columns(columns), about: r.about, norms: r.norms}
	if r.within != nil {
		out.within = r.within.Columns(columns)
		return out
	}
	own := make([]float64, 0, len(columns))
	if r.norms != nil {
		for _, c := range columns {
			own = append(own, r.norms[c])
		}
	}
	return out.of(r.about.chosen(columns), own)
}

// columns are the same points as rows, and some of them as columns.
func (nd node) columns(columns []int) node {
	nd.same, nd.z = false, nd.x.chosen(columns)
	parts := make([]node, len(nd.parts))
	for i, p := range nd.parts {
		parts[i] = p.columns(columns)
	}
	nd.parts = parts
	return nd
}

// of prepares the columns, given around the centre with their squared lengths.
func (r *Rows) of(columns points, own []float64) *Rows {
	unit, _ := scales(r.Width)
	if r.base == ofProduct || r.base == ofDistance && unit == 1 {
		r.own, r.blocks = own, columns.byCoordinates()
	}
	return r
}

func (p points) chosen(rows []int) points {
	q := newPoints(len(rows), p.d)
	for k, i := range rows {
		copy(q.row(k), p.row(i))
	}
	return q
}

// Len is the number of entries of a row.
func (r *Rows) Len() int { return r.z.n }

// RowTo writes K(x_i, x_j) for the columns j, as many as dst is long: with the bits of Gram, but for some columns of composed kernels, which may differ by
// rounding.
func (r *Rows) RowTo(dst []float64, i int) {
	switch {
	case r.within != nil:
		r.within.RowTo(dst, i)
	case r.blocks == nil:
		one := r.only(i)
		if err := one.fill(table{dst, 1, len(dst), false}); err != nil { // the diagonal was checked
			panic(err)
		}
	default:
		r.eachBlock(func(b, lo, hi int) { r.blockTo(dst[lo:hi], i, r.blocks[b], lo) })
	}
}

// eachBlock calls f for the blocks of columns; those of long rows are shared out.
func (r *Rows) eachBlock(f func(b, lo, hi int)) {
	pieces := 1
	if r.z.n*r.z.d > 1<<18 {
		pieces = len(r.blocks)/16 + 1
	}
	parallel.Rows(len(r.blocks), parallel.Pieces(len(r.blocks), pieces), func(_, from, to int) {
		for b := from; b < to; b++ {
			f(b, b*blockPoints, min((b+1)*blockPoints, r.z.n))
		}
	})
}

// blockTo writes the kernels of row i with the columns of a block, from column lo on.
func (r *Rows) blockTo(dst []float64, i int, block []float64, lo int) {
	some, width := dst, len(block)/r.z.d
	if len(dst) < width { // the last block is filled up
		some = make([]float64, width)
	}
	_, inverse := scales(r.Width)
	switch {
	case r.base == ofProduct:
		productsTo(some, r.x.row(i), block)
	case r.norms == nil:
		lanes.Squared(some, r.x.row(i), block)
	default:
		productsTo(some, r.about.row(i), block)
		r.squares(some[:len(dst)], i, lo)
	}
	if len(dst) < width {
		copy(dst, some)
	}
	if r.base == ofDistance {
		r.finish(dst, inverse)
	} else if r.Kind != KindLinear {
		r.profile(dst)
	}
}

// squares takes products of row i with columns from lo on, around the centre, to squared distances, as byProducts does.
func (r *Rows) squares(products []float64, i, lo int) {
	norm, own := r.norms[i], r.own[lo:lo+len(products)]
	for j, product := range products {
		sum := norm + own[j]
		square := sum - 2*product
		if !(square >= cancelled*sum) {
			square = squared(r.x.row(i), r.z.row(lo+j), 1)
		}
		products[j] = square
	}
}

// productsTo writes the inner products of x with points that lie coordinate by coordinate, as blas64.Gemm adds them.
func productsTo(dst, x, block []float64) {
	const depth = 256
	width := len(dst)
	clear(dst)
	dense.AddRows(x[:min(depth, len(x))], block, width, dst)
	for p := depth; p < len(x); p += depth {
		sums := make([]float64, width)
		dense.AddRows(x[p:min(p+depth, len(x))], block[p*width:], width, sums)
		floats.Add(dst, sums)
	}
}

// only is the node with one of its rows.
func (nd node) only(i int) node {
	nd.same = false
	nd.x = points{nd.x.row(i), 1, nd.x.d, nd.x.d}
	parts := make([]node, len(nd.parts))
	for j, p := range nd.parts {
		parts[j] = p.only(i)
	}
	nd.parts = parts
	return nd
}
