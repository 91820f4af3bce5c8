// Package fit finds out how a stored value becomes one of the program's: which of its types a described type is
// (resolve.go), and by which moves memory is made from an image, field by field by name where the type has changed since
// (fit.go).
package fit

import (
	"errors"
	"reflect"
	"strconv"

	"github.com/mercer-go/mercer/kernel/snapshot/format"
	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
)

// Fit says how to make a value of a program's type from the stored image of a described one.
type Fit struct {
	From *format.Type
	To   *layout.Plan
	Ops  []Move
	Same bool // the layouts are the same
	Raw  bool // the same, and without pointers: memory is copied whole
}

// Move makes one part of a value.
type Move struct {
	Kind     MoveKind
	Src, Dst uintptr
	Size     uintptr // MoveCopy
	Type     reflect.Type
	Plan     *layout.Plan // of what is pointed to, or of the map or interface
	Elem     *format.Type // what was pointed to
	From, To reflect.Kind // MoveNumber
	Count    int          // MoveLoop
	SrcStep  uintptr
	DstStep  uintptr
	Body     []Move
	What     string // MoveGone
}

// MoveKind says what a move makes.
type MoveKind uint8

// The kinds of moves.
const (
	MoveCopy MoveKind = iota
	MovePtr
	MoveSlice
	MoveString
	MoveIface
	MoveMap
	MoveTime
	MoveRType
	MoveSync
	MoveAddr
	MoveHandle
	MoveNumber
	MoveLoop
	MoveGone // a field that the program's type does not have
)

// Fitter compiles fits and remembers them.
type Fitter struct {
	*resolver
	pl   *layout.Planner
	done map[agreement]*Fit
}

// Fit compiles how d becomes t. The error says what does not fit.
func (ft *Fitter) Fit(d *format.Type, t reflect.Type) (*Fit, error) {
	a := agreement{d, t}
	if f := ft.done[a]; f != nil {
		return f, nil
	}
	if d.Stub {
		return nil, format.ErrDamaged
	}
	c := compiler{ft: ft, same: d.Size == t.Size()}
	if err := c.value(d, t, 0, 0); err != nil {
		return nil, err
	}
	f := &Fit{From: d, To: ft.pl.Of(t), Ops: c.ops, Same: c.same}
	f.Raw = f.Same && len(f.To.Ops) == 0
	ft.done[a] = f
	return f, nil
}

// compiler is one compilation.
type compiler struct {
	ft   *Fitter
	ops  []Move
	same bool
}

func (c *compiler) add(m Move) {
	c.same = c.same && m.Src == m.Dst
	if m.Kind == MoveCopy && len(c.ops) > 0 {
		last := &c.ops[len(c.ops)-1]
		if last.Kind == MoveCopy && last.Src+last.Size == m.Src && last.Dst+last.Size == m.Dst {
			last.Size += m.Size
			return
		}
	}
	c.ops = append(c.ops, m)
}

// value compiles the move of one value.
func (c *compiler) value(d *format.Type, t reflect.Type, src, dst uintptr) error {
	if spec := layout.SpecialOf(t); spec != layout.NotSpecial || d.Spec != layout.NotSpecial {
		return c.special(d, t, spec, src, dst)
	}
	if d.Kind != t.Kind() {
		return c.number(d, t, src, dst)
	}
	switch d.Kind {
	case reflect.Pointer:
		if t == layout.RTypePtr {
			c.add(Move{Kind: MoveRType, Src: src, Dst: dst})
			return nil
		}
		return c.pointer(Move{Kind: MovePtr, Src: src, Dst: dst}, d, t)
	case reflect.Slice:
		return c.pointer(Move{Kind: MoveSlice, Src: src, Dst: dst}, d, t)
	case reflect.String:
		c.add(Move{Kind: MoveString, Src: src, Dst: dst, Plan: c.ft.pl.Of(layout.ByteType)})
	case reflect.Interface:
		c.add(Move{Kind: MoveIface, Src: src, Dst: dst, Type: t})
	case reflect.Map:
		if !c.ft.agrees(d.Key, t.Key()) || !c.ft.agrees(d.Elem, t.Elem()) {
			return Misfit(d, t)
		}
		c.add(Move{Kind: MoveMap, Src: src, Dst: dst, Plan: c.ft.pl.Of(t)})
	case reflect.Array:
		return c.array(d, t, src, dst)
	case reflect.Struct:
		return c.structure(d, t, src, dst)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		if d.Text != t.String() {
			c.same = false
		}
	default:
		c.add(Move{Kind: MoveCopy, Src: src, Dst: dst, Size: t.Size()})
	}
	return nil
}

