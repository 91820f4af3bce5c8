package walk

import (
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/registry"
)

// Root is memory from which a walk begins: the value of a variable.
type Root struct {
	P    unsafe.Pointer
	Plan *layout.Plan
}

// Run is a run of known objects from which a walk begins.
type Run struct{ First, N int }

// Found is what a walk has found. Its objects are those that the registry does not know; the memory that it describes must
// not change.
type Found struct {
	Objects []Object
	Known   []uint32   // by known object: the set of colors that reach it, as its number in sets
	New     []uint32   // by object: likewise
	Sets    [][]uint32 // of colors; the first is empty
	Bad     []Bad      // values that cannot be carried
	Shares  bool       // what is reached holds a chunk that is held

	windows *windows
	maps    syncMaps
}

// Bad is a value that cannot be carried.
type Bad struct {
	Set  uint32 // of the colors that reach it
	What string
}

// Walk finds all objects that roots and then runs of known objects reach. Each root, and each list of runs behind them, has a
// color: its number. known are the maps that stand for sync.Maps in the registry. It returns nil if memory changed meanwhile.
func Walk(pl *layout.Planner, reg *registry.Registry, known SyncMaps, roots []Root, runs [][]Run) *Found {
	reg.Ready()
	w := newWalker(pl, reg, known)
	for i, r := range roots {
		w.color, w.cur = uint32(i), -1
		w.root(r.P, r.Plan)
	}
	for i, list := range runs {
		w.color, w.cur = uint32(len(roots)+i), -1
		for _, r := range list {
			for t := r.First; t < r.First+r.N; t++ {
				w.reach(t, reg.ChunkOf(t))
				w.drain()
			}
		}
	}
	w.merge()
	w.paintAll()
	if w.torn {
		return nil
	}
	return w.found()
}

func (w *walker) found() *Found {
	known := len(w.reg.Known)
	f := &Found{Objects: w.objs, Known: w.sigs[:known], New: w.sigs[known:], Sets: w.colors.sets, Shares: w.shares, windows: w.ws, maps: w.maps}
	for _, b := range w.bad {
		f.Bad = append(f.Bad, Bad{w.sigs[b.target], b.what})
	}
	return f
}

// Object returns the object that holds memory seen at an address as values of a plan; nil if the walk has not come upon it.
func (f *Found) Object(addr uintptr, p *layout.Plan, view registry.View) *Object {
	i := f.windows.find(addr, p.Index, view)
	if i < 0 {
		return nil
	}
	return &f.Objects[f.windows.list[i].obj]
}

// Entries is the header of a map with the entries of the sync.Map of size bytes at p: the same map each time.
func (f *Found) Entries(p unsafe.Pointer, size uintptr) unsafe.Pointer { return f.maps.of(p, size) }

// SyncMaps are the maps that stand for sync.Maps.
func (f *Found) SyncMaps() SyncMaps { return f.maps.now }
