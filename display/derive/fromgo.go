package derive

import (
	"fmt"
	"math"
	"reflect"

	"github.com/mercer-go/mercer/display/derive/proof"
)

// This file carries values between Go and the language of formulas.

// family is a value with an index, see Family.
type family struct {
	first int
	items any
}

// Family is x_first, x_{first+1}, … for Bind and At: the items of a slice, as in Bind("m", Family(0, means)) for m_0, m_1.
func Family(first int, items any) any { return family{first, items} }

// fromGo is a Go value as the language has it. The error says what is wanted.
func fromGo(v reflect.Value) (proof.Value, error) {
	if !v.IsValid() {
		return proof.Value{}, fmt.Errorf("the value is nil")
	}
	if v.CanInterface() {
		switch x := v.Interface().(type) {
		case family:
			return familyFromGo(x)
		case Matrix:
			if v.Kind() == reflect.Pointer && v.IsNil() {
				return proof.Value{}, fmt.Errorf("the matrix is nil")
			}
			return matrixFromGo(x)
		}
	}
	switch v.Kind() {
	case reflect.Bool:
		return truth(v.Bool()), nil
	case reflect.Slice, reflect.Array:
		return sliceFromGo(v)
	case reflect.Pointer, reflect.Interface:
		return fromGo(v.Elem())
	}
	x, err := numberFromGo(v)
	return proof.Value{N: x}, err
}

// numberFromGo is a finite number.
func numberFromGo(v reflect.Value) (float64, error) {
	x := 0.0
	switch {
	case v.CanInt():
		x = float64(v.Int())
	case v.CanUint():
		x = float64(v.Uint())
	case v.CanFloat():
		x = v.Float()
	default:
		return 0, fmt.Errorf("a %s is no number, vector, matrix or truth value", v.Type())
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("the value %g is not finite", x)
	}
	return x, nil
}

// sliceFromGo is a vector, or a matrix of the rows.
func sliceFromGo(v reflect.Value) (proof.Value, error) {
	var entries []float64
	cols := -1
	for i := range v.Len() {
		row := v.Index(i)
		if row.Kind() != reflect.Slice && row.Kind() != reflect.Array {
			x, err := numberFromGo(row)
			if err != nil {
				return proof.Value{}, fmt.Errorf("entry %d: %w", i, err)
			}
			entries = append(entries, x)
			continue
		}
		if cols >= 0 && row.Len() != cols {
			return proof.Value{}, fmt.Errorf("row %d has %d entries, the first has %d", i, row.Len(), cols)
		}
		cols = row.Len()
		for j := range cols {
			x, err := numberFromGo(row.Index(j))
			if err != nil {
				return proof.Value{}, fmt.Errorf("entry %d, %d: %w", i, j, err)
			}
			entries = append(entries, x)
		}
	}
	switch {
	case len(entries) == 0:
		return proof.Value{}, fmt.Errorf("the slice is empty")
	case cols >= 0:
		return proof.Value{Kind: proof.Matrix, Entries: entries, Cols: cols}, nil
	}
	return proof.Value{Kind: proof.Vector, Entries: entries}, nil
}

// matrixFromGo is a matrix, or a vector if it is one of gonum.
func matrixFromGo(m Matrix) (proof.Value, error) {
	entries := entriesOf(m)
	if !allFinite(entries) || len(entries) == 0 {
		r, c := m.Dims()
		return proof.Value{}, fmt.Errorf("the %d×%d matrix has no entries, or some that are not finite", r, c)
	}
	if _, isVector := m.(interface{ AtVec(i int) float64 }); isVector {
		return proof.Value{Kind: proof.Vector, Entries: entries}, nil
	}
	_, cols := m.Dims()
	return proof.Value{Kind: proof.Matrix, Entries: entries, Cols: cols}, nil
}

func familyFromGo(f family) (proof.Value, error) {
	v := reflect.ValueOf(f.items)
	if v.Kind() != reflect.Slice && v.Kind() != reflect.Array || v.Len() == 0 {
		return proof.Value{}, fmt.Errorf("Family: a slice with items is wanted, not a %T", f.items)
	}
	var items []proof.Value
	for i := range v.Len() {
		x, err := fromGo(v.Index(i))
		if err != nil {
			return proof.Value{}, fmt.Errorf("item %d: %w", i, err)
		}
		items = append(items, x)
	}
	return proof.Value{Kind: proof.Family, First: f.first, Items: items}, nil
}

func truth(b bool) proof.Value {
	if b {
		return proof.Value{Kind: proof.Truth, N: 1}
	}
	return proof.Value{Kind: proof.Truth}
}

// toGo is a value as a variable of a Go type; ok is false where it is of another kind.
func toGo(x proof.Value, to reflect.Type) (v reflect.Value, ok bool) {
	out := reflect.New(to).Elem()
	switch {
	case to.Kind() == reflect.Bool && x.Kind == proof.Truth:
		out.SetBool(x.N != 0)
	case x.Kind == proof.Number && out.CanFloat():
		out.SetFloat(x.N)
	case x.Kind == proof.Number && out.CanInt() && x.N == math.Trunc(x.N):
		out.SetInt(int64(x.N))
	case x.Kind == proof.Vector && to == reflect.TypeFor[[]float64]():
		out.Set(reflect.ValueOf(x.Entries))
	case x.Kind == proof.Matrix && to == reflect.TypeFor[[][]float64]():
		rows := make([][]float64, len(x.Entries)/x.Cols)
		for i := range rows {
			rows[i] = x.Entries[i*x.Cols : (i+1)*x.Cols : (i+1)*x.Cols]
		}
		out.Set(reflect.ValueOf(rows))
	case x.Kind == proof.Matrix && reflect.TypeFor[goMatrix]().AssignableTo(to):
		out.Set(reflect.ValueOf(goMatrix{x}))
	default:
		return out, false
	}
	return out, true
}

// goMatrix is a matrix for functions in Go that take one.
type goMatrix struct{ x proof.Value }

// Dims is the number of rows and columns.
func (d goMatrix) Dims() (r, c int) { return len(d.x.Entries) / d.x.Cols, d.x.Cols }

// At is the entry in row i and column j, from 0.
func (d goMatrix) At(i, j int) float64 { return d.x.Entries[i*d.x.Cols+j] }

// Matrix is what a derivation needs of a matrix; gonum's matrices have it.
type Matrix interface {
	Dims() (r, c int)
	At(i, j int) float64
}

// entriesOf are the entries of a matrix, row by row.
func entriesOf(m Matrix) []float64 {
	r, c := m.Dims()
	all := make([]float64, 0, r*c)
	for i := range r {
		for j := range c {
			all = append(all, m.At(i, j))
		}
	}
	return all
}

func allFinite(x []float64) bool {
	for _, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
