// Package digest hashes what values reach, so that two moments of a variable can be compared without a copy: content
// counts, and not where it lies. Only variables that a program did not get as they are stored need it; for all others the
// encoded segments are compared. A [Hasher] hashes bytes.
package digest

import (
	"sort"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/blob"
	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
	"github.com/mercer-go/mercer/kernel/snapshot/registry"
)

// Sum is a hash of content: where things lie does not matter.
type Sum [2]uint64

func (s Sum) less(o Sum) bool { return s[0] < o[0] || s[0] == o[0] && s[1] < o[1] }

// Digester hashes values. What is being hashed counts as zero where it comes upon itself.
type Digester struct {
	reg  *registry.Registry
	pl   *layout.Planner
	dir  string // of the files of blobs
	seen map[digestKey]Sum
}

// New returns a Digester of values in reg; the files of blobs lie in dir.
func New(reg *registry.Registry, pl *layout.Planner, dir string) *Digester {
	return &Digester{reg: reg, pl: pl, dir: dir, seen: map[digestKey]Sum{}}
}

type digestKey struct {
	addr uintptr
	n    int
	plan uint32
}

// Values hashes n values at p.
func (d *Digester) Values(p unsafe.Pointer, n int, pl *layout.Plan) Sum {
	key := digestKey{uintptr(p), n, pl.Index}
	if sum, ok := d.seen[key]; ok {
		return sum
	}
	d.seen[key] = Sum{}
	h := NewHasher()
	if c := d.reg.Lookup(uintptr(p)); c != nil && c.Blob != nil {
		d.blob(h, c.Blob)
	} else if len(pl.Ops) == 0 {
		h.Bytes(memory.Bytes(p, n*int(pl.Size)))
	} else {
		for i := range uintptr(n) {
			d.value(h, unsafe.Add(p, i*pl.Size), pl.Size, pl.Ops)
		}
	}
	a, b := h.Sum()
	d.seen[key] = Sum{a, b}
	return Sum{a, b}
}

// blob hashes what differs in a mapped blob from its files, which is quicker than to read it.
func (d *Digester) blob(h *Hasher, m *blob.Mapping) {
	runs, err := m.Changed(d.dir)
	if err != nil {
		runs = []blob.Run{{Len: m.Size}}
	}
	h.Word(m.Blob.ID)
	for _, r := range runs {
		h.Word(uint64(r.Off))
		h.Bytes(memory.Bytes(unsafe.Add(m.Base, r.Off), int(r.Len)))
	}
}

// value hashes one value: its bytes, with what its pointers lead to in their place.
func (d *Digester) value(h *Hasher, p unsafe.Pointer, size uintptr, ops []layout.Op) {
	image := append([]byte(nil), memory.Bytes(p, int(size))...)
	for i := range ops {
		d.replace(h, image, p, &ops[i])
	}
	h.Bytes(image)
}

// replace hashes what an operation's slot leads to and clears the address in the image.
func (d *Digester) replace(h *Hasher, image []byte, p unsafe.Pointer, o *layout.Op) {
	slot, at := unsafe.Add(p, o.Off), int(o.Off)
	switch o.Kind {
	case layout.OpPtr, layout.OpAddr:
		memory.SetWord(image, at, 0)
		d.follow(h, *(*unsafe.Pointer)(slot), 1, o.Of(d.pl))
	case layout.OpSlice:
		memory.SetWord(image, at, 0)
		s := (*memory.Slice)(slot)
		d.follow(h, s.Data, s.Cap, o.Of(d.pl))
	case layout.OpString:
		memory.SetWord(image, at, 0)
		s := (*memory.String)(slot)
		d.follow(h, s.Data, s.Len, o.Of(d.pl))
	case layout.OpMap:
		memory.SetWord(image, at, 0)
		d.mapping(h, *(*unsafe.Pointer)(slot), o.Of(d.pl))
	case layout.OpEface, layout.OpIface:
		clear(image[at : at+16])
		d.iface(h, (*memory.Eface)(slot), o.Kind)
	case layout.OpTime:
		t := layout.PlainTime(slot)
		copy(image[at:], memory.Bytes(unsafe.Pointer(&t), int(unsafe.Sizeof(t))))
	case layout.OpLoop:
		for j := range o.Count {
			step := uintptr(j) * o.Stride
			for k := range o.Body {
				d.replace(h, image[at+int(step):], unsafe.Add(slot, step), &o.Body[k])
			}
		}
	case layout.OpBad: // handles of the system change by being used
		clear(image[at : at+int(o.Size)])
	case layout.OpSync:
		clear(image[at : at+int(o.Size)])
		if !layout.IsZero(slot, o.Size) {
			m := layout.SyncEntriesOf(slot)
			d.mapping(h, *(*unsafe.Pointer)(unsafe.Pointer(&m)), d.pl.Of(layout.SyncEntries))
		}
	}
}

