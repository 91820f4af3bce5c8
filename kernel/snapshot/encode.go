package snapshot

import (
	"reflect"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/digest"
	"github.com/mercer-go/mercer/kernel/snapshot/format"
	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
	"github.com/mercer-go/mercer/kernel/snapshot/packed"
	"github.com/mercer-go/mercer/kernel/snapshot/registry"
	"github.com/mercer-go/mercer/kernel/snapshot/walk"
)

// encoder writes one segment.
type encoder struct {
	pl         *layout.Planner
	reg        *registry.Registry
	found      *walk.Found
	ordered    bool // maps are written in the order of their keys: two encodings of one value are the same
	types      *format.Table
	names      []string
	nameOf     map[string]int
	fars       []format.Far
	farOf      map[format.Far]int
	body       []byte
	groups     []byte
	count      int
	home       *segment          // for maps that have not changed
	alias      map[uint64]uint64 // see Image
	scratch    []byte
	lastDyn    unsafe.Pointer
	lastHandle reflect.Type
	dynamic    map[reflect.Type]bool // types behind interfaces
	torn       bool                  // memory has changed since it was walked
}

// encodeDraft returns the two parts of the segment's bytes. Blobs are not in it. ordered says that maps are written in the
// order of their keys.
func (c *committer) encodeDraft(d *draft, ordered bool) (head, body []byte, e *encoder) {
	e = c.newEncoder(d, ordered)
	e.body = make([]byte, 0, int(d.size)+64)
	for i := 0; i < len(d.objs); {
		n := groupLen(d.objs[i:])
		e.group(d.objs[i : i+n])
		i += n
	}
	return e.head(d), e.body, e
}

func (c *committer) newEncoder(d *draft, ordered bool) *encoder {
	return &encoder{pl: c.im.pl, reg: &c.im.reg, found: c.found, ordered: ordered, types: format.NewTable(), nameOf: map[string]int{},
		farOf: map[format.Far]int{}, home: d.home, alias: c.im.alias, dynamic: map[reflect.Type]bool{}}
}

// groupLen is how many objects from the first on make one group. A variable's own memory is a group of its own.
func groupLen(objs []place) int {
	first := &objs[0]
	n := 1
	for !first.root && n < len(objs) && objs[n].kind == first.kind && objs[n].plan == first.plan && !objs[n].root {
		n++
	}
	return n
}

func (e *encoder) head(d *draft) []byte {
	b := append([]byte(nil), format.Magic...)
	b = e.types.Append(b)
	b = packed.AppendTexts(b, e.names)
	b = packed.AppendUint(b, uint64(len(e.fars)))
	for _, f := range e.fars {
		b = packed.AppendUint(b, f.ID)
		if f.ID == 0 {
			b = packed.AppendUint(b, uint64(f.Name)<<1|packed.Flag(f.Value))
		}
		b = packed.AppendUint(b, uint64(f.Off))
	}
	b = append(packed.AppendUint(b, uint64(e.count)), e.groups...)
	b = appendIDs(b, d.objs)
	for len(b)%8 != 0 {
		b = append(b, 0)
	}
	return b
}

// appendIDs appends the ids of the objects as runs.
func appendIDs(b []byte, objs []place) []byte {
	for i := 0; i < len(objs); {
		n := 1
		for i+n < len(objs) && objs[i+n].id == objs[i].id+uint64(n) {
			n++
		}
		b = packed.AppendUint(packed.AppendUint(b, objs[i].id), uint64(n))
		i += n
	}
	return b
}

// group writes the objects of one group.
func (e *encoder) group(objs []place) {
	for len(e.body)%8 != 0 {
		e.body = append(e.body, 0)
	}
	first := &objs[0]
	pl := e.pl.List[first.plan]
	typ := pl.Type
	e.count++
	e.groups = append(e.groups, byte(first.kind))
	e.groups = packed.AppendUint(e.groups, uint64(e.types.Whole(typ)))
	if first.kind == format.Map {
		e.groups = packed.AppendUint(e.groups, uint64(e.types.Whole(typ.Key())))
		e.groups = packed.AppendUint(e.groups, uint64(e.types.Whole(typ.Elem())))
	}
	e.groups = packed.AppendUint(e.groups, uint64(len(objs)))
	for i := range objs {
		o := &objs[i]
		switch o.kind {
		case format.Map:
			e.groups = packed.AppendUint(e.groups, uint64(e.mapObject(o)))
			continue
		case format.Array, format.Text, format.Blob:
			e.groups = packed.AppendUint(e.groups, uint64(o.n))
		}
		if o.kind != format.Blob {
			e.array(memory.At(o.addr), o.n, pl)
		}
	}
}

