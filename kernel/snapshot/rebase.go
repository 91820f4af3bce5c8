package snapshot

// rebase makes what a commit has written the state that the next one starts from. Objects keep their addresses; those
// of segments that were written get a chunk each.
func (im *Image) rebase(s *Saved) {
	l := newLoader(im)
	old := im.reg.chunks
	oldKnown := im.known
	im.reg, im.known, im.segs = registry{}, nil, nil
	im.addRefs(l)
	for i, d := range s.drafts {
		seg := im.rebaseSegment(s, i, l)
		if seg == nil {
			continue
		}
		if d.home != nil && len(d.objs) == len(d.home.ids) && seg.meta.File == d.home.meta.File && seg.meta.Off == d.home.meta.Off {
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
	im.reg.sort()
}

// rebaseSegment parses a written segment.
func (im *Image) rebaseSegment(s *Saved, i int, l *loader) *segment {
	buf := append(append(make([]byte, 0, len(s.bodies[i][0])+len(s.bodies[i][1])), s.bodies[i][0]...), s.bodies[i][1]...)
	seg, err := parseSegment(buf)
	if err != nil {
		return nil
	}
	seg.meta = s.metas[i]
	seg.found = l.ft.find
	seg.first = len(im.known)
	for _, g := range seg.groups {
		g.sameMap = g.kind == groupMap
	}
	return seg
}

// keepChunks enters the chunks of a segment that was not written again.
func (im *Image) keepChunks(seg, home *segment, old []*chunk, oldKnown []known) {
	last := -1
	for i := range seg.ids {
		k := oldKnown[home.first+i]
		c := old[k.chunk]
		if int(k.chunk) != last {
			last = int(k.chunk)
			c.first = seg.first + i
			c.keepBlob(&seg.meta)
			im.reg.add(c)
		}
		im.known = append(im.known, known{k.id, uint32(len(im.reg.chunks) - 1), k.k})
	}
}

func (c *chunk) keepBlob(meta *Segment) {
	if c.blob != nil {
		if b := meta.blob(c.blob.blob.ID); b != nil {
			c.blob.blob = *b
		}
	}
}

// newChunks enters a chunk for each object of a segment.
func (im *Image) newChunks(seg *segment, d *draft) {
	for i := range d.objs {
		o := &d.objs[i]
		p := im.pl.list[o.plan]
		c := &chunk{base: pointerAt(o.addr), plan: p, kind: o.kind, stride: p.size, count: 1, first: seg.first + i}
		if c.size = p.size * uintptr(o.n); o.kind == groupMap {
			c.size = 8
		}
		if o.kind == groupArray || o.kind == groupText || o.kind == groupBlob {
			c.starts = []int{0, o.n}
		}
		if b := seg.meta.blob(o.id); o.kind == groupBlob && b != nil {
			c.blob = &mapping{base: c.base, size: b.Size, blob: *b, heap: true}
		}
		im.known = append(im.known, known{o.id, uint32(len(im.reg.chunks)), 0})
		im.reg.add(c)
	}
}