// follow hashes n values behind a pointer. Variables of packages and the like stand for themselves.
func (d *Digester) follow(h *Hasher, p unsafe.Pointer, n int, pl *layout.Plan) {
	if p == nil || n == 0 || pl.Size == 0 {
		if p != nil {
			h.Word(1)
		} else {
			h.Word(0)
		}
		return
	}
	if c := d.reg.Lookup(uintptr(p)); c != nil && c.Ref != nil {
		h.Bytes([]byte(c.Ref.Name))
		return
	}
	d.add(h, d.Values(p, n, pl))
}

func (d *Digester) add(h *Hasher, sum Sum) {
	h.Word(sum[0])
	h.Word(sum[1])
}

func (d *Digester) iface(h *Hasher, e *memory.Eface, kind layout.OpKind) {
	rtype := layout.Dynamic(e, kind)
	if rtype == nil {
		return
	}
	pl := d.pl.OfRType(rtype)
	h.Bytes([]byte(pl.Type.PkgPath() + pl.Type.String()))
	if pl.Boxed {
		d.follow(h, e.Data, 1, pl)
		return
	}
	d.value(h, unsafe.Pointer(&e.Data), 8, pl.Ops)
}

// mapping hashes a map in the order of its keys' hashes, so that one content has one hash.
func (d *Digester) mapping(h *Hasher, header unsafe.Pointer, pl *layout.Plan) {
	if header == nil {
		return
	}
	key := digestKey{uintptr(header), -1, pl.Index}
	if sum, ok := d.seen[key]; ok {
		d.add(h, sum)
		return
	}
	d.seen[key] = Sum{}
	ep := d.pl.Of(pl.Type.Elem())
	list := d.Entries(header, pl)
	elems := make([][2]Sum, len(list))
	for i, e := range list {
		h := NewHasher()
		d.value(h, e.Elem, ep.Size, ep.Ops)
		a, b := h.Sum()
		elems[i] = [2]Sum{e.sum, {a, b}}
	}
	sort.SliceStable(elems, func(i, j int) bool { // keys such as pointers may have one hash, and then no order
		x, y := elems[i], elems[j]
		return x[0].less(y[0]) || x[0] == y[0] && x[1].less(y[1])
	})
	sub := NewHasher()
	for _, e := range elems {
		d.add(sub, e[0])
		d.add(sub, e[1])
	}
	a, b := sub.Sum()
	d.seen[key] = Sum{a, b}
	d.add(h, Sum{a, b})
}

// Entry is an entry of a map, copied, with the digest of its key.
type Entry struct {
	sum       Sum
	Key, Elem unsafe.Pointer
}

// Entries are the entries of a map in an order that depends on their keys alone.
func (d *Digester) Entries(header unsafe.Pointer, pl *layout.Plan) []Entry {
	kp, ep := d.pl.Of(pl.Type.Key()), d.pl.Of(pl.Type.Elem())
	var list []Entry
	for it := memory.NewMapWalk(header, pl.Type); it.Next(); {
		e := Entry{Key: memory.NewArray(kp.RType, 1), Elem: memory.NewArray(ep.RType, 1)}
		memory.Move(kp.RType, e.Key, it.Key)
		memory.Move(ep.RType, e.Elem, it.Elem)
		h := NewHasher()
		d.value(h, e.Key, kp.Size, kp.Ops)
		e.sum[0], e.sum[1] = h.Sum()
		list = append(list, e)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].sum.less(list[j].sum) })
	return list
}
