package kernels

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Gram returns the n×n matrix of K(x_i, x_j) for the rows of the n×d matrix X.
//
// The error wraps input.ErrParam for a kernel that Check refuses, input.ErrEmpty or ErrNotFinite for X, input.ErrShape where the kernel takes points of
// another dimension, input.ErrValue for points outside its domain, and input.ErrNotFinite where a value overflows.
func (k Kernel) Gram(x mat.Matrix) (*mat.SymDense, error) {
	nd, err := k.nodeOf(x)
	if err != nil {
		return nil, fmt.Errorf("kernels: gram: %w", err)
	}
	t := newTable(nd)
	if err := nd.fillFinite(t); err != nil {
		return nil, fmt.Errorf("kernels: gram: %w", err)
	}
	return t.symmetric(), nil
}

// Cross returns the n×m matrix of K(x_i, z_j) for the rows of X, n×d, and those of Z, m×d. Where Z are the observations that a model was fitted to, row i
// depends on row i of X alone. The errors are those of Gram, for both.
func (k Kernel) Cross(x, z mat.Matrix) (*mat.Dense, error) {
	nd, err := k.nodeOfTwo(x, z)
	if err != nil {
		return nil, fmt.Errorf("kernels: cross: %w", err)
	}
	t := newTable(nd)
	if err := nd.fillFinite(t); err != nil {
		return nil, fmt.Errorf("kernels: cross: %w", err)
	}
	return mat.NewDense(t.n, t.m, t.data), nil
}

// Diagonal returns K(x_i, x_i) for the rows of X, the diagonal of Gram(X). The errors are those of Gram, but for sizes that it refuses.
func (k Kernel) Diagonal(x mat.Matrix) ([]float64, error) {
	nd, err := k.nodeOfSize(x, false)
	if err != nil {
		return nil, fmt.Errorf("kernels: diagonal: %w", err)
	}
	d := k.diagonal(nd.x)
	for i, v := range d {
		if !finite(v) {
			return nil, fmt.Errorf("kernels: diagonal: %w", input.Errorf(input.ErrNotFinite, "X", "row %d has K(x, x) = %v", i, v))
		}
	}
	return d, nil
}

func (k Kernel) nodeOf(x mat.Matrix) (node, error) { return k.nodeOfSize(x, true) }

// nodeOfSize refuses, if the Gram matrix is to be held, more rows than have one.
func (k Kernel) nodeOfSize(x mat.Matrix, held bool) (node, error) {
	if err := k.Check(); err != nil {
		return node{}, err
	}
	p, err := read("X", x)
	if err == nil && held {
		err = input.Size("X", p.n, p.n)
	}
	if err != nil {
		return node{}, err
	}
	return prepare(k, p, p, true)
}

func (k Kernel) nodeOfTwo(x, z mat.Matrix) (node, error) {
	if err := k.Check(); err != nil {
		return node{}, err
	}
	p, err := read("X", x)
	if err != nil {
		return node{}, err
	}
	q, err := read("Z", z)
	if err == nil && p.d != q.d {
		err = input.Errorf(input.ErrShape, "Z", "got %d columns, X has %d", q.d, p.d)
	}
	if err == nil {
		err = input.Size("X, Z", p.n, q.n)
	}
	if err != nil {
		return node{}, err
	}
	return prepare(k, p, q, false)
}

func (k Kernel) diagonal(p points) []float64 {
	d := make([]float64, p.n)
	parallel.Rows(p.n, 256, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			d[i] = k.value(p.row(i), p.row(i))
		}
	})
	return d
}

// table is an n×m matrix that is filled, row by row; of a Gram matrix only the entries on and above the diagonal are.
type table struct {
	data  []float64
	n, m  int
	upper bool
}

func newTable(nd node) table {
	return table{make([]float64, nd.x.n*nd.z.n), nd.x.n, nd.z.n, nd.same}
}

// row are the entries of a row from a column on.
func (t table) row(i, from int) []float64 { return t.data[i*t.m+from : (i+1)*t.m] }

// copyTo copies the entries that are filled, unless dst is the same table.
func (t table) copyTo(dst table) {
	if &dst.data[0] != &t.data[0] {
		dst.each(func(i, from int, row []float64) { copy(row, t.row(i, from)) })
	}
}

func (t table) symmetric() *mat.SymDense { return mat.NewSymDense(t.n, t.data) }

func (t table) general() blas64.General {
	return blas64.General{Rows: t.n, Cols: t.m, Stride: t.m, Data: t.data}
}

