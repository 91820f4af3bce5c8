package la

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// This file says what is wrong with arguments.

// fail panics with an error that names the function.
func fail(function, format string, args ...any) {
	panic(fmt.Errorf("la: "+function+": "+format, args...))
}

// shape returns the number of rows and columns of an argument, which has at least one of both.
func shape(function, argument string, a mat.Matrix) (r, c int) {
	if t, ok := a.(mat.Untransposer); input.IsNil(a) || ok && input.IsNil(t.Untranspose()) {
		fail(function, "%s is nil, want a matrix", argument)
	}
	r, c = a.Dims()
	if r < 1 || c < 1 {
		fail(function, "%s is %d×%d, want at least one row and one column", argument, r, c)
	}
	return r, c
}

// square returns the order of a square matrix.
func square(function string, a mat.Matrix) int {
	r, c := shape(function, "the matrix", a)
	if r != c {
		fail(function, "the matrix is %d×%d, want a square one", r, c)
	}
	return r
}

// sameLength checks two vectors, called x and y in the message.
func sameLength(function string, x, y []float64) {
	if len(x) != len(y) {
		fail(function, "x has length %d and y has length %d, want equal lengths", len(x), len(y))
	}
}

// finite panics where an entry of a matrix is NaN or infinite.
func finite(function string, a mat.Matrix) {
	r, c := a.Dims()
	for i := range r {
		for j := range c {
			if v := a.At(i, j); v-v != 0 {
				fail(function, "entry (%d, %d) of the matrix is %v", i, j, v)
			}
		}
	}
}

// symmetric returns a copy of a finite matrix that is symmetric but for rounding, relative to its largest entry.
func symmetric(function string, a mat.Matrix) *mat.SymDense {
	n := square(function, a)
	largest := 0.0
	for i := range n {
		for j := range n {
			largest = math.Max(largest, math.Abs(a.At(i, j)))
		}
	}
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			u, v := a.At(i, j), a.At(j, i)
			if u-u != 0 {
				fail(function, "entry (%d, %d) of the matrix is %v", i, j, u)
			}
			if math.Abs(u-v) > 1e-12*largest {
				fail(function, "the matrix is not symmetric: entries (%d, %d) and (%d, %d) are %v and %v", i, j, j, i, u, v)
			}
			s.SetSym(i, j, u/2+v/2)
		}
	}
	return s
}

// cholesky returns the factor of a positive definite matrix.
func cholesky(function string, a mat.Matrix) *mat.Cholesky {
	s := symmetric(function, a)
	var c mat.Cholesky
	if !c.Factorize(s) {
		n := s.SymmetricDim()
		fail(function, "the %d×%d matrix is not positive definite", n, n)
	}
	return &c
}
