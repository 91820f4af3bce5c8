package snapshot

import (
	"github.com/mercer-go/mercer/kernel/snapshot/packed"
	"reflect"
)

// typeDesc is a type as a segment describes it, so that a program whose types have changed can still read the values.
type typeDesc struct {
	kind   reflect.Kind
	spec   special
	stub   bool   // only named: what a pointer points to, where the segment holds no such object
	pkg    string // import path of a named type
	name   string // of a named or predeclared type, with type arguments
	str    string // as reflect prints it
	size   uintptr
	len    int       // array
	elem   *typeDesc // array (inline); pointer, slice, map
	key    *typeDesc // map
	fields []fieldDesc
	twin   *typeDesc // of a stub: the same type with its layout, if the segment has it
	depth  int       // of inline nesting, to refuse descriptions that contain themselves
}

type fieldDesc struct {
	name     string
	pkg      string // of a name that is not exported
	embedded bool
	off      uintptr
	typ      *typeDesc // inline
}

// typeTable collects the types of a segment that is being written. Types get numbers in the order of first use.
type typeTable struct {
	index map[typeUse]int
	used  []typeUse // by number
	rows  [][]byte
}

// typeUse is a type in one of its two forms, whole or stub.
type typeUse struct {
	t    reflect.Type
	stub bool
}

func newTypeTable() *typeTable { return &typeTable{index: map[typeUse]int{}} }

// whole returns the number of t described with its layout.
func (tt *typeTable) whole(t reflect.Type) int { return tt.add(typeUse{t: t}) }

// name returns the number of t as the target of a pointer.
func (tt *typeTable) name(t reflect.Type) int { return tt.add(typeUse{t, t.PkgPath() != ""}) }

func (tt *typeTable) add(u typeUse) int {
	if i, ok := tt.index[u]; ok {
		return i
	}
	i := len(tt.rows)
	tt.index[u] = i
	tt.used = append(tt.used, u)
	tt.rows = append(tt.rows, nil)
	tt.rows[i] = tt.describe(u)
	return i
}

// describe encodes one type: its kind, form and names, and unless it is a stub its structure.
func (tt *typeTable) describe(u typeUse) []byte {
	t, spec := u.t, specialOf(u.t)
	b := []byte{byte(t.Kind()), byte(spec), 0}
	if u.stub {
		b[2] = 1
	}
	b = packed.AppendText(packed.AppendText(packed.AppendText(b, t.PkgPath()), t.Name()), t.String())
	b = packed.AppendUint(b, uint64(t.Size()))
	if u.stub || spec != notSpecial {
		return b
	}
	switch t.Kind() {
	case reflect.Array:
		b = packed.AppendUint(b, uint64(t.Len()))
		b = packed.AppendUint(b, uint64(tt.whole(t.Elem())))
	case reflect.Pointer, reflect.Slice:
		b = packed.AppendUint(b, uint64(tt.name(t.Elem())))
	case reflect.Map:
		b = packed.AppendUint(b, uint64(tt.name(t.Key())))
		b = packed.AppendUint(b, uint64(tt.name(t.Elem())))
	case reflect.Struct:
		b = packed.AppendUint(b, uint64(t.NumField()))
		for i := range t.NumField() {
			f := t.Field(i)
			b = packed.AppendText(packed.AppendText(b, f.Name), f.PkgPath)
			b = packed.AppendUint(packed.AppendUint(b, flag(f.Anonymous)), uint64(f.Offset))
			b = packed.AppendUint(b, uint64(tt.whole(f.Type)))
		}
	}
	return b
}

func (tt *typeTable) append(dst []byte) []byte {
	dst = packed.AppendUint(dst, uint64(len(tt.rows)))
	for _, row := range tt.rows {
		dst = append(dst, row...)
	}
	return dst
}

