package snapshot

import (
	"reflect"
	"unsafe"
)

// plan is a type compiled for walking: where its pointers lie. Plans are made once for a type and process.
type plan struct {
	typ   reflect.Type
	rtype unsafe.Pointer
	index uint32 // in planner.list
	size  uintptr
	depth int  // nesting of structs and arrays, to tell which of two types at one address is the outer
	ops   []op // none: no pointers, and the memory is carried as it is
	boxed bool // an interface holds a pointer to a value of this type, not the value itself
	spec  special
}

// op says what lies at an offset of a value.
type op struct {
	kind   opKind
	off    uintptr
	size   uintptr      // opZero, opLock: bytes
	elem   reflect.Type // what is pointed to; for opMap, opIface, opFunc, opChan and opBad the type itself
	target *plan        // of elem, once needed
	count  int          // opLoop
	stride uintptr
	body   []op
}

type opKind uint8

const (
	opPtr    opKind = iota // a pointer to elem
	opSlice                // a slice of elem
	opString               // a string
	opEface                // an interface without methods
	opIface                // an interface with methods, of type elem
	opMap                  // a map
	opFunc                 // a func: nil, or not carried
	opChan                 // a chan: nil, or not carried
	opUnsafe               // an unsafe.Pointer: nil, or not carried
	opBad                  // a value that is not carried unless zero
	opLock                 // a lock of size bytes: zero, or not carried
	opZero                 // size bytes that start afresh
	opTime                 // a time.Time
	opRtype                // a pointer to a type descriptor
	opSync                 // a sync.Map
	opAddr                 // the handle in a netip.Addr
	opLoop                 // count times body, stride apart
)

// planner makes plans and keeps them.
type planner struct {
	byType  map[reflect.Type]*plan
	byRtype map[unsafe.Pointer]*plan
	list    []*plan
}

func newPlanner() *planner {
	return &planner{byType: map[reflect.Type]*plan{}, byRtype: map[unsafe.Pointer]*plan{}}
}

func (pl *planner) of(t reflect.Type) *plan {
	if p := pl.byType[t]; p != nil {
		return p
	}
	p := &plan{typ: t, rtype: rtypeOf(t), index: uint32(len(pl.list)), size: t.Size(), boxed: !pointerShaped(t)}
	pl.byType[t] = p
	pl.list = append(pl.list, p)
	p.depth = depthOf(t)
	p.spec = specialOf(t)
	p.ops = appendOps(nil, t, 0)
	return p
}

// of returns the plan of what o points to.
func (o *op) of(pl *planner) *plan {
	if o.target == nil {
		o.target = pl.of(o.elem)
	}
	return o.target
}

func depthOf(t reflect.Type) int {
	switch t.Kind() {
	case reflect.Array:
		return 1 + depthOf(t.Elem())
	case reflect.Struct:
		d := 0
		for i := range t.NumField() {
			d = max(d, depthOf(t.Field(i).Type))
		}
		return 1 + d
	}
	return 0
}

// appendOps appends the operations of a value of type t at offset off.
func appendOps(ops []op, t reflect.Type, off uintptr) []op {
	if s := specialOf(t); s != notSpecial {
		return appendSpecial(ops, s, t, off)
	}
	switch t.Kind() {
	case reflect.Pointer:
		if t == rtypePtr {
			return append(ops, op{kind: opRtype, off: off})
		}
		return append(ops, op{kind: opPtr, off: off, elem: t.Elem()})
	case reflect.Slice:
		return append(ops, op{kind: opSlice, off: off, elem: t.Elem()})
	case reflect.String:
		return append(ops, op{kind: opString, off: off, elem: byteType})
	case reflect.Interface:
		if t.NumMethod() == 0 {
			return append(ops, op{kind: opEface, off: off, elem: t})
		}
		return append(ops, op{kind: opIface, off: off, elem: t})
	case reflect.Map:
		return append(ops, op{kind: opMap, off: off, elem: t})
	case reflect.Func:
		return append(ops, op{kind: opFunc, off: off, elem: t})
	case reflect.Chan:
		return append(ops, op{kind: opChan, off: off, elem: t})
	case reflect.UnsafePointer:
		return append(ops, op{kind: opUnsafe, off: off, elem: t})
	case reflect.Array:
		return appendLoop(ops, t, off)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			ops = appendOps(ops, f.Type, off+f.Offset)
		}
	}
	return ops
}

// appendLoop appends the operations of an array, unrolled if they are few.
func appendLoop(ops []op, t reflect.Type, off uintptr) []op {
	n, stride := t.Len(), t.Elem().Size()
	body := appendOps(nil, t.Elem(), 0)
	if len(body) == 0 || n == 0 {
		return ops
	}
	if n*len(body) > 16 {
		return append(ops, op{kind: opLoop, off: off, count: n, stride: stride, body: body})
	}
	for i := range n {
		ops = appendOps(ops, t.Elem(), off+uintptr(i)*stride)
	}
	return ops
}

var (
	byteType = reflect.TypeFor[byte]()
	anyType  = reflect.TypeFor[any]()
	rtypePtr = reflect.TypeOf(reflect.TypeFor[int]())
	errorPtr = reflect.TypeOf(errDamaged) // an anchor: *errors.errorString is found in every program
)

// locate reports whether a value of type t holds at offset off an array of n values of type want, n at least 1.
func locate(t reflect.Type, off uintptr, want reflect.Type, n int) bool {
	for {
		if t == want && off == 0 && n == 1 {
			return true
		}
		switch t.Kind() {
		case reflect.Array:
			e := t.Elem()
			if e.Size() == 0 {
				return false
			}
			i := off / e.Size()
			if e == want && off%e.Size() == 0 && n <= t.Len()-int(i) {
				return true
			}
			if i >= uintptr(t.Len()) {
				return false
			}
			t, off = e, off%e.Size()
		case reflect.Struct:
			f, ok := fieldAt(t, off)
			if !ok {
				return false
			}
			t, off = f.Type, off-f.Offset
		default:
			return false
		}
	}
}

// fieldAt is the field of struct t that holds the byte at off.
func fieldAt(t reflect.Type, off uintptr) (reflect.StructField, bool) {
	for i := range t.NumField() {
		if f := t.Field(i); off >= f.Offset && off < f.Offset+f.Type.Size() {
			return f, true
		}
	}
	return reflect.StructField{}, false
}
