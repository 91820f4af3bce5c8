package snapshot

import (
	"github.com/mercer-go/mercer/kernel/snapshot/format"
	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
)

// draft is a segment to be written: its variables and its objects, in order.
type draft struct {
	sig  []uint64
	home *segment // the loaded segment that it continues, or nil
	objs []place
	size uintptr
}

// place is one object of a draft. It has no pointers, to spare the garbage collector millions of them; the variables keep
// the memory alive.
type place struct {
	addr uintptr
	n    int
	id   uint64
	plan uint32 // number of the plan
	same uint32 // number of the object among those of home, plus 1; 0 if new
	obj  uint32 // number among the walk's new objects, plus 1; 0 if known
	kind format.Kind
	root bool
}

// bytes is the size of the object in memory.
func (o *place) bytes(pl *layout.Planner) uintptr {
	p := pl.List[o.plan]
	if o.kind == format.Map {
		return uintptr(memory.MapValue(memory.At(o.addr), p.Type).Len()) * (p.Type.Key().Size() + p.Type.Elem().Size())
	}
	return uintptr(o.n) * p.Size
}

func (d *draft) add(p place, pl *layout.Planner) {
	d.objs = append(d.objs, p)
	if p.kind != format.Blob {
		d.size += p.bytes(pl)
	}
}

// take adds objects until the draft is large enough, and returns how many.
func (d *draft) take(objs []place, pl *layout.Planner) int {
	n := 0
	for n < len(objs) && (n == 0 || d.size < segmentTarget) {
		if objs[n].kind != format.Blob {
			d.size += objs[n].bytes(pl)
		}
		n++
	}
	if len(d.objs) == 0 {
		d.objs = objs[:n:n]
	} else {
		d.objs = append(d.objs, objs[:n]...)
	}
	return n
}

// order puts objects of one kind and type together, otherwise in the order in which they are.
func (d *draft) order() {
	type sort struct {
		kind format.Kind
		plan uint32
	}
	var sorts []sort
	count := map[sort]int{}
	for i := range d.objs {
		k := sort{d.objs[i].kind, d.objs[i].plan}
		if count[k] == 0 {
			sorts = append(sorts, k)
		}
		count[k]++
	}
	if len(sorts) == 1 {
		return
	}
	at := map[sort]int{}
	next := 0
	for _, k := range sorts {
		at[k] = next
		next += count[k]
	}
	ordered := make([]place, len(d.objs))
	for _, o := range d.objs {
		k := sort{o.kind, o.plan}
		ordered[at[k]] = o
		at[k]++
	}
	d.objs = ordered
}
