package digest

import (
	"sort"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
)

// This file puts the entries of a map into an order. It is that of a hash of their content, of what their pointers lead
// to a few steps far: content of any depth would have to be followed for each key, and may lead back to the map. Entries
// that do not differ so far are in the order of their addresses, which is the same each time in one process.

// Entry is an entry of a map, copied.
type Entry struct {
	Key, Elem unsafe.Pointer
	near      [2]Sum // of the key and the element, as far as it is followed
	bytes     [2]Sum // of their memory, addresses included
}

// nearSteps is how many pointers are followed for an order; nearElems how many elements behind each.
const (
	nearSteps = 2
	nearElems = 64
)

// Entries are the entries of a map in an order that depends on what they are, and not on Go's of the moment.
func (d *Digester) Entries(header unsafe.Pointer, pl *layout.Plan) []Entry {
	kp, ep := d.pl.Of(pl.Type.Key()), d.pl.Of(pl.Type.Elem())
	var list []Entry
	for it := memory.NewMapWalk(header, pl.Type); it.Next(); {
		e := Entry{Key: memory.NewArray(kp.RType, 1), Elem: memory.NewArray(ep.RType, 1)}
		memory.Move(kp.RType, e.Key, it.Key)
		memory.Move(ep.RType, e.Elem, it.Elem)
		e.near[0], e.bytes[0] = d.near(e.Key, kp)
		list = append(list, e)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].near[0].less(list[j].near[0]) })
	for i := 0; i < len(list); {
		n := 1
		for i+n < len(list) && list[i+n].near[0] == list[i].near[0] {
			n++
		}
		if n > 1 {
			d.separate(list[i:i+n], ep)
		}
		i += n
	}
	return list
}

// separate orders entries whose keys do not differ: by their elements, then by addresses.
func (d *Digester) separate(list []Entry, ep *layout.Plan) {
	for i := range list {
		list[i].near[1], list[i].bytes[1] = d.near(list[i].Elem, ep)
	}
	sort.Slice(list, func(i, j int) bool {
		a, b := &list[i], &list[j]
		switch {
		case a.near[1] != b.near[1]:
			return a.near[1].less(b.near[1])
		case a.bytes[0] != b.bytes[0]:
			return a.bytes[0].less(b.bytes[0])
		}
		return a.bytes[1].less(b.bytes[1])
	})
}

// near hashes a value as far as it is followed for an order, and its bytes.
func (d *Digester) near(p unsafe.Pointer, pl *layout.Plan) (content, raw Sum) {
	bytes := memory.Bytes(p, int(pl.Size))
	h := NewHasher()
	h.Bytes(bytes)
	raw = h.sum()
	if len(pl.Ops) == 0 {
		return raw, raw
	}
	h = NewHasher()
	nearby{d, nearSteps}.value(h, p, pl.Size, pl.Ops)
	return h.sum(), raw
}

// nearby hashes values and what lies up to a number of steps behind their pointers.
type nearby struct {
	d     *Digester
	steps int
}

func (v nearby) value(h *Hasher, p unsafe.Pointer, size uintptr, ops []layout.Op) {
	image := append([]byte(nil), memory.Bytes(p, int(size))...)
	for i := range ops {
		v.replace(h, image, p, &ops[i])
	}
	h.Bytes(image)
}

func (v nearby) replace(h *Hasher, image []byte, p unsafe.Pointer, o *layout.Op) {
	slot, at := unsafe.Add(p, o.Off), int(o.Off)
	switch o.Kind {
	case layout.OpPtr, layout.OpHandle:
		memory.SetWord(image, at, 0)
		v.follow(h, *(*unsafe.Pointer)(slot), 1, o.Of(v.d.pl))
	case layout.OpSlice:
		memory.SetWord(image, at, 0)
		s := (*memory.Slice)(slot)
		v.follow(h, s.Data, s.Len, o.Of(v.d.pl))
	case layout.OpString:
		memory.SetWord(image, at, 0)
		s := (*memory.String)(slot)
		h.Bytes(memory.Bytes(s.Data, s.Len))
	case layout.OpEface, layout.OpIface:
		clear(image[at : at+16])
		v.iface(h, (*memory.Eface)(slot), o.Kind)
	case layout.OpTime:
		t := layout.PlainTime(slot)
		copy(image[at:], memory.Bytes(unsafe.Pointer(&t), int(unsafe.Sizeof(t))))
	case layout.OpLoop:
		for j := range o.Count {
			step := uintptr(j) * o.Stride
			for k := range o.Body {
				v.replace(h, image[at+int(step):], unsafe.Add(slot, step), &o.Body[k])
			}
		}
	case layout.OpBad, layout.OpLock, layout.OpZero, layout.OpSync:
		clear(image[at : at+int(o.Size)])
	case layout.OpMap:
		memory.SetWord(image, at, 0)
		if header := *(*unsafe.Pointer)(slot); header != nil {
			h.Word(uint64(memory.MapValue(header, o.Of(v.d.pl).Type).Len()))
		}
	default:
		memory.SetWord(image, at, 0)
	}
}

// follow hashes the first of n values behind a pointer, while steps are left.
func (v nearby) follow(h *Hasher, p unsafe.Pointer, n int, pl *layout.Plan) {
	h.Word(uint64(n))
	if p == nil || n == 0 || pl.Size == 0 || v.steps == 0 {
		return
	}
	if c := v.d.reg.Lookup(uintptr(p)); c != nil && c.Ref != nil {
		h.Bytes([]byte(c.Ref.Name))
		return
	}
	further := nearby{v.d, v.steps - 1}
	for i := range uintptr(min(n, nearElems)) {
		further.value(h, unsafe.Add(p, i*pl.Size), pl.Size, pl.Ops)
	}
}

func (v nearby) iface(h *Hasher, e *memory.Eface, kind layout.OpKind) {
	rtype := layout.Dynamic(e, kind)
	if rtype == nil {
		return
	}
	pl := v.d.pl.OfRType(rtype)
	h.Bytes([]byte(pl.Type.PkgPath() + pl.Type.String()))
	if pl.Boxed {
		v.follow(h, e.Data, 1, pl)
		return
	}
	v.value(h, unsafe.Pointer(&e.Data), 8, pl.Ops)
}