// each calls f for the entries of each row from column from on. Rows are shared out.
func (t table) each(f func(i, from int, row []float64)) {
	parallel.Rows(t.n, max(1, 1<<14/t.m), func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			from := 0
			if t.upper {
				from = i
			}
			f(i, from, t.row(i, from))
		}
	})
}

// fillFinite fills a table and refuses values that are not finite.
func (nd node) fillFinite(t table) error {
	if err := nd.fill(t); err != nil || nd.base == ofDistance || nd.base == ofManhattan {
		return err
	}
	return t.finite()
}

// finite refuses a value that is not.
func (t table) finite() error {
	return parallel.Try(parallel.Pieces(t.n, 64), func(p int) error {
		for i := p * 64; i < min(t.n, (p+1)*64); i++ {
			from := 0
			if t.upper {
				from = i
			}
			row := t.row(i, from)
			if finite(floats.Sum(row)) { // then all are; without a sum, because it overflows, they may be
				continue
			}
			for j, v := range row {
				if !finite(v) {
					return input.Errorf(input.ErrNotFinite, "X", "the kernel of row %d and row %d is %v", i, from+j, v)
				}
			}
		}
		return nil
	})
}

// fill computes all entries of t.
func (nd node) fill(t table) error {
	switch nd.base {
	case ofNothing:
		t.each(func(_, _ int, row []float64) { set(row, nd.Scale) })
	case ofProduct:
		nd.products(t)
		if nd.Kind != KindLinear {
			t.each(func(_, _ int, row []float64) { nd.profile(row) })
		}
	case ofDistance:
		nd.distances(t)
	case ofManhattan:
		t.each(func(i, from int, row []float64) {
			for j := range row {
				row[j] = -manhattan(nd.x.row(i), nd.z.row(from+j)) / nd.Width
			}
			exps(row)
		})
	case ofLine:
		t.each(func(i, from int, row []float64) {
			for j := range row {
				row[j] = nd.pair(nd.x.row(i)[0], nd.z.row(from + j)[0])
			}
		})
	case ofMoved:
		return nd.parts[0].fill(t)
	default:
		return nd.compose(t)
	}
	return nil
}

// products writes the inner products of all pairs.
func (nd node) products(t table) {
	if t.upper {
		blas64.Syrk(blas.NoTrans, 1, nd.x.general(), 0, blas64.Symmetric{N: t.n, Stride: t.m, Data: t.data, Uplo: blas.Upper})
		return
	}
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, nd.x.general(), nd.z.general(), 0, t.general())
}

// compose fills t with the parts, and puts them together.
func (nd node) compose(t table) error {
	if err := nd.parts[0].fill(t); err != nil {
		return err
	}
	if err := nd.changePart(t); err != nil || len(nd.parts) == 1 {
		return err
	}
	other := newTable(nd)
	for _, p := range nd.parts[1:] {
		if err := p.fill(other); err != nil {
			return err
		}
		nd.join(t, other)
	}
	return nil
}

// changePart makes of the first part, which t holds, the kernel of that part.
func (nd node) changePart(t table) error {
	switch nd.Kind {
	case KindScaled:
		t.each(func(_, _ int, row []float64) { floats.Scale(nd.Scale, row) })
	case KindExp:
		t.each(func(_, _ int, row []float64) { exps(row) })
	case KindNormalised:
		return nd.normalise(t)
	}
	return nil
}

// join adds another part to t, or multiplies by it.
func (nd node) join(t, other table) {
	t.each(func(i, from int, row []float64) {
		if o := other.row(i, from); nd.Kind == KindSum {
			floats.Add(row, o)
		} else {
			floats.Mul(row, o)
		}
	})
}

// normalise divides by the roots of the diagonals.
func (nd node) normalise(t table) error {
	k := nd.Parts[0]
	a, err := k.positiveDiagonal("X", nd.x)
	b := a
	if !nd.same && err == nil {
		b, err = k.positiveDiagonal("Z", nd.z)
	}
	if err != nil {
		return err
	}
	t.each(func(i, from int, row []float64) {
		for j, v := range row {
			row[j] = cosine(v, a[i], b[from+j])
		}
		if t.upper {
			row[0] = 1
		}
	})
	return nil
}

func (k Kernel) positiveDiagonal(argument string, p points) ([]float64, error) {
	d := k.diagonal(p)
	for i, v := range d {
		if !(v > 0) || math.IsInf(v, 0) {
			return nil, input.Errorf(input.ErrValue, argument, "row %d has K(x, x) = %v, want a positive number to divide by", i, v)
		}
	}
	return d, nil
}

func set(row []float64, v float64) {
	for j := range row {
		row[j] = v
	}
}
