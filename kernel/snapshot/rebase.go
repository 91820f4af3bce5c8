package snapshot

import (
	"github.com/mercer-go/mercer/kernel/snapshot/blob"
	"github.com/mercer-go/mercer/kernel/snapshot/format"
	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
	"github.com/mercer-go/mercer/kernel/snapshot/registry"
)

// rebase makes what a commit has written the state that the next one starts from. Objects keep their addresses; those
// of segments that were written get a chunk each.
func (im *Image) rebase(s *Saved) {
	l := newLoader(im)
	old := im.reg.Chunks
	oldKnown := im.reg.Known
	im.reg, im.segs, im.syncs, im.alias = registry.Registry{}, nil, s.syncs, map[uint64]uint64{}
	im.addRefs(l)
	for i, d := range s.drafts {
		seg := im.rebaseSegment(s, i, l)
		if seg == nil {
			continue
		}
		if d.home != nil && len(d.objs) == len(d.home.IDs) && seg.meta.File == d.home.meta.File && seg.meta.Off == d.home.meta.Off {
			im.keepChunks(seg, d.home, old, oldKnown)
		} else {
			im.newChunks(seg, d)
		}
		im.segs = append(im.segs, seg)
	}
	im.base, im.inBase = s.base, nil
	for _, v := range im.vars {
		v.loaded = true
		v.Fresh = false
		if m := im.stored(v.Name); m != nil && m.NotCarried != "" {
			v.loaded, v.id = false, 0
		}
	}
	im.afresh()
	im.reg.Sort()
}

// afresh has what is changed from here on in variables whose values are not kept reported anew.
func (im *Image) afresh() {
	for _, v := range im.vars {
		if m := im.stored(v.Name); (v.again || v.Set) && m != nil && m.NotCarried != "" {
			v.again, v.Set = true, false
			v.guarded, v.before = true, im.digestOf(v)
		}
	}
}

// rebaseSegment parses a written segment.
func (im *Image) rebaseSegment(s *Saved, i int, l *loader) *segment {
	buf := append(append(make([]byte, 0, len(s.bodies[i][0])+len(s.bodies[i][1])), s.bodies[i][0]...), s.bodies[i][1]...)
	seg, err := newSegment(buf, s.metas[i])
	if err != nil {
		return nil
	}
	seg.found = l.ft.Find
	seg.first = len(im.reg.Known)
	for _, g := range seg.groups {
		g.sameMap = g.Kind == format.Map
	}
	return seg
}

// keepChunks enters the chunks of a segment that was not written again.
func (im *Image) keepChunks(seg, home *segment, old []*registry.Chunk, oldKnown []registry.Known) {
	last := -1
	for i := range seg.IDs {
		k := oldKnown[home.first+i]
		c := old[k.Chunk]
		if int(k.Chunk) != last {
			last = int(k.Chunk)
			c.First = seg.first + i - int(k.Index)
			keepBlob(c, &seg.meta)
			im.reg.Add(c)
		}
		im.reg.Known = append(im.reg.Known, registry.Known{ID: k.ID, Chunk: uint32(len(im.reg.Chunks) - 1), Index: k.Index})
	}
}

// newChunks enters a chunk for each object of a segment.
func (im *Image) newChunks(seg *segment, d *draft) {
	for i := range d.objs {
		o := &d.objs[i]
		p := im.pl.List[o.plan]
		c := &registry.Chunk{Base: memory.At(o.addr), Plan: p, Kind: o.kind, Stride: p.Size, Count: 1, First: seg.first + i}
		if c.Size = p.Size * uintptr(o.n); o.kind == format.Map {
			c.Size = 8
		}
		if o.kind == format.Array || o.kind == format.Text || o.kind == format.Blob {
			c.Starts = []int{0, o.n}
		}
		if b := seg.meta.Blob(o.id); o.kind == format.Blob && b != nil {
			c.Blob = &blob.Mapping{Base: c.Base, Size: b.Size, Blob: *b, Heap: true}
		}
		im.reg.Known = append(im.reg.Known, registry.Known{ID: o.id, Chunk: uint32(len(im.reg.Chunks))})
		im.reg.Add(c)
	}
}

// keepBlob gives a chunk's blob its description in meta.
func keepBlob(c *registry.Chunk, meta *manifest.Segment) {
	if c.Blob != nil {
		if b := meta.Blob(c.Blob.Blob.ID); b != nil {
			c.Blob.Blob = *b
		}
	}
}
