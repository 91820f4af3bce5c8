package input

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestChecksRefuse(t *testing.T) {
	second := func(_, _ int, err error) error { return err }
	symmetric := func(argument string, m mat.Matrix, d int) error { _, err := Symmetric(argument, m, d); return err }
	good := mat.NewDense(2, 2, []float64{1, 2, 3, 4})
	for _, c := range []struct {
		name string
		err  error
		kind error
		says string
	}{
		{"nil matrix", second(Matrix("X", nil)), ErrEmpty, "X"},
		{"nil dense", second(Matrix("X", (*mat.Dense)(nil))), ErrEmpty, "X"},
		{"nil symmetric", second(Matrix("X", (*mat.SymDense)(nil))), ErrEmpty, "X"},
		{"nil vector", second(Matrix("X", (*mat.VecDense)(nil))), ErrEmpty, "X"},
		{"transpose of nil", second(Matrix("X", mat.Transpose{})), ErrEmpty, "X"},
		{"transpose of a nil dense", second(Matrix("X", mat.Transpose{Matrix: (*mat.Dense)(nil)})), ErrEmpty, "X"},
		{"empty dense", second(Matrix("X", &mat.Dense{})), ErrEmpty, "0×0"},
		{"NaN", second(Matrix("X", mat.NewDense(1, 2, []float64{0, math.NaN()}))), ErrNotFinite, "column 1"},
		{"infinity", second(Matrix("X", mat.NewDense(2, 1, []float64{0, math.Inf(-1)}))), ErrNotFinite, "row 1"},
		{"columns", Columns("X", good, 3), ErrShape, "want 3"},
		{"columns of nothing", Columns("X", nil, 3), ErrEmpty, "X"},
		{"not square", symmetric("S", mat.NewDense(1, 2, []float64{1, 2}), 1), ErrShape, "1×2"},
		{"another order", symmetric("S", good, 3), ErrShape, "3×3"},
		{"not symmetric", symmetric("S", good, 2), ErrParam, "entries (0, 1) and (1, 0) are 2 and 3"},
		{"symmetric NaN", symmetric("S", mat.NewDense(1, 1, []float64{math.NaN()}), 1), ErrNotFinite, "S"},
		{"vector length", Vector("w", []float64{1}, 2), ErrShape, "w"},
		{"vector NaN", Vector("w", []float64{1, math.NaN()}, 2), ErrNotFinite, "entry 1"},
		{"label count", Signs("y", []int{1}, 2), ErrShape, "2 rows"},
		{"label value", Signs("y", []int{1, 0}, 2), ErrLabel, "label 1 is 0"},
		{"one class", BothSigns("y", []int{1, 1}), ErrOneClass, "y"},
		{"no class", BothSigns("y", nil), ErrOneClass, "y"},
		{"permutation length", Permutation("Sequence", []int{0}, 2), ErrShape, "0..1"},
		{"permutation repeats", Permutation("Sequence", []int{1, 1}, 2), ErrParam, "entry 1"},
		{"permutation outside", Permutation("Sequence", []int{0, 2}, 2), ErrParam, "entry 1"},
		{"no size", Size("n", 0, 3), ErrParam, "0×3"},
		{"negative size", Size("n", 3, -1), ErrParam, "n"},
		{"huge size", Size("n", math.MaxInt, math.MaxInt), ErrParam, "2^31"},
		{"product too large", Size("n", 1<<16, 1<<16), ErrParam, "2^31"},
		{"parameter", Param(false, "Eta", -1.0, "a positive number"), ErrParam, "positive"},
	} {
		if !errors.Is(c.err, c.kind) || !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%s: got %v, want %q and a text with %q", c.name, c.err, c.kind, c.says)
		}
	}
}

func TestRows(t *testing.T) {
	if data, stride := Rows(nil); data != nil || stride != 0 {
		t.Errorf("rows of nothing: %v, %d", data, stride)
	}
	x := mat.NewDense(2, 2, []float64{1, 2, 3, 4})
	if data, stride := Rows(x.Slice(0, 2, 1, 2)); data[0] != 2 || data[stride] != 4 {
		t.Errorf("rows of a slice: %v, %d", data, stride)
	}
	if data, stride := Rows(x.T()); data[1] != 3 || data[stride] != 2 {
		t.Errorf("rows of a transpose: %v, %d", data, stride)
	}
}

