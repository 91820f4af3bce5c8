package snapshot

import (
	"errors"
	"math"
	"reflect"
	"sync"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/fit"
	"github.com/mercer-go/mercer/kernel/snapshot/format"
	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
	"github.com/mercer-go/mercer/kernel/snapshot/registry"
)

func (l *loader) fail(err error) {
	if l.err == nil {
		l.err = err
	}
}

// fill makes the value at p from its image.
func (l *loader) fill(p unsafe.Pointer, src []byte, moves []fit.Move) {
	for i := range moves {
		m := &moves[i]
		dst := unsafe.Add(p, m.Dst)
		switch m.Kind {
		case fit.MoveCopy:
			copy(memory.Bytes(dst, int(m.Size)), src[m.Src:])
		case fit.MovePtr:
			*(*unsafe.Pointer)(dst) = l.place(memory.Word(src, int(m.Src)), m, 1)
		case fit.MoveSlice:
			l.slice((*memory.Slice)(dst), src[m.Src:m.Src+24], m)
		case fit.MoveString:
			l.text((*memory.String)(dst), src[m.Src:m.Src+16], m)
		case fit.MoveIface:
			l.iface((*memory.Eface)(dst), src[m.Src:m.Src+16], m.Type)
		case fit.MoveMap:
			*(*unsafe.Pointer)(dst) = l.mapAt(memory.Word(src, int(m.Src)), m.Plan)
		case fit.MoveLoop:
			for j := range uintptr(m.Count) {
				l.fill(unsafe.Add(dst, j*m.DstStep), src[m.Src+j*m.SrcStep:], m.Body)
			}
		default:
			l.fillRare(dst, src[m.Src:], m)
		}
	}
}

func (l *loader) fillRare(dst unsafe.Pointer, src []byte, m *fit.Move) {
	switch m.Kind {
	case fit.MoveTime:
		copy(memory.Bytes(dst, int(layout.TimeLoc)), src)
		*(*unsafe.Pointer)(unsafe.Add(dst, layout.TimeLoc)) = l.place(memory.Word(src, int(layout.TimeLoc)), m, 1)
	case fit.MoveRType:
		if v := memory.Word(src, 0); v != 0 {
			if t := l.typeAt(v - 1); t != nil {
				*(*unsafe.Pointer)(dst) = memory.RTypeOf(t)
			}
		}
	case fit.MoveSync:
		if header := l.mapAt(memory.Word(src, 0), m.Plan); header != nil {
			l.fix(fixup{l.seg, fit.MoveSync, dst, header, nil})
		}
	case fit.MoveAddr:
		p := l.place(memory.Word(src, 0), m, 1)
		*(*unsafe.Pointer)(dst) = nil
		if p != nil {
			l.fix(fixup{l.seg, fit.MoveAddr, unsafe.Add(dst, -int(m.Size)), p, m.Type})
		}
	case fit.MoveHandle:
		p := l.place(memory.Word(src, 0), m, 1)
		*(*unsafe.Pointer)(dst) = nil
		if p != nil {
			l.fix(fixup{l.seg, fit.MoveHandle, dst, p, m.Type})
		}
	case fit.MoveNumber:
		l.number64(dst, src, m)
	case fit.MoveGone:
		if l.seg.lost == "" && !layout.AllZero(src[:m.Size]) {
			l.seg.lost = "field " + m.What + " is gone"
		}
	}
}

// typeAt is the program's type with number i of the current segment's table, nil after an error.
func (l *loader) typeAt(i uint64) reflect.Type {
	if i >= uint64(len(l.seg.Types)) {
		l.fail(format.ErrDamaged)
		return nil
	}
	t, err := l.ft.Find(l.seg.Types[i])
	if err != nil {
		l.fail(err)
		return nil
	}
	return t
}

func (l *loader) slice(h *memory.Slice, src []byte, m *fit.Move) {
	n, c := memory.Word(src, 8), memory.Word(src, 16)
	if n > c || c > 1<<47 {
		l.fail(format.ErrDamaged)
		return
	}
	p := l.place(memory.Word(src, 0), m, int(c))
	if p == nil && c > 0 {
		l.fail(format.ErrDamaged)
		return
	}
	h.Data, h.Len, h.Cap = p, int(n), int(c)
}

func (l *loader) text(h *memory.String, src []byte, m *fit.Move) {
	n := memory.Word(src, 8)
	if n > 1<<47 {
		l.fail(format.ErrDamaged)
		return
	}
	p := l.place(memory.Word(src, 0), m, int(n))
	if p == nil && n > 0 {
		l.fail(format.ErrDamaged)
		return
	}
	if n == 0 {
		p = nil
	}
	h.Data, h.Len = p, int(n)
}

