package snapshot

import (
	"errors"
	"reflect"
	"sort"
	"unsafe"

	"github.com/mercer-go/mercer/kernel/snapshot/blob"
	"github.com/mercer-go/mercer/kernel/snapshot/fit"
	"github.com/mercer-go/mercer/kernel/snapshot/format"
	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
	"github.com/mercer-go/mercer/kernel/snapshot/registry"
)

// loader rebuilds the objects of segments: first every object gets its memory, then images are copied into it with
// references turned into pointers, then maps are filled, whose keys must be complete before: of netip.Addr and unique.Handle too.
type loader struct {
	im     *Image
	ft     *fit.Fitter
	roots  map[uint64]*variable
	extern map[externName]*registry.Chunk
	runs   []idRun
	last   idRun
	seg    *segment // being filled
	err    error    // the first in it
	segErr map[*segment]error
	itabs  map[itabKey]unsafe.Pointer
	placed map[placeKey]bool
	fixups []fixup
	unique map[handleKey]unsafe.Pointer
	moves  map[unsafe.Pointer]*registry.Chunk // memory that stands for a stored object which was loaded elsewhere
	late   bool                               // all images are filled
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
	kind fit.MoveKind
	p    unsafe.Pointer // where it is
	from unsafe.Pointer // what its reference points to
	typ  reflect.Type
}

func newLoader(im *Image) *loader {
	roots := make([]reflect.Type, 0, len(im.vars)+len(im.types))
	for _, v := range im.vars {
		roots = append(roots, v.plan.Type)
	}
	roots = append(append(roots, im.types...), errorPtr)
	l := &loader{im: im, roots: map[uint64]*variable{}, extern: map[externName]*registry.Chunk{}, segErr: map[*segment]error{},
		itabs: map[itabKey]unsafe.Pointer{}, placed: map[placeKey]bool{}, unique: map[handleKey]unsafe.Pointer{}, moves: map[unsafe.Pointer]*registry.Chunk{}}
	l.ft = fit.NewFitter(im.pl, roots, im.refs)
	for _, v := range im.vars {
		if v.loaded {
			l.roots[v.id] = v
		}
	}
	return l
}

