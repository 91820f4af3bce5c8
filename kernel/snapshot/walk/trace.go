package walk

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"
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
	w := newWalker(pl, reg, nil)
	w.trace = &trace{from: map[int]step{}}
	w.cur = -1
	w.slot = nil
	w.root(p, of)
	return w.trace.found
}

// entry is an entry of a map, copied.
type entry struct{ key, elem reflect.Value }

// entries visits the entries of a map, ordered by their keys and values as far as these have an order, so that of several values that
// cannot be carried the same is named each time.
func (tr *trace) entries(header unsafe.Pointer, t reflect.Type, visit func(key, elem unsafe.Pointer)) {
	var list []entry
	for it := memory.MapValue(header, t).MapRange(); it.Next(); {
		e := entry{reflect.New(t.Key()), reflect.New(t.Elem())}
		e.key.Elem().SetIterKey(it)
		e.elem.Elem().SetIterValue(it)
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b entry) int {
		return cmp.Or(order(a.key.Elem(), b.key.Elem()), order(a.elem.Elem(), b.elem.Elem()))
	})
	for _, e := range list {
		tr.key(e.key.UnsafePointer(), t.Key())
		visit(e.key.UnsafePointer(), e.elem.UnsafePointer())
	}
	tr.label = ""
}

// order compares two values of a type: numbers, texts and what consists of them by what they are, interfaces by what is in them. Other
// values, such as pointers, are equal.
func order(a, b reflect.Value) int {
	switch {
	case a.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	case a.CanFloat():
		return cmp.Compare(a.Float(), b.Float())
	case a.CanComplex():
		return cmp.Or(cmp.Compare(real(a.Complex()), real(b.Complex())), cmp.Compare(imag(a.Complex()), imag(b.Complex())))
	}
	switch a.Kind() {
	case reflect.String:
		return strings.Compare(a.String(), b.String())
	case reflect.Bool:
		return cmp.Compare(number(a.Bool()), number(b.Bool()))
	case reflect.Interface:
		return orderDynamic(a.Elem(), b.Elem())
	case reflect.Array:
		return firstOrder(a.Len(), func(i int) int { return order(a.Index(i), b.Index(i)) })
	case reflect.Struct:
		return firstOrder(a.NumField(), func(i int) int { return order(a.Field(i), b.Field(i)) })
	}
	return 0
}

// orderDynamic compares what two interfaces hold; those with nothing come first.
func orderDynamic(a, b reflect.Value) int {
	switch {
	case !a.IsValid() || !b.IsValid():
		return cmp.Compare(number(a.IsValid()), number(b.IsValid()))
	case a.Type() != b.Type():
		return strings.Compare(a.Type().String(), b.Type().String())
	}
	return order(a, b)
}

// firstOrder is the first of n comparisons that tells a difference.
func firstOrder(n int, compare func(i int) int) int {
	for i := range n {
		if c := compare(i); c != 0 {
			return c
		}
	}
	return 0
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
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
