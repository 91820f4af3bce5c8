package figure

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestPlaneByRows: a method that takes the rows of a matrix draws what a function of the plane draws, and is asked once.
func TestPlaneByRows(t *testing.T) {
	f := func(x, y float64) float64 { return math.Floor(x) + 3*math.Floor(y) }
	calls := 0
	numbers := func(X mat.Matrix) ([]float64, error) {
		calls++
		n, _ := X.Dims()
		z := make([]float64, n)
		for i := range z {
			z[i] = f(X.At(i, 0), X.At(i, 1))
		}
		return z, nil
	}
	labels := func(X mat.Matrix) ([]int, error) {
		z, err := numbers(X)
		l := make([]int, len(z))
		for i := range l {
			l[i] = int(z[i])
		}
		return l, err
	}
	own := func(X Matrix) ([]int, error) { return labels(mat.DenseCopyOf(matrixOf(X))) }
	draw := func(fn Plane) *Figure {
		return New("").XRange(-1.3, 2).YRange(0, 2).Regions(fn).Contour("c", fn, []float64{1.5}).Level("l", fn, .5).HeatMap("h", fn)
	}
	want := draw(f)
	for name, fn := range map[string]Plane{"numbers": numbers, "labels": labels, "of this package": own} {
		calls = 0
		if got := draw(fn); !reflect.DeepEqual(got, want) || got.Err() != nil || calls != len(got.Layers) {
			t.Errorf("%s: other layers than by places, in %d calls for %d layers (%v)", name, calls, len(got.Layers), got.Err())
		}
	}
}

type copied struct{ Matrix }

func (c copied) T() mat.Matrix { return mat.Transpose{Matrix: c} }

func matrixOf(x Matrix) mat.Matrix { return copied{x} }

// TestPlacesAreAMatrix: what a method is given works as a matrix of gonum does.
func TestPlacesAreAMatrix(t *testing.T) {
	p := places{x: []float64{1, 2, 3}, y: []float64{10, 20}}
	v, ok := p.as(reflect.TypeFor[mat.Matrix]())
	if !ok {
		t.Fatal("mat.Matrix is not recognised")
	}
	x := v.Interface()
	method := reflect.ValueOf(func(m mat.Matrix) mat.Matrix { return m }).Call([]reflect.Value{v})[0]
	want := mat.NewDense(6, 2, []float64{1, 10, 2, 10, 3, 10, 1, 20, 2, 20, 3, 20})
	var got, product mat.Dense
	use := func(m mat.Matrix) {
		got.CloneFrom(m.T())
		product.Mul(m.T(), m)
		if _, dense := m.(*mat.Dense); dense || !mat.Equal(m, want) || !mat.Equal(m.T().T(), want) || !mat.Equal(m, mat.DenseCopyOf(m)) {
			t.Errorf("got %v", mat.Formatted(m))
		}
	}
	reflect.ValueOf(use).Call([]reflect.Value{method})
	var square mat.Dense
	square.Mul(want.T(), want)
	if !mat.Equal(&got, want.T()) || !mat.Equal(&product, &square) || fmt.Sprint(x) == "" {
		t.Errorf("transposed %v, product %v", got, product)
	}
	for _, outside := range [][2]int{{0, 2}, {0, -1}, {6, 1}, {-1, 0}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("no panic at %v", outside)
				}
			}()
			p.At(outside[0], outside[1])
		}()
	}
}

type (
	more interface {
		At(i, j int) float64
		Dims() (r, c int)
		T() mat.Matrix
	}
	fewer interface{ At(i, j int) float64 }
)

// TestPlaneRefuses: what is no function of the plane, and an error of one that is, are problems of the figure in words.
func TestPlaneRefuses(t *testing.T) {
	failed := errors.New("model has 3 columns")
	var none func(mat.Matrix) ([]int, error)
	var nowhere func(x, y float64) float64
	for says, fn := range map[string]Plane{
		"regions: model has 3 columns":                       func(X mat.Matrix) ([]int, error) { return nil, failed },
		"1 values for 58081 rows":                            func(X mat.Matrix) ([]int, error) { return []int{1}, nil },
		"regions: nil function":                              none,
		"nil function":                                       nowhere,
		"got int, want func(x, y float64) float64":           3,
		"got func(float64) float64, want":                    math.Sin,
		"got func(mat.Matrix) ([]string, error), want":       func(X mat.Matrix) ([]string, error) { return nil, nil },
		"got func(mat.Matrix) (*mat.Dense, error), want":     func(X mat.Matrix) (*mat.Dense, error) { return nil, nil },
		"got func(*mat.Dense) ([]int, error), want":          func(X *mat.Dense) ([]int, error) { return nil, nil },
		"got func(figure.more) ([]int, error), want":         func(X more) ([]int, error) { return nil, nil },
		"got func(mat.Vector) ([]int, error), want":          func(X mat.Vector) ([]int, error) { return nil, nil },
		"nowhere finite":                                     func(X fewer) ([]float64, error) { return slices.Repeat([]float64{math.NaN()}, 58081), nil },
		"got *figure.Figure, want func(x, y float64) float6": New(""),
	} {
		if f := New("").Regions(fn); f.Err() == nil || !strings.Contains(f.Err().Error(), says) || len(f.Layers) > 0 {
			t.Errorf("got %v, want %q", f.Err(), says)
		}
	}
}
