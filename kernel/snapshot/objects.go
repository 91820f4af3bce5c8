package snapshot

import "sort"

// object is an object that is not known yet: the union of the windows that overlap.
type object struct {
	addr uintptr
	n    int
	id   uint64
	plan uint32 // number of the plan
	kind groupKind
	root bool // a variable's own memory
}

// merge turns the windows into objects, gives each the color of its windows and notes crossings where they differ.
func (w *walker) merge() {
	m := merger{w: w}
	w.ws.ordered(w.before, m.window)
	m.finish()
	w.sigs = append(w.sigs, make([]uint32, len(w.objs))...)
	known := len(w.im.known)
	for i := range w.crossings {
		if c := &w.crossings[i]; c.target >= known {
			c.target = known + int(w.ws.list[c.target-known].obj)
		}
	}
	for i := range w.bad {
		w.bad[i].target = w.objectOf(w.bad[i].target)
	}
	for i := range w.refs {
		w.refs[i].target = w.objectOf(w.refs[i].target)
	}
	for _, c := range m.colors {
		if c.color == 0 {
			continue
		}
		w.crossings = append(w.crossings, crossing{c.color - 1, known + c.target})
	}
	for i := range w.objs {
		if c := m.single[i]; c != 0 {
			w.sigs[known+i] = w.colors.only(c - 1)
		}
	}
}

// objectOf turns a target of the first pass into one of the second.
func (w *walker) objectOf(t int) int {
	if known := len(w.im.known); t >= known {
		return known + int(w.ws.list[t-known].obj)
	}
	return t
}

// before orders windows by address, the longer first, and of those with one extent the outer type first.
func (w *walker) before(i, j int) bool {
	a, b := &w.ws.list[i], &w.ws.list[j]
	pa, pb := w.pl.list[a.plan], w.pl.list[b.plan]
	switch {
	case a.addr != b.addr:
		return a.addr < b.addr
	case a.extent(pa) != b.extent(pb):
		return a.extent(pa) > b.extent(pb)
	case pa.depth != pb.depth:
		return pa.depth > pb.depth
	}
	return i < j
}

// extent is the length of a window in bytes.
func (win *window) extent(p *plan) uintptr {
	if win.flags&winMap != 0 {
		return 8
	}
	return uintptr(win.n) * p.size
}

// merger goes over the windows by ascending address.
type merger struct {
	w       *walker
	cur     int     // the object being made of overlapping windows, plus 1; 0 if none
	end     uintptr // its end
	text    bool    // it consists of bytes of strings only
	windows int     // how many make it up
	color   uint32
	colors  []crossing // color plus 1 and object, for objects of several windows
	single  []uint32   // color plus 1 of objects made of windows of one color that are the whole object
}

func (m *merger) window(i int) {
	win := &m.w.ws.list[i]
	p := m.w.pl.list[win.plan]
	if win.flags&winBox != 0 {
		win.obj = int32(m.add(win, p, groupBox))
		m.single[win.obj] = win.color + 1
		return
	}
	if m.cur > 0 && win.addr < m.end {
		m.join(win, p)
		return
	}
	m.finish()
	kind := groupSingle
	if win.flags&winMap != 0 {
		kind = groupMap
	}
	m.cur = m.add(win, p, kind) + 1
	m.end, m.text, m.windows, m.color = win.addr+win.extent(p), win.flags&winText != 0, 1, win.color
	win.obj = int32(m.cur - 1)
}

func (m *merger) add(win *window, p *plan, kind groupKind) int {
	m.w.objs = append(m.w.objs, object{addr: win.addr, n: win.n, plan: p.index, kind: kind})
	m.single = append(m.single, 0)
	return len(m.w.objs) - 1
}

// join adds a window that overlaps the current object.
func (m *merger) join(win *window, p *plan) {
	i := m.cur - 1
	o := &m.w.objs[i]
	op := m.w.pl.list[o.plan]
	if m.windows == 1 {
		m.colors = append(m.colors, crossing{m.color + 1, i})
	}
	m.windows++
	win.obj = int32(i)
	m.colors = append(m.colors, crossing{win.color + 1, i})
	m.text = m.text && win.flags&winText != 0
	end := win.addr + win.extent(p)
	if end <= m.end {
		return
	}
	switch {
	case op == p && (win.addr-o.addr)%p.size == 0:
	case len(op.ops) == 0 && len(p.ops) == 0:
		op = m.w.pl.of(byteType)
		o.plan = op.index
	default:
		m.w.bad = append(m.w.bad, badSpot{len(m.w.im.known) + m.w.windowOf(win), "memory seen as " + op.typ.String() + " and as " + p.typ.String()})
		return
	}
	m.end = end
	o.n = int((end - o.addr) / op.size)
}

func (w *walker) windowOf(win *window) int {
	return w.ws.find(win.addr, win.plan, win.flags&(winBox|winMap|winText))
}

// finish completes the current object.
func (m *merger) finish() {
	if m.cur == 0 {
		return
	}
	o := &m.w.objs[m.cur-1]
	if m.windows == 1 {
		m.single[m.cur-1] = m.color + 1
	}
	p := m.w.pl.list[o.plan]
	switch size := uintptr(o.n) * p.size; {
	case o.kind == groupMap:
	case len(p.ops) == 0 && size >= blobMin:
		o.kind = groupBlob
	case m.text:
		o.kind = groupText
	case o.n != 1:
		o.kind = groupArray
	}
	m.cur = 0
}

// paintAll follows the crossings of every color.
func (w *walker) paintAll() {
	w.painting = true
	sort.SliceStable(w.crossings, func(i, j int) bool { return w.crossings[i].color < w.crossings[j].color })
	for _, c := range w.crossings {
		w.color = c.color
		if known := len(w.im.known); c.target >= known {
			w.paintObject(c.target - known)
		} else {
			w.reach(c.target, w.im.chunkOf(c.target))
		}
		w.drain()
	}
}
