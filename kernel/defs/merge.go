package defs

import (
	"reflect"
	"slices"
)

// Equal says whether two notebooks declare the same, by the same texts of the same cells.
func (d *Defs) Equal(other *Defs) bool {
	return d == other || slices.EqualFunc(d.List(), other.List(), func(a, b *Decl) bool {
		return a == b || reflect.DeepEqual(a, b)
	})
}

// Merge returns the definitions of d and those of other that keep accepts; of two with the same key it takes other's.
func (d *Defs) Merge(other *Defs, keep func(*Def) bool) *Defs {
	taken := map[string]bool{}
	for _, def := range other.All() {
		if keep(def) {
			taken[def.Key] = true
		}
	}
	rest := d.Filter(func(_ *Decl, key string) bool { return !taken[key] })
	more := other.Filter(func(_ *Decl, key string) bool { return taken[key] })
	return rest.with(more.List())
}
