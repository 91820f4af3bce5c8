package snapshot

import (
	"errors"

	"github.com/mercer-go/mercer/kernel/snapshot/blob"
	"github.com/mercer-go/mercer/kernel/snapshot/disk"
	"github.com/mercer-go/mercer/kernel/snapshot/format"
	"github.com/mercer-go/mercer/kernel/snapshot/lists"
	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
	"github.com/mercer-go/mercer/kernel/snapshot/memory"
	"github.com/mercer-go/mercer/kernel/snapshot/packed"
	"github.com/mercer-go/mercer/kernel/snapshot/turns"
	"github.com/mercer-go/mercer/kernel/snapshot/walk"
)

// Saved is the result of a commit that has been written and waits to be adopted by the store.
type Saved struct {
	Manifest []byte // encoded
	// Dropped says of variables that their declarations have set once more, and whose values cannot be carried, why: what
	// the program has changed in them since is not in the commit.
	Dropped []Dropped
	im      *Image
	out     *disk.Output
	base    *manifest.Manifest
	drafts  []*draft
	metas   []manifest.Segment
	bodies  [][2][]byte
	syncs   walk.SyncMaps
	same    bool // nothing has changed, and nothing is written
}

// Dropped is a variable whose change is not kept.
type Dropped struct{ Name, Why string }

// Commit writes what has changed since the image was loaded, or since the last commit, into files of the store, and
// makes the manifest that describes the result. The files do not matter until the store adopts the manifest. If
// goroutines change the variables meanwhile, the commit is of one moment, or there is an error.
func (im *Image) Commit() (*Saved, error) {
	others, resume := im.calm()
	defer resume()
	return im.commit(others)
}

// CommitLast is Commit at the end of a cell: the goroutines that the cell has left behind get no turn any more, and what the
// program still does must wait for none.
func (im *Image) CommitLast() (*Saved, error) {
	others, _ := im.calm()
	if im.last = others; others {
		turns.Hold()
	}
	return im.commit(others)
}

func (im *Image) commit(others bool) (*Saved, error) {
	im.hold()
	for try := range 5 {
		if try > 0 {
			im.giveTurn()
		}
		s, err := im.attemptCommit(others)
		if s != nil || err != nil {
			return s, err
		}
	}
	return nil, errors.New("values cannot be stored: a goroutine that still runs keeps changing them")
}

// attemptCommit makes a commit, or nothing if memory changed meanwhile. With others, goroutines that the cell has left
// behind may do so at any moment.
func (im *Image) attemptCommit(others bool) (s *Saved, err error) {
	c := &committer{im: im, out: &disk.Output{Dir: im.dir, Seq: im.base.Seq, Others: others}}
	if others {
		defer faultsAreTears(c, &s, &err)
	}
	if !c.picture(others) {
		return nil, nil
	}
	if c.unchanged() {
		return c.asBefore()
	}
	err = c.write()
	if err = c.out.Close(err); err != nil {
		return nil, errors.New("values cannot be stored: " + err.Error())
	}
	return c.saved()
}

// picture walks and encodes without giving way to other goroutines, if there are any. It is false if memory changed meanwhile.
func (c *committer) picture(others bool) bool {
	if others {
		turns.Hold()
		defer turns.Release()
	}
	if c.found = c.im.walk(); c.found != nil && c.found.Shares {
		c.im.release()
		c.found = c.im.walk()
	}
	return c.found != nil && c.encode(others)
}

// walk finds all objects. It returns nil if memory changed meanwhile.
func (im *Image) walk() *walk.Found {
	var roots []walk.Root
	for _, v := range im.vars {
		roots = append(roots, walk.Root{P: v.p, Plan: v.plan})
	}
	var runs [][]walk.Run
	for _, sh := range im.shared() {
		var list []walk.Run
		for _, s := range sh.segs {
			list = append(list, walk.Run{First: s.first, N: len(s.IDs)})
		}
		runs = append(runs, list)
	}
	return walk.Walk(im.pl, &im.reg, im.syncs, roots, runs)
}

// shared is a set of variables that are not loaded, with the loaded segments that all of them reach.
type shared struct {
	ids  []uint64
	segs []*segment
}

