package snapshot

import (
	"reflect"
	"unsafe"
)

// This file holds what the package takes from the runtime. All of it is marked in the Go source as open to packages
// outside, because widely used packages need it.

//go:linkname newArray reflect.unsafe_NewArray
func newArray(rtype unsafe.Pointer, n int) unsafe.Pointer

//go:linkname typesByString reflect.typesByString
func typesByString(s string) []unsafe.Pointer

//go:linkname mapassign runtime.mapassign
func mapassign(rtype, m, key unsafe.Pointer) unsafe.Pointer

//go:linkname typedmemmove runtime.typedmemmove
func typedmemmove(rtype, dst, src unsafe.Pointer)

//go:linkname setGCPercent runtime/debug.setGCPercent
func setGCPercent(percent int32) int32

//go:linkname setPanicOnFault runtime/debug.setPanicOnFault
func setPanicOnFault(on bool) bool

// eface is the memory of an empty interface; a non-empty one has an itab in place of the type.
type eface struct{ typ, data unsafe.Pointer }

// sliceHeader is the memory of a slice.
type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

// stringHeader is the memory of a string.
type stringHeader struct {
	data unsafe.Pointer
	len  int
}

// rtypeOf returns the runtime's descriptor of t.
func rtypeOf(t reflect.Type) unsafe.Pointer { return (*eface)(unsafe.Pointer(&t)).data }

// typeOfRtype is the inverse of rtypeOf.
func typeOfRtype(rtype unsafe.Pointer) reflect.Type {
	e := eface{typ: rtype}
	return reflect.TypeOf(*(*any)(unsafe.Pointer(&e)))
}

// pointerAt turns an address of memory that something else keeps alive into a pointer.
func pointerAt(addr uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&addr)) }

// bytesAt is the memory [p, p+n) as a slice.
func bytesAt(p unsafe.Pointer, n int) []byte { return unsafe.Slice((*byte)(p), n) }

// pointerShaped reports whether an interface holds a value of type t in its data word itself.
func pointerShaped(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return true
	case reflect.Array:
		return t.Len() == 1 && pointerShaped(t.Elem())
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
			return pointerShaped(f)
		}
	}
	return false
}

// zeroSized is what non-nil pointers to nothing point to.
var zeroSized struct{}
