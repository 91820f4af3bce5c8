package dist

import (
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Sym is a symmetric N×N matrix as plain data, such as a covariance, so that laws and models go through JSON. It is a mat.Symmetric.
type Sym struct {
	N    int       // rows, and columns
	Data []float64 // N·N entries row by row, both triangles
}

// ZeroSym returns the n×n matrix of zeros, for n >= 0.
func ZeroSym(n int) Sym { return Sym{N: n, Data: make([]float64, n*n)} }

// FromLower takes over the n·n entries of a symmetric matrix, row by row, and sets those above the diagonal.
func FromLower(n int, data []float64) Sym {
	const tile = 32 // rows and columns that are copied together, for the cache
	for top := 0; top < n; top += tile {
		for left := 0; left <= top; left += tile {
			for i := top; i < min(n, top+tile); i++ {
				for j, v := range data[i*n+left : i*n+min(left+tile, i)] {
					data[(left+j)*n+i] = v
				}
			}
		}
	}
	return Sym{n, data}
}

// NewSym returns a copy of a symmetric matrix, such as a *mat.SymDense; the zero Sym for nil.
func NewSym(m mat.Symmetric) Sym {
	if input.IsNil(m) {
		return Sym{}
	}
	s := ZeroSym(max(0, m.SymmetricDim()))
	for i := range s.N {
		for j := range s.N {
			s.Data[i*s.N+j] = m.At(i, j)
		}
	}
	return s
}

// SymOf returns a copy of a d×d matrix that is symmetric to rounding. The errors are those of input.Symmetric.
func SymOf(argument string, m mat.Matrix, d int) (Sym, error) {
	if s, ok := m.(Sym); ok && d > 0 && s.N == d && s.sound() {
		return Sym{d, slices.Clone(s.Data)}, nil
	}
	s, err := input.Symmetric(argument, m, d)
	if err != nil {
		return Sym{}, err
	}
	return NewSym(s), nil
}

// sound reports whether all entries are there and finite, and those of both triangles equal.
func (s Sym) sound() bool {
	if !s.whole() {
		return false
	}
	for i := range s.N {
		for j, v := range s.Data[i*s.N : i*s.N+i+1] {
			if v-v != 0 || v != s.Data[j*s.N+i] {
				return false
			}
		}
	}
	return true
}

// whole reports whether there are N·N entries, as there need not be where a Sym was put together by hand or read from JSON.
func (s Sym) whole() bool {
	return s.N == 0 && len(s.Data) == 0 || s.N > 0 && len(s.Data)%s.N == 0 && len(s.Data)/s.N == s.N
}

// Dims returns N and N.
func (s Sym) Dims() (r, c int) { return max(0, s.N), max(0, s.N) }

// SymmetricDim returns N.
func (s Sym) SymmetricDim() int { return max(0, s.N) }

// At returns the entry in row i and column j, NaN where Data has not N·N entries. Like all matrices of package mat it panics outside.
func (s Sym) At(i, j int) float64 {
	if i < 0 || j < 0 || i >= s.N || j >= s.N {
		panic(mat.ErrIndexOutOfRange)
	}
	if !s.whole() {
		return math.NaN()
	}
	return s.Data[i*s.N+j]
}

// T returns the matrix itself.
func (s Sym) T() mat.Matrix { return s }

// Quadratic returns uᵀ S v, NaN if u or v has not length N or Data not N·N entries. For a covariance matrix S it is the covariance of the projections ⟨u, X⟩ and
// ⟨v, X⟩. Curriculum: V3a.
func (s Sym) Quadratic(u, v []float64) float64 {
	if len(u) != s.N || len(v) != s.N || !s.whole() {
		return math.NaN()
	}
	sum := 0.0
	for i, ui := range u {
		row := 0.0
		for j, vj := range v {
			row += s.Data[i*s.N+j] * vj
		}
		sum += ui * row
	}
	return sum
}

// Rows returns the rows, in plain types; those of a Sym that lacks entries are NaN, or none where it would have more than 4096.
func (s Sym) Rows() [][]float64 {
	if !s.whole() && s.N > 1<<12 {
		return nil
	}
	rows := make([][]float64, max(0, s.N))
	for i := range rows {
		if s.whole() {
			rows[i] = slices.Clone(s.Data[i*s.N : (i+1)*s.N])
		} else {
			rows[i] = slices.Repeat([]float64{math.NaN()}, s.N)
		}
	}
	return rows
}
