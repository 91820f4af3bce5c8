// Package registry knows the objects that have a number: those that were loaded, or written by an earlier commit of the
// process. It finds them by address.
package registry

import (
	"sort"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/blob"
	"github.com/mercer-go/mercer/kernel/snapshot/fit"
	"github.com/mercer-go/mercer/kernel/snapshot/format"
	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
)

// Chunk is a piece of memory whose objects are known: they were loaded, or written by an earlier commit of this
// process. All objects of a chunk have one element type. A chunk keeps its memory alive, so that no address can come to
// mean another object.
type Chunk struct {
	Base   unsafe.Pointer
	Size   uintptr
	Plan   *layout.Plan
	Kind   format.Kind
	Stride uintptr // of single objects
	Starts []int   // of arrays: offset in elements of each, and the end
	First  int     // number of its first object in the registry
	Count  int
	Ref    *memory.Ref // an imported package's variable instead of objects
	RefVal bool        // base is the value that the variable holds, not its address
	Blob   *blob.Mapping
	Fit    *fit.Fit // how its objects were made from their images; nil if they were not
	Held   bool     // it is left out of what is committed
}

// At is the address of object k.
func (c *Chunk) At(k int) unsafe.Pointer {
	if c.Starts != nil {
		return unsafe.Add(c.Base, uintptr(c.Starts[k])*c.Plan.Size)
	}
	return unsafe.Add(c.Base, uintptr(k)*c.Stride)
}

// Elems is the number of elements of object k.
func (c *Chunk) Elems(k int) int {
	if c.Starts != nil {
		return c.Starts[k+1] - c.Starts[k]
	}
	return 1
}

// Find returns the object that holds the byte at addr, which lies in c.
func (c *Chunk) Find(addr uintptr) int {
	off := addr - uintptr(c.Base)
	switch {
	case c.Count == 1:
		return 0
	case c.Starts == nil:
		return int(off / c.Stride)
	}
	return c.search(int(off / c.Plan.Size))
}

// search returns the array that holds element e. It starts where the array would be if all were of one length, and looks
// around in growing steps.
func (c *Chunk) search(e int) int {
	if c.Starts[c.Count] == 0 {
		return 0
	}
	lo := min(int(float64(e)*float64(c.Count)/float64(c.Starts[c.Count])), c.Count-1)
	hi := lo + 1
	for step := 1; c.Starts[lo] > e; step *= 2 {
		lo, hi = max(lo-step, 0), lo
	}
	for step := 1; c.Starts[hi] <= e; step *= 2 {
		lo, hi = hi, min(hi+step, c.Count)
	}
	for hi-lo > 1 {
		if mid := int(uint(lo+hi) >> 1); c.Starts[mid] <= e {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// Known is one object of the registry.
type Known struct {
	ID    uint64
	Chunk uint32
	Index uint32 // number inside the chunk
}

// Registry is the memory whose objects are known. It finds chunks by address.
type Registry struct {
	Chunks []*Chunk
	Known  []Known   // the objects
	bases  []uintptr // of sorted
	sorted []*Chunk
	last   *Chunk
}

// Add enters a chunk.
func (rg *Registry) Add(c *Chunk) {
	rg.Chunks = append(rg.Chunks, c)
	rg.bases, rg.last = nil, nil
}

// Sort prepares for lookups. Of chunks that overlap the first stays.
func (rg *Registry) Sort() {
	list := make([]*Chunk, 0, len(rg.Chunks))
	for _, c := range rg.Chunks {
		if c.Size > 0 {
			list = append(list, c)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return uintptr(list[i].Base) < uintptr(list[j].Base) })
	kept := list[:0]
	for _, c := range list {
		if n := len(kept); n > 0 && uintptr(c.Base) < uintptr(kept[n-1].Base)+kept[n-1].Size {
			continue
		}
		kept = append(kept, c)
	}
	rg.sorted, rg.last = kept, nil
	rg.bases = make([]uintptr, len(kept))
	for i, c := range kept {
		rg.bases[i] = uintptr(c.Base)
	}
}

// Lookup returns the chunk that holds the byte at addr, or nil.
func (rg *Registry) Lookup(addr uintptr) *Chunk {
	if c := rg.last; c != nil && addr-uintptr(c.Base) < c.Size {
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
	if c := rg.sorted[lo-1]; addr-uintptr(c.Base) < c.Size {
		rg.last = c
		return c
	}
	return nil
}

// Holds reports whether a pointer of this sort can lead into c.
func (c *Chunk) Holds(pl *layout.Plan, flags View) bool {
	if c.Ref != nil {
		return flags&(ViewBox|ViewMap) == 0
	}
	if flags&ViewMap != 0 || c.Kind == format.Map {
		return flags&ViewMap != 0 && c.Kind == format.Map
	}
	if flags&ViewBox != 0 || c.Kind == format.Box {
		return flags&ViewBox != 0 && c.Kind == format.Box && c.Plan == pl
	}
	return true
}

// View say how memory is seen through a pointer.
type View uint8

const (
	ViewBox   View = 1 << iota // the value inside an interface: immutable, found by address and type
	ViewText                   // the bytes of a string: immutable
	ViewMap                    // the header of a map
	ViewSlice                  // seen through a slice; not kept
)

// ChunkOf is the chunk of a known object.
func (rg *Registry) ChunkOf(t int) *Chunk { return rg.Chunks[rg.Known[t].Chunk] }

// Ready sorts if something has come since.
func (rg *Registry) Ready() {
	if rg.bases == nil {
		rg.Sort()
	}
}
