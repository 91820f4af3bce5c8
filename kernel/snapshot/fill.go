package snapshot

import (
	"errors"
	"math"
	"reflect"
	"sync"
	"unsafe"
)

func (l *loader) fail(err error) {
	if l.err == nil {
		l.err = err
	}
}

// fill makes the value at p from its image.
func (l *loader) fill(p unsafe.Pointer, src []byte, moves []move) {
	for i := range moves {
		m := &moves[i]
		dst := unsafe.Add(p, m.dst)
		switch m.kind {
		case moveCopy:
			copy(bytesAt(dst, int(m.size)), src[m.src:])
		case movePtr:
			*(*unsafe.Pointer)(dst) = l.place(word(src, int(m.src)), m, 1)
		case moveSlice:
			l.slice((*sliceHeader)(dst), src[m.src:m.src+24], m)
		case moveString:
			l.text((*stringHeader)(dst), src[m.src:m.src+16], m)
		case moveIface:
			l.iface((*eface)(dst), src[m.src:m.src+16], m.typ)
		case moveMap:
			*(*unsafe.Pointer)(dst) = l.mapAt(word(src, int(m.src)), m.plan)
		case moveLoop:
			for j := range uintptr(m.count) {
				l.fill(unsafe.Add(dst, j*m.dstStep), src[m.src+j*m.srcStep:], m.body)
			}
		default:
			l.fillRare(dst, src[m.src:], m)
		}
	}
}

func (l *loader) fillRare(dst unsafe.Pointer, src []byte, m *move) {
	switch m.kind {
	case moveTime:
		copy(bytesAt(dst, int(timeLoc)), src)
		*(*unsafe.Pointer)(unsafe.Add(dst, timeLoc)) = l.place(word(src, int(timeLoc)), m, 1)
	case moveRtype:
		if v := word(src, 0); v != 0 {
			if t := l.typeAt(v - 1); t != nil {
				*(*unsafe.Pointer)(dst) = rtypeOf(t)
			}
		}
	case moveSync:
		if header := l.mapAt(word(src, 0), m.plan); header != nil {
			l.fix(fixup{l.seg, moveSync, dst, header, nil})
		}
	case moveAddr:
		p := l.place(word(src, 0), m, 1)
		*(*unsafe.Pointer)(dst) = nil
		if p != nil {
			l.fix(fixup{l.seg, moveAddr, unsafe.Add(dst, -int(m.size)), p, m.typ})
		}
	case moveNumber:
		l.number64(dst, src, m)
	case moveGone:
		if l.seg.lost == "" && !allZero(src[:m.size]) {
			l.seg.lost = "field " + m.what + " is gone"
		}
	}
}

// typeAt is the program's type with number i of the current segment's table, nil after an error.
func (l *loader) typeAt(i uint64) reflect.Type {
	if i >= uint64(len(l.seg.types)) {
		l.fail(errDamaged)
		return nil
	}
	t, err := l.ft.find(l.seg.types[i])
	if err != nil {
		l.fail(err)
		return nil
	}
	return t
}

func (l *loader) slice(h *sliceHeader, src []byte, m *move) {
	n, c := word(src, 8), word(src, 16)
	if n > c || c > 1<<47 {
		l.fail(errDamaged)
		return
	}
	p := l.place(word(src, 0), m, int(c))
	if p == nil && c > 0 {
		l.fail(errDamaged)
		return
	}
	h.data, h.len, h.cap = p, int(n), int(c)
}

func (l *loader) text(h *stringHeader, src []byte, m *move) {
	n := word(src, 8)
	if n > 1<<47 {
		l.fail(errDamaged)
		return
	}
	p := l.place(word(src, 0), m, int(n))
	if p == nil && n > 0 {
		l.fail(errDamaged)
		return
	}
	if n == 0 {
		p = nil
	}
	h.data, h.len = p, int(n)
}

// place is the pointer that a reference to n values stands for.
func (l *loader) place(v uint64, m *move, n int) unsafe.Pointer {
	switch {
	case v == 0:
		return nil
	case v == refEmpty:
		if n > 0 && m.plan.size > 0 && m.kind != movePtr || m.kind == movePtr && m.plan.size > 0 {
			l.fail(errDamaged)
		}
		return unsafe.Pointer(&zeroSized)
	}
	if n == 0 {
		l.fail(errDamaged)
		return nil
	}
	c, k, off := l.follow(v)
	if c == nil || c.kind == groupMap || c.kind == groupBox {
		l.fail(errDamaged)
		return nil
	}
	if c.fit != nil && !c.fit.same && m.elem != nil {
		var err error
		if off, err = c.fit.offset(off, m.elem.str); err != nil {
			l.fail(err)
			return nil
		}
	}
	if !l.holds(c, k, off, m.plan, n) {
		l.fail(errors.New("a pointer to " + m.plan.typ.String() + " leads elsewhere"))
		return nil
	}
	return unsafe.Add(c.at(k), off)
}

