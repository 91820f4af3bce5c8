package program

import (
	"reflect"
	"slices"
)

// Equal says whether two notebooks declare the same, by the same texts of the same cells.
func (d *Defs) Equal(other *Defs) bool {
	return d == other || slices.EqualFunc(d.list(), other.list(), func(a, b *decl) bool {
		return a == b || reflect.DeepEqual(a.stored(), b.stored())
	})
}

// stored returns the part of d that is kept between sessions.
func (d *decl) stored() decl {
	c := *d
	c.free = nil
	return c
}

// Merge returns the definitions of d and those of other that keep accepts; of two with the same key it takes other's.
func (d *Defs) Merge(other *Defs, keep func(*Def) bool) *Defs {
	taken := map[string]bool{}
	for _, def := range other.All() {
		if keep(def) {
			taken[def.Key] = true
		}
	}
	out := d.filter(func(_ *decl, key string) bool { return !taken[key] })
	more := other.filter(func(_ *decl, key string) bool { return taken[key] })
	out.decls = append(out.decls, more.decls...)
	return out
}
