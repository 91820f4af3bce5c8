package manifest

import "slices"

// SameValues reports whether both manifests describe the same values of the same variables, stored in the same places.
// Their numbers and those of their commits may differ.
func (m *Manifest) SameValues(o *Manifest) bool {
	if len(m.Vars) != len(o.Vars) || len(m.Segments) != len(o.Segments) {
		return false
	}
	vars := map[string]*Var{}
	for i := range o.Vars {
		vars[o.Vars[i].Name] = &o.Vars[i]
	}
	for i := range m.Vars {
		if v := vars[m.Vars[i].Name]; v == nil || !m.Vars[i].same(v) {
			return false
		}
	}
	segments := map[Place]*Segment{}
	for i := range o.Segments {
		s := &o.Segments[i]
		segments[s.Place()] = s
	}
	for i := range m.Segments {
		s := &m.Segments[i]
		if p := segments[s.Place()]; p == nil || !s.same(p) {
			return false
		}
	}
	return true
}

// same reports whether two descriptions of a variable tell the same. The object that is the variable's own memory matters
// only where there is one.
func (v *Var) same(o *Var) bool {
	return v.NotCarried == o.NotCarried && (v.ID == o.ID || v.NotCarried != "") && v.Type == o.Type &&
		slices.Equal(v.Extra, o.Extra) && slices.Equal(v.Related, o.Related) && slices.Equal(v.Refs, o.Refs)
}

func (s *Segment) same(o *Segment) bool {
	return s.Len == o.Len && s.CRC == o.CRC && s.Base == o.Base && slices.Equal(s.Sig, o.Sig) &&
		slices.EqualFunc(s.Blobs, o.Blobs, func(a, b Blob) bool { return a.Same(&b) })
}

// Same reports whether both are the same object in the same places.
func (b *Blob) Same(o *Blob) bool { return b.ID == o.ID && slices.Equal(b.Extents, o.Extents) }
