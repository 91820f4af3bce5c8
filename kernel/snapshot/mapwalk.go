package snapshot

import (
	"reflect"
	"unsafe"
)

// mapWalk iterates over a map and gives the places of its keys and values, without copying them where the layout of
// reflect's iterator is the expected one.
type mapWalk struct {
	it        *reflect.MapIter
	key, elem unsafe.Pointer
	k, e      reflect.Value // copies, where direct access is not possible
}

// mapValue is the map with the given header as a reflect.Value.
func mapValue(header unsafe.Pointer, t reflect.Type) reflect.Value {
	return reflect.NewAt(t, unsafe.Pointer(&header)).Elem()
}

func newMapWalk(header unsafe.Pointer, t reflect.Type) *mapWalk {
	w := &mapWalk{it: mapValue(header, t).MapRange()}
	if !directIter {
		w.k, w.e = reflect.New(t.Key()), reflect.New(t.Elem())
		w.key, w.elem = w.k.UnsafePointer(), w.e.UnsafePointer()
	}
	return w
}

func (w *mapWalk) next() bool {
	if !w.it.Next() {
		return false
	}
	if directIter {
		w.key, w.elem = iterPlaces(w.it)
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
