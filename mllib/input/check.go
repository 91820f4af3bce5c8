package input

import (
	"fmt"
	"math"
	"reflect"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Matrix returns the n×d shape of x and checks that it has at least one row and one column and only finite entries.
// The errors wrap ErrEmpty and ErrNotFinite and name the first offending entry.
func Matrix(argument string, x mat.Matrix) (n, d int, err error) {
	return matrix(argument, x, finite)
}

// MatrixWithMissing is Matrix for a method that takes NaN as a missing value: only infinite entries
// are refused.
func MatrixWithMissing(argument string, x mat.Matrix) (n, d int, err error) {
	return matrix(argument, x, func(v float64) bool { return !math.IsInf(v, 0) })
}

func matrix(argument string, x mat.Matrix, accepts func(float64) bool) (n, d int, err error) {
	n, d, err = Shape(argument, x)
	if err != nil || allFinite(x) {
		return n, d, err
	}
	for i := range n {
		for j := range d {
			if v := x.At(i, j); !accepts(v) {
				return n, d, NotFinite(argument, i, j, v)
			}
		}
	}
	return n, d, nil
}

// Shape is Matrix without a look at the entries, for a method whose result is not finite where one of them is not: it calls Matrix then. So a large matrix is
// read once.
func Shape(argument string, x mat.Matrix) (n, d int, err error) {
	if isNilMatrix(x) {
		return 0, 0, Errorf(ErrEmpty, argument, "got nil, want a matrix with one observation per row")
	}
	n, d = x.Dims()
	if n <= 0 || d <= 0 {
		return n, d, Errorf(ErrEmpty, argument, "got a %d×%d matrix, want at least one row and one column", n, d)
	}
	return n, d, nil
}

// allFinite is a quick answer for matrices that show their memory: it is true only if every entry is finite. A sum is not finite if
// one of its terms is not; where finite terms overflow, the slow answer decides.
func allFinite(x mat.Matrix) bool {
	raw, ok := x.(mat.RawMatrixer)
	if !ok {
		return false
	}
	m := raw.RawMatrix()
	for i := range m.Rows {
		if !finite(floats.Sum(m.Data[i*m.Stride : i*m.Stride+m.Cols])) {
			return false
		}
	}
	return true
}

// Rows returns the n×d entries of x row by row in one slice with its stride: row i is data[i*stride : i*stride+d]. It is
// the memory of x itself where x shows it (a *mat.Dense), so it must not be written to, and a copy otherwise. It is nil for nil.
func Rows(x mat.Matrix) (data []float64, stride int) {
	if isNilMatrix(x) {
		return nil, 0
	}
	if raw, ok := x.(mat.RawMatrixer); ok {
		m := raw.RawMatrix()
		return m.Data, m.Stride
	}
	m := mat.DenseCopyOf(x).RawMatrix()
	return m.Data, m.Stride
}

// IsNil reports whether v is nil or holds a nil pointer, the two forms in which a missing matrix, model or function arrives.
func IsNil(v any) bool {
	r := reflect.ValueOf(v)
	return !r.IsValid() || r.Kind() == reflect.Pointer && r.IsNil()
}

// isNilMatrix also sees through transposes.
func isNilMatrix(x mat.Matrix) bool {
	if t, ok := x.(mat.Untransposer); ok && !IsNil(x) {
		return isNilMatrix(t.Untranspose())
	}
	return IsNil(x)
}

// MaxNumbers is how many numbers a matrix or list that is to be made may hold, 16 GiB of them.
const MaxNumbers = 1 << 31

// Size checks that n×d numbers can be made: n and d are at least 1 and their product is at most MaxNumbers. The error wraps
// ErrParam.
func Size(argument string, n, d int) error {
	ok := n >= 1 && d >= 1 && n <= MaxNumbers/d
	return Param(ok, argument, fmt.Sprintf("%d×%d", n, d), "at least one number and at most 2^31")
}

// Columns checks that x has d columns, as the data had from which a model was fitted. The error wraps ErrShape.
func Columns(argument string, x mat.Matrix, d int) error {
	_, got, err := Matrix(argument, x)
	return widthError(err, argument, got, d)
}

// Width is Columns without a look at the entries, as Shape is Matrix: it calls Columns where the result is not finite.
func Width(argument string, x mat.Matrix, d int) error {
	_, got, err := Shape(argument, x)
	return widthError(err, argument, got, d)
}

func widthError(err error, argument string, got, d int) error {
	if err == nil && got != d {
		err = Errorf(ErrShape, argument, "got %d columns, want %d as in the fitted data", got, d)
	}
	return err
}

// Symmetric returns a copy of a finite d×d matrix that is symmetric to a relative accuracy of 1e-12 of each entry, such as a covariance. The
// errors are those of Matrix, and errors that wrap ErrShape for another shape and ErrParam where it is not symmetric.
func Symmetric(argument string, m mat.Matrix, d int) (*mat.SymDense, error) {
	r, c, err := Matrix(argument, m)
	if err != nil {
		return nil, err
	}
	if r != d || c != d {
		return nil, Errorf(ErrShape, argument, "got a %d×%d matrix, want %d×%d", r, c, d, d)
	}
	s := mat.NewSymDense(d, nil)
	for i := range d {
		for j := i; j < d; j++ {
			a, b := m.At(i, j), m.At(j, i)
			if math.Abs(a-b) > 1e-12*math.Max(math.Abs(a), math.Abs(b)) {
				return nil, Errorf(ErrParam, argument, "entries (%d, %d) and (%d, %d) are %v and %v, want a symmetric matrix", i, j, j, i, a, b)
			}
			s.SetSym(i, j, a/2+b/2)
		}
	}
	return s, nil
}

// Vector checks that v has length n and only finite entries. The errors wrap ErrShape and ErrNotFinite.
func Vector(argument string, v []float64, n int) error {
	if len(v) != n {
		return Errorf(ErrShape, argument, "got length %d, want %d", len(v), n)
	}
	for i, e := range v {
		if !finite(e) {
			return Errorf(ErrNotFinite, argument, "entry %d is %v", i, e)
		}
	}
	return nil
}

// Signs checks that y holds one label -1 or +1 for each of the n rows of X. The errors wrap ErrShape and ErrLabel.
// It says nothing about whether both labels occur: see BothSigns.
func Signs(argument string, y []int, n int) error {
	if len(y) != n {
		return Errorf(ErrShape, argument, "got %d labels for the %d rows of X", len(y), n)
	}
	for i, v := range y {
		if v != -1 && v != 1 {
			return Errorf(ErrLabel, argument, "label %d is %d, want -1 or +1 (label.Encode makes them)", i, v)
		}
	}
	return nil
}

// BothSigns checks that both -1 and +1 occur in y. The error wraps ErrOneClass.
func BothSigns(argument string, y []int) error {
	for _, v := range y {
		if v != y[0] {
			return nil
		}
	}
	return Errorf(ErrOneClass, argument, "all %d labels are equal, want both -1 and +1", len(y))
}

// Permutation checks that p holds each of 0..n-1 exactly once. The errors wrap ErrShape and ErrParam.
func Permutation(argument string, p []int, n int) error {
	if len(p) != n {
		return Errorf(ErrShape, argument, "got length %d, want a permutation of 0..%d", len(p), n-1)
	}
	seen := make([]bool, n)
	for k, i := range p {
		if i < 0 || i >= n || seen[i] {
			return Errorf(ErrParam, argument, "entry %d is %d: outside 0..%d or repeated", k, i, n-1)
		}
		seen[i] = true
	}
	return nil
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
