package remote

import (
	"encoding"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"sort"

	"gonum.org/v1/gonum/mat"
)

// maxDepth is how deep values may lie in one another.
const maxDepth = 64

// Types that are copied in a form of their own.
var (
	errorType = reflect.TypeFor[error]()
	denseType = reflect.TypeFor[*mat.Dense]()
	symType   = reflect.TypeFor[*mat.SymDense]()
	vecType   = reflect.TypeFor[*mat.VecDense]()
	symmetric = reflect.TypeFor[mat.Symmetric]()
	vector    = reflect.TypeFor[mat.Vector]()
	matrix    = reflect.TypeFor[mat.Matrix]()
	marshaler = reflect.TypeFor[encoding.BinaryMarshaler]()
	unmarshal = reflect.TypeFor[encoding.BinaryUnmarshaler]()
)

// isMatrix tells whether values of a type travel as matrices.
func isMatrix(t reflect.Type) bool {
	switch t {
	case denseType, symType, vecType, symmetric, vector, matrix:
		return true
	}
	return false
}

// ofItself tells whether a type writes and reads its values by itself, as time.Time does.
func ofItself(t reflect.Type) bool {
	return t.Kind() != reflect.Interface && t.Kind() != reflect.Pointer && t.Implements(marshaler) && reflect.PointerTo(t).Implements(unmarshal)
}

// writer appends values to a message. A value's type, which both processes know, decides its form; before what lies in
// an interface its type is written.
type writer struct {
	buf    []byte
	number func(f reflect.Value) uint64 // the one under which the other process calls a function
	depth  int
}

func (w *writer) uint(x uint64) { w.buf = binary.AppendUvarint(w.buf, x) }

func (w *writer) text(s string) {
	w.uint(uint64(len(s)))
	w.buf = append(w.buf, s...)
}

func (w *writer) float(x float64) {
	w.buf = binary.LittleEndian.AppendUint64(w.buf, math.Float64bits(x))
}

// flag appends and returns a truth value.
func (w *writer) flag(b bool) bool {
	w.buf = append(w.buf, 0)
	if b {
		w.buf[len(w.buf)-1] = 1
	}
	return b
}

// value appends a value.
func (w *writer) value(v reflect.Value) error {
	if w.depth++; w.depth > maxDepth {
		return fmt.Errorf("it lies more than %d levels deep, or holds itself", maxDepth)
	}
	defer func() { w.depth-- }()
	if len(w.buf) > maxBytes {
		return errLong
	}
	t := v.Type()
	switch {
	case isMatrix(t):
		if w.flag(!v.IsNil()) {
			w.matrix(v.Interface().(mat.Matrix))
		}
		return nil
	case t == errorType:
		if w.flag(!v.IsNil()) {
			w.text(v.Interface().(error).Error())
		}
		return nil
	case ofItself(t):
		data, err := open(v).Interface().(encoding.BinaryMarshaler).MarshalBinary()
		w.text(string(data))
		return err
	}
	return w.plain(v)
}

// plain appends a value of no special type.
func (w *writer) plain(v reflect.Value) error {
	switch k := v.Kind(); {
	case k == reflect.Bool:
		w.flag(v.Bool())
	case v.CanInt():
		w.buf = binary.AppendVarint(w.buf, v.Int())
	case v.CanUint() && k != reflect.Uintptr:
		w.uint(v.Uint())
	case v.CanFloat():
		w.float(v.Float())
	case v.CanComplex():
		w.float(real(v.Complex()))
		w.float(imag(v.Complex()))
	case k == reflect.String:
		w.text(v.String())
	case k == reflect.Array:
		return w.elements(v)
	case k == reflect.Struct:
		return w.structure(v)
	case k == reflect.Slice, k == reflect.Map, k == reflect.Pointer, k == reflect.Func, k == reflect.Interface:
		if w.flag(!v.IsNil()) {
			return w.behind(v)
		}
	default:
		return fmt.Errorf("a %s cannot be copied to another process", v.Type())
	}
	return nil
}

// behind appends what a value that is not nil leads to.
func (w *writer) behind(v reflect.Value) error {
	switch v.Kind() {
	case reflect.Slice:
		w.uint(uint64(v.Len()))
		return w.elements(v)
	case reflect.Map:
		return w.entries(v)
	case reflect.Func:
		w.uint(w.number(v))
		return nil
	case reflect.Interface:
		if err := w.typ(v.Elem().Type(), 0); err != nil {
			return err
		}
	}
	return w.value(v.Elem())
}

func (w *writer) elements(v reflect.Value) error {
	for i := range v.Len() {
		if err := w.value(v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) structure(v reflect.Value) error {
	if err := settable(v.Type()); err != nil {
		return err
	}
	for i := range v.NumField() {
		if err := w.value(open(v.Field(i))); err != nil {
			return fmt.Errorf("field %s: %w", v.Type().Field(i).Name, err)
		}
	}
	return nil
}

// settable is nil if a value of a struct type may be made from its fields: of the notebook's own types, and where all fields
// are exported. The fields of other types may have to agree with one another.
func settable(t reflect.Type) error {
	for i := range t.NumField() {
		if t.PkgPath() != "main" && t.PkgPath() != "" && !t.Field(i).IsExported() {
			return fmt.Errorf("a %s cannot be copied to another process: its field %s is not exported", t, t.Field(i).Name)
		}
	}
	return nil
}

// entries appends a map, sorted by the bytes of the entries, so that equal maps have equal bytes.
func (w *writer) entries(v reflect.Value) error {
	var list []string
	for it := v.MapRange(); it.Next(); {
		e := writer{number: w.number, depth: w.depth}
		if err := e.value(it.Key()); err != nil {
			return err
		}
		if err := e.value(it.Value()); err != nil {
			return err
		}
		list = append(list, string(e.buf))
	}
	sort.Strings(list)
	w.uint(uint64(len(list)))
	for _, e := range list {
		w.buf = append(w.buf, e...)
	}
	return nil
}

func (w *writer) matrix(m mat.Matrix) {
	r, c := m.Dims()
	w.uint(uint64(r))
	w.uint(uint64(c))
	for i := range r {
		for j := range c {
			w.float(m.At(i, j))
		}
	}
}

// matrixKind is the byte of matrices among the kinds of types.
const matrixKind = 255

// typ appends a type that is made of Go's own, or a matrix. Of other types with a name the one below is written: a number is a
// number.
func (w *writer) typ(t reflect.Type, depth int) error {
	switch {
	case depth > maxDepth:
		return fmt.Errorf("a %s cannot be copied to another process", t)
	case t.Implements(matrix) && t.Kind() == reflect.Pointer:
		w.buf = append(w.buf, matrixKind)
		return nil
	}
	w.buf = append(w.buf, byte(t.Kind()))
	switch t.Kind() {
	case reflect.Slice, reflect.Pointer:
		return w.typ(t.Elem(), depth+1)
	case reflect.Array:
		w.uint(uint64(t.Len()))
		return w.typ(t.Elem(), depth+1)
	case reflect.Map:
		if err := w.typ(t.Key(), depth+1); err != nil {
			return err
		}
		return w.typ(t.Elem(), depth+1)
	case reflect.Interface:
		if t.NumMethod() == 0 {
			return nil
		}
	default:
		if _, ok := basic[t.Kind()]; ok {
			return nil
		}
	}
	return fmt.Errorf("a %s cannot be copied to another process", t)
}
