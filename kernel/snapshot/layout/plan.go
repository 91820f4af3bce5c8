// Package layout compiles types for walking: a [Plan] says where in a value its pointers lie and what they are, and which
// parts mean more, or less, than their bytes (special.go).
package layout

import (
	"reflect"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/memory"
)

// Plan is a type compiled for walking: where its pointers lie. Plans are made once for a type and process.
type Plan struct {
	Type  reflect.Type
	RType unsafe.Pointer
	Index uint32 // in Planner.List
	Size  uintptr
	Depth int  // nesting of structs and arrays, to tell which of two types at one address is the outer
	Ops   []Op // none: no pointers, and the memory is carried as it is
	Boxed bool // an interface holds a pointer to a value of this type, not the value itself
	spec  Special
}

// Op says what lies at an offset of a value.
type Op struct {
	Kind   OpKind
	Off    uintptr
	Size   uintptr      // OpZero, OpLock: bytes
	Elem   reflect.Type // what is pointed to; for OpMap, OpIface, OpFunc, OpChan and OpBad the type itself
	Type   reflect.Type // OpHandle: the type unique.Handle; nil in a netip.Addr
	target *Plan        // of elem, once needed
	Count  int          // OpLoop
	Stride uintptr
	Body   []Op
	Lazy   bool // what is there is made when it is first asked for, which changes no value
}

// OpKind says what lies at a place.
type OpKind uint8

// The kinds of places.
const (
	OpPtr    OpKind = iota // a pointer to elem
	OpSlice                // a slice of elem
	OpString               // a string
	OpEface                // an interface without methods
	OpIface                // an interface with methods, of type elem
	OpMap                  // a map
	OpFunc                 // a func: nil, or not carried
	OpChan                 // a chan: nil, or not carried
	OpUnsafe               // an unsafe.Pointer: nil, or not carried
	OpBad                  // a value that is not carried unless zero
	OpLock                 // a lock of size bytes: zero, or not carried
	OpZero                 // size bytes that start afresh
	OpTime                 // a time.Time
	OpRType                // a pointer to a type descriptor
	OpSync                 // a sync.Map
	OpHandle               // a unique.Handle, alone or in a netip.Addr: a pointer to elem, made anew in each process
	OpLoop                 // count times body, stride apart
)

// Planner makes plans and keeps them.
type Planner struct {
	byType  map[reflect.Type]*Plan
	byRtype map[unsafe.Pointer]*Plan
	List    []*Plan // by index
}

// NewPlanner returns a planner without plans.
func NewPlanner() *Planner {
	return &Planner{byType: map[reflect.Type]*Plan{}, byRtype: map[unsafe.Pointer]*Plan{}}
}

// Of returns the plan of a type.
func (pl *Planner) Of(t reflect.Type) *Plan {
	if p := pl.byType[t]; p != nil {
		return p
	}
	p := &Plan{Type: t, RType: memory.RTypeOf(t), Index: uint32(len(pl.List)), Size: t.Size(), Boxed: !memory.PointerShaped(t)}
	pl.byType[t] = p
	pl.List = append(pl.List, p)
	p.Depth = depthOf(t)
	p.spec = SpecialOf(t)
	p.Ops = appendOps(nil, t, 0)
	return p
}

// Of returns the plan of what o points to.
func (o *Op) Of(pl *Planner) *Plan {
	if o.target == nil {
		o.target = pl.Of(o.Elem)
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
func appendOps(ops []Op, t reflect.Type, off uintptr) []Op {
	if s := SpecialOf(t); s != NotSpecial {
		return appendSpecial(ops, s, t, off)
	}
	switch t.Kind() {
	case reflect.Pointer:
		if t == RTypePtr {
			return append(ops, Op{Kind: OpRType, Off: off})
		}
		return append(ops, Op{Kind: OpPtr, Off: off, Elem: t.Elem()})
	case reflect.Slice:
		return append(ops, Op{Kind: OpSlice, Off: off, Elem: t.Elem()})
	case reflect.String:
		return append(ops, Op{Kind: OpString, Off: off, Elem: ByteType})
	case reflect.Interface:
		if t.NumMethod() == 0 {
			return append(ops, Op{Kind: OpEface, Off: off, Elem: t})
		}
		return append(ops, Op{Kind: OpIface, Off: off, Elem: t})
	case reflect.Map:
		return append(ops, Op{Kind: OpMap, Off: off, Elem: t})
	case reflect.Func:
		return append(ops, Op{Kind: OpFunc, Off: off, Elem: t})
	case reflect.Chan:
		return append(ops, Op{Kind: OpChan, Off: off, Elem: t})
	case reflect.UnsafePointer:
		return append(ops, Op{Kind: OpUnsafe, Off: off, Elem: t})
	case reflect.Array:
		return appendLoop(ops, t, off)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			n := len(ops)
			ops = appendOps(ops, f.Type, off+f.Offset)
			if f.Name == "done" && t.PkgPath() == "context" {
				for k := range ops[n:] {
					ops[n+k].Lazy = true
				}
			}
		}
	}
	return ops
}

// appendLoop appends the operations of an array, unrolled if they are few.
func appendLoop(ops []Op, t reflect.Type, off uintptr) []Op {
	n, stride := t.Len(), t.Elem().Size()
	body := appendOps(nil, t.Elem(), 0)
	if len(body) == 0 || n == 0 {
		return ops
	}
	if n*len(body) > 16 {
		return append(ops, Op{Kind: OpLoop, Off: off, Count: n, Stride: stride, Body: body})
	}
	for i := range n {
		ops = appendOps(ops, t.Elem(), off+uintptr(i)*stride)
	}
	return ops
}

// Types that matter by themselves.
var (
	ByteType = reflect.TypeFor[byte]()
	AnyType  = reflect.TypeFor[any]()
	RTypePtr = reflect.TypeOf(reflect.TypeFor[int]())
)

// Locate reports whether a value of type t holds at offset off an array of n values of type want, n at least 1.
func Locate(t reflect.Type, off uintptr, want reflect.Type, n int) bool {
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
			f, ok := FieldAt(t, off)
			if !ok {
				return false
			}
			t, off = f.Type, off-f.Offset
		default:
			return false
		}
	}
}

// FieldAt is the field of struct t that holds the byte at off.
func FieldAt(t reflect.Type, off uintptr) (reflect.StructField, bool) {
	for i := range t.NumField() {
		if f := t.Field(i); off >= f.Offset && off < f.Offset+f.Type.Size() {
			return f, true
		}
	}
	return reflect.StructField{}, false
}

// Dynamic returns the type of an interface's value, nil if it has none.
func Dynamic(e *memory.Eface, kind OpKind) unsafe.Pointer {
	if kind == OpEface || e.Type == nil {
		return e.Type
	}
	return *(*unsafe.Pointer)(unsafe.Add(e.Type, unsafe.Sizeof(uintptr(0)))) // the itab's second word
}

// OfRType is of for a type descriptor.
func (pl *Planner) OfRType(rtype unsafe.Pointer) *Plan {
	if p := pl.byRtype[rtype]; p != nil {
		return p
	}
	p := pl.Of(memory.TypeOf(rtype))
	pl.byRtype[rtype] = p
	return p
}
