package snapshot

import (
	"errors"
	"reflect"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/fit"
	"github.com/mercer-go/mercer/kernel/snapshot/format"
	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
)

// This file makes the handles of package unique again. A handle is stored as a pointer to its value; the loaded value is given to
// unique.Make, and what that returns takes its place. A value that holds handles itself is complete only after these.

// Handles sets how the program makes handles of package unique.
func (im *Image) Handles(list []memory.Handle) {
	im.makers = map[reflect.Type]func(unsafe.Pointer) unsafe.Pointer{}
	for _, h := range list {
		im.makers[h.Type] = h.Make
	}
}

// handleKey is a loaded value of which a handle is made. Handles of one stored value stay equal, even of one that does not
// equal itself.
type handleKey struct {
	from unsafe.Pointer
	typ  reflect.Type
}

// handle makes the handle of a fixup.
func (l *loader) handle(f *fixup) error {
	key := handleKey{f.from, f.typ}
	is, made := l.unique[key]
	if !made {
		mk := l.im.makers[f.typ]
		if mk == nil {
			return errors.New("the program cannot make a " + f.typ.String())
		}
		is = mk(f.from)
		l.unique[key] = is
		l.moved(f.from, is)
		l.movedTexts(f.from, is, l.im.pl.Of(f.typ.Field(0).Type.Elem()).Ops)
	}
	*(*unsafe.Pointer)(f.p) = is
	return nil
}

// movedTexts notes which texts stand for the stored ones of a value: unique.Make copies them.
func (l *loader) movedTexts(from, to unsafe.Pointer, ops []layout.Op) {
	for i := range ops {
		o := &ops[i]
		was, is := unsafe.Add(from, o.Off), unsafe.Add(to, o.Off)
		switch o.Kind {
		case layout.OpString:
			l.moved((*memory.String)(was).Data, (*memory.String)(is).Data)
		case layout.OpLoop:
			for j := range uintptr(o.Count) {
				l.movedTexts(unsafe.Add(was, j*o.Stride), unsafe.Add(is, j*o.Stride), o.Body)
			}
		}
	}
}

// handleOrder finds an order in which handles can be made: of a value that holds handles, these first. Chains of handles may
// be as long as lists are, so it does not call itself.
type handleOrder struct {
	l     *loader
	state map[unsafe.Pointer]*handleState // by the place of the handle
	stack []*handleState
}

// handleState is a handle to be made.
type handleState struct {
	*fixup
	entered, made bool
}

// finishHandles makes the handles that wait.
func (l *loader) finishHandles() {
	h := handleOrder{l: l, state: map[unsafe.Pointer]*handleState{}}
	for i := range l.fixups {
		if f := &l.fixups[i]; f.kind == fit.MoveHandle {
			h.state[f.p] = &handleState{fixup: f}
		}
	}
	for i := range l.fixups {
		if s := h.state[l.fixups[i].p]; s != nil && len(l.segErr) == 0 {
			h.stack = append(h.stack, s)
			h.run()
		}
	}
}

// run makes the handles on the stack, from its top, and those that they need.
func (h *handleOrder) run() {
	for len(h.stack) > 0 && len(h.l.segErr) == 0 {
		s := h.stack[len(h.stack)-1]
		if s.entered {
			h.stack = h.stack[:len(h.stack)-1]
			if !s.made {
				s.made = true
				h.l.settle(s.fixup)
			}
			continue
		}
		s.entered = true
		h.need(s.fixup, s.from, h.l.im.pl.Of(s.typ.Field(0).Type.Elem()).Ops)
	}
}

// need puts the handles that the value at p holds, itself or in interfaces, on the stack.
func (h *handleOrder) need(of *fixup, p unsafe.Pointer, ops []layout.Op) {
	for i := range ops {
		o := &ops[i]
		slot := unsafe.Add(p, o.Off)
		switch o.Kind {
		case layout.OpHandle:
			h.push(of, slot)
		case layout.OpEface, layout.OpIface:
			h.needInside(of, (*memory.Eface)(slot), o.Kind)
		case layout.OpLoop:
			for j := range uintptr(o.Count) {
				h.need(of, unsafe.Add(slot, j*o.Stride), o.Body)
			}
		}
	}
}

func (h *handleOrder) needInside(of *fixup, e *memory.Eface, kind layout.OpKind) {
	rtype := layout.Dynamic(e, kind)
	if rtype == nil {
		return
	}
	p := h.l.im.pl.OfRType(rtype)
	if p.Boxed {
		h.need(of, e.Data, p.Ops)
	} else {
		h.need(of, unsafe.Pointer(&e.Data), p.Ops)
	}
}

// push puts the handle at slot on the stack. One that waits for the handle that needs it is in a circle, which no program makes.
func (h *handleOrder) push(of *fixup, slot unsafe.Pointer) {
	s := h.state[slot]
	switch {
	case s == nil || s.made:
	case s.entered:
		h.l.blame(of.seg, format.ErrDamaged)
	default:
		h.stack = append(h.stack, s)
	}
}