func TestSymmetricCopies(t *testing.T) {
	x := mat.NewDense(2, 2, []float64{1, 3, 3 + 3e-13, 4})
	s, err := Symmetric("S", x, 2)
	if err != nil || s.At(0, 1) != s.At(1, 0) || math.Abs(s.At(0, 1)-3) > 1e-12 {
		t.Fatalf("%v, %v", s, err)
	}
	if s.SetSym(0, 0, 9); x.At(0, 0) != 1 {
		t.Error("the argument was changed")
	}
	if s, err := Symmetric("S", mat.NewDense(1, 1, []float64{math.MaxFloat64}), 1); err != nil || s.At(0, 0) != math.MaxFloat64 {
		t.Errorf("%v, %v", s, err)
	}
}

func TestChecksAccept(t *testing.T) {
	x := mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 6})
	n, d, err := Matrix("X", x)
	if n != 2 || d != 3 || err != nil {
		t.Errorf("Matrix: got %d, %d, %v, want 2, 3, nil", n, d, err)
	}
	for name, err := range map[string]error{
		"Columns":     Columns("X", x, 3),
		"transpose":   Columns("X", x.T(), 2),
		"Vector":      Vector("w", []float64{1, 2}, 2),
		"Signs":       Signs("y", []int{1, 1}, 2),
		"BothSigns":   BothSigns("y", []int{1, -1}),
		"Permutation": Permutation("p", []int{1, 0}, 2),
		"Size":        Size("n", 1<<16, 1<<15),
		"Param":       Param(true, "Eta", 1, ""),
	} {
		if err != nil {
			t.Errorf("%s: got %v, want no error", name, err)
		}
	}
}

// TestWeights: both checks of weights, and the name of the argument.
func TestWeights(t *testing.T) {
	large := []float64{math.MaxFloat64, math.MaxFloat64}
	for _, c := range []struct {
		name string
		err  error
		kind error
		says string
	}{
		{"none", Weights("w", nil, 2), ErrShape, "w: got length 0"},
		{"too many", Weights("w", []float64{1, 2, 3}, 2), ErrShape, "w: got length 3"},
		{"NaN", Weights("w", []float64{1, math.NaN()}, 2), ErrNotFinite, "w: entry 1"},
		{"infinity", Weights("w", []float64{1, math.Inf(1)}, 2), ErrNotFinite, "w: entry 1"},
		{"negative", Weights("w", []float64{1, -5e-324}, 2), ErrParam, "w[1]"},
		{"zeros", Weights("w", []float64{0, math.Copysign(0, -1)}, 2), ErrParam, "w: got only zeros"},
		{"one above 0", Weights("w", []float64{0, 5e-324}, 2), nil, ""},
		{"sum overflows", Weights("w", large, 2), nil, ""},
		{"negative, rows", RowWeights([]float64{1, -1}, 2), ErrParam, "weights[1]"},
		{"zeros, rows", RowWeights(make([]float64, 2), 2), ErrParam, "weights: got only zeros"},
		{"sum overflows, rows", RowWeights(large, 2), ErrNotFinite, "weights: their sum overflows"},
		{"rows", RowWeights([]float64{0, 2}, 2), nil, ""},
	} {
		if !errors.Is(c.err, c.kind) || c.kind != nil && !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%s: got %v, want %v and a text with %q", c.name, c.err, c.kind, c.says)
		}
	}
}

// TestRefusedEntry: the error of an entry can be read, also through others; missing values are
// refused by Matrix only.
func TestRefusedEntry(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{1, 2, math.NaN(), 3, 4, math.Inf(-1)})
	_, _, err := Matrix("X", x)
	if i, j, v, ok := RefusedEntry(fmt.Errorf("fold 1: %w", err)); i != 1 || j != 0 || !math.IsNaN(v) || !ok || !errors.Is(err, ErrNotFinite) {
		t.Errorf("Matrix: %v", err)
	}
	n, d, err := MatrixWithMissing("X", x)
	if i, j, v, ok := RefusedEntry(err); n != 3 || d != 2 || i != 2 || j != 1 || !math.IsInf(v, -1) || !ok {
		t.Errorf("MatrixWithMissing: %d×%d, %v", n, d, err)
	}
	if want := "X: row 2, column 1 holds -Inf: value is not finite"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	x.Set(2, 1, 0)
	if _, _, err := MatrixWithMissing("X", x); err != nil {
		t.Errorf("missing values: %v", err)
	}
	if _, _, _, ok := RefusedEntry(ErrNotFinite); ok {
		t.Error("an error without an entry has one")
	}
}
