package snapshot

import (
	"hash/crc32"
	"reflect"
	"sort"
	"strconv"
)

// typeKey is a type of the running program.
type typeKey = reflect.Type

// linked are the types that a segment's values need and that the types of its variables may not reach: those of its
// objects and those behind interfaces.
func (e *encoder) linked(d *draft) map[typeKey]bool {
	types := map[typeKey]bool{}
	for i := 0; i < len(d.objs); {
		types[e.w.pl.list[d.objs[i].plan].typ] = true
		i += groupLen(d.objs[i:])
	}
	for t := range e.dynamic {
		types[t] = true
	}
	return types
}

// named appends the named types that t is made of at its surface.
func named(t reflect.Type, list []reflect.Type) []reflect.Type {
	if t.PkgPath() != "" {
		return append(list, t)
	}
	switch t.Kind() {
	case reflect.Map:
		return named(t.Elem(), named(t.Key(), list))
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan:
		return named(t.Elem(), list)
	case reflect.Struct:
		for i := range t.NumField() {
			list = named(t.Field(i).Type, list)
		}
	}
	return list
}

// names are the names of the named types among types, sorted.
func names(types map[typeKey]bool) []TypeName {
	var list []TypeName
	for t := range types {
		for _, n := range named(t, nil) {
			list = append(list, TypeName{n.PkgPath(), n.Name()})
		}
	}
	return sortNames(list)
}

func sortNames(list []TypeName) []TypeName {
	sort.Slice(list, func(i, j int) bool {
		a, b := list[i], list[j]
		return a.Pkg < b.Pkg || a.Pkg == b.Pkg && a.Name < b.Name
	})
	out := list[:0]
	for i, t := range list {
		if i == 0 || t != list[i-1] {
			out = append(out, t)
		}
	}
	return out
}

// describe fills in the manifest's variables and returns the notes for the user.
func (c *committer) describe(m *Manifest) []string {
	var notes []string
	done := map[string]bool{}
	for _, v := range c.im.vars {
		x, note := c.variable(v, m)
		if note != "" {
			notes = append(notes, note)
		}
		m.Vars = append(m.Vars, x)
		done[v.Name] = true
	}
	for _, x := range c.im.base.Vars {
		if done[x.Name] {
			continue
		}
		if why := c.why[x.ID]; why != "" {
			x.NotCarried = x.Name + " reaches " + why + ", in memory that it shares with a variable of this cell"
			notes = append(notes, note(x.Name, x.NotCarried))
		}
		c.update(&x, m)
		m.Vars = append(m.Vars, x)
	}
	sort.Slice(m.Vars, func(i, j int) bool { return m.Vars[i].Name < m.Vars[j].Name })
	ids := map[uint64]bool{}
	for i := range m.Vars {
		ids[m.Vars[i].ID] = m.Vars[i].NotCarried == ""
	}
	var kept []Segment
	for _, s := range m.Segments {
		if len(filterIDs(s.Sig, func(id uint64) bool { return ids[id] })) > 0 {
			kept = append(kept, s)
		}
	}
	m.Segments = kept
	return notes
}

func note(name, why string) string {
	return why + ": the value of " + name + " is not kept for later cells"
}

// variable describes a variable of the program.
func (c *committer) variable(v *variable, m *Manifest) (Var, string) {
	x := Var{Name: v.Name, ID: v.id, Type: v.plan.typ.String(), Fingerprint: Fingerprint(v.plan.typ)}
	if c.why[v.id] != "" {
		if x.NotCarried = c.im.explain(v); x.NotCarried == "" {
			x.NotCarried = v.Name + " reaches " + c.why[v.id]
		}
		if old := c.im.base.Var(v.Name); old != nil && old.NotCarried == x.NotCarried {
			return x, ""
		}
		return x, note(x.Name, x.NotCarried)
	}
	types := map[typeKey]bool{}
	refs := map[string]bool{}
	for i, d := range c.drafts {
		if !hasID(d.sig, v.id) {
			continue
		}
		x.Size += c.metas[i].Memory
		for t := range c.linked[i] {
			types[t] = true
		}
		for _, r := range c.metas[i].Refs {
			refs[r] = true
		}
	}
	x.Extra = c.extra(v.plan.typ, types)
	for r := range refs {
		x.Refs = append(x.Refs, r)
	}
	sortStrings(x.Refs)
	x.Related = c.related(v.id, v.Name, m)
	return x, ""
}