func (l *loader) load(segs []*segment) error {
	for _, s := range segs {
		s.found = l.ft.Find
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
	l.im.reg.Sort()
	for _, s := range segs {
		l.each(s, l.fillGroup)
	}
	l.late = true
	l.finish(fit.MoveAddr)
	l.finishHandles()
	for _, s := range segs {
		l.each(s, l.fillMaps)
	}
	l.finish(fit.MoveSync)
	l.enterMoved()
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
	if g.Kind == format.Map {
		return l.fitMap(g, t)
	}
	if g.fit, err = l.ft.Fit(g.Desc, t); err != nil {
		return err
	}
	if t.Size() == 0 || g.Kind == format.Text && (t != layout.ByteType || !g.fit.Raw) {
		return fit.Misfit(g.Desc, t)
	}
	return nil
}

// groupType is the program's type for the objects of a group; for a variable's own memory the variable's.
func (l *loader) groupType(s *segment, g *group) (reflect.Type, error) {
	if g.N == 1 && g.Kind == format.Single {
		if v := l.roots[s.IDs[g.First]]; v != nil {
			return v.plan.Type, nil
		}
	}
	return l.ft.Find(g.Desc)
}

func (l *loader) fitMap(g *group, t reflect.Type) (err error) {
	if t.Kind() != reflect.Map {
		return fit.Misfit(g.Desc, t)
	}
	if g.keyFit, err = l.ft.Fit(g.Key, t.Key()); err != nil {
		return err
	}
	if g.elemFit, err = l.ft.Fit(g.Elem, t.Elem()); err != nil {
		return err
	}
	g.fit = &fit.Fit{From: g.Desc, To: l.im.pl.Of(t), Same: true}
	g.sameMap = g.keyFit.Same && g.elemFit.Same
	return nil
}

// allocate gives the objects of a segment their memory and enters it into the registry.
func (l *loader) allocate(s *segment) error {
	for _, g := range s.groups {
		g.chunk = len(l.im.reg.Chunks)
		switch g.Kind {
		case format.Map:
			l.allocateMaps(s, g)
		case format.Blob:
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
func (l *loader) enter(s *segment, g *group, k int, c *registry.Chunk) {
	c.Plan, c.Kind, c.Fit = g.fit.To, g.Kind, g.fit
	c.First = s.first + g.First + k
	number := uint32(len(l.im.reg.Chunks))
	for i := range c.Count {
		l.im.reg.Known[c.First+i] = registry.Known{ID: s.IDs[g.First+k+i], Chunk: number, Index: uint32(i)}
	}
	l.im.reg.Add(c)
}

func (l *loader) allocateChunk(s *segment, g *group) {
	p := g.fit.To
	c := &registry.Chunk{Stride: p.Size, Starts: g.Starts, Count: g.N}
	total := g.N
	if g.Starts != nil {
		total = g.Starts[g.N]
	}
	c.Size = uintptr(total) * p.Size
	switch v := l.roots[s.IDs[g.First]]; {
	case v != nil && g.Kind == format.Single && g.N == 1:
		c.Base = v.p
	case g.Kind == format.Text && total > 0:
		c.Base = unsafe.Pointer(&g.Body[0])
	default:
		c.Base = memory.NewArray(p.RType, total)
	}
	l.enter(s, g, 0, c)
}

func (l *loader) allocateMaps(s *segment, g *group) {
	for k := range g.N {
		m := reflect.MakeMapWithSize(g.fit.To.Type, g.Starts[k+1]-g.Starts[k])
		l.enter(s, g, k, &registry.Chunk{Base: m.UnsafePointer(), Size: 8, Count: 1})
	}
}

// allocateBlobs maps the blobs of a group. One whose layout has changed is converted into ordinary memory.
func (l *loader) allocateBlobs(s *segment, g *group) error {
	for k := range g.N {
		id, n := s.IDs[g.First+k], g.Starts[k+1]-g.Starts[k]
		b := s.meta.Blob(id)
		if b == nil || uint64(b.Size) != uint64(n)*uint64(g.Desc.Size) {
			return errors.New("a blob is missing")
		}
		m, err := blob.Map(l.im.dir, b)
		if err != nil {
			return err
		}
		c := &registry.Chunk{Base: m.Base, Size: uintptr(n) * g.fit.To.Size, Starts: []int{0, n}, Count: 1, Blob: m}
		if !g.fit.Raw {
			c.Base, c.Blob = memory.NewArray(g.fit.To.RType, n), nil
			l.seg, l.err = s, nil
			l.array(c.Base, memory.Bytes(m.Base, int(b.Size)), n, g.fit)
			l.blame(s, l.err)
			m.Unmap()
		}
		l.enter(s, g, k, c)
	}
	return nil
}

// number builds the table from ids to objects.
func (l *loader) number(segs []*segment) error {
	for _, s := range segs {
		for i, id := range s.IDs {
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
			return format.ErrDamaged
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
	if g.Kind == format.Map || g.Kind == format.Blob || g.Kind == format.Text {
		return
	}
	n := g.N
	if g.Starts != nil {
		n = g.Starts[g.N]
	}
	l.array(l.im.reg.Chunks[g.chunk].Base, g.Body, n, g.fit)
}

// array fills n values at p from their images.
func (l *loader) array(p unsafe.Pointer, src []byte, n int, f *fit.Fit) {
	if f.Raw {
		copy(memory.Bytes(p, n*int(f.To.Size)), src)
		return
	}
	for i := range uintptr(n) {
		l.fill(unsafe.Add(p, i*f.To.Size), src, f.Ops)
		if l.err != nil {
			return
		}
		src = src[f.From.Size:]
	}
}

// fillMaps puts the entries into the maps of a group.
func (l *loader) fillMaps(g *group) {
	if g.Kind != format.Map {
		return
	}
	t := g.fit.To
	key, elem := memory.NewArray(g.keyFit.To.RType, 1), memory.NewArray(g.elemFit.To.RType, 1)
	ks, es := g.Key.Size, g.Elem.Size
	for k := range g.N {
		header := l.im.reg.Chunks[g.chunk+k].Base
		src := g.MapImage(k)[format.MapHashSize:]
		for range g.Starts[k+1] - g.Starts[k] {
			l.array(key, src, 1, g.keyFit)
			l.array(elem, src[ks:], 1, g.elemFit)
			if l.err != nil {
				return
			}
			slot := memory.MapAssign(t.RType, header, key)
			memory.Move(g.elemFit.To.RType, slot, elem)
			src = src[ks+es:]
		}
	}
}

// errorPtr is an anchor: *errors.errorString is found in every program.
var errorPtr = reflect.TypeOf(format.ErrDamaged)
