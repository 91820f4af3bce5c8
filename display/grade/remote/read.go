package remote

import (
	"encoding"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"gonum.org/v1/gonum/mat"
)

// basic are the types without parts, by kind.
var basic = map[reflect.Kind]reflect.Type{}

func init() {
	for _, v := range []any{false, 0, int8(0), int16(0), int32(0), int64(0), uint(0), uint8(0), uint16(0), uint32(0), uint64(0),
		float32(0), 0., complex64(0), 0i, ""} {
		t := reflect.TypeOf(v)
		basic[t.Kind()] = t
	}
}

// reader takes values from a message, which may hold anything. It panics with an error where that is no value of the type
// that is asked for; see read.
type reader struct {
	rest     []byte
	function func(number uint64, t reflect.Type) reflect.Value
	depth    int
	room     int // how many bytes of memory may still be taken
}

// What a value takes in memory is announced before it comes: a nil slice, of one byte, takes 24.
// Values take at most maxGrowth times the bytes of their message, and minRoom more.
const (
	maxGrowth = 32
	minRoom   = 1 << 20
)

// read is the value of a type that is all of a message.
func read(data []byte, t reflect.Type, function func(number uint64, t reflect.Type) reflect.Value) (v reflect.Value, err error) {
	defer func() {
		if p := recover(); p != nil {
			damage, ok := p.(error)
			if _, bug := p.(interface{ RuntimeError() }); !ok || bug {
				panic(p)
			}
			err = damage
		}
	}()
	r := &reader{rest: data, function: function, room: minRoom + maxGrowth*len(data)}
	v = reflect.New(t).Elem()
	r.value(v)
	if len(r.rest) > 0 {
		panic(errDamaged)
	}
	return v, nil
}

func (r *reader) uint() uint64 {
	x, n := binary.Uvarint(r.rest)
	if n <= 0 {
		panic(errDamaged)
	}
	r.rest = r.rest[n:]
	return x
}

func (r *reader) int() int64 {
	x, n := binary.Varint(r.rest)
	if n <= 0 {
		panic(errDamaged)
	}
	r.rest = r.rest[n:]
	return x
}

// count is a number of things of which each takes at least a byte.
func (r *reader) count() int {
	n := r.uint()
	if n > uint64(len(r.rest)) {
		panic(errDamaged)
	}
	return int(n)
}

