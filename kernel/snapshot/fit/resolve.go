package fit

import (
	"errors"
	"reflect"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/format"
	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
)

// resolver finds the program's type for a described one: among the types linked into the program, then among those
// that the variables and anchors reach.
type resolver struct {
	roots    []reflect.Type // where to look when the linker's table does not have a type
	refs     []memory.Ref   // variables whose types, and those of what they hold, are looked through as well
	byString map[string][]reflect.Type
	done     map[*format.Type]reflect.Type
	agreed   map[agreement]bool
}

// newResolver returns a resolver that looks among the types of the program, then among those that roots lead to, and refs.
func newResolver(roots []reflect.Type, refs []memory.Ref) *resolver {
	return &resolver{roots: roots, refs: refs, done: map[*format.Type]reflect.Type{}, agreed: map[agreement]bool{}}
}

// predeclared are the types that need no looking up, by name.
var predeclared = func() map[string]reflect.Type {
	m := map[string]reflect.Type{}
	for _, t := range []reflect.Type{
		reflect.TypeFor[bool](), reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[int16](),
		reflect.TypeFor[int32](), reflect.TypeFor[int64](), reflect.TypeFor[uint](), reflect.TypeFor[uint8](),
		reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64](), reflect.TypeFor[uintptr](),
		reflect.TypeFor[float32](), reflect.TypeFor[float64](), reflect.TypeFor[complex64](), reflect.TypeFor[complex128](),
		reflect.TypeFor[string](), reflect.TypeFor[error](), reflect.TypeFor[unsafe.Pointer](),
	} {
		m[t.Name()] = t
	}
	return m
}()

// Find returns the program's type for d, or an error that names it.
func (rs *resolver) Find(d *format.Type) (reflect.Type, error) { return rs.findDepth(d, 0) }

func (rs *resolver) findDepth(d *format.Type, depth int) (reflect.Type, error) {
	if t := rs.done[d]; t != nil {
		return t, nil
	}
	if depth > format.MaxNesting {
		return nil, format.ErrDamaged
	}
	t, err := rs.search(d, depth)
	if err != nil {
		return nil, err
	}
	rs.done[d] = t
	return t, nil
}

func (rs *resolver) search(d *format.Type, depth int) (reflect.Type, error) {
	if d.Pkg != "" {
		return rs.named(d)
	}
	if t := predeclared[d.Name]; t != nil && t.Kind() == d.Kind {
		return t, nil
	}
	switch d.Kind {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return rs.composite(d, depth)
	}
	if d.Text == "interface {}" {
		return layout.AnyType, nil
	}
	for _, t := range rs.linked(d.Text) {
		if t.Name() == "" && rs.agrees(d, t) {
			return t, nil
		}
	}
	if d.Kind == reflect.Struct && d.Whole() {
		return rs.structure(d, depth)
	}
	return nil, missingType(d)
}

// structure makes an unnamed struct type that the program does not mention. Embedded fields are beyond reflect.
func (rs *resolver) structure(d *format.Type, depth int) (reflect.Type, error) {
	var fields []reflect.StructField
	for _, f := range d.Fields {
		t, err := rs.findDepth(f.Type, depth+1)
		if err != nil {
			return nil, err
		}
		if f.Embedded || f.Name == "" || f.Pkg == "" && (f.Name[0] < 'A' || f.Name[0] > 'Z') {
			return nil, missingType(d)
		}
		fields = append(fields, reflect.StructField{Name: f.Name, PkgPath: f.Pkg, Type: t})
	}
	return reflect.StructOf(fields), nil
}

func missingType(d *format.Type) error {
	return errors.New("the program has no type " + d.Text)
}

// composite makes a pointer, slice, array or map type from its parts.
func (rs *resolver) composite(d *format.Type, depth int) (reflect.Type, error) {
	elem, err := rs.findDepth(d.Elem, depth+1)
	if err != nil {
		return nil, err
	}
	switch d.Kind {
	case reflect.Pointer:
		return reflect.PointerTo(elem), nil
	case reflect.Slice:
		return reflect.SliceOf(elem), nil
	case reflect.Array:
		if elem.Size() > 0 && uintptr(d.Len) > (1<<40)/elem.Size() {
			return nil, format.ErrDamaged
		}
		return reflect.ArrayOf(d.Len, elem), nil
	}
	key, err := rs.findDepth(d.Key, depth+1)
	if err != nil {
		return nil, err
	}
	if !key.Comparable() {
		return nil, format.ErrDamaged
	}
	return reflect.MapOf(key, elem), nil
}

