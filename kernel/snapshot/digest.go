package snapshot

import (
	"sort"
	"unsafe"
)

// This file tells whether a variable has changed, by a hash of all that it reaches. Only variables that guard.go watches
// need it; for all others the encoded segments are compared.

// digest is a hash of content: where things lie does not matter.
type digest [2]uint64

// digestOf hashes all that a variable reaches.
func (im *Image) digestOf(v *variable) digest {
	if im.reg.bases == nil {
		im.reg.sort()
	}
	d := digester{im: im, seen: map[digestKey]digest{}}
	return d.values(v.p, 1, v.plan)
}

// digester is one computation. What is being hashed counts as zero where it comes upon itself.
type digester struct {
	im   *Image
	seen map[digestKey]digest
}

type digestKey struct {
	addr uintptr
	n    int
	plan uint32
}

// values hashes n values at p.
func (d *digester) values(p unsafe.Pointer, n int, pl *plan) digest {
	key := digestKey{uintptr(p), n, pl.index}
	if sum, ok := d.seen[key]; ok {
		return sum
	}
	d.seen[key] = digest{}
	h := newHasher()
	if c := d.im.reg.lookup(uintptr(p)); c != nil && c.blob != nil {
		d.blob(h, c.blob)
	} else if len(pl.ops) == 0 {
		h.bytes(bytesAt(p, n*int(pl.size)))
	} else {
		for i := range uintptr(n) {
			d.value(h, unsafe.Add(p, i*pl.size), pl.size, pl.ops)
		}
	}
	a, b := h.sum()
	d.seen[key] = digest{a, b}
	return digest{a, b}
}

// blob hashes what differs in a mapped blob from its files, which is quicker than to read it.
func (d *digester) blob(h *hasher, m *mapping) {
	runs, err := d.im.changedRuns(m)
	if err != nil {
		runs = []run{{0, m.size}}
	}
	h.word(m.blob.ID)
	for _, r := range runs {
		h.word(uint64(r.off))
		h.bytes(bytesAt(unsafe.Add(m.base, r.off), int(r.len)))
	}
}

// value hashes one value: its bytes, with what its pointers lead to in their place.
func (d *digester) value(h *hasher, p unsafe.Pointer, size uintptr, ops []op) {
	image := append([]byte(nil), bytesAt(p, int(size))...)
	for i := range ops {
		d.replace(h, image, p, &ops[i])
	}
	h.bytes(image)
}

// replace hashes what an operation's slot leads to and clears the address in the image.
func (d *digester) replace(h *hasher, image []byte, p unsafe.Pointer, o *op) {
	slot, at := unsafe.Add(p, o.off), int(o.off)
	switch o.kind {
	case opPtr, opAddr:
		setWord(image, at, 0)
		d.follow(h, *(*unsafe.Pointer)(slot), 1, o.of(d.im.pl))
	case opSlice:
		setWord(image, at, 0)
		s := (*sliceHeader)(slot)
		d.follow(h, s.data, s.cap, o.of(d.im.pl))
	case opString:
		setWord(image, at, 0)
		s := (*stringHeader)(slot)
		d.follow(h, s.data, s.len, o.of(d.im.pl))
	case opMap:
		setWord(image, at, 0)
		d.mapping(h, *(*unsafe.Pointer)(slot), o.of(d.im.pl))
	case opEface, opIface:
		clear(image[at : at+16])
		d.iface(h, (*eface)(slot), o.kind)
	case opTime:
		t := plainTime(slot)
		copy(image[at:], bytesAt(unsafe.Pointer(&t), int(unsafe.Sizeof(t))))
	case opLoop:
		for j := range o.count {
			step := uintptr(j) * o.stride
			for k := range o.body {
				d.replace(h, image[at+int(step):], unsafe.Add(slot, step), &o.body[k])
			}
		}
	case opSync:
		clear(image[at : at+int(o.size)])
		if !isZero(slot, o.size) {
			m := syncEntriesOf(slot)
			d.mapping(h, *(*unsafe.Pointer)(unsafe.Pointer(&m)), d.im.pl.of(syncEntries))
		}
	}
}

// follow hashes n values behind a pointer. Variables of packages and the like stand for themselves.
func (d *digester) follow(h *hasher, p unsafe.Pointer, n int, pl *plan) {
	if p == nil || n == 0 || pl.size == 0 {
		h.word(flag(p != nil))
		return
	}
	if c := d.im.reg.lookup(uintptr(p)); c != nil && c.ref != nil {
		h.bytes([]byte(c.ref.Name))
		return
	}
	d.add(h, d.values(p, n, pl))
}

func (d *digester) add(h *hasher, sum digest) {
	h.word(sum[0])
	h.word(sum[1])
}

func (d *digester) iface(h *hasher, e *eface, kind opKind) {
	rtype := dynamic(e, kind)
	if rtype == nil {
		return
	}
	pl := d.im.pl.ofRtype(rtype)
	h.bytes([]byte(pl.typ.PkgPath() + pl.typ.String()))
	if pl.boxed {
		d.follow(h, e.data, 1, pl)
		return
	}
	d.value(h, unsafe.Pointer(&e.data), 8, pl.ops)
}

// mapping hashes a map in the order of its keys' hashes, so that one content has one hash.
func (d *digester) mapping(h *hasher, header unsafe.Pointer, pl *plan) {
	if header == nil {
		return
	}
	key := digestKey{uintptr(header), -1, pl.index}
	if sum, ok := d.seen[key]; ok {
		d.add(h, sum)
		return
	}
	d.seen[key] = digest{}
	ep := d.im.pl.of(pl.typ.Elem())
	sub := newHasher()
	for _, e := range d.entries(header, pl) {
		d.add(sub, e.sum)
		d.value(sub, e.elem, ep.size, ep.ops)
	}
	a, b := sub.sum()
	d.seen[key] = digest{a, b}
	d.add(h, digest{a, b})
}

// mapEntry is an entry of a map, copied, with the digest of its key.
type mapEntry struct {
	sum       digest
	key, elem unsafe.Pointer
}

// entries are the entries of a map in an order that depends on their keys alone.
func (d *digester) entries(header unsafe.Pointer, pl *plan) []mapEntry {
	kp, ep := d.im.pl.of(pl.typ.Key()), d.im.pl.of(pl.typ.Elem())
	var list []mapEntry
	for it := newMapWalk(header, pl.typ); it.next(); {
		e := mapEntry{key: newArray(kp.rtype, 1), elem: newArray(ep.rtype, 1)}
		typedmemmove(kp.rtype, e.key, it.key)
		typedmemmove(ep.rtype, e.elem, it.elem)
		h := newHasher()
		d.value(h, e.key, kp.size, kp.ops)
		e.sum[0], e.sum[1] = h.sum()
		list = append(list, e)
	}
	sort.Slice(list, func(i, j int) bool {
		x, y := list[i].sum, list[j].sum
		return x[0] < y[0] || x[0] == y[0] && x[1] < y[1]
	})
	return list
}