func (r *reader) bytes(n int) []byte {
	if n > len(r.rest) {
		panic(errDamaged)
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// take accounts for the memory of n values of a type. Those without size count a byte, since they
// take time.
func (r *reader) take(n int, t reflect.Type) {
	size := max(int(t.Size()), 1)
	if n > r.room/size {
		panic(errDamaged)
	}
	r.room -= n * size
}

func (r *reader) text() string { return string(r.bytes(r.count())) }

func (r *reader) float() float64 { return math.Float64frombits(binary.LittleEndian.Uint64(r.bytes(8))) }

func (r *reader) flag() bool {
	b := r.bytes(1)[0]
	if b > 1 {
		panic(errDamaged)
	}
	return b == 1
}

// value sets v.
func (r *reader) value(v reflect.Value) {
	if r.depth++; r.depth > maxDepth {
		panic(errDamaged)
	}
	defer func() { r.depth-- }()
	t := v.Type()
	switch {
	case isMatrix(t):
		if r.flag() {
			v.Set(reflect.ValueOf(r.matrix(t)))
		}
	case t == errorType:
		if r.flag() {
			v.Set(reflect.ValueOf(errors.New(r.text())))
		}
	case ofItself(t):
		if v.Addr().Interface().(encoding.BinaryUnmarshaler).UnmarshalBinary([]byte(r.text())) != nil {
			panic(errDamaged)
		}
	default:
		r.plain(v)
	}
}

func (r *reader) plain(v reflect.Value) {
	switch k := v.Kind(); {
	case k == reflect.Bool:
		v.SetBool(r.flag())
	case v.CanInt():
		if x := r.int(); !v.OverflowInt(x) {
			v.SetInt(x)
			return
		}
		panic(errDamaged)
	case v.CanUint() && k != reflect.Uintptr:
		if x := r.uint(); !v.OverflowUint(x) {
			v.SetUint(x)
			return
		}
		panic(errDamaged)
	case v.CanFloat():
		v.SetFloat(r.float())
	case v.CanComplex():
		re := r.float()
		v.SetComplex(complex(re, r.float()))
	case k == reflect.String:
		v.SetString(r.text())
	case k == reflect.Array:
		if v.Type().Size() == 0 {
			r.take(v.Len(), v.Type().Elem())
		}
		for i := range v.Len() {
			r.value(v.Index(i))
		}
	case k == reflect.Struct:
		r.structure(v)
	case k == reflect.Slice, k == reflect.Map, k == reflect.Pointer, k == reflect.Func, k == reflect.Interface:
		if r.flag() {
			r.behind(v)
		}
	default:
		panic(fmt.Errorf("a %s cannot be copied from another process", v.Type()))
	}
}

func (r *reader) structure(v reflect.Value) {
	if err := settable(v.Type()); err != nil {
		panic(err)
	}
	for i := range v.NumField() {
		r.value(open(v.Field(i)))
	}
}

// open is a value whose fields can be read and set though their names begin with small letters.
func open(v reflect.Value) reflect.Value {
	if v.CanSet() || !v.CanAddr() {
		return v
	}
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

// behind sets v to what leads to the values that come.
func (r *reader) behind(v reflect.Value) {
	t := v.Type()
	switch v.Kind() {
	case reflect.Slice:
		n := r.length(t.Elem())
		v.Set(reflect.MakeSlice(t, n, n))
		for i := range n {
			r.value(v.Index(i))
		}
	case reflect.Map:
		n := r.length(t.Key())
		r.take(n, t.Elem())
		v.Set(reflect.MakeMap(t))
		for range n {
			key, elem := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
			r.value(key)
			r.value(elem)
			if !key.Comparable() {
				panic(errDamaged)
			}
			v.SetMapIndex(key, elem)
		}
	case reflect.Func:
		v.Set(r.function(r.uint(), t))
	case reflect.Interface:
		if t.NumMethod() > 0 {
			panic(fmt.Errorf("a %s cannot be copied from another process", t))
		}
		held := r.typ(0)
		r.take(1, held)
		elem := reflect.New(held).Elem()
		r.value(elem)
		v.Set(elem)
	default:
		r.take(1, t.Elem())
		v.Set(reflect.New(t.Elem()))
		r.value(v.Elem())
	}
}

// length is how many values of a type come. Those without size take no bytes.
func (r *reader) length(t reflect.Type) int {
	n := r.uint()
	if t.Size() > 0 && n > uint64(len(r.rest)) || n > maxBytes {
		panic(errDamaged)
	}
	r.take(int(n), t)
	return int(n)
}

// matrix is one that a value of type t can hold.
func (r *reader) matrix(t reflect.Type) mat.Matrix {
	rows, cols := r.uint(), r.uint()
	if rows > maxBytes || cols > maxBytes || rows*cols > uint64(len(r.rest)/8) {
		panic(errDamaged)
	}
	data := make([]float64, rows*cols)
	for i := range data {
		data[i] = r.float()
	}
	n := int(rows)
	switch {
	case t == symType || t == symmetric:
		switch {
		case rows != cols:
			panic(fmt.Errorf("a symmetric matrix with %d rows and %d columns", rows, cols))
		case n == 0:
			return &mat.SymDense{}
		}
		return mat.NewSymDense(n, data)
	case t == vecType || t == vector:
		switch {
		case cols != 1 && n > 0:
			panic(fmt.Errorf("a vector with %d columns", cols))
		case n == 0:
			return &mat.VecDense{}
		}
		return mat.NewVecDense(n, data)
	case len(data) == 0:
		return &mat.Dense{}
	}
	return mat.NewDense(n, int(cols), data)
}

// typ is a type that typ of writer has written.
func (r *reader) typ(depth int) reflect.Type {
	k := reflect.Kind(r.bytes(1)[0])
	switch {
	case depth > maxDepth:
	case k == matrixKind:
		return matrix
	case k == reflect.Slice:
		return reflect.SliceOf(r.typ(depth + 1))
	case k == reflect.Pointer:
		return reflect.PointerTo(r.typ(depth + 1))
	case k == reflect.Array:
		n := r.count()
		if elem := r.typ(depth + 1); elem.Size() < 1<<20 && uintptr(n)*elem.Size() < maxBytes {
			return reflect.ArrayOf(n, elem)
		}
	case k == reflect.Map:
		if key := r.typ(depth + 1); key.Comparable() {
			return reflect.MapOf(key, r.typ(depth+1))
		}
	case k == reflect.Interface:
		return reflect.TypeFor[any]()
	case basic[k] != nil:
		return basic[k]
	}
	panic(errDamaged)
}
