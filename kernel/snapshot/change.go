package snapshot

import (
	"reflect"
	"sort"

	"github.com/mercer-go/mercer/kernel/snapshot/format"
	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
)

// This file finds which variables a commit changes. Where their objects lie does not tell: objects move to other segments when
// other variables come to share them, segments are joined, and only contents say whether anything was set. A variable is unchanged if no object
// that it reaches is new or has another image than the one that was loaded: then its own memory is the same, hence what its
// pointers lead to, and so on. Only objects of segments that are written are looked at.

// date says of each variable that has not changed which commit did so last, and of the others 0: the store knows the number.
func (c *committer) date(m *manifest.Manifest) {
	changed := c.changes()
	for i := range m.Vars {
		v := &m.Vars[i]
		v.Changed = 0
		if old := c.im.base.Var(v.Name); old != nil && old.ID == v.ID && old.NotCarried == v.NotCarried && !changed[v.ID] {
			v.Changed = old.Changed
		}
	}
}

// unchanged reports whether the program has left all variables as they were stored. Then there is nothing to write, however
// the objects would be distributed over segments now. It is asked before anything is written, so that looking works on a full disk.
func (c *committer) unchanged() bool {
	for _, v := range c.im.vars {
		old := c.im.stored(v.Name)
		switch {
		case old == nil || v.Fresh || (old.NotCarried != "") != (c.why[v.id] != ""):
			return false
		case old.NotCarried == "" && (old.ID != v.id || old.Type != v.plan.Type.String()):
			return false
		}
	}
	for i := range c.im.base.Vars {
		if v := &c.im.base.Vars[i]; v.NotCarried == "" && c.why[v.ID] != "" {
			return false
		}
	}
	for i, d := range c.drafts {
		if c.changed(nil, c.rewrites(i), d) {
			return false
		}
	}
	return true
}

// asBefore is the commit of a program that has changed nothing: what it was given.
func (c *committer) asBefore() (*Saved, error) {
	data, err := c.im.base.AppendBinary(nil)
	if err != nil {
		return nil, err
	}
	return &Saved{Manifest: data, Dropped: c.dropped(c.im.base), im: c.im, out: c.out, same: true}, nil
}

// changes are the variables, by their ids, that reach an object which is new or is not as it was stored.
func (c *committer) changes() map[uint64]bool {
	changed := map[uint64]bool{}
	for i, d := range c.drafts {
		if meta := &c.metas[i]; !known(changed, d.sig) && c.changed(meta, d.home != nil && d.home.meta.Place() == meta.Place(), d) {
			for _, id := range d.sig {
				changed[id] = true
			}
		}
	}
	return changed
}

// known reports whether all the ids are in the set.
func known(set map[uint64]bool, ids []uint64) bool {
	for _, id := range ids {
		if !set[id] {
			return false
		}
	}
	return true
}

// changed reports whether an object of a draft, which meta describes once it is written, is new or is not as it was stored. stays
// says that the bytes of the segment are those of its home.
func (c *committer) changed(meta *manifest.Segment, stays bool, d *draft) bool {
	var e *encoder
	for i := range d.objs {
		o := &d.objs[i]
		if o.kind != format.Blob && stays {
			continue
		}
		s, g, k := c.storedAs(o)
		if g == nil {
			return true
		}
		if e == nil || e.home != s {
			if s.converted() {
				return true
			}
			e = c.newEncoder(&draft{home: s}, false)
		}
		if !c.asStored(e, o, g, k, meta) {
			return true
		}
	}
	return false
}

// storedAs returns the segment from which an object was loaded, its group and its number in the group; no group for a new object.
func (c *committer) storedAs(o *place) (*segment, *group, int) {
	if o.obj != 0 {
		return nil, nil, 0
	}
	ch := c.im.reg.Lookup(o.addr)
	if ch == nil || ch.Ref != nil {
		return nil, nil, 0
	}
	n := ch.First + ch.Find(o.addr)
	i := sort.Search(len(c.im.segs), func(i int) bool { return c.im.segs[i].first > n }) - 1
	if i < 0 || n >= c.im.segs[i].first+len(c.im.segs[i].IDs) {
		return nil, nil, 0
	}
	g, k := c.im.segs[i].groupOf(n - c.im.segs[i].first)
	return c.im.segs[i], g, k
}

// asStored reports whether an object has the image, or the blob, of object k of the group g of the encoder's home.
func (c *committer) asStored(e *encoder, o *place, g *group, k int, meta *manifest.Segment) bool {
	if g.Kind != o.kind {
		return false
	}
	switch o.kind {
	case format.Blob:
		if meta == nil {
			return c.blobStays(o)
		}
		was, is := e.home.meta.Blob(o.id), meta.Blob(o.id)
		return was != nil && is != nil && was.Same(is)
	case format.Map:
		return e.sameMap(o, g, k)
	}
	return e.sameImage(o, g, k)
}

// blobStays reports whether the memory of a blob is what its files have.
func (c *committer) blobStays(o *place) bool {
	ch := c.im.reg.Lookup(o.addr)
	if ch == nil || ch.Blob == nil || ch.Blob.Blob.ID != o.id {
		return false
	}
	runs, err := ch.Blob.Changed(c.im.dir)
	return err == nil && len(runs) == 0
}

// sameMap reports whether a map has the entries of a stored one: as many, and with the same hash.
func (e *encoder) sameMap(o *place, g *group, k int) bool {
	e.body = e.body[:0]
	if e.mapObject(o) != g.Starts[k+1]-g.Starts[k] {
		return false
	}
	image := g.MapImage(k)
	if string(e.body[:format.MapHashSize]) == string(image[:format.MapHashSize]) {
		return true
	}
	return len(e.alias) > 0 && string(e.body[:format.MapHashSize]) == string(e.rehash(image[format.MapHashSize:], e.pl.List[o.plan].Type))
}

// rehash is the hash of the stored entries of a map, with objects that are one in this process taken for one.
func (e *encoder) rehash(entries []byte, t reflect.Type) []byte {
	key, elem := e.pl.Of(t.Key()), e.pl.Of(t.Elem())
	sum := make([]byte, format.MapHashSize)
	for image := append([]byte(nil), entries...); len(image) > 0; image = image[key.Size+elem.Size:] {
		e.remap(image, key.Ops)
		e.remap(image[key.Size:], elem.Ops)
		a, b := e.hash(image[:key.Size+elem.Size], key, elem)
		memory.SetWord(sum, 0, memory.Word(sum, 0)+a)
		memory.SetWord(sum, 8, memory.Word(sum, 8)+b)
	}
	return sum
}

// sameImage reports whether an object has the image of a stored one, of which the numbers of types and references are translated.
func (e *encoder) sameImage(o *place, g *group, k int) bool {
	pl := e.pl.List[o.plan]
	stored := g.Image(k)
	if len(stored) != o.n*int(pl.Size) {
		return false
	}
	if len(pl.Ops) == 0 {
		return string(stored) == string(memory.Bytes(memory.At(o.addr), len(stored)))
	}
	e.body = e.body[:0]
	e.array(memory.At(o.addr), o.n, pl)
	e.scratch = append(e.scratch[:0], stored...)
	for at := 0; at < len(stored); at += int(pl.Size) {
		e.remap(e.scratch[at:], pl.Ops)
	}
	return string(e.scratch) == string(e.body)
}
