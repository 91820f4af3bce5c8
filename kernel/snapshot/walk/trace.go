package walk

import (
	"reflect"
	"strconv"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
	"github.com/mercer-go/mercer/kernel/snapshot/registry"
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

// Explain names the path from a value of a variable to the first value that cannot be carried, and says what that is; "" if
// there is none.
func Explain(pl *layout.Planner, reg *registry.Registry, p unsafe.Pointer, of *layout.Plan) string {
	w := newWalker(pl, reg)
	w.trace = &trace{from: map[int]step{}}
	w.cur = -1
	w.slot = nil
	w.root(p, of)
	return w.trace.found
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
	var p *layout.Plan
	n := 1
	if known := len(w.reg.Known); w.cur < known {
		c := w.reg.ChunkOf(w.cur)
		k := int(w.reg.Known[w.cur].Index)
		base, p, n = c.At(k), c.Plan, c.Elems(k)
	} else {
		win := &w.ws.list[w.cur-known]
		base, p, n = memory.At(win.addr), w.pl.List[win.plan], win.n
	}
	off := uintptr(w.slot) - uintptr(base)
	if off >= uintptr(n)*p.Size {
		return ""
	}
	path := ""
	if n > 1 || tr.from[w.cur].array {
		path = "[" + strconv.Itoa(int(off/p.Size)) + "]"
	}
	return path + pathAt(p.Type, off%p.Size)
}

// pathAt is the path of selectors to the word at an offset of a value of type t.
func pathAt(t reflect.Type, off uintptr) string {
	path := ""
	for {
		switch t.Kind() {
		case reflect.Struct:
			if layout.SpecialOf(t) != layout.NotSpecial {
				return path
			}
			f, ok := layout.FieldAt(t, off)
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