// follow resolves a reference to a chunk, the number of an object in it, and an offset in the stored object. The chunk
// is nil after an error.
func (l *loader) follow(v uint64) (*chunk, int, uintptr) {
	off := uintptr(0)
	if v&refFar != 0 {
		i := v &^ refFar
		if i >= uint64(len(l.seg.fars)) {
			return nil, 0, 0
		}
		f := &l.seg.fars[i]
		if f.id == 0 {
			return l.outside(f)
		}
		v, off = f.id, f.off
	}
	t := l.find(v + l.seg.meta.Base)
	if t < 0 {
		return nil, 0, 0
	}
	o := &l.im.known[t]
	return l.im.reg.chunks[o.chunk], int(o.k), off
}

func (l *loader) outside(f *far) (*chunk, int, uintptr) {
	name := l.seg.names[f.name]
	c := l.extern[externName{name, f.value}]
	if c == nil {
		l.fail(errors.New("it refers to " + name + ", which the program does not have"))
	}
	return c, 0, f.off
}

type placeKey struct {
	in, want *plan
	off      uintptr
	n        int
}

// holds reports whether object k of c has n values of a type at offset off.
func (l *loader) holds(c *chunk, k int, off uintptr, want *plan, n int) bool {
	if c.plan == nil { // time.Local
		return off == 0 && want.typ.String() == "time.Location"
	}
	size := uintptr(c.elems(k)) * c.plan.size
	if want.size == 0 {
		return off <= size
	}
	if off > size || uintptr(n) > (size-off)/want.size {
		return false
	}
	if c.plan == want && off%want.size == 0 || len(want.ops) == 0 && len(c.plan.ops) == 0 {
		return true
	}
	key := placeKey{c.plan, want, off % c.plan.size, n}
	ok, known := l.placed[key]
	if !known {
		ok = locate(c.plan.typ, key.off, want.typ, n)
		l.placed[key] = ok
	}
	return ok
}

// mapAt is the header of the map that a reference stands for.
func (l *loader) mapAt(v uint64, want *plan) unsafe.Pointer {
	if v == 0 {
		return nil
	}
	c, _, off := l.follow(v)
	if c == nil || c.kind != groupMap || off != 0 {
		l.fail(errDamaged)
		return nil
	}
	if t := c.plan.typ; t != want.typ && (t.Key() != want.typ.Key() || t.Elem() != want.typ.Elem()) {
		l.fail(errors.New("a " + t.String() + " is not a " + want.typ.String()))
		return nil
	}
	return c.base
}

// iface makes an interface of type t from its image.
func (l *loader) iface(f *eface, src []byte, t reflect.Type) {
	v := word(src, 0)
	if v == 0 {
		*f = eface{}
		return
	}
	dyn := l.typeAt(v - 1)
	if dyn == nil || dyn.Kind() == reflect.Interface {
		l.fail(errDamaged)
		return
	}
	head := l.itab(dyn, t)
	if head == nil {
		return
	}
	p := l.im.pl.of(dyn)
	if p.boxed {
		if data := l.box(word(src, 8), p); data != nil {
			*f = eface{head, data}
		}
		return
	}
	ft, err := l.ft.fit(l.seg.types[v-1], dyn)
	if err != nil {
		l.fail(err)
		return
	}
	if ft.d.size != 8 {
		l.fail(errDamaged)
		return
	}
	*f = eface{typ: head}
	l.fill(unsafe.Pointer(&f.data), src[8:], ft.ops)
}

// box is the place of the boxed value that a reference stands for.
func (l *loader) box(v uint64, p *plan) unsafe.Pointer {
	if v == refEmpty && p.size == 0 {
		return unsafe.Pointer(&zeroSized)
	}
	c, k, off := l.follow(v)
	if c == nil || c.kind != groupBox || c.plan != p || off != 0 {
		l.fail(errDamaged)
		return nil
	}
	return c.at(k)
}

