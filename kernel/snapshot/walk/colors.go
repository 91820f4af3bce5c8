package walk

import "github.com/mercer-go/mercer/kernel/snapshot/packed"

// colors is the family of sets of colors that occur, each with a number; 0 is the empty set.
type colors struct {
	sets  [][]uint32
	index map[string]uint32
	color uint32
	next  []uint32 // by set: the set with color added, plus 1
}

func newColors() *colors {
	return &colors{sets: [][]uint32{nil}, index: map[string]uint32{"": 0}}
}

// with returns the set that has c besides what sig has.
func (cs *colors) with(sig, c uint32) uint32 {
	if c != cs.color {
		cs.color, cs.next = c, cs.next[:0]
	}
	for len(cs.next) <= int(sig) {
		cs.next = append(cs.next, 0)
	}
	if cs.next[sig] == 0 {
		cs.next[sig] = cs.union(sig, c) + 1
	}
	return cs.next[sig] - 1
}

func (cs *colors) only(c uint32) uint32 { return cs.with(0, c) }

func (cs *colors) has(sig, c uint32) bool { return cs.with(sig, c) == sig }

func (cs *colors) union(sig, c uint32) uint32 {
	set := cs.sets[sig]
	i := 0
	for i < len(set) && set[i] < c {
		i++
	}
	if i < len(set) && set[i] == c {
		return sig
	}
	set = append(append(append([]uint32(nil), set[:i]...), c), set[i:]...)
	var key []byte
	for _, c := range set {
		key = packed.AppendUint(key, uint64(c))
	}
	if n, ok := cs.index[string(key)]; ok {
		return n
	}
	n := uint32(len(cs.sets))
	cs.sets = append(cs.sets, set)
	cs.index[string(key)] = n
	return n
}
