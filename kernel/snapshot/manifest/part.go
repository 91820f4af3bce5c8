package manifest

import (
	"errors"
	"sort"
)

// This file cuts out of a manifest what a program needs that uses a few variables, and puts back what it commits: so a
// cell costs what it touches, and not what the notebook holds.

// Part returns the description of the named variables, of all that share memory with them, directly or through others,
// and of everything that these reach. Names that the manifest does not have are ignored.
func (m *Manifest) Part(names []string) *Manifest {
	part := &Manifest{Seq: m.Seq, NextID: m.NextID}
	in := m.sharing(names)
	for i := range m.Vars {
		if in[m.Vars[i].ID] {
			part.Vars = append(part.Vars, m.Vars[i])
		}
	}
	for i := range m.Segments {
		if in[m.Segments[i].Sig[0]] {
			part.Segments = append(part.Segments, m.Segments[i])
		}
	}
	return part
}

// sharing are the ids of the named variables and of those that share memory with them.
func (m *Manifest) sharing(names []string) map[uint64]bool {
	with := map[uint64][]*Segment{} // the segments that several variables reach
	for i := range m.Segments {
		if s := &m.Segments[i]; len(s.Sig) > 1 {
			for _, id := range s.Sig {
				with[id] = append(with[id], s)
			}
		}
	}
	in := map[uint64]bool{}
	var queue []uint64
	reach := func(id uint64) {
		if !in[id] {
			in[id] = true
			queue = append(queue, id)
		}
	}
	for _, name := range names {
		if v := m.Var(name); v != nil {
			reach(v.ID)
		}
	}
	for len(queue) > 0 {
		id := queue[0]
		queue = queue[1:]
		for _, s := range with[id] {
			for _, other := range s.Sig {
				reach(other)
			}
		}
	}
	return in
}

// Put returns the manifest with now's variables in the place of the named ones and of those that have now's names. It is
// an error if memory would be shared with a variable that stays, or if an id would be given twice. m does not change.
func (m *Manifest) Put(names []string, now *Manifest) (*Manifest, error) {
	gone, ids := map[string]bool{}, map[uint64]bool{}
	for _, name := range names {
		gone[name] = true
	}
	for i := range now.Vars {
		gone[now.Vars[i].Name] = true
	}
	out := &Manifest{Seq: m.Seq, NextID: max(m.NextID, now.NextID), Vars: make([]Var, 0, len(m.Vars)+len(now.Vars))}
	for i := range m.Vars {
		if v := &m.Vars[i]; gone[v.Name] {
			ids[v.ID] = true
		} else {
			out.Vars = append(out.Vars, *v)
		}
	}
	for i := range now.Vars {
		if v := &now.Vars[i]; v.ID < m.NextID && !ids[v.ID] {
			return nil, errors.New("snapshot: the id of " + v.Name + " is that of another variable")
		}
	}
	out.Vars = append(out.Vars, now.Vars...)
	SortVars(out.Vars)
	var err error
	out.Segments, err = m.without(ids)
	out.Segments = append(out.Segments, now.Segments...)
	return out, err
}

// without are the segments that none of the variables reach.
func (m *Manifest) without(gone map[uint64]bool) ([]Segment, error) {
	kept := make([]Segment, 0, len(m.Segments))
	for i := range m.Segments {
		s := &m.Segments[i]
		going := 0
		for _, id := range s.Sig {
			if gone[id] {
				going++
			}
		}
		switch going {
		case 0:
			kept = append(kept, *s)
		case len(s.Sig):
		default:
			return nil, errors.New("snapshot: a variable that is replaced shares memory with one that is not")
		}
	}
	return kept, nil
}

// Join returns the variables of m and those of another part of the same manifest, which shares nothing with m.
func (m *Manifest) Join(other *Manifest) *Manifest {
	out := &Manifest{Seq: m.Seq, NextID: max(m.NextID, other.NextID)}
	out.Vars = append(append(out.Vars, m.Vars...), other.Vars...)
	SortVars(out.Vars)
	out.Segments = append(append(out.Segments, m.Segments...), other.Segments...)
	return out
}

// Names returns the names of the variables.
func (m *Manifest) Names() []string {
	names := make([]string, len(m.Vars))
	for i := range m.Vars {
		names[i] = m.Vars[i].Name
	}
	return names
}

// SortVars puts variables into the order in which a manifest has them: by name.
func SortVars(vars []Var) {
	sort.Sort(byName(vars))
}

type byName []Var

func (l byName) Len() int           { return len(l) }
func (l byName) Less(i, j int) bool { return l[i].Name < l[j].Name }
func (l byName) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }
