package snapshot

import (
	"github.com/mercer-go/mercer/kernel/snapshot/packed"
	"math/bits"
	"reflect"
	"unsafe"
)

// encoder writes one segment.
type encoder struct {
	w       *walker
	types   *typeTable
	names   []string
	nameOf  map[string]int
	fars    []far
	farOf   map[far]int
	body    []byte
	groups  []byte
	count   int
	home    *segment // for maps that have not changed
	scratch []byte
	lastDyn unsafe.Pointer
	dynamic map[reflect.Type]bool // types behind interfaces
}

// encode returns the two parts of the segment's bytes. Blobs are not in it.
func (w *walker) encode(d *draft) (head, body []byte, e *encoder) {
	e = &encoder{w: w, types: newTypeTable(), nameOf: map[string]int{}, farOf: map[far]int{}, home: d.home, dynamic: map[reflect.Type]bool{}}
	e.body = make([]byte, 0, int(d.size)+64)
	for i := 0; i < len(d.objs); {
		n := groupLen(d.objs[i:])
		e.group(d.objs[i : i+n])
		i += n
	}
	return e.head(d), e.body, e
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
	b := append([]byte(nil), segmentMagic...)
	b = e.types.append(b)
	b = packed.AppendTexts(b, e.names)
	b = packed.AppendUint(b, uint64(len(e.fars)))
	for _, f := range e.fars {
		b = packed.AppendUint(b, f.id)
		if f.id == 0 {
			b = packed.AppendUint(b, uint64(f.name)<<1|flag(f.value))
		}
		b = packed.AppendUint(b, uint64(f.off))
	}
	b = append(packed.AppendUint(b, uint64(e.count)), e.groups...)
	b = appendIDs(b, d.objs)
	for len(b)%8 != 0 {
		b = append(b, 0)
	}
	return b
}

func flag(b bool) uint64 {
	if b {
		return 1
	}
	return 0
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
	pl := e.w.pl.list[first.plan]
	typ := pl.typ
	e.count++
	e.groups = append(e.groups, byte(first.kind))
	e.groups = packed.AppendUint(e.groups, uint64(e.types.whole(typ)))
	if first.kind == groupMap {
		e.groups = packed.AppendUint(e.groups, uint64(e.types.whole(typ.Key())))
		e.groups = packed.AppendUint(e.groups, uint64(e.types.whole(typ.Elem())))
	}
	e.groups = packed.AppendUint(e.groups, uint64(len(objs)))
	for i := range objs {
		o := &objs[i]
		switch o.kind {
		case groupMap:
			e.groups = packed.AppendUint(e.groups, uint64(e.mapObject(o)))
			continue
		case groupArray, groupText, groupBlob:
			e.groups = packed.AppendUint(e.groups, uint64(o.n))
		}
		if o.kind != groupBlob {
			e.array(pointerAt(o.addr), o.n, pl)
		}
	}
}

// array appends the images of n values at p.
func (e *encoder) array(p unsafe.Pointer, n int, pl *plan) {
	at := len(e.body)
	e.body = append(e.body, bytesAt(p, n*int(pl.size))...)
	if len(pl.ops) == 0 {
		return
	}
	for i := range uintptr(n) {
		off := i * pl.size
		e.patch(at+int(off), unsafe.Add(p, off), pl.ops)
	}
}

// patch replaces the pointers of the image at offset at, whose memory is at p, by references.
func (e *encoder) patch(at int, p unsafe.Pointer, ops []op) {
	for i := range ops {
		o := &ops[i]
		slot, to := unsafe.Add(p, o.off), at+int(o.off)
		switch o.kind {
		case opPtr, opAddr:
			setWord(e.body, to, e.ref(*(*unsafe.Pointer)(slot), 1, o.of(e.w.pl), 0))
		case opSlice:
			h := *(*sliceHeader)(slot)
			e.w.torn = e.w.torn || h.len > h.cap
			setWord(e.body, to, e.ref(h.data, h.cap, o.of(e.w.pl), 0))
			setWord(e.body, to+8, uint64(h.len))
			setWord(e.body, to+16, uint64(h.cap))
		case opString:
			h := *(*stringHeader)(slot)
			r := uint64(0)
			if h.len > 0 {
				r = e.ref(h.data, h.len, o.of(e.w.pl), winText)
			}
			setWord(e.body, to, r)
			setWord(e.body, to+8, uint64(h.len))
		case opEface, opIface:
			e.iface(to, (*eface)(slot), o.kind)
		case opMap:
			setWord(e.body, to, e.ref(*(*unsafe.Pointer)(slot), 1, o.of(e.w.pl), winMap))
		case opLoop:
			for j := range o.count {
				e.patch(to+j*int(o.stride), unsafe.Add(slot, uintptr(j)*o.stride), o.body)
			}
		default:
			e.patchRare(o, to, slot)
		}
	}
}

