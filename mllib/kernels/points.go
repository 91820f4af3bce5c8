package kernels

import (
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// points are n observations of d coordinates, row by row.
type points struct {
	data         []float64
	n, d, stride int
}

// read checks a matrix and returns its rows, not copied where it shows its memory.
func read(argument string, x mat.Matrix) (points, error) {
	n, d, err := input.Matrix(argument, x)
	if err != nil {
		return points{}, err
	}
	data, stride := input.Rows(x)
	return points{data, n, d, stride}, nil
}

func newPoints(n, d int) points { return points{make([]float64, n*d), n, d, d} }

func (p points) row(i int) []float64 { return p.data[i*p.stride : i*p.stride+p.d] }

func (p points) general() blas64.General {
	return blas64.General{Rows: p.n, Cols: p.d, Stride: p.stride, Data: p.data}
}

// node is a kernel with the observations as it sees them, and its parts with theirs.
type node struct {
	Kernel
	facts
	x, z  points // the rows and the columns of the matrix; the same for a Gram matrix
	same  bool   // they are
	parts []node
}

// prepare gives a kernel, which was checked, its observations, whose arguments are called X and Z. The errors wrap input.ErrShape (dimensions that do not fit
// the kernel), input.ErrValue (points outside its domain) and input.ErrNotFinite (new coordinates overflow).
func prepare(k Kernel, x, z points, same bool) (node, error) {
	nd := node{Kernel: k, facts: record(k.Kind), x: x, z: z, same: same}
	if err := nd.fits(); err != nil {
		return nd, err
	}
	if nd.base == ofMoved {
		var err error
		if x, err = k.move("X", x); err != nil {
			return nd, err
		}
		if z = x; !same {
			if z, err = k.move("Z", nd.z); err != nil {
				return nd, err
			}
		}
	}
	for _, part := range k.Parts {
		p, err := prepare(part, x, z, same)
		if err != nil {
			return nd, err
		}
		nd.parts = append(nd.parts, p)
	}
	return nd, nil
}

// fits checks that the kernel takes its points.
func (nd node) fits() error {
	if err := nd.Kernel.fitsColumns(nd.x.d); err != nil || nd.base != ofLine {
		return err
	}
	for _, arg := range []struct {
		name string
		points
	}{{"X", nd.x}, {"Z", nd.z}} {
		for i := range arg.n {
			if v := arg.row(i)[0]; v < 0 || v > nd.top {
				return input.Errorf(input.ErrValue, arg.name, "row %d is %v, the kernel %s takes numbers from 0 to %v", i, v, nd.name, nd.top)
			}
		}
	}
	return nil
}

// fitsColumns checks that the kernel takes points of d coordinates.
func (k Kernel) fitsColumns(d int) error {
	switch {
	case record(k.Kind).base == ofLine && d != 1:
		return input.Errorf(input.ErrShape, "X", "got %d columns, the kernel %s takes points of the line (kernels.On chooses a column)", d, record(k.Kind).name)
	case k.Kind == KindStretched && len(k.Factors) != d:
		return input.Errorf(input.ErrShape, "kernel.Factors", "got %d factors for the %d columns of X", len(k.Factors), d)
	case k.Kind == KindMapped && len(k.Matrix[0]) != d:
		return input.Errorf(input.ErrShape, "kernel.Matrix", "got rows of %d numbers for the %d columns of X", len(k.Matrix[0]), d)
	}
	for _, j := range k.Columns {
		if j >= d {
			return input.Errorf(input.ErrShape, "kernel.Columns", "got column %d, X has %d", j, d)
		}
	}
	return nil
}

// move returns the points in the coordinates of the kernel that k changes them for.
func (k Kernel) move(argument string, p points) (points, error) {
	var q points
	switch k.Kind {
	case KindMapped:
		q = newPoints(p.n, len(k.Matrix))
		a := newPoints(len(k.Matrix), p.d)
		for i, r := range k.Matrix {
			copy(a.row(i), r)
		}
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, p.general(), a.general(), 0, q.general())
	case KindStretched:
		q = newPoints(p.n, p.d)
		for i := range p.n {
			for j, v := range p.row(i) {
				q.row(i)[j] = v * k.Factors[j]
			}
		}
	case KindOn:
		q = newPoints(p.n, len(k.Columns))
		for i := range p.n {
			for j, c := range k.Columns {
				q.row(i)[j] = p.row(i)[c]
			}
		}
	}
	for i, v := range q.data {
		if !finite(v) {
			return q, input.Errorf(input.ErrNotFinite, argument, "row %d has the coordinate %v after kernel.%s", i/q.d, v, record(k.Kind).uses[0])
		}
	}
	return q, nil
}

// dot is the inner product as package dense defines that of a row and a column: in blocks of 256, with one rounding for each product and
// sum.
func dot(x, y []float64) float64 {
	sum := 0.0
	for len(x) > 0 {
		n := min(len(x), 256)
		s := 0.0
		for j, v := range x[:n] {
			s = math.FMA(v, y[j], s)
		}
		sum += s
		x, y = x[n:], y[n:]
	}
	return sum
}

// squared is the sum of the squared differences, each times unit, as lanes.Squared adds them.
func squared(x, y []float64, unit float64) float64 {
	s := 0.0
	for j, v := range x {
		a := (v - y[j]) * unit
		s += float64(a * a)
	}
	return s
}

// scales returns what differences are multiplied by before they are squared, 1 except for widths whose squares could not be numbers, and what the sum of
// squares is then multiplied by to be in units of the width.
func scales(width float64) (unit, inverse float64) {
	unit = 1
	if _, e := math.Frexp(width); e < -256 || e > 256 {
		unit = math.Ldexp(1, max(-1022, min(1022, -e)))
		width *= unit
	}
	return unit, 1 / (width * width)
}