// array appends the images of n values at p.
func (e *encoder) array(p unsafe.Pointer, n int, pl *layout.Plan) {
	at := len(e.body)
	e.body = append(e.body, memory.Bytes(p, n*int(pl.Size))...)
	if len(pl.Ops) == 0 {
		return
	}
	for i := range uintptr(n) {
		off := i * pl.Size
		e.patch(at+int(off), unsafe.Add(p, off), pl.Ops)
	}
}

// patch replaces the pointers of the image at offset at, whose memory is at p, by references.
func (e *encoder) patch(at int, p unsafe.Pointer, ops []layout.Op) {
	for i := range ops {
		o := &ops[i]
		slot, to := unsafe.Add(p, o.Off), at+int(o.Off)
		switch o.Kind {
		case layout.OpPtr, layout.OpHandle:
			memory.SetWord(e.body, to, e.ref(*(*unsafe.Pointer)(slot), 1, o.Of(e.pl), 0))
			if o.Type != nil && o.Type != e.lastHandle { // a program needs more than the type to make it
				e.lastHandle, e.dynamic[o.Type] = o.Type, true
			}
		case layout.OpSlice:
			h := *(*memory.Slice)(slot)
			e.torn = e.torn || h.Len > h.Cap
			memory.SetWord(e.body, to, e.ref(h.Data, h.Cap, o.Of(e.pl), 0))
			memory.SetWord(e.body, to+8, uint64(h.Len))
			memory.SetWord(e.body, to+16, uint64(h.Cap))
		case layout.OpString:
			h := *(*memory.String)(slot)
			r := uint64(0)
			if h.Len > 0 {
				r = e.ref(h.Data, h.Len, o.Of(e.pl), registry.ViewText)
			}
			memory.SetWord(e.body, to, r)
			memory.SetWord(e.body, to+8, uint64(h.Len))
		case layout.OpEface, layout.OpIface:
			e.iface(to, (*memory.Eface)(slot), o.Kind)
		case layout.OpMap:
			memory.SetWord(e.body, to, e.ref(*(*unsafe.Pointer)(slot), 1, o.Of(e.pl), registry.ViewMap))
		case layout.OpLoop:
			for j := range o.Count {
				e.patch(to+j*int(o.Stride), unsafe.Add(slot, uintptr(j)*o.Stride), o.Body)
			}
		default:
			e.patchRare(o, to, slot)
		}
	}
}

func (e *encoder) patchRare(o *layout.Op, to int, slot unsafe.Pointer) {
	switch o.Kind {
	case layout.OpTime:
		t := layout.PlainTime(slot)
		copy(e.body[to:], memory.Bytes(unsafe.Pointer(&t), int(unsafe.Sizeof(t))))
		loc := *(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(&t), layout.TimeLoc))
		memory.SetWord(e.body, to+int(layout.TimeLoc), e.ref(loc, 1, o.Of(e.pl), 0))
	case layout.OpSync:
		r := e.ref(e.found.Entries(slot, o.Size), 1, o.Of(e.pl), registry.ViewMap)
		clear(e.body[to : to+int(o.Size)])
		memory.SetWord(e.body, to, r)
	case layout.OpRType:
		r := uint64(0)
		if p := *(*unsafe.Pointer)(slot); p != nil {
			t := memory.TypeOf(p)
			r, e.dynamic[t] = uint64(e.types.Name(t))+1, true
		}
		memory.SetWord(e.body, to, r)
	case layout.OpLock, layout.OpZero:
		clear(e.body[to : to+int(o.Size)])
	case layout.OpFunc, layout.OpChan, layout.OpUnsafe:
		memory.SetWord(e.body, to, 0)
	}
}

// iface writes the two words of an interface.
func (e *encoder) iface(to int, f *memory.Eface, kind layout.OpKind) {
	rtype := layout.Dynamic(f, kind)
	if rtype == nil {
		memory.SetWord(e.body, to, 0)
		memory.SetWord(e.body, to+8, 0)
		return
	}
	p := e.pl.OfRType(rtype)
	if rtype != e.lastDyn {
		e.lastDyn, e.dynamic[p.Type] = rtype, true
	}
	memory.SetWord(e.body, to, uint64(e.types.Whole(p.Type))+1)
	if p.Boxed {
		memory.SetWord(e.body, to+8, e.ref(f.Data, 1, p, registry.ViewBox))
		return
	}
	e.patch(to+8, unsafe.Pointer(&f.Data), p.Ops)
}

