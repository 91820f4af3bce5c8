// Package walk finds the memory that values reach, and which of them reach what.
//
// A [Root] is a variable; [Walk] follows the pointers of all with compiled plans. Every pointer is a window: an address, a
// type and a number of elements (window.go). Slices of one array are walked once (large.go). Windows that overlap become one
// [Object] (objects.go), which has the set of the roots that reach it (colors.go). What the registry knows already is not
// found again, only counted. [Explain] names the path to a value that cannot be carried (trace.go).
package walk

import (
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/format"
	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
	"github.com/mercer-go/mercer/kernel/snapshot/registry"
)

// walker follows pointers from the variables and finds every object that they reach. It works color by color: a color
// stands for one variable, or for a set of variables that are not loaded and share a segment with ones that are.
//
// A first pass over all colors (discover) finds the windows; each belongs to the first color that reaches it, and a
// color that comes upon another's notes a crossing. Then windows become objects, and a second pass (paint) follows
// each crossing to give the object and all that it reaches the later color too. So memory that one variable reaches is
// walked once.
type walker struct {
	pl    *layout.Planner
	reg   *registry.Registry
	ws    *windows
	stack []span
	large largeSpans

	color     uint32
	colors    *colors
	sigs      []uint32 // of known objects, then of new ones; 0 if not reached
	crossings []crossing
	bad       []badValue
	maps      syncMaps

	painting bool
	objs     []Object
	cur      int            // what is being walked: see target
	slot     unsafe.Pointer // the word being followed
	trace    *trace         // records paths; nil usually
	slice    bool           // what is being reached is a slice's array
	torn     bool           // memory changed between the passes
	shares   bool           // it has come to a chunk that is held
}

// A target is a number for something walked: below len(im.reg.known) a known object, above it a window while discovering,
// a new object while painting.

// span is memory to be walked.
type span struct {
	base  unsafe.Pointer
	n     int
	plan  *layout.Plan
	cur   int
	isMap bool
}

// crossing notes that a color reaches a target that another color found.
type crossing struct {
	color  uint32
	target int
}

// badValue is a value that cannot be carried.
type badValue struct {
	target int
	what   string
}

func newWalker(pl *layout.Planner, reg *registry.Registry, known SyncMaps) *walker {
	return &walker{pl: pl, reg: reg, ws: newWindows(), colors: newColors(),
		sigs: make([]uint32, len(reg.Known)), maps: syncMaps{known, SyncMaps{}}}
}

// root walks all that n values at p reach.
func (w *walker) root(p unsafe.Pointer, pl *layout.Plan) {
	w.visit(p, 1, pl, 0)
	w.drain()
}

// drain walks until nothing is left.
func (w *walker) drain() {
	for {
		for len(w.stack) > 0 {
			s := w.stack[len(w.stack)-1]
			w.stack = w.stack[:len(w.stack)-1]
			w.cur = s.cur
			w.span(s)
		}
		if w.stack = w.large.take(w.stack); len(w.stack) == 0 {
			return
		}
	}
}

func (w *walker) span(s span) {
	if s.isMap {
		w.mapEntries(s.base, s.plan)
		return
	}
	for i := range uintptr(s.n) {
		w.follow(unsafe.Add(s.base, i*s.plan.Size), s.plan.Ops)
	}
}

// follow visits what the value at base points to.
func (w *walker) follow(base unsafe.Pointer, ops []layout.Op) {
	for i := range ops {
		o := &ops[i]
		slot := unsafe.Add(base, o.Off)
		w.slot = slot
		switch o.Kind {
		case layout.OpPtr, layout.OpHandle:
			w.visit(*(*unsafe.Pointer)(slot), 1, o.Of(w.pl), 0)
		case layout.OpSlice:
			h := (*memory.Slice)(slot)
			w.visit(h.Data, h.Cap, o.Of(w.pl), registry.ViewSlice)
		case layout.OpString:
			h := (*memory.String)(slot)
			w.visit(h.Data, h.Len, o.Of(w.pl), registry.ViewText)
		case layout.OpEface, layout.OpIface:
			w.iface((*memory.Eface)(slot), o.Kind)
		case layout.OpMap:
			w.visit(*(*unsafe.Pointer)(slot), 1, o.Of(w.pl), registry.ViewMap)
		case layout.OpLoop:
			for j := range o.Count {
				w.follow(unsafe.Add(slot, uintptr(j)*o.Stride), o.Body)
			}
		default:
			w.followRare(o, slot)
		}
	}
}