// update brings up to date the description of a variable that is not loaded.
func (c *committer) update(x *Var, m *Manifest) {
	x.Size = 0
	for i := range m.Segments {
		s := &m.Segments[i]
		if !hasID(s.Sig, x.ID) {
			continue
		}
		x.Size += s.Memory
		if i < len(c.metas) {
			x.Extra = sortNames(append(append([]TypeName(nil), x.Extra...), s.Types...))
			x.Refs = uniqueStrings(append(x.Refs[:len(x.Refs):len(x.Refs)], s.Refs...))
		}
	}
	if related := c.related(x.ID, x.Name, m); len(related) > 0 {
		x.Related = uniqueStrings(append(x.Related[:len(x.Related):len(x.Related)], related...))
	}
}

// related are the variables whose own memory the variable with an id reaches.
func (c *committer) related(id uint64, name string, _ *Manifest) []string {
	var list []string
	for _, d := range c.drafts {
		if !hasID(d.sig, id) {
			continue
		}
		for i := range d.objs {
			if o := &d.objs[i]; o.root && o.id != id {
				list = append(list, c.nameOf(o.id))
			}
		}
	}
	return uniqueStrings(list)
}

func (c *committer) nameOf(id uint64) string {
	for _, v := range c.im.vars {
		if v.id == id {
			return v.Name
		}
	}
	return ""
}

// extra are the named types among types that static does not reach, those left out that others of them reach.
func (c *committer) extra(static reflect.Type, types map[typeKey]bool) []TypeName {
	reached := c.im.closure(static)
	var list []reflect.Type
	for t := range types {
		for _, n := range named(t, nil) {
			if !reached[n] {
				reached[n] = true
				list = append(list, n)
			}
		}
	}
	for _, t := range list {
		delete(reached, t)
	}
	var out []TypeName
	for _, t := range list {
		if !c.impliedBy(t, list) {
			out = append(out, TypeName{t.PkgPath(), t.Name()})
		}
	}
	return sortNames(out)
}

// impliedBy reports whether another type of list reaches t.
func (c *committer) impliedBy(t reflect.Type, list []reflect.Type) bool {
	for _, u := range list {
		if u != t && c.im.closure(u)[t] && !c.im.closure(t)[u] {
			return true
		}
	}
	return false
}

// closure is the set of the types that t is made of, t among them.
func (im *Image) closure(t reflect.Type) map[reflect.Type]bool {
	if set := im.reach[t]; set != nil {
		return set
	}
	rs := &resolver{byString: map[string][]reflect.Type{}}
	set := map[reflect.Type]bool{}
	rs.collect(t, set)
	im.reach[t] = set
	return set
}

// Fingerprint is a text that changes when the structure of t changes: its own, and that of the types of the notebook
// program that it is made of. Types of other packages count by name.
func Fingerprint(t reflect.Type) string {
	var b []byte
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(t reflect.Type) {
		b = appendText(appendText(b, t.PkgPath()), t.String())
		if seen[t] || t.PkgPath() != "" && t.PkgPath() != "main" {
			return
		}
		seen[t] = true
		switch t.Kind() {
		case reflect.Map:
			walk(t.Key())
			walk(t.Elem())
		case reflect.Pointer, reflect.Slice, reflect.Chan, reflect.Array:
			walk(t.Elem())
		case reflect.Struct:
			for i := range t.NumField() {
				b = appendText(b, t.Field(i).Name)
				walk(t.Field(i).Type)
			}
		default:
			b = append(b, byte(t.Kind()))
		}
	}
	walk(t)
	h := newHasher()
	h.bytes(b)
	x, _ := h.sum()
	return strconv.FormatUint(x, 16)
}

// checksum2 is the checksum of two parts as one.
func checksum2(a, b []byte) uint32 { return crc32.Update(Checksum(a), castagnoli, b) }