// place is the pointer that a reference to n values stands for.
func (l *loader) place(v uint64, m *fit.Move, n int) unsafe.Pointer {
	switch {
	case v == 0:
		return nil
	case v == format.RefEmpty:
		if n > 0 && m.Plan.Size > 0 && m.Kind != fit.MovePtr || m.Kind == fit.MovePtr && m.Plan.Size > 0 {
			l.fail(format.ErrDamaged)
		}
		return unsafe.Pointer(&memory.ZeroSized)
	}
	if n == 0 {
		l.fail(format.ErrDamaged)
		return nil
	}
	c, k, off := l.follow(v)
	if c == nil || c.Kind == format.Map || c.Kind == format.Box {
		l.fail(format.ErrDamaged)
		return nil
	}
	if c.Fit != nil && !c.Fit.Same && m.Elem != nil {
		var err error
		if off, err = c.Fit.Offset(off, m.Elem.Text); err != nil {
			l.fail(err)
			return nil
		}
	}
	if !l.holds(c, k, off, m.Plan, n) {
		l.fail(errors.New("a pointer to " + m.Plan.Type.String() + " leads elsewhere"))
		return nil
	}
	return unsafe.Add(c.At(k), off)
}

// follow resolves a reference to a chunk, the number of an object in it, and an offset in the stored object. The chunk
// is nil after an error.
func (l *loader) follow(v uint64) (*registry.Chunk, int, uintptr) {
	off := uintptr(0)
	if v&format.RefFar != 0 {
		i := v &^ format.RefFar
		if i >= uint64(len(l.seg.Fars)) {
			return nil, 0, 0
		}
		f := &l.seg.Fars[i]
		if f.ID == 0 {
			return l.outside(f)
		}
		v, off = f.ID, f.Off
	}
	t := l.find(v + l.seg.meta.Base)
	if t < 0 {
		return nil, 0, 0
	}
	o := &l.im.reg.Known[t]
	return l.im.reg.Chunks[o.Chunk], int(o.Index), off
}

func (l *loader) outside(f *format.Far) (*registry.Chunk, int, uintptr) {
	name := l.seg.Names[f.Name]
	c := l.extern[externName{name, f.Value}]
	if c == nil {
		l.fail(errors.New("it refers to " + name + ", which the program does not have"))
	}
	return c, 0, f.Off
}

type placeKey struct {
	in, want *layout.Plan
	off      uintptr
	n        int
}

// holds reports whether object k of c has n values of a type at offset off.
func (l *loader) holds(c *registry.Chunk, k int, off uintptr, want *layout.Plan, n int) bool {
	if c.Plan == nil { // time.Local
		return off == 0 && want.Type.String() == "time.Location"
	}
	size := uintptr(c.Elems(k)) * c.Plan.Size
	if want.Size == 0 {
		return off <= size
	}
	if off > size || uintptr(n) > (size-off)/want.Size {
		return false
	}
	if c.Plan == want && off%want.Size == 0 || len(want.Ops) == 0 && len(c.Plan.Ops) == 0 {
		return true
	}
	key := placeKey{c.Plan, want, off % c.Plan.Size, n}
	ok, known := l.placed[key]
	if !known {
		ok = layout.Locate(c.Plan.Type, key.off, want.Type, n)
		l.placed[key] = ok
	}
	return ok
}

// mapAt is the header of the map that a reference stands for.
func (l *loader) mapAt(v uint64, want *layout.Plan) unsafe.Pointer {
	if v == 0 {
		return nil
	}
	c, _, off := l.follow(v)
	if c == nil || c.Kind != format.Map || off != 0 {
		l.fail(format.ErrDamaged)
		return nil
	}
	if t := c.Plan.Type; t != want.Type && (t.Key() != want.Type.Key() || t.Elem() != want.Type.Elem()) {
		l.fail(errors.New("a " + t.String() + " is not a " + want.Type.String()))
		return nil
	}
	return c.Base
}

// iface makes an interface of type t from its image.
func (l *loader) iface(f *memory.Eface, src []byte, t reflect.Type) {
	v := memory.Word(src, 0)
	if v == 0 {
		*f = memory.Eface{}
		return
	}
	dyn := l.typeAt(v - 1)
	if dyn == nil || dyn.Kind() == reflect.Interface {
		l.fail(format.ErrDamaged)
		return
	}
	head := l.itab(dyn, t)
	if head == nil {
		return
	}
	p := l.im.pl.Of(dyn)
	if p.Boxed {
		if data := l.box(memory.Word(src, 8), p); data != nil {
			*f = memory.Eface{Type: head, Data: data}
		}
		return
	}
	ft, err := l.ft.Fit(l.seg.Types[v-1], dyn)
	if err != nil {
		l.fail(err)
		return
	}
	if ft.From.Size != 8 {
		l.fail(format.ErrDamaged)
		return
	}
	*f = memory.Eface{Type: head}
	l.fill(unsafe.Pointer(&f.Data), src[8:], ft.Ops)
}

