package snapshot

import (
	"errors"
	"reflect"
	"strconv"
)

// fit says how to make a value of a program's type from the stored image of a described one.
type fit struct {
	d    *typeDesc
	to   *plan
	ops  []move
	same bool // the layouts are the same
	raw  bool // the same, and without pointers: memory is copied whole
}

// move makes one part of a value.
type move struct {
	kind     moveKind
	src, dst uintptr
	size     uintptr // moveCopy
	typ      reflect.Type
	plan     *plan        // of what is pointed to, or of the map or interface
	elem     *typeDesc    // what was pointed to
	from, to reflect.Kind // moveNumber
	count    int          // moveLoop
	srcStep  uintptr
	dstStep  uintptr
	body     []move
	what     string // moveGone
}

type moveKind uint8

const (
	moveCopy moveKind = iota
	movePtr
	moveSlice
	moveString
	moveIface
	moveMap
	moveTime
	moveRtype
	moveSync
	moveAddr
	moveNumber
	moveLoop
	moveGone // a field that the program's type does not have
)

// fitter compiles fits and remembers them.
type fitter struct {
	*resolver
	pl   *planner
	done map[agreement]*fit
}

// fit compiles how d becomes t. The error says what does not fit.
func (ft *fitter) fit(d *typeDesc, t reflect.Type) (*fit, error) {
	a := agreement{d, t}
	if f := ft.done[a]; f != nil {
		return f, nil
	}
	if d.stub {
		return nil, errDamaged
	}
	c := compiler{ft: ft, same: d.size == t.Size()}
	if err := c.value(d, t, 0, 0); err != nil {
		return nil, err
	}
	f := &fit{d: d, to: ft.pl.of(t), ops: c.ops, same: c.same}
	f.raw = f.same && len(f.to.ops) == 0
	ft.done[a] = f
	return f, nil
}

// compiler is one compilation.
type compiler struct {
	ft   *fitter
	ops  []move
	same bool
}

func (c *compiler) add(m move) {
	c.same = c.same && m.src == m.dst
	if m.kind == moveCopy && len(c.ops) > 0 {
		last := &c.ops[len(c.ops)-1]
		if last.kind == moveCopy && last.src+last.size == m.src && last.dst+last.size == m.dst {
			last.size += m.size
			return
		}
	}
	c.ops = append(c.ops, m)
}

// value compiles the move of one value.
func (c *compiler) value(d *typeDesc, t reflect.Type, src, dst uintptr) error {
	if spec := specialOf(t); spec != notSpecial || d.spec != notSpecial {
		return c.special(d, t, spec, src, dst)
	}
	if d.kind != t.Kind() {
		return c.number(d, t, src, dst)
	}
	switch d.kind {
	case reflect.Pointer:
		if t == rtypePtr {
			c.add(move{kind: moveRtype, src: src, dst: dst})
			return nil
		}
		return c.pointer(move{kind: movePtr, src: src, dst: dst}, d, t)
	case reflect.Slice:
		return c.pointer(move{kind: moveSlice, src: src, dst: dst}, d, t)
	case reflect.String:
		c.add(move{kind: moveString, src: src, dst: dst, plan: c.ft.pl.of(byteType)})
	case reflect.Interface:
		c.add(move{kind: moveIface, src: src, dst: dst, typ: t})
	case reflect.Map:
		if !c.ft.agrees(d.key, t.Key()) || !c.ft.agrees(d.elem, t.Elem()) {
			return misfit(d, t)
		}
		c.add(move{kind: moveMap, src: src, dst: dst, plan: c.ft.pl.of(t)})
	case reflect.Array:
		return c.array(d, t, src, dst)
	case reflect.Struct:
		return c.structure(d, t, src, dst)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		if d.str != t.String() {
			c.same = false
		}
	default:
		c.add(move{kind: moveCopy, src: src, dst: dst, size: t.Size()})
	}
	return nil
}

func misfit(d *typeDesc, t reflect.Type) error {
	return errors.New("a stored " + d.str + " does not fit " + t.String())
}

func (c *compiler) pointer(m move, d *typeDesc, t reflect.Type) error {
	if !c.ft.agrees(d.elem, t.Elem()) {
		return misfit(d, t)
	}
	m.plan, m.elem = c.ft.pl.of(t.Elem()), d.elem
	c.add(m)
	return nil
}

