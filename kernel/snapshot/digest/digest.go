// Package digest hashes what values reach, so that two moments of a variable can be compared without a copy: content
// counts, and not where it lies, and which pointers lead to the same memory. Only variables that a program did not get as
// they are stored need it; for all others the encoded segments are compared. A [Hasher] hashes bytes.
package digest

import (
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/blob"
	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
	"github.com/mercer-go/mercer/kernel/snapshot/registry"
)

// Sum is a hash of content: where things lie does not matter.
type Sum [2]uint64

func (s Sum) less(o Sum) bool { return s[0] < o[0] || s[0] == o[0] && s[1] < o[1] }

// Digester hashes values. Memory that pointers lead to is numbered in the order in which it is first met, and a pointer
// counts as the number: so a circle needs no special care, and shared memory differs from a copy.
type Digester struct {
	reg     *registry.Registry
	pl      *layout.Planner
	dir     string // of the files of blobs
	numbers map[digestKey]uint64
	queue   []item // numbered, and not hashed yet
}

// New returns a Digester of values in reg; the files of blobs lie in dir.
func New(reg *registry.Registry, pl *layout.Planner, dir string) *Digester {
	return &Digester{reg: reg, pl: pl, dir: dir, numbers: map[digestKey]uint64{}}
}

type digestKey struct {
	addr uintptr
	n    int
	plan uint32
}

// item is memory to be hashed: n values of a plan, or a map of that type where n is isMap.
type item struct {
	p    unsafe.Pointer
	n    int
	plan *layout.Plan
}

const isMap = -1

// Values hashes n values at p, and all that they reach.
func (d *Digester) Values(p unsafe.Pointer, n int, pl *layout.Plan) Sum {
	h := NewHasher()
	d.number(p, p, n, pl)
	for len(d.queue) > 0 {
		next := d.queue[0]
		d.queue = d.queue[1:]
		if next.n == isMap {
			d.entries(h, next)
		} else {
			d.memory(h, next)
		}
	}
	return h.sum()
}

// number returns the number of what lies at p, which at identifies, and has it hashed in its turn.
func (d *Digester) number(at, p unsafe.Pointer, n int, pl *layout.Plan) uint64 {
	key := digestKey{uintptr(at), n, pl.Index}
	number, met := d.numbers[key]
	if !met {
		number = uint64(len(d.numbers) + 1)
		d.numbers[key] = number
		d.queue = append(d.queue, item{p, n, pl})
	}
	return number
}

// memory hashes values side by side.
func (d *Digester) memory(h *Hasher, it item) {
	h.Word(uint64(it.n))
	if c := d.reg.Lookup(uintptr(it.p)); c != nil && c.Blob != nil {
		d.blob(h, c.Blob)
	} else if len(it.plan.Ops) == 0 {
		h.Bytes(memory.Bytes(it.p, it.n*int(it.plan.Size)))
	} else {
		for i := range uintptr(it.n) {
			d.value(h, unsafe.Add(it.p, i*it.plan.Size), it.plan.Size, it.plan.Ops)
		}
	}
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

// value hashes one value: its bytes, with the numbers of what its pointers lead to in their place.
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
	case layout.OpPtr, layout.OpHandle:
		memory.SetWord(image, at, 0)
		d.follow(h, *(*unsafe.Pointer)(slot), 1, o.Of(d.pl))
	case layout.OpSlice:
		memory.SetWord(image, at, 0)
		s := (*memory.Slice)(slot)
		d.follow(h, s.Data, s.Cap, o.Of(d.pl))
	case layout.OpString:
		memory.SetWord(image, at, 0)
		s := (*memory.String)(slot)
		h.Bytes(memory.Bytes(s.Data, s.Len))
	case layout.OpMap:
		memory.SetWord(image, at, 0)
		if header := *(*unsafe.Pointer)(slot); header != nil {
			h.Word(d.number(header, header, isMap, o.Of(d.pl)))
		}
	case layout.OpEface, layout.OpIface:
		clear(image[at : at+16])
		if !o.Lazy {
			d.iface(h, (*memory.Eface)(slot), o.Kind)
		}
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
	case layout.OpBad, layout.OpLock, layout.OpZero: // what is of the system and of this process changes by being used
		clear(image[at : at+int(o.Size)])
	case layout.OpSync:
		clear(image[at : at+int(o.Size)])
		if m := layout.SyncEntriesOf(slot); len(m) > 0 {
			h.Word(d.number(slot, *(*unsafe.Pointer)(unsafe.Pointer(&m)), isMap, d.pl.Of(layout.SyncEntries)))
		}
	}
}

// follow hashes which n values are behind a pointer. Variables of packages and the like stand for themselves.
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
	h.Word(d.number(p, p, n, pl))
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

// entries hashes the entries of a map.
func (d *Digester) entries(h *Hasher, it item) {
	kp, ep := d.pl.Of(it.plan.Type.Key()), d.pl.Of(it.plan.Type.Elem())
	list := d.Entries(it.p, it.plan)
	h.Word(uint64(len(list)))
	for _, e := range list {
		d.value(h, e.Key, kp.Size, kp.Ops)
		d.value(h, e.Elem, ep.Size, ep.Ops)
	}
}
