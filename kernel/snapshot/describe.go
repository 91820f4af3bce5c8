package snapshot

import (
	"reflect"
	"sort"

	"github.com/mercer-go/mercer/kernel/snapshot/fit"
	"github.com/mercer-go/mercer/kernel/snapshot/layout"
	"github.com/mercer-go/mercer/kernel/snapshot/lists"
	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
	"github.com/mercer-go/mercer/kernel/snapshot/packed"
	"github.com/mercer-go/mercer/kernel/snapshot/walk"
)

// typeKey is a type of the running program.
type typeKey = reflect.Type

// linked are the types that a segment's values need and that the types of its variables may not reach: those of its
// objects and those behind interfaces.
func (e *encoder) linked(d *draft) map[typeKey]bool {
	types := map[typeKey]bool{}
	for i := 0; i < len(d.objs); {
		types[e.pl.List[d.objs[i].plan].Type] = true
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
func names(types map[typeKey]bool) []manifest.TypeName {
	var list []manifest.TypeName
	for t := range types {
		for _, n := range named(t, nil) {
			list = append(list, manifest.TypeName{Pkg: n.PkgPath(), Name: n.Name()})
		}
	}
	return sortNames(list)
}

func sortNames(list []manifest.TypeName) []manifest.TypeName {
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

// describe fills in the manifest's variables.
func (c *committer) describe(m *manifest.Manifest) {
	c.reach = map[uint64][]int{}
	for i := range m.Segments {
		for _, id := range m.Segments[i].Sig {
			c.reach[id] = append(c.reach[id], i)
		}
	}
	done := map[string]bool{}
	for _, v := range c.im.vars {
		m.Vars = append(m.Vars, c.variable(v, m))
		done[v.Name] = true
	}
	for _, x := range c.im.base.Vars {
		if done[x.Name] {
			continue
		}
		if why := c.why[x.ID]; why != "" {
			x.NotCarried = x.Name + " reaches " + why + ", in memory that it shares with a variable of this cell"
		}
		c.update(&x, m)
		m.Vars = append(m.Vars, x)
	}
	manifest.SortVars(m.Vars)
	ids := map[uint64]bool{}
	for i := range m.Vars {
		ids[m.Vars[i].ID] = m.Vars[i].NotCarried == ""
	}
	var kept []manifest.Segment
	for _, s := range m.Segments {
		if len(lists.FilterIDs(s.Sig, func(id uint64) bool { return ids[id] })) > 0 {
			kept = append(kept, s)
		}
	}
	m.Segments = kept
}

// variable describes a variable of the program.
func (c *committer) variable(v *variable, m *manifest.Manifest) manifest.Var {
	x := manifest.Var{Name: v.Name, ID: v.id, Type: v.plan.Type.String()}
	if c.why[v.id] != "" {
		how := walk.Explain(c.im.pl, &c.im.reg, v.p, v.plan)
		if how == "" {
			how = " reaches " + c.why[v.id]
		}
		x.NotCarried = v.Name + how
		return x
	}
	types := map[typeKey]bool{}
	refs := map[string]bool{}
	for _, i := range c.reach[v.id] {
		if i >= len(c.drafts) {
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
	x.Extra = c.extra(v.plan.Type, types)
	for r := range refs {
		x.Refs = append(x.Refs, r)
	}
	lists.Sort(x.Refs)
	x.Related = c.related(v.id, v.Name, m)
	return x
}

// update brings up to date the description of a variable that is not loaded.
func (c *committer) update(x *manifest.Var, m *manifest.Manifest) {
	x.Size = 0
	for _, i := range c.reach[x.ID] {
		s := &m.Segments[i]
		x.Size += s.Memory
		if i < len(c.metas) {
			x.Extra = sortNames(append(append([]manifest.TypeName(nil), x.Extra...), s.Types...))
			x.Refs = lists.Unique(append(x.Refs[:len(x.Refs):len(x.Refs)], s.Refs...))
		}
	}
	if related := c.related(x.ID, x.Name, m); len(related) > 0 {
		x.Related = lists.Unique(append(x.Related[:len(x.Related):len(x.Related)], related...))
	}
}

// related are the variables whose own memory the variable with an id reaches.
func (c *committer) related(id uint64, name string, _ *manifest.Manifest) []string {
	var list []string
	for _, seg := range c.reach[id] {
		if seg >= len(c.drafts) {
			continue
		}
		d := c.drafts[seg]
		for i := range d.objs {
			if o := &d.objs[i]; o.root && o.id != id {
				list = append(list, c.nameOf(o.id))
			}
		}
	}
	return lists.Unique(list)
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
func (c *committer) extra(static reflect.Type, types map[typeKey]bool) []manifest.TypeName {
	reached := c.im.closure(static)
	var list []reflect.Type
	var out []manifest.TypeName
	for t := range types {
		for _, n := range named(t, nil) {
			switch {
			case layout.IsHandle(n): // the program is told how to make it, see handles.go
				out = append(out, manifest.TypeName{Pkg: n.PkgPath(), Name: n.Name()})
			case !reached[n]:
				reached[n] = true
				list = append(list, n)
			}
		}
	}
	for _, t := range list {
		delete(reached, t)
	}
	for _, t := range list {
		if !c.impliedBy(t, list) {
			out = append(out, manifest.TypeName{Pkg: t.PkgPath(), Name: t.Name()})
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
	im.reach[t] = fit.Closure(t)
	return im.reach[t]
}

// checksum2 is the checksum of two parts as one.
func checksum2(a, b []byte) uint32 { return packed.UpdateChecksum(packed.Checksum(a), b) }
