package snapshot

import (
	"reflect"
	"strconv"
	"unsafe"
)

// trace records how a walk came to each object, to name the path to a value that cannot be carried.
type trace struct {
	from  map[int]step
	label string // key of the map entry being followed
	found string // the first path to something that cannot be carried, and what that is
}

// step is how an object was reached.
type step struct {
	target int // the object that holds the pointer
	path   string
	array  bool // the pointer was a slice's
}

// explain names the path from a variable to the first value that cannot be carried.
func (im *Image) explain(v *variable) string {
	w := newWalker(im)
	w.trace = &trace{from: map[int]step{}}
	w.cur = -1
	w.slot = nil
	w.root(v.p, v.plan)
	if w.trace.found == "" {
		return ""
	}
	return v.Name + w.trace.found
}

// key notes the key of the map entry that is followed next.
func (tr *trace) key(p unsafe.Pointer, t reflect.Type) {
	tr.label = "[…]"
	switch v := reflect.NewAt(t, p).Elem(); {
	case t.Kind() == reflect.String && v.Len() < 40:
		tr.label = "[" + strconv.Quote(v.String()) + "]"
	case v.CanInt():
		tr.label = "[" + strconv.FormatInt(v.Int(), 10) + "]"
	}
}

// record notes how the walk came to target.
func (tr *trace) record(w *walker, target int, array bool) {
	tr.from[target] = step{w.cur, tr.path(w), array}
}

// path is the path of the word being followed, from the object that holds it.
func (tr *trace) path(w *walker) string {
	if tr.label != "" {
		return tr.label
	}
	if w.cur < 0 {
		return ""
	}
	var base unsafe.Pointer
	var p *plan
	n := 1
	if known := len(w.im.known); w.cur < known {
		c := w.im.chunkOf(w.cur)
		k := int(w.im.known[w.cur].k)
		base, p, n = c.at(k), c.plan, c.elems(k)
	} else {
		win := &w.ws.list[w.cur-known]
		base, p, n = pointerAt(win.addr), w.pl.list[win.plan], win.n
	}
	off := uintptr(w.slot) - uintptr(base)
	if off >= uintptr(n)*p.size {
		return ""
	}
	path := ""
	if n > 1 || tr.from[w.cur].array {
		path = "[" + strconv.Itoa(int(off/p.size)) + "]"
	}
	return path + pathAt(p.typ, off%p.size)
}

// pathAt is the path of selectors to the word at an offset of a value of type t.
func pathAt(t reflect.Type, off uintptr) string {
	path := ""
	for {
		switch t.Kind() {
		case reflect.Struct:
			if specialOf(t) != notSpecial {
				return path
			}
			f, ok := fieldAt(t, off)
			if !ok {
				return path
			}
			path, t, off = path+"."+f.Name, f.Type, off-f.Offset
		case reflect.Array:
			size := t.Elem().Size()
			if size == 0 {
				return path
			}
			path += "[" + strconv.Itoa(int(off/size)) + "]"
			t, off = t.Elem(), off%size
		default:
			return path
		}
	}
}

// hit notes that what is being followed cannot be carried.
func (tr *trace) hit(w *walker, target int, what string) {
	if tr.found != "" {
		return
	}
	path := tr.path(w)
	for target >= 0 {
		s, ok := tr.from[target]
		if !ok {
			break
		}
		path, target = s.path+path, s.target
	}
	tr.found = path + " is " + what
}