// box is the place of the boxed value that a reference stands for.
func (l *loader) box(v uint64, p *layout.Plan) unsafe.Pointer {
	if v == format.RefEmpty && p.Size == 0 {
		return unsafe.Pointer(&memory.ZeroSized)
	}
	c, k, off := l.follow(v)
	if c == nil || c.Kind != format.Box || c.Plan != p || off != 0 {
		l.fail(format.ErrDamaged)
		return nil
	}
	return c.At(k)
}

type itabKey struct{ dyn, t reflect.Type }

// itab is the first word of an interface of type t that holds a value of type dyn, or nil after an error.
func (l *loader) itab(dyn, t reflect.Type) unsafe.Pointer {
	if t.NumMethod() == 0 {
		return memory.RTypeOf(dyn)
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
	p := (*memory.Eface)(v.UnsafePointer()).Type
	l.itabs[key] = p
	return p
}

// fix does a fixup, or leaves it for later.
func (l *loader) fix(f fixup) {
	if l.late && f.kind != fit.MoveSync {
		l.settle(&f)
		return
	}
	l.fixups = append(l.fixups, f)
}

// settle does a fixup, and notes which memory stands for the stored object from here on.
func (l *loader) settle(f *fixup) {
	if f.kind == fit.MoveHandle {
		l.blame(f.seg, l.handle(f))
		return
	}
	if err := f.run(); err != nil {
		l.blame(f.seg, err)
		return
	}
	switch {
	case f.from == nil:
	case f.kind == fit.MoveSync:
		l.im.syncs[f.p] = *(*map[any]any)(unsafe.Pointer(&f.from))
	default:
		was, is := f.from, *(*unsafe.Pointer)(unsafe.Add(f.p, addrDetail))
		l.moved(was, is)
		l.moved(*(*unsafe.Pointer)(unsafe.Add(was, addrZone)), *(*unsafe.Pointer)(unsafe.Add(is, addrZone)))
	}
}

// addrDetail is the offset of the pointer to the details of a netip.Addr, behind the two words of the number.
// addrZone is that of the zone's text in the details.
const (
	addrDetail = 16
	addrZone   = 8
)

// moved makes the memory at to that of the known object at from: what the program has one of for each content.
func (l *loader) moved(from, to unsafe.Pointer) {
	if from == nil || to == nil || from == to {
		return
	}
	im := l.im
	c := im.reg.Lookup(uintptr(from))
	if c == nil || c.Ref != nil {
		return
	}
	k := c.Find(uintptr(from))
	id, n := im.reg.Known[c.First+k].ID, c.Elems(k)
	if c.At(k) != from {
		return // a part of a longer text
	}
	there := l.moves[to]
	if there == nil {
		there = im.reg.Lookup(uintptr(to))
	}
	switch {
	case there == nil:
		moved := &registry.Chunk{Base: to, Size: uintptr(n) * c.Plan.Size, Plan: c.Plan, Kind: c.Kind, Stride: c.Plan.Size, First: c.First + k, Count: 1, Fit: c.Fit}
		if c.Starts != nil {
			moved.Starts = []int{0, n}
		}
		l.moves[to] = moved
	case there.Ref == nil && there.First != c.First+k:
		im.alias[id] = im.reg.Known[there.First].ID
	}
}

// enterMoved enters the memory that moved has found into the registry.
func (l *loader) enterMoved() {
	reg := &l.im.reg
	for _, c := range l.moves {
		reg.Known[c.First].Chunk, reg.Known[c.First].Index = uint32(len(reg.Chunks)), 0
		reg.Add(c)
	}
	reg.Ready()
}

// finish does the fixups of a kind.
func (l *loader) finish(kind fit.MoveKind) {
	for i := range l.fixups {
		if f := &l.fixups[i]; f.kind == kind && len(l.segErr) == 0 {
			l.settle(f)
		}
	}
}

// binaryUnmarshaler is how a netip.Addr is made without importing its package.
type binaryUnmarshaler interface{ UnmarshalBinary([]byte) error }

func (f *fixup) run() error {
	if f.kind == fit.MoveSync {
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
func (l *loader) number64(dst unsafe.Pointer, src []byte, m *fit.Move) {
	to := reflect.NewAt(m.Type, dst).Elem()
	i, u, f := readNumber(src, m.From)
	ok := true
	switch {
	case m.To >= reflect.Float32:
		to.SetFloat(f)
		ok = !to.OverflowFloat(f)
	case m.To >= reflect.Uint:
		ok = f >= 0 && f < math.MaxUint64 && f == math.Trunc(f) && !to.OverflowUint(u)
		to.SetUint(u)
	default:
		ok = f >= math.MinInt64 && f < math.MaxInt64 && f == math.Trunc(f) && !to.OverflowInt(i) && (m.From < reflect.Uint || m.From > reflect.Uintptr || i >= 0)
		to.SetInt(i)
	}
	if !ok {
		l.fail(errors.New("a stored " + m.From.String() + " does not fit " + m.Type.String()))
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