func (w *walker) followRare(o *layout.Op, slot unsafe.Pointer) {
	switch o.Kind {
	case layout.OpTime:
		w.visit(*(*unsafe.Pointer)(unsafe.Add(slot, layout.TimeLoc)), 1, o.Of(w.pl), 0)
	case layout.OpSync:
		w.visit(w.maps.of(slot, o.Size), 1, o.Of(w.pl), registry.ViewMap)
	case layout.OpFunc, layout.OpChan, layout.OpUnsafe:
		if *(*unsafe.Pointer)(slot) != nil {
			w.fail(article(o.Elem.String()))
		}
	case layout.OpLock:
		if !layout.IsZero(slot, o.Size) {
			w.fail(article(o.Elem.String()) + " in use")
		}
	case layout.OpBad:
		if !layout.IsZero(slot, o.Size) {
			w.fail(article(o.Elem.String()))
		}
	}
}

func (w *walker) fail(what string) {
	if w.painting {
		return
	}
	w.bad = append(w.bad, badValue{w.cur, what})
	if w.trace != nil {
		w.trace.hit(w, w.cur, what)
	}
}

// article puts "a" or "an" before the name of a type.
func article(name string) string {
	for _, word := range []string{"uint", "unique", "user"} { // as if they began with a y
		if len(name) >= len(word) && name[:len(word)] == word {
			return "a " + name
		}
	}
	switch name[0] {
	case 'a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U':
		return "an " + name
	}
	return "a " + name
}

func (w *walker) iface(e *memory.Eface, kind layout.OpKind) {
	rtype := layout.Dynamic(e, kind)
	if rtype == nil {
		return
	}
	p := w.pl.OfRType(rtype)
	if !p.Boxed {
		w.follow(unsafe.Pointer(&e.Data), p.Ops)
		return
	}
	w.visit(e.Data, 1, p, registry.ViewBox)
}

// SyncMaps are ordinary maps with the entries of each sync.Map, by its address.
type SyncMaps map[unsafe.Pointer]map[any]any

// syncMaps are those of a walk.
type syncMaps struct {
	known SyncMaps // made earlier: their entries are taken once more, so that they stay the objects that they are
	now   SyncMaps
}

// of copies the entries of the sync.Map of size bytes at p into an ordinary map, once, and returns its header; nil for one
// that has always been empty, since a first look at it prepares its memory.
func (ms syncMaps) of(p unsafe.Pointer, size uintptr) unsafe.Pointer {
	if layout.IsZero(p, size) {
		return nil
	}
	m, ok := ms.now[p]
	if !ok {
		m = layout.SyncEntriesOf(p)
		if old := ms.known[p]; old != nil {
			clear(old)
			for k, v := range m {
				old[k] = v
			}
			m = old
		} else if len(m) == 0 {
			return nil
		}
		ms.now[p] = m
	}
	return *(*unsafe.Pointer)(unsafe.Pointer(&m))
}

// mapEntries follows the keys and values of a map.
func (w *walker) mapEntries(header unsafe.Pointer, p *layout.Plan) {
	key, elem := w.pl.Of(p.Type.Key()), w.pl.Of(p.Type.Elem())
	if len(key.Ops) == 0 && len(elem.Ops) == 0 {
		return
	}
	if w.trace != nil {
		w.trace.entries(header, p.Type, func(k, e unsafe.Pointer) {
			w.follow(k, key.Ops)
			w.follow(e, elem.Ops)
		})
		return
	}
	for it := memory.NewMapWalk(header, p.Type); it.Next(); {
		w.follow(it.Key, key.Ops)
		w.follow(it.Elem, elem.Ops)
	}
}

