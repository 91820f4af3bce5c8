package format

import (
	"errors"
	"reflect"

	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
	"github.com/mercer-go/mercer/kernel/snapshot/packed"
)

// Segment is a segment taken apart.
type Segment struct {
	Buf   []byte // all of it
	body  []byte // the images
	Types []*Type
	Names []string
	Fars  []Far
	Parts []*Group
	IDs   []uint64 // of the objects
}

// Group is a group of its objects.
type Group struct {
	Kind   Kind
	Desc   *Type // of the elements; of a map the map's
	Key    *Type
	Elem   *Type
	N      int
	Starts []int // offset in elements of each array or map, and the end; nil for single values
	at     int   // where the images begin in the body
	First  int   // number of the first object in the segment
	Body   []byte
}

// Parse takes a segment's bytes apart and checks all that can be checked without the program's types.
func Parse(buf []byte) (*Segment, error) {
	s := &Segment{Buf: buf}
	r := newReader(buf)
	if string(r.Bytes(len(Magic))) != Magic {
		return nil, ErrDamaged
	}
	s.Types = r.typeDescs()
	s.Names = r.Texts()
	for range r.Count() {
		s.Fars = append(s.Fars, r.far(len(s.Names)))
	}
	for range r.Count() {
		s.Parts = append(s.Parts, r.group(s))
	}
	if r.Bad || !r.idRuns(s) {
		return nil, ErrDamaged
	}
	pad := (len(buf) - len(r.B)) % 8
	if pad != 0 {
		r.Bytes(8 - pad)
	}
	s.body = r.B
	if r.Bad || !s.layOut() {
		return nil, ErrDamaged
	}
	return s, nil
}

func (r *reader) far(names int) Far {
	f := Far{ID: r.Uint()}
	if f.ID == 0 {
		v := r.Int(1 << 30)
		f.Name, f.Value = v>>1, v&1 == 1
		if f.Name >= names {
			r.Fail()
		}
	}
	f.Off = uintptr(r.Int(1 << 47))
	return f
}

func (r *reader) group(s *Segment) *Group {
	kind := r.Bytes(1)
	g := &Group{Desc: r.desc(s.Types)}
	if kind == nil || kind[0] >= byte(groupKinds) || g.Desc.Stub {
		r.Fail()
		return g
	}
	if g.Kind = Kind(kind[0]); g.Kind == Map {
		g.Key, g.Elem = r.desc(s.Types), r.desc(s.Types)
		if g.Desc.Kind != reflect.Map || g.Desc.Key == nil || g.Key.Stub || g.Elem.Stub {
			r.Fail()
			return g
		}
	} else if g.Desc.Size == 0 {
		r.Fail()
		return g
	}
	g.N = r.Int(len(r.B) + len(s.Buf))
	if g.N == 0 {
		r.Fail()
		return g
	}
	if g.Kind == Single || g.Kind == Box {
		return g
	}
	if g.N > len(r.B) {
		r.Fail()
		return g
	}
	g.Starts = make([]int, g.N+1)
	for i := range g.N {
		g.Starts[i+1] = g.Starts[i] + r.Int(1<<46)
		if g.Starts[i+1] > 1<<47 {
			r.Fail()
		}
	}
	return g
}

// idRuns reads the ids of all objects.
func (r *reader) idRuns(s *Segment) bool {
	total := 0
	for _, g := range s.Parts {
		g.First = total
		if total += g.N; g.N > len(s.Buf) || total > len(s.Buf) {
			return false
		}
	}
	for len(s.IDs) < total {
		id, n := r.Uint(), r.Uint()
		if id == 0 || id >= manifest.MaxID || n == 0 || n > uint64(total-len(s.IDs)) {
			return false
		}
		for i := range n {
			s.IDs = append(s.IDs, id+i)
		}
	}
	return !r.Bad
}

// layOut finds where the images of each group lie in the body.
func (s *Segment) layOut() bool {
	at := 0
	for _, g := range s.Parts {
		at = (at + 7) &^ 7
		g.at = at
		size, ok := g.imageSize(len(s.body))
		if !ok || size > len(s.body)-at {
			return false
		}
		g.Body = s.body[at : at+size]
		at += size
	}
	return at == len(s.body)
}

// imageSize is the number of bytes of the images of g, if it is at most limit.
func (g *Group) imageSize(limit int) (int, bool) {
	each, n, extra := g.Desc.Size, g.N, 0
	switch g.Kind {
	case Blob:
		return 0, true
	case Array, Text:
		n = g.Starts[g.N]
	case Map:
		each, n, extra = g.Key.Size+g.Elem.Size, g.Starts[g.N], MapHashSize*g.N
		if each == 0 && n > g.N {
			return 0, false
		}
	}
	if each > 0 && uintptr(n) > uintptr(limit)/each {
		return 0, false
	}
	return n*int(each) + extra, true
}

// Image is the image of object k, which is neither a map nor a blob.
func (g *Group) Image(k int) []byte {
	from, to := k, k+1
	if g.Starts != nil {
		from, to = g.Starts[k], g.Starts[k+1]
	}
	return g.Body[from*int(g.Desc.Size) : to*int(g.Desc.Size)]
}

// MapImage is the image of map k.
func (g *Group) MapImage(k int) []byte {
	each := int(g.Key.Size + g.Elem.Size)
	from := g.Starts[k]*each + k*MapHashSize
	return g.Body[from : from+MapHashSize+(g.Starts[k+1]-g.Starts[k])*each]
}

// ErrDamaged is the cause of all errors about bytes that are not what this package wrote.
var ErrDamaged = errors.New("damaged data")

// reader reads what this package has packed.
type reader struct{ packed.Reader }

func newReader(b []byte) *reader { return &reader{packed.Reader{B: b}} }
