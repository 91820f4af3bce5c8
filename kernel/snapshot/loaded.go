package snapshot

import (
	"reflect"
	"sort"

	"github.com/mercer-go/mercer/kernel/snapshot/fit"
	"github.com/mercer-go/mercer/kernel/snapshot/format"
	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
)

// segment is a segment that is loaded, or being loaded.
type segment struct {
	*format.Segment
	meta   manifest.Segment
	groups []*group
	first  int // number of its first object in the registry
	found  func(*format.Type) (reflect.Type, error)
	lost   string // what of the images has no place in the program's types, the first of it
	held   bool   // see Image.hold
}

// group is a group of a segment with what the program makes of it.
type group struct {
	*format.Group
	fit     *fit.Fit
	keyFit  *fit.Fit
	elemFit *fit.Fit
	sameMap bool // the images of entries are as this program would write them
	chunk   int  // number of the first chunk in the registry
}

// newSegment parses the bytes of the segment that meta describes.
func newSegment(buf []byte, meta manifest.Segment) (*segment, error) {
	parsed, err := format.Parse(buf)
	if err != nil {
		return nil, err
	}
	s := &segment{Segment: parsed, meta: meta}
	for _, g := range parsed.Parts {
		s.groups = append(s.groups, &group{Group: g})
	}
	return s, nil
}

// groupOf returns the group of the segment's object i, and its number in it.
func (s *segment) groupOf(i int) (*group, int) {
	k := sort.Search(len(s.groups), func(k int) bool { return s.groups[k].First > i }) - 1
	if k < 0 || i >= s.groups[k].First+s.groups[k].N {
		return nil, 0
	}
	return s.groups[k], i - s.groups[k].First
}

// typeAt is the program's type with number i of the segment's table. The segment has been loaded, so there is one.
func (s *segment) typeAt(i uint64) reflect.Type {
	t, err := s.found(s.Types[i])
	if err != nil {
		return layout.AnyType
	}
	return t
}

// reset prepares the segment for another attempt to load it.
func (s *segment) reset(meta manifest.Segment) { s.meta, s.lost = meta, "" }
