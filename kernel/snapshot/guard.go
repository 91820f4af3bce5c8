package snapshot

import (
	"github.com/mercer-go/mercer/kernel/snapshot/digest"
	"github.com/mercer-go/mercer/kernel/snapshot/format"
	"github.com/mercer-go/mercer/kernel/snapshot/lists"
)

// This file keeps what the store has of variables that a program could not load, or not as they are stored, from being
// changed by a cell that only looks: such a variable is guarded, and committed only if the cell has changed it. Until then
// its description and its segments stay as they are, and a program whose types fit again finds the value.

// guard notes how the variables are that the program did not get as they are stored.
func (im *Image) guard() {
	converted := map[uint64]bool{}
	for _, s := range im.segs {
		if s.converted() {
			for _, id := range s.meta.Sig {
				converted[id] = true
			}
		}
	}
	for _, v := range im.vars {
		if !v.Fresh && !v.Old && v.stored && (!v.loaded || converted[v.id]) {
			v.guarded, v.before = true, im.digestOf(v)
		}
	}
}

// converted reports whether a commit would write the segment anew: the program's types differ from those that it was
// written with, or it comes from another store.
func (s *segment) converted() bool {
	if s.meta.Base != 0 {
		return true
	}
	for _, g := range s.groups {
		if g.fit != nil && !g.fit.Same || g.Kind == format.Map && !g.sameMap {
			return true
		}
	}
	return false
}

// Initialised tells the image that the program has set a variable of the store as its declaration does: it counts as
// changed only from there.
func (im *Image) Initialised(name string) {
	if v := im.byName[name]; v != nil && v.stored && !v.Old {
		v.guarded, v.before, v.again = true, im.digestOf(v), true
	}
}

// hold takes the guarded variables that have not changed, and the segments that only they reach, out of what is
// committed.
func (im *Image) hold() {
	im.vars, im.held = append(im.vars, im.held...), nil
	kept := im.vars[:0:0]
	for _, v := range im.vars {
		if v.guarded && im.digestOf(v) == v.before {
			im.held = append(im.held, v)
			continue
		}
		v.guarded = false
		kept = append(kept, v)
	}
	im.vars = kept
	im.markHeld()
}

// release puts the held variables that were loaded back: other variables have come to share their memory.
func (im *Image) release() {
	kept := im.held[:0:0]
	for _, v := range im.held {
		if v.loaded {
			v.guarded = false
			im.vars = append(im.vars, v)
		} else {
			kept = append(kept, v)
		}
	}
	im.held = kept
	im.markHeld()
}

// markHeld marks the segments that held variables reach and no other loaded one does.
func (im *Image) markHeld() {
	for _, s := range im.segs {
		s.held = false
		for _, v := range im.held {
			s.held = s.held || v.loaded && lists.HasID(s.meta.Sig, v.id)
		}
		for _, v := range im.vars {
			s.held = s.held && !(v.loaded && lists.HasID(s.meta.Sig, v.id))
		}
		for i := range s.IDs {
			im.reg.ChunkOf(s.first + i).Held = s.held
		}
	}
}

// Loss says what of a loaded variable's stored value the program did not get, since its types have no place for it;
// "" if nothing is missing.
func (im *Image) Loss(name string) string {
	v := im.byName[name]
	if v == nil || !v.loaded {
		return ""
	}
	for _, s := range im.segs {
		if s.lost != "" && lists.HasID(s.meta.Sig, v.id) {
			return s.lost
		}
	}
	return ""
}

// SetBy is the execution count of the cell that set the stored value of a variable; 0 if it is not known.
func (im *Image) SetBy(name string) uint64 {
	if m := im.stored(name); m != nil {
		return uint64(m.SetBy)
	}
	return 0
}

// digestOf hashes all that a variable reaches.
func (im *Image) digestOf(v *variable) digest.Sum {
	im.reg.Ready()
	return digest.New(&im.reg, im.pl, im.dir).Values(v.p, 1, v.plan)
}
