package walk

import (
	"sort"

	"github.com/mercer-go/mercer/kernel/snapshot/blob"
	"github.com/mercer-go/mercer/kernel/snapshot/format"
	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/registry"
)

// Object is an object that is not known yet: the union of the windows that overlap.
type Object struct {
	Addr uintptr
	N    int
	ID   uint64
	Plan uint32 // number of the plan
	Kind format.Kind
	Root bool // a variable's own memory
}

// merge turns the windows into objects, gives each the color of its windows and notes crossings where they differ.
func (w *walker) merge() {
	m := merger{w: w}
	w.ws.ordered(w.before, m.window)
	m.finish()
	w.sigs = append(w.sigs, make([]uint32, len(w.objs))...)
	known := len(w.reg.Known)
	for i := range w.crossings {
		if c := &w.crossings[i]; c.target >= known {
			c.target = known + int(w.ws.list[c.target-known].obj)
		}
	}
	for i := range w.bad {
		w.bad[i].target = w.objectOf(w.bad[i].target)
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
	if known := len(w.reg.Known); t >= known {
		return known + int(w.ws.list[t-known].obj)
	}
	return t
}

// before orders windows by address, the longer first, and of those with one extent the outer type first.
func (w *walker) before(i, j int) bool {
	a, b := &w.ws.list[i], &w.ws.list[j]
	pa, pb := w.pl.List[a.plan], w.pl.List[b.plan]
	switch {
	case a.addr != b.addr:
		return a.addr < b.addr
	case a.extent(pa) != b.extent(pb):
		return a.extent(pa) > b.extent(pb)
	case pa.Depth != pb.Depth:
		return pa.Depth > pb.Depth
	}
	return i < j
}

// extent is the length of a window in bytes.
func (win *window) extent(p *layout.Plan) uintptr {
	if win.flags&registry.ViewMap != 0 {
		return 8
	}
	return uintptr(win.n) * p.Size
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
	p := m.w.pl.List[win.plan]
	if win.flags&registry.ViewBox != 0 {
		win.obj = int32(m.add(win, p, format.Box))
		m.single[win.obj] = win.color + 1
		return
	}
	if m.cur > 0 && win.addr < m.end {
		m.join(win, p)
		return
	}
	m.finish()
	kind := format.Single
	if win.flags&registry.ViewMap != 0 {
		kind = format.Map
	}
	m.cur = m.add(win, p, kind) + 1
	m.end, m.text, m.windows, m.color = win.addr+win.extent(p), win.flags&registry.ViewText != 0, 1, win.color
	win.obj = int32(m.cur - 1)
}

func (m *merger) add(win *window, p *layout.Plan, kind format.Kind) int {
	m.w.objs = append(m.w.objs, Object{Addr: win.addr, N: win.n, Plan: p.Index, Kind: kind})
	m.single = append(m.single, 0)
	return len(m.w.objs) - 1
}

// join adds a window that overlaps the current object.
func (m *merger) join(win *window, p *layout.Plan) {
	i := m.cur - 1
	o := &m.w.objs[i]
	op := m.w.pl.List[o.Plan]
	if m.windows == 1 {
		m.colors = append(m.colors, crossing{m.color + 1, i})
	}
	m.windows++
	win.obj = int32(i)
	m.colors = append(m.colors, crossing{win.color + 1, i})
	m.text = m.text && win.flags&registry.ViewText != 0
	end := win.addr + win.extent(p)
	if end <= m.end {
		return
	}
	switch {
	case op == p && (win.addr-o.Addr)%p.Size == 0:
	case len(op.Ops) == 0 && len(p.Ops) == 0:
		op = m.w.pl.Of(layout.ByteType)
		o.Plan = op.Index
	default:
		m.w.bad = append(m.w.bad, badValue{len(m.w.reg.Known) + m.w.windowOf(win), "memory seen as " + op.Type.String() + " and as " + p.Type.String()})
		return
	}
	m.end = end
	o.N = int((end - o.Addr) / op.Size)
}

func (w *walker) windowOf(win *window) int {
	return w.ws.find(win.addr, win.plan, win.flags&(registry.ViewBox|registry.ViewMap|registry.ViewText))
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
	p := m.w.pl.List[o.Plan]
	switch size := uintptr(o.N) * p.Size; {
	case o.Kind == format.Map:
	case len(p.Ops) == 0 && size >= blob.Min:
		o.Kind = format.Blob
	case m.text:
		o.Kind = format.Text
	case o.N != 1:
		o.Kind = format.Array
	}
	m.cur = 0
}

// paintAll follows the crossings of every color.
func (w *walker) paintAll() {
	w.painting = true
	sort.SliceStable(w.crossings, func(i, j int) bool { return w.crossings[i].color < w.crossings[j].color })
	for _, c := range w.crossings {
		w.color = c.color
		if known := len(w.reg.Known); c.target >= known {
			w.paintObject(c.target - known)
		} else {
			w.reach(c.target, w.reg.ChunkOf(c.target))
		}
		w.drain()
	}
}