// ref is the reference to n values at p.
func (e *encoder) ref(p unsafe.Pointer, n int, pl *layout.Plan, flags registry.View) uint64 {
	if p == nil {
		return 0
	}
	if n == 0 || pl.Size == 0 {
		return format.RefEmpty
	}
	addr := uintptr(p)
	if c := e.reg.Lookup(addr); c != nil && c.Holds(pl, flags) {
		if c.Ref != nil {
			return e.far(format.Far{Name: e.name(c.Ref.Name), Value: c.RefVal, Off: addr - uintptr(c.Base)})
		}
		k := c.Find(addr)
		return e.far(format.Far{ID: e.reg.Known[c.First+k].ID, Off: addr - uintptr(c.At(k))})
	}
	o := e.found.Object(addr, pl, flags)
	if o == nil {
		e.torn = true
		return 0
	}
	if addr+uintptr(n)*pl.Size > o.Addr+max(8, uintptr(o.N)*e.pl.List[o.Plan].Size) {
		e.torn = true
	}
	return e.far(format.Far{ID: o.ID, Off: addr - o.Addr})
}

// far is the reference to a place: an id where that is enough, or an entry of the table.
func (e *encoder) far(f format.Far) uint64 {
	if f.ID != 0 && f.Off == 0 {
		return f.ID
	}
	i, ok := e.farOf[f]
	if !ok {
		i = len(e.fars)
		e.fars = append(e.fars, f)
		e.farOf[f] = i
	}
	return format.RefFar | uint64(i)
}

func (e *encoder) name(s string) int {
	i, ok := e.nameOf[s]
	if !ok {
		i = len(e.names)
		e.names = append(e.names, s)
		e.nameOf[s] = i
	}
	return i
}

// mapObject appends a map: a hash of its entries that does not depend on their order, then the entries. A map whose
// hash is that of the stored one is written in the stored order, so that it does not look changed.
func (e *encoder) mapObject(o *place) int {
	t := e.pl.List[o.plan].Type
	key, elem := e.pl.Of(t.Key()), e.pl.Of(t.Elem())
	at := len(e.body)
	e.body = append(e.body, make([]byte, format.MapHashSize)...)
	var sum [2]uint64
	n := 0
	fars := len(e.fars)
	types := e.types.Len()
	entry := func(k, v unsafe.Pointer) {
		from := len(e.body)
		e.array(k, 1, key)
		e.array(v, 1, elem)
		a, b := e.hash(e.body[from:], key, elem)
		sum[0], sum[1] = sum[0]+a, sum[1]+b
		n++
	}
	if e.ordered {
		d := digest.New(e.reg, e.pl, "")
		for _, x := range d.Entries(memory.At(o.addr), e.pl.Of(t)) {
			entry(x.Key, x.Elem)
		}
	} else {
		for it := memory.NewMapWalk(memory.At(o.addr), t); it.Next(); {
			entry(it.Key, it.Elem)
		}
	}
	memory.SetWord(e.body, at, sum[0])
	memory.SetWord(e.body, at+8, sum[1])
	if stored, ok := e.stored(o, n); ok && string(stored[:format.MapHashSize]) == string(e.body[at:at+format.MapHashSize]) {
		e.reuse(o, stored, at, fars, types)
	}
	return n
}

// stored is the image of the map as it was loaded, if it had n entries.
func (e *encoder) stored(o *place, n int) ([]byte, bool) {
	if o.same == 0 || e.home == nil {
		return nil, false
	}
	g, k := e.home.groupOf(int(o.same) - 1)
	if g == nil || g.Kind != format.Map || !g.sameMap || g.Starts[k+1]-g.Starts[k] != n {
		return nil, false
	}
	return g.MapImage(k), true
}

// reuse puts the stored image of a map in place of the one just made.
func (e *encoder) reuse(o *place, stored []byte, at, fars, types int) {
	t := e.pl.List[o.plan].Type
	key, elem := e.pl.Of(t.Key()), e.pl.Of(t.Elem())
	copy(e.body[at:], stored)
	if len(key.Ops) == 0 && len(elem.Ops) == 0 {
		return
	}
	for f := len(e.fars) - 1; f >= fars; f-- {
		delete(e.farOf, e.fars[f])
	}
	e.fars = e.fars[:fars]
	e.types.Cut(types)
	for p := at + format.MapHashSize; p < len(e.body); {
		e.remap(e.body[p:], key.Ops)
		p += int(key.Size)
		e.remap(e.body[p:], elem.Ops)
		p += int(elem.Size)
	}
}

