package memory

import (
	"reflect"
	"unsafe"
)

// Handle makes values of a type unique.Handle[T] again: in each process another address stands for a value of type T.
type Handle struct {
	Type reflect.Type                        // unique.Handle[T]
	Make func(unsafe.Pointer) unsafe.Pointer // from a pointer to a T to the handle
}

// HandleOf returns the Handle of a function unique.Make[T].
func HandleOf[H any, T comparable](unique func(T) H) Handle {
	return Handle{reflect.TypeFor[H](), func(p unsafe.Pointer) unsafe.Pointer {
		h := unique(*(*T)(p))
		return *(*unsafe.Pointer)(unsafe.Pointer(&h))
	}}
}