// Misfit is the error of a stored type that does not fit one of the program's.
func Misfit(d *format.Type, t reflect.Type) error {
	return errors.New("a stored " + d.Text + " does not fit " + t.String())
}

func (c *compiler) pointer(m Move, d *format.Type, t reflect.Type) error {
	if !c.ft.agrees(d.Elem, t.Elem()) {
		return Misfit(d, t)
	}
	m.Plan, m.Elem = c.ft.pl.Of(t.Elem()), d.Elem
	c.add(m)
	return nil
}

// special compiles the move of a value whose type is special on either side.
func (c *compiler) special(d *format.Type, t reflect.Type, spec layout.Special, src, dst uintptr) error {
	if d.Spec != spec || d.Size != t.Size() || d.Pkg != t.PkgPath() || d.Name != t.Name() {
		return Misfit(d, t)
	}
	for _, o := range c.ft.pl.Of(t).Ops {
		m := Move{Src: src + o.Off, Dst: dst + o.Off}
		switch o.Kind {
		case layout.OpTime:
			m.Kind, m.Plan = MoveTime, o.Of(c.ft.pl)
		case layout.OpPtr:
			m.Kind, m.Plan = MovePtr, o.Of(c.ft.pl)
		case layout.OpIface:
			m.Kind, m.Type = MoveIface, o.Elem
		case layout.OpSync:
			m.Kind, m.Plan = MoveSync, o.Of(c.ft.pl)
		case layout.OpHandle:
			if o.Type != nil {
				m.Kind, m.Plan, m.Type = MoveHandle, o.Of(c.ft.pl), o.Type
				break
			}
			c.add(Move{Kind: MoveCopy, Src: src, Dst: dst, Size: o.Off})
			m.Kind, m.Plan, m.Type, m.Size = MoveAddr, o.Of(c.ft.pl), t, o.Off
		default:
			continue
		}
		c.add(m)
	}
	return nil
}

func (c *compiler) array(d *format.Type, t reflect.Type, src, dst uintptr) error {
	if d.Len != t.Len() {
		return Misfit(d, t)
	}
	f, err := c.ft.Fit(d.Elem, t.Elem())
	if err != nil {
		return err
	}
	if f.Raw {
		c.add(Move{Kind: MoveCopy, Src: src, Dst: dst, Size: t.Size()})
		return nil
	}
	c.add(Move{Kind: MoveLoop, Src: src, Dst: dst, Count: d.Len, SrcStep: d.Elem.Size, DstStep: t.Elem().Size(), Body: f.Ops})
	c.same = c.same && f.Same
	return nil
}

// structure compiles the move of a struct, field by field by name.
func (c *compiler) structure(d *format.Type, t reflect.Type, src, dst uintptr) error {
	c.same = c.same && len(d.Fields) == t.NumField()
	for i := range t.NumField() {
		f := t.Field(i)
		g, ok := d.Field(f.Name, i)
		if !ok {
			c.same = false
			continue
		}
		if err := c.value(g.Type, f.Type, src+g.Off, dst+f.Offset); err != nil {
			return errors.New("field " + f.Name + ": " + err.Error())
		}
		if from, to := paddingAfter(t, i); from < to && len(d.Fields) == t.NumField() && d.Size == t.Size() &&
			g.Off == f.Offset && g.Type.Size == f.Type.Size() {
			c.add(Move{Kind: MoveCopy, Src: src + from, Dst: dst + from, Size: to - from})
		}
	}
	c.gone(d, t, src)
	return nil
}

