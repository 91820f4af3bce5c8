package figure

import (
	"fmt"
	"reflect"
)

// This file asks functions of the plane for their values at places: one by one, or at all places of a grid in one call.

// Plane is a function of the plane, in one of two forms:
//
//	func(x, y float64) float64         // asked at each place
//	func(X mat.Matrix) ([]T, error)    // asked once, with a row (x, y) for each place; T is int or float64
//
// Methods of a model that take the rows of a matrix have the second, so that m.Predict is one, and m.Posterior and m.LogDensity. Their
// error, like a value that is neither of the two, is a problem of the figure.
type Plane any

// valuesAt returns the values of a function at all places of a grid, row by row.
func valuesAt(fn Plane, x, y []float64) ([]float64, error) {
	at := places{x, y}
	switch fn := fn.(type) {
	case nil:
		return nil, fmt.Errorf("nil function")
	case func(x, y float64) float64:
		if fn == nil {
			return nil, fmt.Errorf("nil function")
		}
		z := make([]float64, at.rows())
		for i := range z {
			z[i] = fn(at.At(i, 0), at.At(i, 1))
		}
		return z, nil
	}
	return at.ask(reflect.ValueOf(fn))
}

// ask calls a function that takes the rows of a matrix.
func (p places) ask(fn reflect.Value) ([]float64, error) {
	t := fn.Type()
	if t.Kind() != reflect.Func || t.NumIn() != 1 || t.NumOut() != 2 || t.Out(0).Kind() != reflect.Slice || t.Out(1) != reflect.TypeFor[error]() {
		return nil, wrongForm(t)
	}
	rows, ok := p.as(t.In(0))
	if number := t.Out(0).Elem().Kind(); !ok || number != reflect.Int && number != reflect.Float64 {
		return nil, wrongForm(t)
	}
	if fn.IsNil() {
		return nil, fmt.Errorf("nil function")
	}
	out := fn.Call([]reflect.Value{rows})
	if err, _ := out[1].Interface().(error); err != nil {
		return nil, err
	}
	if n := out[0].Len(); n != p.rows() {
		return nil, fmt.Errorf("%d values for %d rows", n, p.rows())
	}
	z := make([]float64, p.rows())
	for i := range z {
		if v := out[0].Index(i); v.CanInt() {
			z[i] = float64(v.Int())
		} else {
			z[i] = v.Float()
		}
	}
	return z, nil
}

func wrongForm(t reflect.Type) error {
	return fmt.Errorf("got %s, want func(x, y float64) float64 or a method such as Predict, func(mat.Matrix) ([]int, error) or ([]float64, error)", t)
}

// places are the places of a grid, row by row, as a matrix with a row (x, y) for each.
type places struct{ x, y []float64 }

func (p places) rows() int              { return len(p.x) * len(p.y) }
func (p places) Dims() (rows, cols int) { return p.rows(), 2 }
func (p places) T() matrix              { return turned{p} }

// At is a coordinate of place i. It panics outside the matrix, as gonum's matrices do.
func (p places) At(i, j int) float64 {
	switch j {
	case 0:
		return p.x[i%len(p.x)]
	case 1:
		return p.y[i/len(p.x)]
	}
	panic(fmt.Sprintf("figure: column %d of 2", j))
}

// turned is the transpose of places.
type turned struct{ places }

func (t turned) Dims() (rows, cols int) { return 2, t.rows() }
func (t turned) At(i, j int) float64    { return t.places.At(j, i) }
func (t turned) T() matrix              { return t.places }

// matrix is what gonum calls mat.Matrix.
type matrix interface {
	At(i, j int) float64
	Dims() (rows, cols int)
	T() matrix
}

// as returns the places as a value of type t, for t this package's Matrix or gonum's mat.Matrix, or a like interface.
//
// Cells that show something must link neither gonum/mat nor what it brings (a test of internal/send says so), so mat.Matrix cannot be named
// here. But an interface value is a table of methods, in the order of their names, with the data they are called on; mat.Matrix has the methods of
// matrix, and its T returns it as that of matrix does. Their values are laid out alike, and one is read as the other.
func (p places) as(t reflect.Type) (reflect.Value, bool) {
	if t.Kind() != reflect.Interface {
		return reflect.Value{}, false
	}
	v := reflect.New(t)
	switch {
	case reflect.TypeOf(p).Implements(t):
		v.Elem().Set(reflect.ValueOf(p))
	case likeMatrix(t):
		*(*matrix)(v.UnsafePointer()) = p
	default:
		return reflect.Value{}, false
	}
	return v.Elem(), true
}

// likeMatrix says that an interface has the methods of matrix and no others, but for T, which returns the interface itself.
// It asks for them by name: a program that goes through the methods of a type keeps those of all its types.
func likeMatrix(t reflect.Type) bool {
	at, hasAt := t.MethodByName("At")
	dims, hasDims := t.MethodByName("Dims")
	transpose, hasT := t.MethodByName("T")
	return hasAt && hasDims && hasT && t.NumMethod() == 3 &&
		at.Type == reflect.TypeFor[func(i, j int) float64]() &&
		dims.Type == reflect.TypeFor[func() (rows, cols int)]() &&
		transpose.Type.NumIn() == 0 && transpose.Type.NumOut() == 1 && transpose.Type.Out(0) == t
}
