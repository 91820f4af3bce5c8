package snapshot

import "reflect"

// segment is a loaded segment.
type segment struct {
	meta   Segment
	buf    []byte // all of it
	body   []byte // the images
	types  []*typeDesc
	names  []string
	fars   []far
	groups []*group
	ids    []uint64
	first  int // number of its first object in Image.known
	found  func(*typeDesc) (reflect.Type, error)
	lost   string // what of the images has no place in the program's types, the first of it
	held   bool   // see Image.hold
}

// group is a group of a loaded segment.
type group struct {
	kind    groupKind
	desc    *typeDesc // of the elements; of a map the map's
	key     *typeDesc
	elem    *typeDesc
	n       int
	starts  []int // offset in elements of each array or map, and the end; nil for single values
	at      int   // where the images begin in the body
	first   int   // number of the first object in the segment
	fit     *fit
	keyFit  *fit
	elemFit *fit
	sameMap bool // the images of entries are as this program would write them
	chunk   int  // number of the first chunk in the registry
	body    []byte
}

// parseSegment takes a segment's bytes apart and checks all that can be checked without the program's types.
func parseSegment(buf []byte) (*segment, error) {
	s := &segment{buf: buf}
	r := newReader(buf)
	if string(r.Bytes(len(segmentMagic))) != segmentMagic {
		return nil, errDamaged
	}
	s.types = r.typeDescs()
	s.names = r.Texts()
	for range r.Count() {
		s.fars = append(s.fars, r.far(len(s.names)))
	}
	for range r.Count() {
		s.groups = append(s.groups, r.group(s))
	}
	if r.Bad || !r.idRuns(s) {
		return nil, errDamaged
	}
	pad := (len(buf) - len(r.B)) % 8
	if pad != 0 {
		r.Bytes(8 - pad)
	}
	s.body = r.B
	if r.Bad || !s.layOut() {
		return nil, errDamaged
	}
	return s, nil
}

func (r *reader) far(names int) far {
	f := far{id: r.Uint()}
	if f.id == 0 {
		v := r.Int(1 << 30)
		f.name, f.value = v>>1, v&1 == 1
		if f.name >= names {
			r.Fail()
		}
	}
	f.off = uintptr(r.Int(1 << 47))
	return f
}

func (r *reader) group(s *segment) *group {
	kind := r.Bytes(1)
	g := &group{desc: r.desc(s.types)}
	if kind == nil || kind[0] >= byte(groupKinds) || g.desc.stub {
		r.Fail()
		return g
	}
	if g.kind = groupKind(kind[0]); g.kind == groupMap {
		g.key, g.elem = r.desc(s.types), r.desc(s.types)
		if g.desc.kind != reflect.Map || g.desc.key == nil || g.key.stub || g.elem.stub {
			r.Fail()
			return g
		}
	} else if g.desc.size == 0 {
		r.Fail()
		return g
	}
	g.n = r.Int(len(r.B) + len(s.buf))
	if g.n == 0 {
		r.Fail()
		return g
	}
	if g.kind == groupSingle || g.kind == groupBox {
		return g
	}
	if g.n > len(r.B) {
		r.Fail()
		return g
	}
	g.starts = make([]int, g.n+1)
	for i := range g.n {
		g.starts[i+1] = g.starts[i] + r.Int(1<<46)
		if g.starts[i+1] > 1<<47 {
			r.Fail()
		}
	}
	return g
}

// idRuns reads the ids of all objects.
func (r *reader) idRuns(s *segment) bool {
	total := 0
	for _, g := range s.groups {
		g.first = total
		if total += g.n; g.n > len(s.buf) || total > len(s.buf) {
			return false
		}
	}
	for len(s.ids) < total {
		id, n := r.Uint(), r.Uint()
		if id == 0 || id >= maxID || n == 0 || n > uint64(total-len(s.ids)) {
			return false
		}
		for i := range n {
			s.ids = append(s.ids, id+i)
		}
	}
	return !r.Bad
}

// layOut finds where the images of each group lie in the body.
func (s *segment) layOut() bool {
	at := 0
	for _, g := range s.groups {
		at = (at + 7) &^ 7
		g.at = at
		size, ok := g.imageSize(len(s.body))
		if !ok || size > len(s.body)-at {
			return false
		}
		g.body = s.body[at : at+size]
		at += size
	}
	return at == len(s.body)
}

// imageSize is the number of bytes of the images of g, if it is at most limit.
func (g *group) imageSize(limit int) (int, bool) {
	each, n, extra := g.desc.size, g.n, 0
	switch g.kind {
	case groupBlob:
		return 0, true
	case groupArray, groupText:
		n = g.starts[g.n]
	case groupMap:
		each, n, extra = g.key.size+g.elem.size, g.starts[g.n], mapHashSize*g.n
		if each == 0 && n > g.n {
			return 0, false
		}
	}
	if each > 0 && uintptr(n) > uintptr(limit)/each {
		return 0, false
	}
	return n*int(each) + extra, true
}

// mapImage is the image of map k.
func (g *group) mapImage(k int) []byte {
	each := int(g.key.size + g.elem.size)
	from := g.starts[k]*each + k*mapHashSize
	return g.body[from : from+mapHashSize+(g.starts[k+1]-g.starts[k])*each]
}

// groupOf returns the group of the segment's object i, and its number in it.
func (s *segment) groupOf(i int) (*group, int) {
	for _, g := range s.groups {
		if i >= g.first && i < g.first+g.n {
			return g, i - g.first
		}
	}
	return nil, 0
}

// typeAt is the program's type with number i of the segment's table. The segment has been loaded, so there is one.
func (s *segment) typeAt(i uint64) reflect.Type {
	t, err := s.found(s.types[i])
	if err != nil {
		return anyType
	}
	return t
}

// reset prepares the segment for another attempt to load it.
func (s *segment) reset(meta Segment) { s.meta, s.lost = meta, "" }