// shared returns the sets of variables that are not loaded but reach loaded segments.
func (im *Image) shared() []shared {
	var list []shared
	others := im.unloaded()
	for _, s := range im.segs {
		var ids []uint64
		if s.held {
			continue
		}
		for _, id := range s.meta.Sig {
			if others[id] {
				ids = append(ids, id)
			}
		}
		if len(ids) == 0 {
			continue
		}
		i := 0
		for i < len(list) && !lists.SameIDs(list[i].ids, ids) {
			i++
		}
		if i == len(list) {
			list = append(list, shared{ids: ids})
		}
		list[i].segs = append(list[i].segs, s)
	}
	return list
}

// unloaded are the ids of the store's variables that stay as they are.
func (im *Image) unloaded() map[uint64]bool {
	ids := map[uint64]bool{}
	for i := range im.base.Vars {
		ids[im.base.Vars[i].ID] = im.base.Vars[i].NotCarried == ""
	}
	for _, v := range im.vars {
		if m := im.stored(v.Name); m != nil {
			ids[m.ID] = false
		}
	}
	return ids
}

// committer makes one commit of a finished walk.
type committer struct {
	im     *Image
	found  *walk.Found
	out    *disk.Output
	nextID uint64
	colors [][]uint64        // variables of each color
	why    map[uint64]string // variables that are not carried
	sets   [][]uint64        // variables of each signature, those not carried left out
	keys   []string          // of the sets
	drafts []*draft
	metas  []manifest.Segment
	bodies [][2][]byte
	linked []map[typeKey]bool // types behind interfaces or that hold the objects, by draft
	names  [][]string         // outside variables that are referred to, by draft
	reach  map[uint64][]int   // by variable: its segments in the manifest, of which the drafts are the first
}

// encode makes the bytes of all segments. It reports false if memory changed meanwhile: where others run, the bytes must
// come out the same twice, so that they are those of the moment between.
func (c *committer) encode(others bool) bool {
	c.identify()
	c.judge()
	c.group()
	for _, d := range c.drafts {
		head, body, e := c.encodeDraft(d, others)
		if e.torn {
			return false
		}
		c.bodies = append(c.bodies, [2][]byte{head, body})
		c.linked = append(c.linked, e.linked(d))
		c.names = append(c.names, e.names)
	}
	for i, d := range c.drafts {
		if !others {
			break
		}
		head, body, e := c.encodeDraft(d, others)
		if e.torn || string(head) != string(c.bodies[i][0]) || string(body) != string(c.bodies[i][1]) {
			return false
		}
	}
	return true
}

// write writes the segments and blobs that are not as the store has them.
func (c *committer) write() error {
	for i, d := range c.drafts {
		if err := c.save(i, d); err != nil {
			return err
		}
	}
	return nil
}

// identify gives the variables their ids.
func (c *committer) identify() {
	c.nextID = max(1, c.im.base.NextID)
	for _, v := range append(c.im.vars[:len(c.im.vars):len(c.im.vars)], c.im.held...) {
		c.nextID = max(c.nextID, v.id+1) // given by an attempt that was given up
	}
	for _, v := range c.im.vars {
		if v.id == 0 {
			v.id = c.nextID
			c.nextID++
		}
		c.colors = append(c.colors, []uint64{v.id})
		if o := c.found.Object(uintptr(v.p), v.plan, 0); o != nil && v.plan.Size > 0 && o.Addr == uintptr(v.p) {
			o.ID, o.Root = v.id, true
			if o.Kind == format.Blob {
				o.Kind = format.Single
			}
		}
	}
	for _, sh := range c.im.shared() {
		c.colors = append(c.colors, sh.ids)
	}
}

// judge finds the variables that cannot be carried, and the sets of variables of each signature.
func (c *committer) judge() {
	c.why = map[uint64]string{}
	for _, b := range c.found.Bad {
		for _, color := range c.found.Sets[b.Set] {
			for _, id := range c.colors[color] {
				if old := c.why[id]; old == "" || b.What < old { // the same each time: maps give their entries in any order
					c.why[id] = b.What
				}
			}
		}
	}
	for _, set := range c.found.Sets {
		var ids []uint64
		for _, color := range set {
			for _, id := range c.colors[color] {
				if c.why[id] == "" {
					ids = append(ids, id)
				}
			}
		}
		c.sets = append(c.sets, lists.UniqueIDs(ids))
	}
}

// segmentTarget is the size in bytes that a segment should not exceed by much.
const segmentTarget = 1 << 20

// Segments of one set that are smaller than smallSegment bytes are joined once there are maxSmall of them.
const (
	smallSegment = 64 << 10
	maxSmall     = 4
)

