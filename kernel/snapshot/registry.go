package snapshot

import (
	"sort"
	"unsafe"
)

// chunk is a piece of memory whose objects are known: they were loaded, or written by an earlier commit of this
// process. All objects of a chunk have one element type. A chunk keeps its memory alive, so that no address can come to
// mean another object.
type chunk struct {
	base   unsafe.Pointer
	size   uintptr
	plan   *plan
	kind   groupKind
	stride uintptr // of single objects
	starts []int   // of arrays: offset in elements of each, and the end
	first  int     // number of its first object in Image.known
	count  int
	ref    *Ref // an imported package's variable instead of objects
	refVal bool // base is the value that the variable holds, not its address
	blob   *mapping
	fit    *fit // how its objects were made from their images; nil if they were not
	held   bool // its segment is held: see Image.hold
}

// at is the address of object k.
func (c *chunk) at(k int) unsafe.Pointer {
	if c.starts != nil {
		return unsafe.Add(c.base, uintptr(c.starts[k])*c.plan.size)
	}
	return unsafe.Add(c.base, uintptr(k)*c.stride)
}

// elems is the number of elements of object k.
func (c *chunk) elems(k int) int {
	if c.starts != nil {
		return c.starts[k+1] - c.starts[k]
	}
	return 1
}

// find returns the object that holds the byte at addr, which lies in c.
func (c *chunk) find(addr uintptr) int {
	off := addr - uintptr(c.base)
	switch {
	case c.count == 1:
		return 0
	case c.starts == nil:
		return int(off / c.stride)
	}
	return c.search(int(off / c.plan.size))
}

// search returns the array that holds element e. It starts where the array would be if all were of one length, and looks
// around in growing steps.
func (c *chunk) search(e int) int {
	if c.starts[c.count] == 0 {
		return 0
	}
	lo := min(int(float64(e)*float64(c.count)/float64(c.starts[c.count])), c.count-1)
	hi := lo + 1
	for step := 1; c.starts[lo] > e; step *= 2 {
		lo, hi = max(lo-step, 0), lo
	}
	for step := 1; c.starts[hi] <= e; step *= 2 {
		lo, hi = hi, min(hi+step, c.count)
	}
	for hi-lo > 1 {
		if mid := int(uint(lo+hi) >> 1); c.starts[mid] <= e {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// known is one object of the registry.
type known struct {
	id    uint64
	chunk uint32
	k     uint32 // number inside the chunk
}

// registry finds chunks by address.
type registry struct {
	chunks []*chunk
	bases  []uintptr // of sorted
	sorted []*chunk
	last   *chunk
}

func (rg *registry) add(c *chunk) {
	rg.chunks = append(rg.chunks, c)
	rg.bases, rg.last = nil, nil
}

// sort prepares for lookups. Of chunks that overlap the first stays.
func (rg *registry) sort() {
	list := make([]*chunk, 0, len(rg.chunks))
	for _, c := range rg.chunks {
		if c.size > 0 {
			list = append(list, c)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return uintptr(list[i].base) < uintptr(list[j].base) })
	kept := list[:0]
	for _, c := range list {
		if n := len(kept); n > 0 && uintptr(c.base) < uintptr(kept[n-1].base)+kept[n-1].size {
			continue
		}
		kept = append(kept, c)
	}
	rg.sorted, rg.last = kept, nil
	rg.bases = make([]uintptr, len(kept))
	for i, c := range kept {
		rg.bases[i] = uintptr(c.base)
	}
}

// lookup returns the chunk that holds the byte at addr, or nil.
func (rg *registry) lookup(addr uintptr) *chunk {
	if c := rg.last; c != nil && addr-uintptr(c.base) < c.size {
		return c
	}
	lo, hi := 0, len(rg.bases)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if rg.bases[mid] <= addr {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return nil
	}
	if c := rg.sorted[lo-1]; addr-uintptr(c.base) < c.size {
		rg.last = c
		return c
	}
	return nil
}
