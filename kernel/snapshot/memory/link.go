// Package memory is the memory of Go values as bytes and words: what a slice, a text, an interface and a map are made of,
// and the few functions of the runtime by which they are made.
package memory

import (
	"encoding/binary"
	"reflect"
	"unsafe"
)

// This file holds what is taken from the runtime. All of it is marked in the Go source as open to packages outside,
// because widely used packages need it.

// NewArray returns zeroed memory for n values of a type.
//
//go:linkname NewArray reflect.unsafe_NewArray
func NewArray(rtype unsafe.Pointer, n int) unsafe.Pointer

// TypesByString returns the descriptors of the types that the linker has entered under a name, as reflect prints it.
//
//go:linkname TypesByString reflect.typesByString
func TypesByString(s string) []unsafe.Pointer

// MapAssign returns the place of the value that belongs to a key in the map with header m; it makes one if there is none.
//
//go:linkname MapAssign runtime.mapassign
func MapAssign(rtype, m, key unsafe.Pointer) unsafe.Pointer

// Move copies a value of a type, as an assignment does.
//
//go:linkname Move runtime.typedmemmove
func Move(rtype, dst, src unsafe.Pointer)

// SetGCPercent is debug.SetGCPercent.
//
//go:linkname SetGCPercent runtime/debug.setGCPercent
func SetGCPercent(percent int32) int32

// SetPanicOnFault is debug.SetPanicOnFault.
//
//go:linkname SetPanicOnFault runtime/debug.setPanicOnFault
func SetPanicOnFault(on bool) bool

// Eface is the memory of an empty interface; a non-empty one has an itab in place of the type.
type Eface struct{ Type, Data unsafe.Pointer }

// Slice is the memory of a slice.
type Slice struct {
	Data     unsafe.Pointer
	Len, Cap int
}

// String is the memory of a string.
type String struct {
	Data unsafe.Pointer
	Len  int
}

// RTypeOf returns the runtime's descriptor of t.
func RTypeOf(t reflect.Type) unsafe.Pointer { return (*Eface)(unsafe.Pointer(&t)).Data }

// TypeOf is the inverse of RTypeOf.
func TypeOf(rtype unsafe.Pointer) reflect.Type {
	e := Eface{Type: rtype}
	return reflect.TypeOf(*(*any)(unsafe.Pointer(&e)))
}

// At turns an address of memory that something else keeps alive into a pointer.
func At(addr uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&addr)) }

// Bytes is the memory [p, p+n) as a slice.
func Bytes(p unsafe.Pointer, n int) []byte { return unsafe.Slice((*byte)(p), n) }

// PointerShaped reports whether an interface holds a value of type t in its data word itself.
func PointerShaped(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return true
	case reflect.Array:
		return t.Len() == 1 && PointerShaped(t.Elem())
	case reflect.Struct:
		return structPointerShaped(t)
	}
	return false
}

// structPointerShaped: a struct whose size is one word, all of it pointer.
func structPointerShaped(t reflect.Type) bool {
	if t.Size() != unsafe.Sizeof(uintptr(0)) {
		return false
	}
	for i := range t.NumField() {
		if f := t.Field(i).Type; f.Size() > 0 {
			return PointerShaped(f)
		}
	}
	return false
}

// ZeroSized is what non-nil pointers to nothing point to.
var ZeroSized struct{}

// Word is the word at an offset.
func Word(b []byte, off int) uint64 { return binary.NativeEndian.Uint64(b[off:]) }

// SetWord sets it.
func SetWord(b []byte, off int, v uint64) { binary.NativeEndian.PutUint64(b[off:], v) }
