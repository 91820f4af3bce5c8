package remote

import (
	"reflect"

	"gonum.org/v1/gonum/mat"
)

// assign makes the memory that to leads to, of which another process had a copy, what that of from is: entries of slices, of maps
// and of matrices, and what pointers point at. The caller sees what a function has changed in its arguments, as of one
// in its own process.
func assign(to, from reflect.Value) {
	switch t := to.Type(); {
	case isMatrix(t) && !from.IsNil():
		copyMatrix(to.Interface().(mat.Matrix), from.Interface().(mat.Matrix))
	case t.Kind() == reflect.Slice:
		for i := range min(to.Len(), from.Len()) {
			assignPlace(to.Index(i), from.Index(i))
		}
	case t.Kind() == reflect.Map && !to.IsNil() && !from.IsNil():
		to.Clear()
		for it := from.MapRange(); it.Next(); {
			to.SetMapIndex(it.Key(), it.Value())
		}
	case t.Kind() == reflect.Pointer && !to.IsNil() && !from.IsNil():
		assignPlace(to.Elem(), from.Elem())
	}
}

// assignPlace sets a place in memory. What it leads to stays where it is, unless it leads to something of another length now.
func assignPlace(to, from reflect.Value) {
	to, from = open(to), open(from)
	switch to.Kind() {
	case reflect.Slice, reflect.Map, reflect.Pointer:
		if to.IsNil() == from.IsNil() && (to.Kind() != reflect.Slice || to.Len() == from.Len()) {
			assign(to, from)
			return
		}
	case reflect.Array:
		for i := range to.Len() {
			assignPlace(to.Index(i), from.Index(i))
		}
		return
	case reflect.Struct:
		for i := range to.NumField() {
			assignPlace(to.Field(i), from.Field(i))
		}
		return
	}
	to.Set(from)
}

// copyMatrix sets the entries of a matrix that can be changed and has the size of the other.
func copyMatrix(to, from mat.Matrix) {
	r, c := to.Dims()
	if rows, cols := from.Dims(); rows != r || cols != c {
		return
	}
	for i := range r {
		for j := range c {
			switch m := to.(type) {
			case mat.Mutable:
				m.Set(i, j, from.At(i, j))
			case *mat.SymDense:
				if j >= i {
					m.SetSym(i, j, from.At(i, j))
				}
			case *mat.VecDense:
				m.SetVec(i, from.At(i, j))
			}
		}
	}
}