// special compiles the move of a value whose type is special on either side.
func (c *compiler) special(d *typeDesc, t reflect.Type, spec special, src, dst uintptr) error {
	if d.spec != spec || d.size != t.Size() || d.pkg != t.PkgPath() || d.name != t.Name() {
		return misfit(d, t)
	}
	for _, o := range c.ft.pl.of(t).ops {
		m := move{src: src + o.off, dst: dst + o.off}
		switch o.kind {
		case opTime:
			m.kind, m.plan = moveTime, o.of(c.ft.pl)
		case opPtr:
			m.kind, m.plan = movePtr, o.of(c.ft.pl)
		case opIface:
			m.kind, m.typ = moveIface, o.elem
		case opSync:
			m.kind, m.plan = moveSync, o.of(c.ft.pl)
		case opAddr:
			c.add(move{kind: moveCopy, src: src, dst: dst, size: o.off})
			m.kind, m.plan, m.typ, m.size = moveAddr, o.of(c.ft.pl), t, o.off
		default:
			continue
		}
		c.add(m)
	}
	return nil
}

func (c *compiler) array(d *typeDesc, t reflect.Type, src, dst uintptr) error {
	if d.len != t.Len() {
		return misfit(d, t)
	}
	f, err := c.ft.fit(d.elem, t.Elem())
	if err != nil {
		return err
	}
	if f.raw {
		c.add(move{kind: moveCopy, src: src, dst: dst, size: t.Size()})
		return nil
	}
	c.add(move{kind: moveLoop, src: src, dst: dst, count: d.len, srcStep: d.elem.size, dstStep: t.Elem().Size(), body: f.ops})
	c.same = c.same && f.same
	return nil
}

// structure compiles the move of a struct, field by field by name.
func (c *compiler) structure(d *typeDesc, t reflect.Type, src, dst uintptr) error {
	c.same = c.same && len(d.fields) == t.NumField()
	for i := range t.NumField() {
		f := t.Field(i)
		g, ok := d.field(f.Name, i)
		if !ok {
			c.same = false
			continue
		}
		if err := c.value(g.typ, f.Type, src+g.off, dst+f.Offset); err != nil {
			return errors.New("field " + f.Name + ": " + err.Error())
		}
	}
	c.gone(d, t, src)
	return nil
}

// gone compiles the loss of fields that t does not have. It matters where they are not zero.
func (c *compiler) gone(d *typeDesc, t reflect.Type, src uintptr) {
	for _, f := range d.fields {
		if f.name != "_" && f.typ.size > 0 && fieldNamed(t, f.name).Type == nil {
			c.same = false
			c.ops = append(c.ops, move{kind: moveGone, src: src + f.off, size: f.typ.size, what: f.name + " of " + d.str})
		}
	}
}

// field finds a field by name; a blank one only at its place.
func (d *typeDesc) field(name string, i int) (fieldDesc, bool) {
	if i < len(d.fields) && d.fields[i].name == name {
		return d.fields[i], true
	}
	for _, f := range d.fields {
		if f.name == name && name != "_" {
			return f, true
		}
	}
	return fieldDesc{}, false
}

// number compiles a change from one kind of number to another.
func (c *compiler) number(d *typeDesc, t reflect.Type, src, dst uintptr) error {
	if !isNumber(d.kind) || !isNumber(t.Kind()) {
		return misfit(d, t)
	}
	c.same = false
	c.add(move{kind: moveNumber, src: src, dst: dst, from: d.kind, to: t.Kind(), typ: t})
	return nil
}

func isNumber(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Float64 }

// offset translates an offset inside a stored array of d to the array of t made of it.
//
// A pointer to a struct and one to its first field have the same offset; want, the printed type of what the pointer
// points to, tells them apart.
func (f *fit) offset(off uintptr, want string) (uintptr, error) {
	if f.same {
		return off, nil
	}
	if f.d.size == 0 {
		return 0, nil
	}
	i := off / f.d.size
	in, err := translate(f.d, f.to.typ, off%f.d.size, want)
	return i*f.to.size + in, err
}

func translate(d *typeDesc, t reflect.Type, off uintptr, want string) (uintptr, error) {
	switch {
	case off == 0 && (d.str == want || d.kind != reflect.Struct || len(d.fields) == 0):
		return 0, nil
	case d.kind == reflect.Array && t.Kind() == reflect.Array && d.elem != nil && d.elem.size > 0:
		in, err := translate(d.elem, t.Elem(), off%d.elem.size, want)
		return off/d.elem.size*t.Elem().Size() + in, err
	case d.kind == reflect.Struct && t.Kind() == reflect.Struct:
		return translateField(d, t, off, want)
	case d.size == t.Size():
		return off, nil
	}
	return 0, misfit(d, t)
}

func translateField(d *typeDesc, t reflect.Type, off uintptr, want string) (uintptr, error) {
	for _, f := range d.fields {
		if off < f.off || off >= f.off+f.typ.size {
			continue
		}
		g := fieldNamed(t, f.name)
		if g.Type == nil {
			return 0, errors.New("field " + f.name + " of " + d.str + ", to which a pointer points, is gone")
		}
		in, err := translate(f.typ, g.Type, off-f.off, want)
		return g.Offset + in, err
	}
	return 0, errors.New("no field at offset " + strconv.Itoa(int(off)) + " of " + d.str)
}