// group distributes the objects over drafts: a known object stays in its segment if the variables that reach it are the
// same; others go to segments of their set that are small, or to new ones.
func (c *committer) group() {
	homes := map[string][]*draft{}
	newcomers := c.newcomers()
	note := func(sig uint32, p place) {
		k := c.keys[sig]
		newcomers[k] = append(newcomers[k], p)
	}
	for _, s := range c.im.segs {
		if s.held {
			continue
		}
		d := &draft{sig: s.meta.Sig, home: s, objs: make([]place, 0, len(s.IDs))}
		if s.meta.Base != 0 {
			d.home = nil // its ids are those of another store
		}
		for i := range s.IDs {
			sig := c.found.Known[s.first+i]
			ids := c.sets[sig]
			if p := c.knownPlace(s, i); lists.SameIDs(ids, s.meta.Sig) {
				d.add(p, c.im.pl)
			} else if len(ids) > 0 {
				p.same = 0
				note(sig, p)
			}
		}
		if len(d.objs) > 0 {
			homes[setKey(d.sig)] = append(homes[setKey(d.sig)], d)
			c.drafts = append(c.drafts, d)
		}
	}
	for i := range c.found.Objects {
		if sig := c.found.New[i]; len(c.sets[sig]) > 0 {
			o := &c.found.Objects[i]
			note(sig, place{addr: o.Addr, n: o.N, plan: o.Plan, kind: o.Kind, id: o.ID, root: o.Root, obj: uint32(i + 1)})
		}
	}
	var order []string
	for k := range newcomers {
		order = append(order, k)
	}
	lists.Sort(order)
	for _, k := range order {
		c.settle(homes[k], newcomers[k], k)
	}
	for _, list := range homes {
		c.join(list)
	}
	c.number()
}

// join makes one draft of the small ones of a set, once there are several.
func (c *committer) join(homes []*draft) {
	var small []*draft
	for _, d := range homes {
		if d.size < smallSegment {
			small = append(small, d)
		}
	}
	if len(small) < maxSmall {
		return
	}
	first := small[0]
	first.home = nil
	for _, d := range small[1:] {
		first.objs, first.size = append(first.objs, d.objs...), first.size+d.size
		d.objs = nil
	}
	kept := c.drafts[:0]
	for _, d := range c.drafts {
		if len(d.objs) > 0 {
			kept = append(kept, d)
		}
	}
	c.drafts = kept
}

// newcomers makes room for the new objects of each set.
func (c *committer) newcomers() map[string][]place {
	counts := make([]int, len(c.sets))
	for _, sig := range c.found.New {
		counts[sig]++
	}
	lists := map[string][]place{}
	c.keys = nil
	for sig, ids := range c.sets {
		k := setKey(ids)
		c.keys = append(c.keys, k)
		if counts[sig] > 0 && len(ids) > 0 && cap(lists[k]) == 0 {
			lists[k] = make([]place, 0, counts[sig])
		}
	}
	return lists
}

// knownPlace is the place of object i of a loaded segment.
func (c *committer) knownPlace(s *segment, i int) place {
	o := &c.im.reg.Known[s.first+i]
	ch := c.im.reg.Chunks[o.Chunk]
	p := place{addr: uintptr(ch.At(int(o.Index))), n: ch.Elems(int(o.Index)), plan: ch.Plan.Index, kind: ch.Kind, id: o.ID, same: uint32(i + 1)}
	for _, v := range c.im.vars {
		p.root = p.root || v.id == o.ID
	}
	return p
}

func setKey(ids []uint64) string {
	var b []byte
	for _, id := range ids {
		b = packed.AppendUint(b, id)
	}
	return string(b)
}

// settle finds drafts for the new objects of one set.
func (c *committer) settle(homes []*draft, objs []place, key string) {
	var d *draft
	for _, h := range homes {
		if h.size < segmentTarget/2 && (d == nil || h.size < d.size) {
			d = h
		}
	}
	for i := 0; i < len(objs); {
		if d == nil || d.size >= segmentTarget {
			d = &draft{sig: idsOf(key)}
			c.drafts = append(c.drafts, d)
		}
		i += d.take(objs[i:], c.im.pl)
	}
}

// idsOf decodes a key made by setKey.
func idsOf(key string) []uint64 {
	var ids []uint64
	for r := (packed.Reader{B: []byte(key)}); len(r.B) > 0; {
		ids = append(ids, r.Uint())
	}
	return ids
}