func (e *encoder) patchRare(o *op, to int, slot unsafe.Pointer) {
	switch o.kind {
	case opTime:
		t := plainTime(slot)
		copy(e.body[to:], bytesAt(unsafe.Pointer(&t), int(unsafe.Sizeof(t))))
		loc := *(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(&t), timeLoc))
		setWord(e.body, to+int(timeLoc), e.ref(loc, 1, o.of(e.w.pl), 0))
	case opSync:
		r := e.ref(e.w.syncMap(slot, o.size), 1, o.of(e.w.pl), winMap)
		clear(e.body[to : to+int(o.size)])
		setWord(e.body, to, r)
	case opRtype:
		r := uint64(0)
		if p := *(*unsafe.Pointer)(slot); p != nil {
			t := typeOfRtype(p)
			r, e.dynamic[t] = uint64(e.types.name(t))+1, true
		}
		setWord(e.body, to, r)
	case opLock, opZero:
		clear(e.body[to : to+int(o.size)])
	case opFunc, opChan, opUnsafe:
		setWord(e.body, to, 0)
	}
}

// iface writes the two words of an interface.
func (e *encoder) iface(to int, f *eface, kind opKind) {
	rtype := dynamic(f, kind)
	if rtype == nil {
		setWord(e.body, to, 0)
		setWord(e.body, to+8, 0)
		return
	}
	p := e.w.pl.ofRtype(rtype)
	if rtype != e.lastDyn {
		e.lastDyn, e.dynamic[p.typ] = rtype, true
	}
	setWord(e.body, to, uint64(e.types.whole(p.typ))+1)
	if p.boxed {
		setWord(e.body, to+8, e.ref(f.data, 1, p, winBox))
		return
	}
	e.patch(to+8, unsafe.Pointer(&f.data), p.ops)
}

// ref is the reference to n values at p.
func (e *encoder) ref(p unsafe.Pointer, n int, pl *plan, flags windowFlags) uint64 {
	if p == nil {
		return 0
	}
	if n == 0 || pl.size == 0 {
		return refEmpty
	}
	addr := uintptr(p)
	if c := e.w.reg.lookup(addr); c != nil && c.holds(pl, flags) {
		if c.ref != nil {
			return e.far(far{name: e.name(c.ref.Name), value: c.refVal, off: addr - uintptr(c.base)})
		}
		k := c.find(addr)
		return e.far(far{id: e.w.im.known[c.first+k].id, off: addr - uintptr(c.at(k))})
	}
	i := e.w.ws.find(addr, pl.index, flags)
	if i < 0 {
		e.w.torn = true
		return 0
	}
	o := &e.w.objs[e.w.ws.list[i].obj]
	if addr+uintptr(n)*pl.size > o.addr+max(8, uintptr(o.n)*e.w.pl.list[o.plan].size) {
		e.w.torn = true
	}
	return e.far(far{id: o.id, off: addr - o.addr})
}

