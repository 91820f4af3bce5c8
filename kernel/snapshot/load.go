package snapshot

import (
	"errors"
	"reflect"
	"sort"
	"unsafe"
)

// loader rebuilds the objects of segments: first every object gets its memory, then images are copied into it with
// references turned into pointers, then maps are filled, whose keys must be complete before.
type loader struct {
	im     *Image
	ft     *fitter
	roots  map[uint64]*variable
	extern map[externName]*chunk
	runs   []idRun
	last   idRun
	seg    *segment // being filled
	err    error    // the first in it
	segErr map[*segment]error
	itabs  map[itabKey]unsafe.Pointer
	placed map[placeKey]bool
	fixups []fixup
	late   bool // all images are filled
}

type externName struct {
	name  string
	value bool
}

// idRun maps ids [id, id+n) to known objects [known, known+n).
type idRun struct {
	id    uint64
	n     uint64
	known int
}

// fixup is a value that needs more than its memory once all memory is filled.
type fixup struct {
	seg  *segment
	kind moveKind
	p    unsafe.Pointer // where it is
	from unsafe.Pointer // what its reference points to
	typ  reflect.Type
}

func newLoader(im *Image) *loader {
	roots := make([]reflect.Type, 0, len(im.vars)+len(im.types))
	for _, v := range im.vars {
		roots = append(roots, v.plan.typ)
	}
	roots = append(append(roots, im.types...), errorPtr)
	l := &loader{im: im, roots: map[uint64]*variable{}, extern: map[externName]*chunk{}, segErr: map[*segment]error{},
		itabs: map[itabKey]unsafe.Pointer{}, placed: map[placeKey]bool{}}
	l.ft = &fitter{resolver: newResolver(roots, im.refs), pl: im.pl, done: map[agreement]*fit{}}
	for _, v := range im.vars {
		if v.loaded {
			l.roots[v.id] = v
		}
	}
	return l
}

func (l *loader) load(segs []*segment) error {
	for _, s := range segs {
		s.found = l.ft.find
		l.blame(s, l.fitSegment(s))
	}
	if len(l.segErr) > 0 {
		return nil // the others are loaded by the next attempt
	}
	for _, s := range segs {
		if err := l.allocate(s); err != nil {
			return err
		}
	}
	if err := l.number(segs); err != nil {
		return err
	}
	l.im.reg.sort()
	for _, s := range segs {
		l.each(s, l.fillGroup)
	}
	l.late = true
	l.finish(moveAddr)
	for _, s := range segs {
		l.each(s, l.fillMaps)
	}
	l.finish(moveSync)
	return nil
}

// blame notes that a segment cannot be rebuilt.
func (l *loader) blame(s *segment, err error) {
	if err != nil && l.segErr[s] == nil {
		l.segErr[s] = err
	}
}

func (l *loader) each(s *segment, do func(*group)) {
	l.seg, l.err = s, nil
	for _, g := range s.groups {
		if l.err == nil {
			do(g)
		}
	}
	l.blame(s, l.err)
}