// number gives new objects their ids, in the order in which they are written.
func (c *committer) number() {
	for _, d := range c.drafts {
		if d.home == nil {
			d.order()
		}
		for i := range d.objs {
			if o := &d.objs[i]; o.id == 0 {
				o.id = c.nextID
				c.nextID++
				c.found.Objects[o.obj-1].ID = o.id
			}
		}
	}
}

// save writes a draft if it is not what the store has.
func (c *committer) save(i int, d *draft) error {
	head, body := c.bodies[i][0], c.bodies[i][1]
	meta := manifest.Segment{Sig: d.sig, Memory: 0}
	if c.rewrites(i) {
		meta = d.home.meta
	} else {
		var err error
		if meta, err = c.out.Segment(head, body); err != nil {
			return err
		}
		meta.CRC = checksum2(head, body)
	}
	meta.Sig, meta.Blobs, meta.Memory = d.sig, nil, uint64(d.size)
	meta.Types, meta.Refs = names(c.linked[i]), lists.Unique(c.names[i])
	for k := range d.objs {
		if o := &d.objs[k]; o.kind == format.Blob {
			b, err := c.saveBlob(o)
			if err != nil {
				return err
			}
			meta.Blobs = append(meta.Blobs, b)
			meta.Memory += uint64(b.Size)
		}
	}
	c.metas = append(c.metas, meta)
	return nil
}

// rewrites reports whether a draft has the bytes of the segment that it continues.
func (c *committer) rewrites(i int) bool {
	head, body, h := c.bodies[i][0], c.bodies[i][1], c.drafts[i].home
	return h != nil && len(h.Buf) == len(head)+len(body) && string(h.Buf[:len(head)]) == string(head) && string(h.Buf[len(head):]) == string(body)
}

func (c *committer) saveBlob(o *place) (manifest.Blob, error) {
	if ch := c.im.reg.Lookup(o.addr); ch != nil && ch.Blob != nil && uintptr(ch.Base) == o.addr && ch.Blob.Blob.ID == o.id {
		return ch.Blob.Update(c.out)
	}
	return blob.Save(c.out, o.id, memory.At(o.addr), int64(o.n)*int64(c.im.pl.List[o.plan].Size))
}

// saved makes the manifest.
func (c *committer) saved() (*Saved, error) {
	m := &manifest.Manifest{Seq: c.im.base.Seq, NextID: c.nextID, Segments: append([]manifest.Segment(nil), c.metas...)}
	m.Segments = append(m.Segments, c.untouched()...)
	c.describe(m)
	c.date(m)
	data, err := m.AppendBinary(nil)
	if err != nil {
		return nil, err
	}
	return &Saved{Manifest: data, Dropped: c.dropped(m), im: c.im, out: c.out, base: m, drafts: c.drafts, metas: c.metas, bodies: c.bodies,
		syncs: c.found.SyncMaps()}, nil
}

// dropped returns the variables whose changes are lost: those that stay as they were set by their declarations are held.
func (c *committer) dropped(m *manifest.Manifest) (list []Dropped) {
	for _, v := range c.im.vars {
		if x := m.Var(v.Name); (v.again || v.Set) && x != nil && x.NotCarried != "" {
			list = append(list, Dropped{v.Name, x.NotCarried})
		}
	}
	return list
}

// untouched are the segments that were not loaded, as far as there still are variables that reach them.
func (c *committer) untouched() []manifest.Segment {
	live := c.im.unloaded()
	loaded := map[manifest.Place]bool{}
	for _, s := range c.im.segs {
		if !s.held {
			loaded[s.meta.Place()] = true
		}
	}
	var list []manifest.Segment
	for _, s := range c.im.base.Segments {
		if loaded[s.Place()] {
			continue
		}
		s.Sig = lists.FilterIDs(s.Sig, func(id uint64) bool { return live[id] && c.why[id] == "" })
		if len(s.Sig) > 0 {
			list = append(list, s)
		}
	}
	return list
}

// Adopted tells the image that the store has adopted the commit, so that a next one starts from it.
func (s *Saved) Adopted() {
	if s.same {
		s.im.afresh()
	} else {
		s.im.rebase(s)
	}
}

// Discard removes the files of a commit that the store refused.
func (s *Saved) Discard() { s.out.Remove() }
