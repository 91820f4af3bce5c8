package memory

import (
	"reflect"
	"unsafe"
)

// MapWalk iterates over a map and gives the places of its keys and values, without copying them where the layout of
// reflect's iterator is the expected one.
type MapWalk struct {
	it        *reflect.MapIter
	Key, Elem unsafe.Pointer
	k, e      reflect.Value // copies, where direct access is not possible
}

// MapValue is the map with the given header as a reflect.Value.
func MapValue(header unsafe.Pointer, t reflect.Type) reflect.Value {
	return reflect.NewAt(t, unsafe.Pointer(&header)).Elem()
}

// NewMapWalk returns a walk over the map with the given header.
func NewMapWalk(header unsafe.Pointer, t reflect.Type) *MapWalk {
	w := &MapWalk{it: MapValue(header, t).MapRange()}
	if !directIter {
		w.k, w.e = reflect.New(t.Key()), reflect.New(t.Elem())
		w.Key, w.Elem = w.k.UnsafePointer(), w.e.UnsafePointer()
	}
	return w
}

// Next goes to the next entry, if there is one.
func (w *MapWalk) Next() bool {
	if !w.it.Next() {
		return false
	}
	if directIter {
		w.Key, w.Elem = iterPlaces(w.it)
		return true
	}
	w.k.Elem().SetIterKey(w.it)
	w.e.Elem().SetIterValue(w.it)
	return true
}

// iterPlaces reads the two first words of the runtime's iterator, which follows the map in a reflect.MapIter.
func iterPlaces(it *reflect.MapIter) (key, elem unsafe.Pointer) {
	p := (*[2]unsafe.Pointer)(unsafe.Add(unsafe.Pointer(it), unsafe.Sizeof(reflect.Value{})))
	return p[0], p[1]
}

// directIter says whether iterPlaces works in this version of Go, found by trying.
var directIter = func() bool {
	t := reflect.TypeFor[reflect.MapIter]()
	if t.NumField() < 2 || t.Field(1).Type.Kind() != reflect.Struct || t.Field(1).Type.NumField() < 2 {
		return false
	}
	f, g := t.Field(1).Type.Field(0), t.Field(1).Type.Field(1)
	return t.Field(1).Offset == unsafe.Sizeof(reflect.Value{}) && f.Name == "key" && g.Name == "elem" && g.Offset == 8
}()