// visit comes to n values of a type at p.
func (w *walker) visit(p unsafe.Pointer, n int, pl *layout.Plan, flags registry.View) {
	if p == nil || n == 0 || pl.Size == 0 {
		return
	}
	addr := uintptr(p)
	if c := w.reg.Lookup(addr); c != nil && c.Holds(pl, flags) {
		if c.Ref != nil {
			return
		}
		w.slice = flags&registry.ViewSlice != 0
		w.reach(c.First+c.Find(addr), c)
		return
	}
	if w.painting {
		w.paintWindow(addr, pl, flags)
		return
	}
	w.discover(p, n, pl, flags)
}

// reach comes to a known object.
func (w *walker) reach(t int, c *registry.Chunk) {
	switch {
	case c.Held:
		w.shares = true
		return
	case w.painting:
		if !w.paint(t) {
			return
		}
	case w.sigs[t] == 0:
		w.sigs[t] = w.colors.only(w.color)
	default:
		w.cross(t, w.sigs[t])
		return
	}
	if w.trace != nil {
		w.trace.record(w, t, w.slice)
	}
	if k := t - c.First; c.Kind == format.Map {
		w.stack = append(w.stack, span{c.Base, 1, c.Plan, t, true})
	} else if len(c.Plan.Ops) > 0 {
		w.stack = append(w.stack, span{c.At(k), c.Elems(k), c.Plan, t, false})
	}
}

func (w *walker) cross(t int, sig uint32) {
	if !w.colors.has(sig, w.color) {
		w.crossings = append(w.crossings, crossing{w.color, t})
	}
}

// discover comes to memory that is not known.
func (w *walker) discover(p unsafe.Pointer, n int, pl *layout.Plan, flags registry.View) {
	addr := uintptr(p)
	i := w.ws.find(addr, pl.Index, flags&^registry.ViewSlice)
	if i < 0 {
		i = w.ws.add(window{addr: addr, n: n, plan: pl.Index, color: w.color, flags: flags &^ registry.ViewSlice})
		if w.trace != nil {
			w.trace.record(w, len(w.reg.Known)+i, flags&registry.ViewSlice != 0)
		}
	} else {
		win := &w.ws.list[i]
		if win.color != w.color {
			w.crossings = append(w.crossings, crossing{w.color, len(w.reg.Known) + i})
		}
		if win.n >= n {
			return
		}
		win.n = n
	}
	s := span{p, n, pl, len(w.reg.Known) + i, flags&registry.ViewMap != 0}
	switch {
	case s.isMap:
		w.stack = append(w.stack, s)
	case len(pl.Ops) == 0:
	case n > 16:
		w.large.add(s)
	default:
		w.stack = append(w.stack, s)
	}
}

// paintWindow comes to an object that is not known, in the second pass.
func (w *walker) paintWindow(addr uintptr, pl *layout.Plan, flags registry.View) {
	i := w.ws.find(addr, pl.Index, flags&^registry.ViewSlice)
	if i < 0 {
		w.torn = true
		return
	}
	w.paintObject(int(w.ws.list[i].obj))
}

func (w *walker) paintObject(i int) {
	t := len(w.reg.Known) + i
	if !w.paint(t) {
		return
	}
	o := &w.objs[i]
	p := w.pl.List[o.Plan]
	if o.Kind == format.Map {
		w.stack = append(w.stack, span{memory.At(o.Addr), 1, p, t, true})
	} else if len(p.Ops) > 0 {
		w.stack = append(w.stack, span{memory.At(o.Addr), o.N, p, t, false})
	}
}

// paint gives t the current color and reports whether that is new.
func (w *walker) paint(t int) bool {
	sig := w.colors.with(w.sigs[t], w.color)
	if sig == w.sigs[t] {
		return false
	}
	w.sigs[t] = sig
	return true
}