// far is the reference to a place: an id where that is enough, or an entry of the table.
func (e *encoder) far(f far) uint64 {
	if f.id != 0 && f.off == 0 {
		return f.id
	}
	i, ok := e.farOf[f]
	if !ok {
		i = len(e.fars)
		e.fars = append(e.fars, f)
		e.farOf[f] = i
	}
	return refFar | uint64(i)
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
	t := e.w.pl.list[o.plan].typ
	key, elem := e.w.pl.of(t.Key()), e.w.pl.of(t.Elem())
	at := len(e.body)
	e.body = append(e.body, make([]byte, mapHashSize)...)
	var sum [2]uint64
	n := 0
	fars := len(e.fars)
	types := len(e.types.rows)
	entry := func(k, v unsafe.Pointer) {
		from := len(e.body)
		e.array(k, 1, key)
		e.array(v, 1, elem)
		a, b := e.hash(e.body[from:], key, elem)
		sum[0], sum[1] = sum[0]+a, sum[1]+b
		n++
	}
	if e.w.others {
		d := digester{im: e.w.im, seen: map[digestKey]digest{}}
		for _, x := range d.entries(pointerAt(o.addr), e.w.pl.of(t)) {
			entry(x.key, x.elem)
		}
	} else {
		for it := newMapWalk(pointerAt(o.addr), t); it.next(); {
			entry(it.key, it.elem)
		}
	}
	setWord(e.body, at, sum[0])
	setWord(e.body, at+8, sum[1])
	if stored, ok := e.stored(o, n); ok && string(stored[:mapHashSize]) == string(e.body[at:at+mapHashSize]) {
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
	if g == nil || g.kind != groupMap || !g.sameMap || g.starts[k+1]-g.starts[k] != n {
		return nil, false
	}
	return g.mapImage(k), true
}

// reuse puts the stored image of a map in place of the one just made.
func (e *encoder) reuse(o *place, stored []byte, at, fars, types int) {
	t := e.w.pl.list[o.plan].typ
	key, elem := e.w.pl.of(t.Key()), e.w.pl.of(t.Elem())
	copy(e.body[at:], stored)
	if len(key.ops) == 0 && len(elem.ops) == 0 {
		return
	}
	for f := len(e.fars) - 1; f >= fars; f-- {
		delete(e.farOf, e.fars[f])
	}
	e.fars = e.fars[:fars]
	e.types.cut(types)
	for p := at + mapHashSize; p < len(e.body); {
		e.remap(e.body[p:], key.ops)
		p += int(key.size)
		e.remap(e.body[p:], elem.ops)
		p += int(elem.size)
	}
}

// remap translates the types and far references of a stored image to this encoder's tables.
func (e *encoder) remap(b []byte, ops []op) {
	for i := range ops {
		o := &ops[i]
		at := int(o.off)
		switch o.kind {
		case opPtr, opAddr, opSlice, opString, opMap, opSync:
			e.remapRef(b, at)
		case opTime:
			e.remapRef(b, at+int(timeLoc))
		case opEface, opIface:
			e.remapIface(b, at)
		case opRtype:
			if v := word(b, at); v != 0 {
				setWord(b, at, uint64(e.types.name(e.home.typeAt(v-1)))+1)
			}
		case opLoop:
			for j := range o.count {
				e.remap(b[at+j*int(o.stride):], o.body)
			}
		}
	}
}

func (e *encoder) remapRef(b []byte, at int) {
	if v := word(b, at); v&refFar != 0 && v != refEmpty {
		f := e.home.fars[v&^refFar]
		if f.id == 0 {
			f.name = e.name(e.home.names[f.name])
		}
		setWord(b, at, e.far(f))
	}
}

func (e *encoder) remapIface(b []byte, at int) {
	v := word(b, at)
	if v == 0 {
		return
	}
	p := e.w.pl.of(e.home.typeAt(v - 1))
	setWord(b, at, uint64(e.types.whole(p.typ))+1)
	if p.boxed {
		e.remapRef(b, at+8)
	} else {
		e.remap(b[at+8:], p.ops)
	}
}

// cut forgets the types added after the first n.
func (tt *typeTable) cut(n int) {
	for u, i := range tt.index {
		if i >= n {
			delete(tt.index, u)
		}
	}
	tt.used, tt.rows = tt.used[:n], tt.rows[:n]
}

// hash hashes the image of an entry, with what the numbers of tables stand for in place of the numbers.
func (e *encoder) hash(b []byte, key, elem *plan) (uint64, uint64) {
	h := newHasher()
	if len(key.ops) > 0 || len(elem.ops) > 0 {
		e.scratch = append(e.scratch[:0], b...)
		b = e.scratch
		e.normalize(b, key.ops)
		e.normalize(b[key.size:], elem.ops)
	}
	h.bytes(b)
	return h.sum()
}

// normalize replaces the numbers of tables in an image.
func (e *encoder) normalize(b []byte, ops []op) {
	for i := range ops {
		o := &ops[i]
		at := int(o.off)
		switch o.kind {
		case opPtr, opAddr, opSlice, opString, opMap, opSync:
			e.normalizeRef(b, at)
		case opTime:
			e.normalizeRef(b, at+int(timeLoc))
		case opRtype:
			e.normalizeType(b, at)
		case opEface, opIface:
			if p := e.normalizeType(b, at); p != nil && !p.boxed {
				e.normalize(b[at+8:], p.ops)
			} else if p != nil {
				e.normalizeRef(b, at+8)
			}
		case opLoop:
			for j := range o.count {
				e.normalize(b[at+j*int(o.stride):], o.body)
			}
		}
	}
}

func (e *encoder) normalizeRef(b []byte, at int) {
	v := word(b, at)
	if v&refFar == 0 || v == refEmpty {
		return
	}
	f := e.fars[v&^refFar]
	h := newHasher()
	h.word(f.id)
	h.word(uint64(f.off))
	if f.id == 0 {
		h.bytes([]byte(e.names[f.name]))
	}
	v, _ = h.sum()
	setWord(b, at, v)
}

// normalizeType replaces the number of a type and returns the type's plan.
func (e *encoder) normalizeType(b []byte, at int) *plan {
	v := word(b, at)
	if v == 0 {
		return nil
	}
	t := e.types.used[v-1].t
	h := newHasher()
	h.bytes([]byte(t.PkgPath() + t.String()))
	x, _ := h.sum()
	setWord(b, at, x)
	return e.w.pl.of(t)
}

// hasher is a hash of two words, good enough to tell whether a map has changed.
type hasher struct{ a, b uint64 }

func newHasher() *hasher { return &hasher{0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f} }

func (h *hasher) word(v uint64) {
	hi, lo := bits.Mul64(h.a^v, 0xa0761d6478bd642f)
	h.a = hi ^ lo
	hi, lo = bits.Mul64(h.b+v, 0xe7037ed1a0b428db)
	h.b = hi ^ lo ^ v<<1
}

func (h *hasher) bytes(b []byte) {
	for len(b) >= 8 {
		h.word(word(b, 0))
		b = b[8:]
	}
	var last [8]byte
	copy(last[:], b)
	h.word(word(last[:], 0) ^ uint64(len(b))<<56)
}

func (h *hasher) sum() (uint64, uint64) {
	h.word(0x8ebc6af09c88c6e3)
	return h.a, h.b
}
