package la

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// V is a vector: la.V{1, 2} is []float64{1, 2}.
type V = []float64

// M is a matrix given by its rows, all of one length: la.M{{1, 2}, {3, 4}}. It is a mat.Matrix, and a [][]float64 can be given where an M
// is wanted and the other way round, such as a list of class means. Methods panic where the rows differ in length. For work on large
// data take a *mat.Dense (see [Dense]).
type M [][]float64

var _ mat.Matrix = M(nil)

// Dims returns the numbers of rows and columns.
func (m M) Dims() (r, c int) {
	if len(m) == 0 {
		return 0, 0
	}
	c = len(m[0])
	for i, row := range m {
		if len(row) != c {
			fail("M", "row %d has %d entries and row 0 has %d, want equal lengths", i, len(row), c)
		}
	}
	return len(m), c
}

// At returns the entry in row i and column j, counted from 0.
func (m M) At(i, j int) float64 {
	if uint(i) >= uint(len(m)) || uint(j) >= uint(len(m[i])) {
		m.outside(i, j)
	}
	return m[i][j]
}

func (m M) outside(i, j int) {
	r, c := m.Dims()
	fail("M", "got entry (%d, %d) of a %d×%d matrix", i, j, r, c)
}

// T returns the transpose.
func (m M) T() mat.Matrix { return mat.Transpose{Matrix: m} }

// Dense returns a copy of A as a *mat.Dense, for those who want just that.
func Dense(A mat.Matrix) *mat.Dense {
	shape("Dense", "the matrix", A)
	return mat.DenseCopyOf(A)
}

// Sym returns the symmetric matrix with these entries on and above the diagonal, row by row: Sym(a, b, c) is [a b; b c], and
// Sym(a, b, c, d, e, f) is [a b c; b d e; c e f]. For the number of entries see the triangular numbers 1, 3, 6, 10, …
func Sym(upper ...float64) *mat.SymDense {
	n := int(math.Sqrt(2 * float64(len(upper))))
	if n == 0 || n*(n+1)/2 != len(upper) {
		fail("Sym", "got %d entries, want 1, 3, 6, 10, … for a matrix of order 1, 2, 3, 4, …", len(upper))
	}
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, upper[0])
			upper = upper[1:]
		}
	}
	return s
}

// Symmetric returns A as a *mat.SymDense, for functions that want one; it panics where A is not symmetric to a relative 1e-12 of
// its largest entry.
func Symmetric(A mat.Matrix) *mat.SymDense { return symmetric("Symmetric", A) }

// I returns the identity matrix of order n.
func I(n int) *mat.SymDense {
	if n < 1 {
		fail("I", "got order %d, want at least 1", n)
	}
	return Diag(Ones(n)...)
}

// Diag returns the diagonal matrix with these entries. The diagonal of a matrix is [DiagOf].
func Diag(x ...float64) *mat.SymDense {
	if len(x) == 0 {
		fail("Diag", "got no entries")
	}
	s := mat.NewSymDense(len(x), nil)
	for i, v := range x {
		s.SetSym(i, i, v)
	}
	return s
}

// Zeros returns the r×c matrix of zeros.
func Zeros(r, c int) *mat.Dense {
	if r < 1 || c < 1 {
		fail("Zeros", "got %d×%d, want at least one row and one column", r, c)
	}
	if r > input.MaxNumbers/c {
		fail("Zeros", "got %d×%d, want at most 2^31 numbers", r, c)
	}
	return mat.NewDense(r, c, nil)
}

// Ones returns n ones.
func Ones(n int) []float64 {
	if n < 1 {
		fail("Ones", "got n = %d, want at least 1", n)
	}
	x := make([]float64, n)
	floats.AddConst(1, x)
	return x
}

// E returns the unit vector of ℝⁿ in direction i, counted from 0.
func E(n, i int) []float64 {
	if n < 1 {
		fail("E", "got dimension %d, want at least 1", n)
	}
	if i < 0 || i >= n {
		fail("E", "got direction %d in dimension %d, want one of 0..n-1", i, n)
	}
	x := make([]float64, n)
	x[i] = 1
	return x
}

// Grid returns n evenly spaced numbers from lo to hi: the first is lo and the last is hi to the last bit, and none lies outside. lo may be the larger one.
func Grid(lo, hi float64, n int) []float64 {
	if n < 2 {
		fail("Grid", "got %d points, want at least 2", n)
	}
	if lo-lo != 0 || hi-hi != 0 {
		fail("Grid", "got the ends %v and %v, want finite ones", lo, hi)
	}
	x := make([]float64, n)
	if math.IsInf(hi-lo, 0) {
		floats.Scale(2, floats.Span(x, lo/2, hi/2))
	} else {
		floats.Span(x, lo, hi)
	}
	for i, v := range x {
		x[i] = min(max(v, min(lo, hi)), max(lo, hi))
	}
	x[n-1] = hi
	return x
}

// Cols returns the matrix with these columns, of equal length.
func Cols(columns ...[]float64) *mat.Dense {
	if len(columns) == 0 {
		fail("Cols", "got no columns")
	}
	for j, x := range columns {
		if len(x) != len(columns[0]) || len(x) == 0 {
			fail("Cols", "column %d has length %d and column 0 has length %d, want equal lengths of at least 1", j, len(x), len(columns[0]))
		}
	}
	return mat.DenseCopyOf(M(columns).T())
}

// R is one row of blocks, for Block.
type R = []mat.Matrix

// Block puts matrices together: Block(la.R{A, B}, la.R{C, D}) is [A B; C D]. Blocks of a row have equal numbers of rows, blocks of a column
// equal numbers of columns; a nil block is a block of zeros.
func Block(rows ...R) *mat.Dense {
	heights, widths := blockSizes(rows)
	out := mat.NewDense(int(floats.Sum(heights)), int(floats.Sum(widths)), nil)
	top := 0
	for i, row := range rows {
		left := 0
		for j, b := range row {
			h, w := int(heights[i]), int(widths[j])
			if b != nil {
				out.Slice(top, top+h, left, left+w).(*mat.Dense).Copy(b)
			}
			left += w
		}
		top += int(heights[i])
	}
	return out
}

// blockSizes returns the heights of the rows of blocks and the widths of the columns of blocks.
func blockSizes(rows []R) (heights, widths []float64) {
	if len(rows) == 0 || len(rows[0]) == 0 {
		fail("Block", "got no blocks")
	}
	heights, widths = make([]float64, len(rows)), make([]float64, len(rows[0]))
	for i, row := range rows {
		if len(row) != len(widths) {
			fail("Block", "row %d has %d blocks and row 0 has %d, want equal numbers", i, len(row), len(widths))
		}
		for j, b := range row {
			if b == nil {
				continue
			}
			r, c := shape("Block", fmt.Sprintf("block (%d, %d)", i, j), b)
			fits(i, j, "rows", &heights[i], r)
			fits(i, j, "columns", &widths[j], c)
		}
	}
	for i, h := range heights {
		if h == 0 {
			fail("Block", "all blocks of row %d are nil: their number of rows is not known", i)
		}
	}
	for j, w := range widths {
		if w == 0 {
			fail("Block", "all blocks of column %d are nil: their number of columns is not known", j)
		}
	}
	return heights, widths
}

func fits(i, j int, what string, have *float64, got int) {
	if *have != 0 && *have != float64(got) {
		fail("Block", "block (%d, %d) has %d %s, a block beside it has %v", i, j, got, what, *have)
	}
	*have = float64(got)
}