type itabKey struct{ dyn, t reflect.Type }

// itab is the first word of an interface of type t that holds a value of type dyn, or nil after an error.
func (l *loader) itab(dyn, t reflect.Type) unsafe.Pointer {
	if t.NumMethod() == 0 {
		return rtypeOf(dyn)
	}
	key := itabKey{dyn, t}
	if p := l.itabs[key]; p != nil {
		return p
	}
	if !dyn.Implements(t) {
		l.fail(errors.New(dyn.String() + " is no longer a " + t.String()))
		return nil
	}
	v := reflect.New(t)
	v.Elem().Set(reflect.Zero(dyn))
	p := (*eface)(v.UnsafePointer()).typ
	l.itabs[key] = p
	return p
}

// fix does a fixup, or leaves it for later.
func (l *loader) fix(f fixup) {
	if l.late && f.kind == moveAddr {
		l.blame(f.seg, f.run())
		return
	}
	l.fixups = append(l.fixups, f)
}

// finish does the fixups of a kind.
func (l *loader) finish(kind moveKind) {
	for i := range l.fixups {
		if f := &l.fixups[i]; f.kind == kind && len(l.segErr) == 0 {
			l.blame(f.seg, f.run())
		}
	}
}

// binaryUnmarshaler is how a netip.Addr is made without importing its package.
type binaryUnmarshaler interface{ UnmarshalBinary([]byte) error }

func (f *fixup) run() error {
	if f.kind == moveSync {
		m := *(*map[any]any)(unsafe.Pointer(&f.from))
		for k, v := range m {
			(*sync.Map)(f.p).Store(k, v)
		}
		return nil
	}
	u, ok := reflect.NewAt(f.typ, f.p).Interface().(binaryUnmarshaler)
	if !ok {
		return errors.New("the program has no methods of " + f.typ.String())
	}
	return u.UnmarshalBinary(addrBytes(f.p, f.from))
}

// addrBytes is the binary form of the netip.Addr at p with the details at detail: 4 or 16 bytes, and the zone.
func addrBytes(p, detail unsafe.Pointer) []byte {
	a := *(*[2]uint64)(p)
	d := (*struct {
		isV6 bool
		zone string
	})(detail)
	var b []byte
	for _, w := range a {
		for s := 56; s >= 0; s -= 8 {
			b = append(b, byte(w>>s))
		}
	}
	if !d.isV6 {
		return b[12:]
	}
	return append(b, d.zone...)
}

// number64 converts a number to another kind if its value fits.
func (l *loader) number64(dst unsafe.Pointer, src []byte, m *move) {
	to := reflect.NewAt(m.typ, dst).Elem()
	i, u, f := readNumber(src, m.from)
	ok := true
	switch {
	case m.to >= reflect.Float32:
		to.SetFloat(f)
		ok = !to.OverflowFloat(f)
	case m.to >= reflect.Uint:
		ok = f >= 0 && f < math.MaxUint64 && f == math.Trunc(f) && !to.OverflowUint(u)
		to.SetUint(u)
	default:
		ok = f >= math.MinInt64 && f < math.MaxInt64 && f == math.Trunc(f) && !to.OverflowInt(i) && (m.from < reflect.Uint || m.from > reflect.Uintptr || i >= 0)
		to.SetInt(i)
	}
	if !ok {
		l.fail(errors.New("a stored " + m.from.String() + " does not fit " + m.typ.String()))
	}
}

// readNumber reads a number of kind k in three forms.
func readNumber(src []byte, k reflect.Kind) (i int64, u uint64, f float64) {
	p := unsafe.Pointer(&src[0])
	switch k {
	case reflect.Int, reflect.Int64:
		i = *(*int64)(p)
	case reflect.Int8:
		i = int64(*(*int8)(p))
	case reflect.Int16:
		i = int64(*(*int16)(p))
	case reflect.Int32:
		i = int64(*(*int32)(p))
	case reflect.Uint8:
		i = int64(*(*uint8)(p))
	case reflect.Uint16:
		i = int64(*(*uint16)(p))
	case reflect.Uint32:
		i = int64(*(*uint32)(p))
	case reflect.Float32:
		f = float64(*(*float32)(p))
		return int64(f), uint64(f), f
	case reflect.Float64:
		f = *(*float64)(p)
		return int64(f), uint64(f), f
	default:
		u = *(*uint64)(p)
		return int64(u), u, float64(u)
	}
	return i, uint64(i), float64(i)
}