// typeDescs reads the table of types at the front of r.
func (r *reader) typeDescs() []*typeDesc {
	n := r.Count()
	list := make([]*typeDesc, n)
	for i := range list {
		list[i] = &typeDesc{}
	}
	for _, d := range list {
		r.typeDesc(d, list)
	}
	for _, d := range list {
		if !r.Bad && d.nesting() > maxNesting {
			r.Fail()
		}
	}
	pairTwins(list)
	return list
}

// pairTwins finds the whole description of each stub, to tell apart types of one name that functions declare inside.
func pairTwins(list []*typeDesc) {
	whole := map[string]*typeDesc{}
	for _, d := range list {
		if d.pkg != "" && !d.stub {
			whole[d.pkg+" "+d.str] = d
		}
	}
	for _, d := range list {
		if d.stub {
			d.twin = whole[d.pkg+" "+d.str]
		}
	}
}

const maxNesting = 500

func (r *reader) typeDesc(d *typeDesc, list []*typeDesc) {
	head := r.Bytes(3)
	if head == nil || head[0] == 0 || head[0] > byte(reflect.UnsafePointer) {
		r.Fail()
		return
	}
	d.kind, d.spec, d.stub = reflect.Kind(head[0]), special(head[1]), head[2] == 1
	d.pkg, d.name, d.str = r.Text(), r.Text(), r.Text()
	d.size = uintptr(r.Int(1 << 47))
	if d.stub || d.spec != notSpecial {
		return
	}
	switch d.kind {
	case reflect.Array:
		d.len, d.elem = r.Int(1<<47), r.desc(list)
	case reflect.Pointer, reflect.Slice:
		d.elem = r.desc(list)
	case reflect.Map:
		d.key, d.elem = r.desc(list), r.desc(list)
	case reflect.Struct:
		for range r.Count() {
			d.fields = append(d.fields, fieldDesc{name: r.Text(), pkg: r.Text(), embedded: r.Int(1) == 1, off: uintptr(r.Int(1 << 47)), typ: r.desc(list)})
		}
	}
}

// desc reads the number of a type.
func (r *reader) desc(list []*typeDesc) *typeDesc {
	i := r.Int(1 << 30)
	if i >= len(list) {
		r.Fail()
		return &typeDesc{}
	}
	return list[i]
}

// nesting computes how deep types lie in d inline; more than maxNesting for a type that contains itself. Along the way
// it checks that sizes agree.
func (d *typeDesc) nesting() int {
	if d.depth > 0 {
		return d.depth
	}
	d.depth = maxNesting + 1 // until it is known
	deepest := 0
	if d.kind == reflect.Array && d.elem != nil {
		deepest = d.elem.nesting()
		if d.elem.size > 0 && uintptr(d.len) != d.size/d.elem.size {
			return d.depth
		}
	}
	for _, f := range d.fields {
		deepest = max(deepest, f.typ.nesting())
		if f.typ.size > d.size || f.off > d.size-f.typ.size {
			return d.depth
		}
	}
	if w, ok := kindSizes[d.kind]; ok && d.size != w || deepest > maxNesting {
		return d.depth
	}
	d.depth = deepest + 1
	return d.depth
}

// kindSizes are the sizes in bytes of the kinds that have one.
var kindSizes = map[reflect.Kind]uintptr{
	reflect.Bool: 1, reflect.Int8: 1, reflect.Uint8: 1, reflect.Int16: 2, reflect.Uint16: 2, reflect.Int32: 4,
	reflect.Uint32: 4, reflect.Float32: 4, reflect.Int64: 8, reflect.Uint64: 8, reflect.Float64: 8, reflect.Int: 8,
	reflect.Uint: 8, reflect.Uintptr: 8, reflect.Complex64: 8, reflect.Complex128: 16, reflect.String: 16,
	reflect.Interface: 16, reflect.Slice: 24, reflect.Pointer: 8, reflect.Map: 8, reflect.Chan: 8, reflect.Func: 8,
	reflect.UnsafePointer: 8,
}

// whole reports whether the layout of d is known.
func (d *typeDesc) whole() bool { return !d.stub }
