package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// writer gives each value a register, from its operation to the last one that uses it.
type writer struct {
	set         registers
	part        bool // only some lanes are loaded and stored
	out         bytes.Buffer
	place       map[value]string
	last        map[value]int // the operation that uses it last
	free, masks []string
	size        int // operations of one copy
}

// write writes an operation. It reports false if there is no register for its result.
func (w *writer) write(i int, o operation) bool {
	switch o.name {
	case "store":
		w.move(w.place[o.from[0]], w.at("DI", o.result.id), false)
		w.release(i, o)
		return true
	case "VFMADD", "VFMSUB", "VFNMADD":
		return w.fused(i, o)
	}
	operands := w.operands(o)
	w.release(i, o)
	if !w.take(o.result) {
		return false
	}
	to := w.place[o.result]
	switch o.name {
	case "x":
		w.move(w.at("SI", o.result.id), to, true)
	case "load":
		w.f("VBROADCASTSD %s, %s", operands[0], to)
	default:
		w.f("%s%s %s%s, %s", o.name, w.suffix(o.from), immediate(o.number), reversed(operands, masked(o)), to)
	}
	return true
}

// fused writes a·b ± c, whose result is in the place of one of the three: of c if it is not needed any more, else of a or b, else of a copy.
func (w *writer) fused(i int, o operation) bool {
	a, b, c := o.from[0], o.from[1], o.from[2]
	if a.kind == constant || (a.kind == register && b.kind == register && w.last[b] == i && w.last[a] != i) {
		a, b = b, a
	}
	dies := func(v value) bool { return v.kind == register && w.last[v] == i }
	form, over := "231", c
	switch {
	case b.kind == constant && c.kind == constant:
		form, over = "213", b
	case c.kind == constant:
		form, over = "213", a
	case dies(c):
	case dies(a) && b.kind == constant:
		form, over = "132", a
	case dies(a):
		form, over = "213", a
	}
	operands := map[string][]value{"231": {b, a}, "213": {c, a}, "132": {b, c}}[form]
	if form == "213" && over == a {
		operands[1] = b
	}
	names := []string{w.operand(operands[0]), w.operand(operands[1])}
	to := ""
	if dies(over) {
		to = w.place[over]
		delete(w.place, over)
		w.release(i, o)
		w.place[o.result] = to
	} else { // a copy, whose register must not be one that is still read
		if !w.take(o.result) {
			return false
		}
		to = w.place[o.result]
		if over.kind == constant {
			w.f("VBROADCASTSD %s, %s", w.operand(over), to)
		} else {
			w.f("VMOVAPD %s, %s", w.place[over], to)
		}
		w.release(i, o)
	}
	w.f("%s%sPD%s %s, %s, %s", o.name, form, w.suffix(operands), names[0], names[1], to)
	return true
}

// move writes a load or a store.
func (w *writer) move(from, to string, load bool) {
	switch {
	case !w.part:
		w.f("VMOVUPD %s, %s", from, to)
	case !w.set.masks:
		w.f("VMASKMOVPD %s, %s, %s", from, w.set.lastRegister(), to)
	case load:
		w.f("VMOVUPD.Z %s, K7, %s", from, to)
	default:
		w.f("VMOVUPD %s, K7, %s", from, to)
	}
}

// f writes an instruction.
func (w *writer) f(format string, arguments ...any) {
	fmt.Fprintf(&w.out, "\t"+format+"\n", arguments...)
}

// at is the address of a copy's numbers.
func (w *writer) at(base string, id int) string {
	return fmt.Sprintf("%d(%s)", id/w.size*8*w.set.lanes, base)
}

func (w *writer) operand(v value) string {
	if v.kind == constant {
		return fmt.Sprintf("%d(AX)", 32*v.id)
	}
	return w.place[v]
}

func (w *writer) operands(o operation) []string {
	var names []string
	for _, v := range o.from {
		names = append(names, w.operand(v))
	}
	return names
}

// suffix says that a number in memory stands for all lanes; AVX2 has no such operands, and reads the number from memory four times.
func (w *writer) suffix(from []value) string {
	for _, v := range from {
		if v.kind == constant && w.set.masks {
			return ".BCST"
		}
	}
	return ""
}

// release gives back the registers of values that are not used after operation i.
func (w *writer) release(i int, o operation) {
	for _, v := range o.from {
		name, ok := w.place[v]
		if !ok || w.last[v] != i {
			continue
		}
		delete(w.place, v)
		if v.kind == mask {
			w.masks = append(w.masks, name)
		} else {
			w.free = append(w.free, name)
		}
	}
}

// take gives a value a register. It reports false if there is none.
func (w *writer) take(v value) bool {
	list := &w.free
	if v.kind == mask {
		list = &w.masks
	}
	if len(*list) == 0 {
		return false
	}
	w.place[v] = (*list)[0]
	*list = (*list)[1:]
	return true
}

// masked tells whether the last operand is a mask of bits.
func masked(o operation) bool { return len(o.from) > 0 && o.from[len(o.from)-1].kind == mask }

// reversed are the operands in the order of Go's assembler, the last first; a mask of bits stands behind the others.
func reversed(names []string, maskLast bool) string {
	n := len(names)
	if maskLast {
		n--
	}
	slices.Reverse(names[:n])
	return strings.Join(names, ", ")
}

func immediate(n int) string {
	if n < 0 {
		return ""
	}
	return fmt.Sprintf("$%d, ", n)
}