// named finds a named type. Several types may have one name, as those declared inside functions do; one whose
// structure agrees is preferred.
func (rs *resolver) named(d *format.Type) (reflect.Type, error) {
	if d.Twin != nil {
		d = d.Twin
	}
	var found reflect.Type
	for _, t := range rs.linked(d.Text) {
		if t.PkgPath() != d.Pkg || t.Name() != d.Name {
			continue
		}
		if found == nil || d.Whole() && sameShape(d, t) && !sameShape(d, found) {
			found = t
		}
	}
	if found == nil {
		return nil, missingType(d)
	}
	return found, nil
}

// linked returns the types that print as str.
func (rs *resolver) linked(str string) []reflect.Type {
	var list []reflect.Type
	for _, rtype := range memory.TypesByString("*" + str) {
		list = append(list, memory.TypeOf(rtype).Elem())
	}
	for _, rtype := range memory.TypesByString(str) {
		list = append(list, memory.TypeOf(rtype))
	}
	if len(list) > 0 {
		return list
	}
	if rs.byString == nil {
		rs.byString = map[string][]reflect.Type{}
		seen := map[reflect.Type]bool{}
		for _, t := range rs.roots {
			rs.collect(t, seen)
		}
		for _, r := range rs.refs {
			rs.collectHeld(r, seen)
		}
	}
	return rs.byString[str]
}

// collectHeld enters the type of a package's variable, and of the value that it holds as an interface.
func (rs *resolver) collectHeld(r memory.Ref, seen map[reflect.Type]bool) {
	v := reflect.ValueOf(r.Ptr)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return
	}
	v = v.Elem()
	rs.collect(v.Type(), seen)
	if v.Kind() == reflect.Interface && !v.IsNil() {
		rs.collect(v.Elem().Type(), seen)
	}
}

// collect enters t and all that it is made of.
func (rs *resolver) collect(t reflect.Type, seen map[reflect.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	rs.byString[t.String()] = append(rs.byString[t.String()], t)
	switch t.Kind() {
	case reflect.Map:
		rs.collect(t.Key(), seen)
		rs.collect(t.Elem(), seen)
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan:
		rs.collect(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			rs.collect(t.Field(i).Type, seen)
		}
	}
}

// sameShape reports whether a described type has the same kind, size, and field names as t.
func sameShape(d *format.Type, t reflect.Type) bool {
	if d.Kind != t.Kind() || d.Size != t.Size() {
		return false
	}
	if d.Kind != reflect.Struct || d.Spec != layout.NotSpecial {
		return true
	}
	if len(d.Fields) != t.NumField() {
		return false
	}
	for i, f := range d.Fields {
		if g := t.Field(i); f.Name != g.Name || f.Off != g.Offset || f.Type.Text != g.Type.String() {
			return false
		}
	}
	return true
}

type agreement struct {
	d *format.Type
	t reflect.Type
}

// agrees reports whether a pointer to d may become a pointer to t: the same name, or the same structure without one.
func (rs *resolver) agrees(d *format.Type, t reflect.Type) bool {
	if d.Pkg != t.PkgPath() || d.Name != t.Name() || d.Kind != t.Kind() && d.Pkg == "" {
		return false
	}
	if d.Name != "" {
		return true
	}
	a := agreement{d, t}
	if ok, seen := rs.agreed[a]; seen {
		return ok
	}
	rs.agreed[a] = true // for a structure that contains itself
	ok := rs.agreesInside(d, t)
	rs.agreed[a] = ok
	return ok
}

func (rs *resolver) agreesInside(d *format.Type, t reflect.Type) bool {
	switch d.Kind {
	case reflect.Pointer, reflect.Slice:
		return rs.agrees(d.Elem, t.Elem())
	case reflect.Array:
		return d.Len == t.Len() && rs.agrees(d.Elem, t.Elem())
	case reflect.Map:
		return rs.agrees(d.Key, t.Key()) && rs.agrees(d.Elem, t.Elem())
	case reflect.Struct:
		if len(d.Fields) != t.NumField() {
			return false
		}
		for i, f := range d.Fields {
			if f.Name != t.Field(i).Name || !rs.agrees(f.Type, t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return d.Text == t.String()
}

// Closure is the set of the types that t is made of, t among them.
func Closure(t reflect.Type) map[reflect.Type]bool {
	set := map[reflect.Type]bool{}
	(&resolver{byString: map[string][]reflect.Type{}}).collect(t, set)
	return set
}