// remap translates the types and far references of a stored image to this encoder's tables.
func (e *encoder) remap(b []byte, ops []layout.Op) {
	for i := range ops {
		o := &ops[i]
		at := int(o.Off)
		switch o.Kind {
		case layout.OpPtr, layout.OpHandle, layout.OpSlice, layout.OpString, layout.OpMap, layout.OpSync:
			e.remapRef(b, at)
		case layout.OpTime:
			e.remapRef(b, at+int(layout.TimeLoc))
		case layout.OpEface, layout.OpIface:
			e.remapIface(b, at)
		case layout.OpRType:
			if v := memory.Word(b, at); v != 0 {
				memory.SetWord(b, at, uint64(e.types.Name(e.home.typeAt(v-1)))+1)
			}
		case layout.OpLoop:
			for j := range o.Count {
				e.remap(b[at+j*int(o.Stride):], o.Body)
			}
		}
	}
}

func (e *encoder) remapRef(b []byte, at int) {
	v := memory.Word(b, at)
	if id := e.alias[v]; id != 0 {
		memory.SetWord(b, at, id)
		return
	}
	if v&format.RefFar != 0 && v != format.RefEmpty {
		f := e.home.Fars[v&^format.RefFar]
		if f.ID == 0 {
			f.Name = e.name(e.home.Names[f.Name])
		}
		memory.SetWord(b, at, e.far(f))
	}
}

func (e *encoder) remapIface(b []byte, at int) {
	v := memory.Word(b, at)
	if v == 0 {
		return
	}
	p := e.pl.Of(e.home.typeAt(v - 1))
	memory.SetWord(b, at, uint64(e.types.Whole(p.Type))+1)
	if p.Boxed {
		e.remapRef(b, at+8)
	} else {
		e.remap(b[at+8:], p.Ops)
	}
}

// hash hashes the image of an entry, with what the numbers of tables stand for in place of the numbers.
func (e *encoder) hash(b []byte, key, elem *layout.Plan) (uint64, uint64) {
	h := digest.NewHasher()
	if len(key.Ops) > 0 || len(elem.Ops) > 0 {
		e.scratch = append(e.scratch[:0], b...)
		b = e.scratch
		e.normalize(b, key.Ops)
		e.normalize(b[key.Size:], elem.Ops)
	}
	h.Bytes(b)
	return h.Sum()
}

// normalize replaces the numbers of tables in an image.
func (e *encoder) normalize(b []byte, ops []layout.Op) {
	for i := range ops {
		o := &ops[i]
		at := int(o.Off)
		switch o.Kind {
		case layout.OpPtr, layout.OpHandle, layout.OpSlice, layout.OpString, layout.OpMap, layout.OpSync:
			e.normalizeRef(b, at)
		case layout.OpTime:
			e.normalizeRef(b, at+int(layout.TimeLoc))
		case layout.OpRType:
			e.normalizeType(b, at)
		case layout.OpEface, layout.OpIface:
			if p := e.normalizeType(b, at); p != nil && !p.Boxed {
				e.normalize(b[at+8:], p.Ops)
			} else if p != nil {
				e.normalizeRef(b, at+8)
			}
		case layout.OpLoop:
			for j := range o.Count {
				e.normalize(b[at+j*int(o.Stride):], o.Body)
			}
		}
	}
}

func (e *encoder) normalizeRef(b []byte, at int) {
	v := memory.Word(b, at)
	if v&format.RefFar == 0 || v == format.RefEmpty {
		return
	}
	f := e.fars[v&^format.RefFar]
	h := digest.NewHasher()
	h.Word(f.ID)
	h.Word(uint64(f.Off))
	if f.ID == 0 {
		h.Bytes([]byte(e.names[f.Name]))
	}
	v, _ = h.Sum()
	memory.SetWord(b, at, v)
}

// normalizeType replaces the number of a type and returns the type's plan.
func (e *encoder) normalizeType(b []byte, at int) *layout.Plan {
	v := memory.Word(b, at)
	if v == 0 {
		return nil
	}
	t := e.types.At(int(v) - 1)
	h := digest.NewHasher()
	h.Bytes([]byte(t.PkgPath() + t.String()))
	x, _ := h.Sum()
	memory.SetWord(b, at, x)
	return e.pl.Of(t)
}
