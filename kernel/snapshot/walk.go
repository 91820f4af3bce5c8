package snapshot

import (
	"sync"
	"unsafe"
)

// walker follows pointers from the variables and finds every object that they reach. It works color by color: a color
// stands for one variable, or for a set of variables that are not loaded and share a segment with ones that are.
//
// A first pass over all colors (discover) finds the windows; each belongs to the first color that reaches it, and a
// color that comes upon another's notes a crossing. Then windows become objects, and a second pass (paint) follows
// each crossing to give the object and all that it reaches the later color too. So memory that one variable reaches is
// walked once.
type walker struct {
	im    *Image
	pl    *planner
	reg   *registry
	ws    *windows
	stack []span
	large largeSpans

	color     uint32
	colors    *colors
	sigs      []uint32 // of known objects, then of new ones; 0 if not reached
	crossings []crossing
	bad       []badSpot
	refs      []refUse
	maps      map[unsafe.Pointer]map[any]any // entries of each sync.Map, by its address

	painting bool
	objs     []object
	cur      int            // what is being walked: see target
	slot     unsafe.Pointer // the word being followed
	trace    *trace         // records paths; nil usually
	slice    bool           // what is being reached is a slice's array
	torn     bool           // memory changed between the passes
	others   bool           // goroutines that the cell has left behind run meanwhile: maps are written in order
	shares   bool           // a variable that is committed reaches a held segment
}

// A target is a number for something walked: below len(im.known) a known object, above it a window while discovering,
// a new object while painting.

// span is memory to be walked.
type span struct {
	base  unsafe.Pointer
	n     int
	plan  *plan
	cur   int
	isMap bool
}

// crossing notes that a color reaches a target that another color found.
type crossing struct {
	color  uint32
	target int
}

// badSpot is a value that cannot be carried.
type badSpot struct {
	target int
	what   string
}

// refUse is a reference to an imported package's variable.
type refUse struct {
	target int
	ref    *Ref
}

func newWalker(im *Image) *walker {
	return &walker{im: im, pl: im.pl, reg: &im.reg, ws: newWindows(), colors: newColors(),
		sigs: make([]uint32, len(im.known)), maps: map[unsafe.Pointer]map[any]any{}}
}

// root walks all that n values at p reach.
func (w *walker) root(p unsafe.Pointer, pl *plan) {
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
		w.follow(unsafe.Add(s.base, i*s.plan.size), s.plan.ops)
	}
}

// follow visits what the value at base points to.
func (w *walker) follow(base unsafe.Pointer, ops []op) {
	for i := range ops {
		o := &ops[i]
		slot := unsafe.Add(base, o.off)
		w.slot = slot
		switch o.kind {
		case opPtr, opAddr:
			w.visit(*(*unsafe.Pointer)(slot), 1, o.of(w.pl), 0)
		case opSlice:
			h := (*sliceHeader)(slot)
			w.visit(h.data, h.cap, o.of(w.pl), winSlice)
		case opString:
			h := (*stringHeader)(slot)
			w.visit(h.data, h.len, o.of(w.pl), winText)
		case opEface, opIface:
			w.iface((*eface)(slot), o.kind)
		case opMap:
			w.visit(*(*unsafe.Pointer)(slot), 1, o.of(w.pl), winMap)
		case opLoop:
			for j := range o.count {
				w.follow(unsafe.Add(slot, uintptr(j)*o.stride), o.body)
			}
		default:
			w.followRare(o, slot)
		}
	}
}

func (w *walker) followRare(o *op, slot unsafe.Pointer) {
	switch o.kind {
	case opTime:
		w.visit(*(*unsafe.Pointer)(unsafe.Add(slot, timeLoc)), 1, o.of(w.pl), 0)
	case opSync:
		w.visit(w.syncMap(slot, o.size), 1, o.of(w.pl), winMap)
	case opFunc, opChan, opUnsafe:
		if *(*unsafe.Pointer)(slot) != nil {
			w.fail(article(o.elem.String()))
		}
	case opLock:
		if !isZero(slot, o.size) {
			w.fail(article(o.elem.String()) + " in use")
		}
	case opBad:
		if !isZero(slot, o.size) {
			w.fail(article(o.elem.String()))
		}
	}
}

func (w *walker) fail(what string) {
	if w.painting {
		return
	}
	w.bad = append(w.bad, badSpot{w.cur, what})
	if w.trace != nil {
		w.trace.hit(w, w.cur, what)
	}
}

// article puts "a" or "an" before the name of a type.
func article(name string) string {
	switch name[0] {
	case 'a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U':
		return "an " + name
	}
	return "a " + name
}

// dynamic returns the type of an interface's value, nil if it has none.
func dynamic(e *eface, kind opKind) unsafe.Pointer {
	if kind == opEface || e.typ == nil {
		return e.typ
	}
	return *(*unsafe.Pointer)(unsafe.Add(e.typ, unsafe.Sizeof(uintptr(0)))) // the itab's second word
}

func (w *walker) iface(e *eface, kind opKind) {
	rtype := dynamic(e, kind)
	if rtype == nil {
		return
	}
	p := w.pl.ofRtype(rtype)
	if !p.boxed {
		w.follow(unsafe.Pointer(&e.data), p.ops)
		return
	}
	w.visit(e.data, 1, p, winBox)
}

