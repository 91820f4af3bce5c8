package format

import (
	"reflect"

	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/packed"
)

// Type is a type as a segment describes it, so that a program whose types have changed can still read the values.
type Type struct {
	Kind   reflect.Kind
	Spec   layout.Special
	Stub   bool   // only named: what a pointer points to, where the segment holds no such object
	Pkg    string // import path of a named type
	Name   string // of a named or predeclared type, with type arguments
	Text   string // as reflect prints it
	Size   uintptr
	Len    int   // array
	Elem   *Type // array (inline); pointer, slice, map
	Key    *Type // map
	Fields []Field
	Twin   *Type // of a stub: the same type with its layout, if the segment has it
	depth  int   // of inline nesting, to refuse descriptions that contain themselves
}

// Field is a field of a struct.
type Field struct {
	Name     string
	Pkg      string // of a name that is not exported
	Embedded bool
	Off      uintptr
	Type     *Type // inline
}

// Table collects the types of a segment that is being written. Types get numbers in the order of first use.
type Table struct {
	index map[typeUse]int
	used  []typeUse // by number
	rows  [][]byte
}

// typeUse is a type in one of its two forms, whole or stub.
type typeUse struct {
	t    reflect.Type
	stub bool
}

// NewTable returns an empty table.
func NewTable() *Table { return &Table{index: map[typeUse]int{}} }

// Whole returns the number of t described with its layout.
func (tt *Table) Whole(t reflect.Type) int { return tt.add(typeUse{t: t}) }

// Name returns the number of t as the target of a pointer.
func (tt *Table) Name(t reflect.Type) int { return tt.add(typeUse{t, t.PkgPath() != ""}) }

func (tt *Table) add(u typeUse) int {
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
func (tt *Table) describe(u typeUse) []byte {
	t, spec := u.t, layout.SpecialOf(u.t)
	b := []byte{byte(t.Kind()), byte(spec), 0}
	if u.stub {
		b[2] = 1
	}
	b = packed.AppendText(packed.AppendText(packed.AppendText(b, t.PkgPath()), t.Name()), t.String())
	b = packed.AppendUint(b, uint64(t.Size()))
	if u.stub || spec != layout.NotSpecial {
		return b
	}
	switch t.Kind() {
	case reflect.Array:
		b = packed.AppendUint(b, uint64(t.Len()))
		b = packed.AppendUint(b, uint64(tt.Whole(t.Elem())))
	case reflect.Pointer, reflect.Slice:
		b = packed.AppendUint(b, uint64(tt.Name(t.Elem())))
	case reflect.Map:
		b = packed.AppendUint(b, uint64(tt.Name(t.Key())))
		b = packed.AppendUint(b, uint64(tt.Name(t.Elem())))
	case reflect.Struct:
		b = packed.AppendUint(b, uint64(t.NumField()))
		for i := range t.NumField() {
			f := t.Field(i)
			b = packed.AppendText(packed.AppendText(b, f.Name), f.PkgPath)
			b = packed.AppendUint(packed.AppendUint(b, packed.Flag(f.Anonymous)), uint64(f.Offset))
			b = packed.AppendUint(b, uint64(tt.Whole(f.Type)))
		}
	}
	return b
}

// Append appends the table's bytes to dst.
func (tt *Table) Append(dst []byte) []byte {
	dst = packed.AppendUint(dst, uint64(len(tt.rows)))
	for _, row := range tt.rows {
		dst = append(dst, row...)
	}
	return dst
}

// typeDescs reads the table of types at the front of r.
func (r *reader) typeDescs() []*Type {
	n := r.Count()
	list := make([]*Type, n)
	for i := range list {
		list[i] = &Type{}
	}
	for _, d := range list {
		r.typeDesc(d, list)
	}
	for _, d := range list {
		if !r.Bad && d.nesting() > MaxNesting {
			r.Fail()
		}
	}
	pairTwins(list)
	return list
}

// pairTwins finds the whole description of each stub, to tell apart types of one name that functions declare inside.
func pairTwins(list []*Type) {
	whole := map[string]*Type{}
	for _, d := range list {
		if d.Pkg != "" && !d.Stub {
			whole[d.Pkg+" "+d.Text] = d
		}
	}
	for _, d := range list {
		if d.Stub {
			d.Twin = whole[d.Pkg+" "+d.Text]
		}
	}
}

// MaxNesting bounds how deep types may lie in one another.
const MaxNesting = 500

func (r *reader) typeDesc(d *Type, list []*Type) {
	head := r.Bytes(3)
	if head == nil || head[0] == 0 || head[0] > byte(reflect.UnsafePointer) {
		r.Fail()
		return
	}
	d.Kind, d.Spec, d.Stub = reflect.Kind(head[0]), layout.Special(head[1]), head[2] == 1
	d.Pkg, d.Name, d.Text = r.Text(), r.Text(), r.Text()
	d.Size = uintptr(r.Int(1 << 47))
	if d.Stub || d.Spec != layout.NotSpecial {
		return
	}
	switch d.Kind {
	case reflect.Array:
		d.Len, d.Elem = r.Int(1<<47), r.desc(list)
	case reflect.Pointer, reflect.Slice:
		d.Elem = r.desc(list)
	case reflect.Map:
		d.Key, d.Elem = r.desc(list), r.desc(list)
	case reflect.Struct:
		for range r.Count() {
			d.Fields = append(d.Fields, Field{Name: r.Text(), Pkg: r.Text(), Embedded: r.Int(1) == 1, Off: uintptr(r.Int(1 << 47)), Type: r.desc(list)})
		}
	}
}

// desc reads the number of a type.
func (r *reader) desc(list []*Type) *Type {
	i := r.Int(1 << 30)
	if i >= len(list) {
		r.Fail()
		return &Type{}
	}
	return list[i]
}

// nesting computes how deep types lie in d inline; more than maxNesting for a type that contains itself. Along the way
// it checks that sizes agree.
func (d *Type) nesting() int {
	if d.depth > 0 {
		return d.depth
	}
	d.depth = MaxNesting + 1 // until it is known
	deepest := 0
	if d.Kind == reflect.Array && d.Elem != nil {
		deepest = d.Elem.nesting()
		if d.Elem.Size > 0 && uintptr(d.Len) != d.Size/d.Elem.Size {
			return d.depth
		}
	}
	for _, f := range d.Fields {
		deepest = max(deepest, f.Type.nesting())
		if f.Type.Size > d.Size || f.Off > d.Size-f.Type.Size {
			return d.depth
		}
	}
	if w, ok := kindSizes[d.Kind]; ok && d.Size != w || deepest > MaxNesting {
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

// Whole reports whether the layout of d is known.
func (d *Type) Whole() bool { return !d.Stub }

// Field finds a field by name; a blank one only at its place.
func (d *Type) Field(name string, i int) (Field, bool) {
	if i < len(d.Fields) && d.Fields[i].Name == name {
		return d.Fields[i], true
	}
	for _, f := range d.Fields {
		if f.Name == name && name != "_" {
			return f, true
		}
	}
	return Field{}, false
}

// Cut forgets the types added after the first n.
func (tt *Table) Cut(n int) {
	for u, i := range tt.index {
		if i >= n {
			delete(tt.index, u)
		}
	}
	tt.used, tt.rows = tt.used[:n], tt.rows[:n]
}

// Len is how many types there are.
func (tt *Table) Len() int { return len(tt.rows) }

// At is type number i.
func (tt *Table) At(i int) reflect.Type { return tt.used[i].t }