// paddingAfter is where the padding behind a field begins and ends. It is copied like the rest: what lies there means nothing, but
// objects are compared byte for byte when it is decided whether a program has changed them.
func paddingAfter(t reflect.Type, field int) (from, to uintptr) {
	f := t.Field(field)
	from, to = f.Offset+f.Type.Size(), t.Size()
	if field+1 < t.NumField() {
		to = t.Field(field + 1).Offset
	}
	return from, to
}

// gone compiles the loss of fields that t does not have. It matters where they are not zero.
func (c *compiler) gone(d *format.Type, t reflect.Type, src uintptr) {
	for _, f := range d.Fields {
		if f.Name != "_" && f.Type.Size > 0 && layout.FieldNamed(t, f.Name).Type == nil {
			c.same = false
			c.ops = append(c.ops, Move{Kind: MoveGone, Src: src + f.Off, Size: f.Type.Size, What: f.Name + " of " + d.Text})
		}
	}
}

// number compiles a change from one kind of number to another.
func (c *compiler) number(d *format.Type, t reflect.Type, src, dst uintptr) error {
	if !isNumber(d.Kind) || !isNumber(t.Kind()) {
		return Misfit(d, t)
	}
	c.same = false
	c.add(Move{Kind: MoveNumber, Src: src, Dst: dst, From: d.Kind, To: t.Kind(), Type: t})
	return nil
}

func isNumber(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Float64 }

// Offset translates an offset inside a stored array of d to the array of t made of it.
//
// A pointer to a struct and one to its first field have the same offset; want, the printed type of what the pointer
// points to, tells them apart.
func (f *Fit) Offset(off uintptr, want string) (uintptr, error) {
	if f.Same {
		return off, nil
	}
	if f.From.Size == 0 {
		return 0, nil
	}
	i := off / f.From.Size
	in, err := translate(f.From, f.To.Type, off%f.From.Size, want)
	return i*f.To.Size + in, err
}

func translate(d *format.Type, t reflect.Type, off uintptr, want string) (uintptr, error) {
	switch {
	case off == 0 && (d.Text == want || d.Kind != reflect.Struct || len(d.Fields) == 0):
		return 0, nil
	case d.Kind == reflect.Array && t.Kind() == reflect.Array && d.Elem != nil && d.Elem.Size > 0:
		in, err := translate(d.Elem, t.Elem(), off%d.Elem.Size, want)
		return off/d.Elem.Size*t.Elem().Size() + in, err
	case d.Kind == reflect.Struct && t.Kind() == reflect.Struct:
		return translateField(d, t, off, want)
	case d.Size == t.Size():
		return off, nil
	}
	return 0, Misfit(d, t)
}

func translateField(d *format.Type, t reflect.Type, off uintptr, want string) (uintptr, error) {
	for _, f := range d.Fields {
		if off < f.Off || off >= f.Off+f.Type.Size {
			continue
		}
		g := layout.FieldNamed(t, f.Name)
		if g.Type == nil {
			return 0, errors.New("field " + f.Name + " of " + d.Text + ", to which a pointer points, is gone")
		}
		in, err := translate(f.Type, g.Type, off-f.Off, want)
		return g.Offset + in, err
	}
	return 0, errors.New("no field at offset " + strconv.Itoa(int(off)) + " of " + d.Text)
}

// NewFitter returns a fitter for a program in which types are looked for as newResolver says.
func NewFitter(pl *layout.Planner, roots []reflect.Type, refs []memory.Ref) *Fitter {
	return &Fitter{resolver: newResolver(roots, refs), pl: pl, done: map[agreement]*Fit{}}
}