// fitSegment finds the program's types for a segment's groups.
func (l *loader) fitSegment(s *segment) error {
	for _, g := range s.groups {
		if err := l.fitGroup(s, g); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) fitGroup(s *segment, g *group) error {
	t, err := l.groupType(s, g)
	if err != nil {
		return err
	}
	if g.kind == groupMap {
		return l.fitMap(g, t)
	}
	if g.fit, err = l.ft.fit(g.desc, t); err != nil {
		return err
	}
	if t.Size() == 0 || g.kind == groupText && (t != byteType || !g.fit.raw) {
		return misfit(g.desc, t)
	}
	return nil
}

// groupType is the program's type for the objects of a group; for a variable's own memory the variable's.
func (l *loader) groupType(s *segment, g *group) (reflect.Type, error) {
	if g.n == 1 && g.kind == groupSingle {
		if v := l.roots[s.ids[g.first]]; v != nil {
			return v.plan.typ, nil
		}
	}
	return l.ft.find(g.desc)
}

func (l *loader) fitMap(g *group, t reflect.Type) (err error) {
	if t.Kind() != reflect.Map {
		return misfit(g.desc, t)
	}
	if g.keyFit, err = l.ft.fit(g.key, t.Key()); err != nil {
		return err
	}
	if g.elemFit, err = l.ft.fit(g.elem, t.Elem()); err != nil {
		return err
	}
	g.fit = &fit{d: g.desc, to: l.im.pl.of(t), same: true}
	g.sameMap = g.keyFit.same && g.elemFit.same
	return nil
}

// allocate gives the objects of a segment their memory and enters it into the registry.
func (l *loader) allocate(s *segment) error {
	for _, g := range s.groups {
		g.chunk = len(l.im.reg.chunks)
		switch g.kind {
		case groupMap:
			l.allocateMaps(s, g)
		case groupBlob:
			if err := l.allocateBlobs(s, g); err != nil {
				return err
			}
		default:
			l.allocateChunk(s, g)
		}
	}
	return nil
}

// enter adds a chunk whose objects are those of g from number k on.
func (l *loader) enter(s *segment, g *group, k int, c *chunk) {
	c.plan, c.kind, c.fit = g.fit.to, g.kind, g.fit
	c.first = s.first + g.first + k
	number := uint32(len(l.im.reg.chunks))
	for i := range c.count {
		l.im.known[c.first+i] = known{id: s.ids[g.first+k+i], chunk: number, k: uint32(i)}
	}
	l.im.reg.add(c)
}

func (l *loader) allocateChunk(s *segment, g *group) {
	p := g.fit.to
	c := &chunk{stride: p.size, starts: g.starts, count: g.n}
	total := g.n
	if g.starts != nil {
		total = g.starts[g.n]
	}
	c.size = uintptr(total) * p.size
	switch v := l.roots[s.ids[g.first]]; {
	case v != nil && g.kind == groupSingle && g.n == 1:
		c.base = v.p
	case g.kind == groupText && total > 0:
		c.base = unsafe.Pointer(&g.body[0])
	default:
		c.base = newArray(p.rtype, total)
	}
	l.enter(s, g, 0, c)
}

func (l *loader) allocateMaps(s *segment, g *group) {
	for k := range g.n {
		m := reflect.MakeMapWithSize(g.fit.to.typ, g.starts[k+1]-g.starts[k])
		l.enter(s, g, k, &chunk{base: m.UnsafePointer(), size: 8, count: 1})
	}
}

// allocateBlobs maps the blobs of a group. One whose layout has changed is converted into ordinary memory.
func (l *loader) allocateBlobs(s *segment, g *group) error {
	for k := range g.n {
		id, n := s.ids[g.first+k], g.starts[k+1]-g.starts[k]
		b := s.meta.blob(id)
		if b == nil || uint64(b.Size) != uint64(n)*uint64(g.desc.size) {
			return errors.New("a blob is missing")
		}
		m, err := l.im.mapBlob(b)
		if err != nil {
			return err
		}
		c := &chunk{base: m.base, size: uintptr(n) * g.fit.to.size, starts: []int{0, n}, count: 1, blob: m}
		if !g.fit.raw {
			c.base, c.blob = newArray(g.fit.to.rtype, n), nil
			l.seg, l.err = s, nil
			l.array(c.base, bytesAt(m.base, int(b.Size)), n, g.fit)
			l.blame(s, l.err)
			m.unmap()
		}
		l.enter(s, g, k, c)
	}
	return nil
}

// blob finds a blob of the segment.
func (s *Segment) blob(id uint64) *Blob {
	for i := range s.Blobs {
		if s.Blobs[i].ID == id {
			return &s.Blobs[i]
		}
	}
	return nil
}

// number builds the table from ids to objects.
func (l *loader) number(segs []*segment) error {
	for _, s := range segs {
		for i, id := range s.ids {
			if n := len(l.runs); n > 0 && l.runs[n-1].id+l.runs[n-1].n == id && l.runs[n-1].known+int(l.runs[n-1].n) == s.first+i {
				l.runs[n-1].n++
				continue
			}
			l.runs = append(l.runs, idRun{id, 1, s.first + i})
		}
	}
	sort.Slice(l.runs, func(i, j int) bool { return l.runs[i].id < l.runs[j].id })
	for i := 1; i < len(l.runs); i++ {
		if l.runs[i-1].id+l.runs[i-1].n > l.runs[i].id {
			return errDamaged
		}
	}
	return nil
}

// find returns the known object with an id, or -1.
func (l *loader) find(id uint64) int {
	if id-l.last.id < l.last.n {
		return l.last.known + int(id-l.last.id)
	}
	i := sort.Search(len(l.runs), func(i int) bool { return l.runs[i].id > id }) - 1
	if i < 0 || id-l.runs[i].id >= l.runs[i].n {
		return -1
	}
	l.last = l.runs[i]
	return l.last.known + int(id-l.last.id)
}

// fillGroup copies the images of a group.
func (l *loader) fillGroup(g *group) {
	if g.kind == groupMap || g.kind == groupBlob || g.kind == groupText {
		return
	}
	n := g.n
	if g.starts != nil {
		n = g.starts[g.n]
	}
	l.array(l.im.reg.chunks[g.chunk].base, g.body, n, g.fit)
}

// array fills n values at p from their images.
func (l *loader) array(p unsafe.Pointer, src []byte, n int, f *fit) {
	if f.raw {
		copy(bytesAt(p, n*int(f.to.size)), src)
		return
	}
	for i := range uintptr(n) {
		l.fill(unsafe.Add(p, i*f.to.size), src, f.ops)
		if l.err != nil {
			return
		}
		src = src[f.d.size:]
	}
}

// fillMaps puts the entries into the maps of a group.
func (l *loader) fillMaps(g *group) {
	if g.kind != groupMap {
		return
	}
	t := g.fit.to
	key, elem := newArray(g.keyFit.to.rtype, 1), newArray(g.elemFit.to.rtype, 1)
	ks, es := g.key.size, g.elem.size
	for k := range g.n {
		header := l.im.reg.chunks[g.chunk+k].base
		src := g.mapImage(k)[mapHashSize:]
		for range g.starts[k+1] - g.starts[k] {
			l.array(key, src, 1, g.keyFit)
			l.array(elem, src[ks:], 1, g.elemFit)
			if l.err != nil {
				return
			}
			slot := mapassign(t.rtype, header, key)
			typedmemmove(g.elemFit.to.rtype, slot, elem)
			src = src[ks+es:]
		}
	}
}