// syncMap copies the entries of the sync.Map at p into an ordinary map, once in a walk.
func (w *walker) syncMap(p unsafe.Pointer, size uintptr) unsafe.Pointer {
	if isZero(p, size) {
		return nil
	}
	m, ok := w.maps[p]
	if !ok {
		m = syncEntriesOf(p)
		w.maps[p] = m
	}
	return *(*unsafe.Pointer)(unsafe.Pointer(&m))
}

// syncEntriesOf copies the entries of the sync.Map at p.
func syncEntriesOf(p unsafe.Pointer) map[any]any {
	m := map[any]any{}
	(*sync.Map)(p).Range(func(k, v any) bool { m[k] = v; return true })
	return m
}

// mapEntries follows the keys and values of a map.
func (w *walker) mapEntries(header unsafe.Pointer, p *plan) {
	key, elem := w.pl.of(p.typ.Key()), w.pl.of(p.typ.Elem())
	if len(key.ops) == 0 && len(elem.ops) == 0 {
		return
	}
	it := newMapWalk(header, p.typ)
	for it.next() {
		if w.trace != nil {
			w.trace.key(it.key, p.typ.Key())
		}
		w.follow(it.key, key.ops)
		w.follow(it.elem, elem.ops)
	}
	if w.trace != nil {
		w.trace.label = ""
	}
}

// visit comes to n values of a type at p.
func (w *walker) visit(p unsafe.Pointer, n int, pl *plan, flags windowFlags) {
	if p == nil || n == 0 || pl.size == 0 {
		return
	}
	addr := uintptr(p)
	if c := w.reg.lookup(addr); c != nil && c.holds(pl, flags) {
		if c.ref != nil {
			if !w.painting {
				w.refs = append(w.refs, refUse{w.cur, c.ref})
			}
			return
		}
		w.slice = flags&winSlice != 0
		w.reach(c.first+c.find(addr), c)
		return
	}
	if w.painting {
		w.paintWindow(addr, pl, flags)
		return
	}
	w.discover(p, n, pl, flags)
}

// holds reports whether a pointer of this sort can lead into c.
func (c *chunk) holds(pl *plan, flags windowFlags) bool {
	if c.ref != nil {
		return flags&(winBox|winMap) == 0
	}
	if flags&winMap != 0 || c.kind == groupMap {
		return flags&winMap != 0 && c.kind == groupMap
	}
	if flags&winBox != 0 || c.kind == groupBox {
		return flags&winBox != 0 && c.kind == groupBox && c.plan == pl
	}
	return true
}

// reach comes to a known object.
func (w *walker) reach(t int, c *chunk) {
	switch {
	case c.held:
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
	if k := t - c.first; c.kind == groupMap {
		w.stack = append(w.stack, span{c.base, 1, c.plan, t, true})
	} else if len(c.plan.ops) > 0 {
		w.stack = append(w.stack, span{c.at(k), c.elems(k), c.plan, t, false})
	}
}

func (w *walker) cross(t int, sig uint32) {
	if !w.colors.has(sig, w.color) {
		w.crossings = append(w.crossings, crossing{w.color, t})
	}
}

// discover comes to memory that is not known.
func (w *walker) discover(p unsafe.Pointer, n int, pl *plan, flags windowFlags) {
	addr := uintptr(p)
	i := w.ws.find(addr, pl.index, flags&^winSlice)
	if i < 0 {
		i = w.ws.add(window{addr: addr, n: n, plan: pl.index, color: w.color, flags: flags &^ winSlice})
		if w.trace != nil {
			w.trace.record(w, len(w.im.known)+i, flags&winSlice != 0)
		}
	} else {
		win := &w.ws.list[i]
		if win.color != w.color {
			w.crossings = append(w.crossings, crossing{w.color, len(w.im.known) + i})
		}
		if win.n >= n {
			return
		}
		win.n = n
	}
	s := span{p, n, pl, len(w.im.known) + i, flags&winMap != 0}
	switch {
	case s.isMap:
		w.stack = append(w.stack, s)
	case len(pl.ops) == 0:
	case n > 16:
		w.large.add(s)
	default:
		w.stack = append(w.stack, s)
	}
}

// paintWindow comes to an object that is not known, in the second pass.
func (w *walker) paintWindow(addr uintptr, pl *plan, flags windowFlags) {
	i := w.ws.find(addr, pl.index, flags&^winSlice)
	if i < 0 {
		w.torn = true
		return
	}
	w.paintObject(int(w.ws.list[i].obj))
}

func (w *walker) paintObject(i int) {
	t := len(w.im.known) + i
	if !w.paint(t) {
		return
	}
	o := &w.objs[i]
	p := w.pl.list[o.plan]
	if o.kind == groupMap {
		w.stack = append(w.stack, span{pointerAt(o.addr), 1, p, t, true})
	} else if len(p.ops) > 0 {
		w.stack = append(w.stack, span{pointerAt(o.addr), o.n, p, t, false})
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

// ofRtype is of for a type descriptor.
func (pl *planner) ofRtype(rtype unsafe.Pointer) *plan {
	if p := pl.byRtype[rtype]; p != nil {
		return p
	}
	p := pl.of(typeOfRtype(rtype))
	pl.byRtype[rtype] = p
	return p
}
