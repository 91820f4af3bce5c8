package discriminant

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/spectral"
	"gonum.org/v1/gonum/mat"
)

// Sym is a symmetric N×N matrix as plain data, so that models go through JSON. It is a mat.Symmetric.
type Sym struct {
	N    int       // rows, and columns
	Data []float64 // N·N entries row by row, both triangles
}

// NewSym returns a copy of a symmetric matrix, such as a *mat.SymDense; the zero Sym for nil.
func NewSym(m mat.Symmetric) Sym {
	if input.IsNil(m) {
		return Sym{}
	}
	s := zeroSym(max(0, m.SymmetricDim()))
	for i := range s.N {
		for j := range s.N {
			s.Data[i*s.N+j] = m.At(i, j)
		}
	}
	return s
}

func zeroSym(n int) Sym { return Sym{N: n, Data: make([]float64, n*n)} }

// whole reports whether there are N·N entries, as there need not be where a Sym was put together by hand or read from JSON.
func (s Sym) whole() bool { return s.N >= 0 && len(s.Data) == s.N*s.N }

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

func (s Sym) scaled(c float64) Sym {
	out := zeroSym(s.N)
	for i, v := range s.Data {
		out.Data[i] = c * v
	}
	return out
}

// add adds c·t to s in place.
func (s Sym) add(c float64, t Sym) {
	for i, v := range t.Data {
		s.Data[i] += c * v
	}
}

// addOuter adds c·v vᵀ to s in place.
func (s Sym) addOuter(c float64, v []float64) {
	for i, vi := range v {
		for j, vj := range v {
			s.Data[i*s.N+j] += c * vi * vj
		}
	}
}

func (s Sym) trace() float64 {
	sum := 0.0
	for i := range s.N {
		sum += s.Data[i*s.N+i]
	}
	return sum
}

// symmetric checks a given covariance matrix, see input.Symmetric.
func symmetric(argument string, m mat.Matrix, d int) (Sym, error) {
	s, err := input.Symmetric(argument, m, d)
	if err != nil {
		return Sym{}, err
	}
	return NewSym(s), nil
}

// Power returns the symmetric matrix S^p of a positive definite S: same eigenvectors, eigenvalues to the power p. With p = -1/2 it whitens:
// if X has the covariance S, then S^(-1/2) X has the covariance I. It returns an error that wraps ErrSingular if an eigenvalue
// is not positive, and the errors of input.Matrix.
//
// Curriculum: N4.1a, V3e.
func Power(s mat.Symmetric, p float64) (*mat.SymDense, error) {
	d, _, err := input.Matrix("s", s)
	if err != nil {
		return nil, fmt.Errorf("discriminant: power: %w", err)
	}
	values, q, ok := spectral.Decompose(NewSym(s))
	if !ok {
		return nil, fmt.Errorf("discriminant: power: %w", input.Errorf(ErrSingular, "s", "its eigenvalues were not found"))
	}
	if values[0] <= 1e-14*values[d-1] || !(values[0] > 0) {
		return nil, fmt.Errorf("discriminant: power: %w", input.Errorf(ErrSingular, "s", "its least eigenvalue is %v", values[0]))
	}
	return spectral.Compose(values, q, func(v float64) float64 { return math.Pow(v, p) }), nil
}
