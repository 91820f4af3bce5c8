// Package testkit holds what the tests of mllib share: reference numbers of other programs, JSON and back, and the independence of
// results from the number of processors.
package testkit

import (
	"encoding/json"
	"math"
	"os"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Reference reads the numbers that a script beside the file wrote, such as those of scikit-learn, into v.
func Reference(t testing.TB, path string, v any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, v); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// Matrix returns the rows, of equal length, as a matrix.
func Matrix(t testing.TB, rows [][]float64) *mat.Dense {
	t.Helper()
	if len(rows) == 0 || slices.ContainsFunc(rows, func(r []float64) bool { return len(r) != len(rows[0]) || len(r) == 0 }) {
		t.Fatalf("the %d rows are not of one length", len(rows))
	}
	return mat.NewDense(len(rows), len(rows[0]), slices.Concat(rows...))
}

// Near compares two lists of numbers with a tolerance relative to 1 + |want|.
func Near(t testing.TB, what string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: got %d numbers, want %d", what, len(got), len(want))
		return
	}
	for i, w := range want {
		if !(math.Abs(got[i]-w) <= tolerance*(1+math.Abs(w))) {
			t.Errorf("%s: number %d is %.15g, want %.15g within %v", what, i, got[i], w, tolerance)
			return
		}
	}
}

// RoundTrip takes a value through JSON and returns what came back, which must be equal to it.
func RoundTrip[T any](t testing.TB, v *T) *T {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatalf("%T: %v", v, err)
	}
	back := new(T)
	if err := json.Unmarshal(text, back); err != nil {
		t.Fatalf("%T: %s: %v", v, text, err)
	}
	if !reflect.DeepEqual(v, back) {
		t.Errorf("%T: %s came back as %+v", v, text, back)
	}
	return back
}

// Bits reports whether two lists hold the same numbers to the last bit: it tells -0 from 0, and NaN is itself.
func Bits(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
}

// Processors runs work with one, two and four processors and demands the same bits.
func Processors(t testing.TB, what string, work func() []float64) {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	runtime.GOMAXPROCS(1)
	want := work()
	for _, n := range []int{2, 4} {
		runtime.GOMAXPROCS(n)
		if !Bits(work(), want) {
			t.Errorf("%s: %d processors give other bits than one", what, n)
		}
	}
}

// plain is a matrix that does not show its memory.
type plain struct{ *mat.Dense }

func (p plain) T() mat.Matrix { return mat.Transpose{Matrix: p} }

// RawMatrix hides that of the matrix inside.
func (p plain) RawMatrix(struct{}) {}

// Views fits to the same numbers in several forms: dense, a part of a larger matrix, a transpose, and a matrix that does not show its
// memory. It demands equal models, and that the numbers are untouched.
func Views(t testing.TB, what string, x *mat.Dense, fit func(x mat.Matrix) (any, error)) {
	t.Helper()
	n, d := x.Dims()
	large := mat.NewDense(n+2, d+3, nil)
	part := large.Slice(1, n+1, 2, d+2).(*mat.Dense)
	part.Copy(x)
	want, err := fit(x)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	copied := mat.DenseCopyOf(part)
	for form, m := range map[string]mat.Matrix{"a part of a matrix": part, "a transpose": mat.DenseCopyOf(x.T()).T(), "another type": plain{mat.DenseCopyOf(x)}} {
		if got, err := fit(m); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %s gives %+v (%v), a dense matrix %+v", what, form, got, err, want)
		}
	}
	if !mat.Equal(copied, part) || mat.Sum(large.Slice(0, 1, 0, d+3)) != 0 {
		t.Errorf("%s: the matrix was changed", what)
	}
}
