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

// WithoutCode returns the types, constants, and those of the variables that hold says have a value, without their
// initialisers: nothing of it can run. left are the keys of what is missing, imports aside, sorted.
func (d *Defs) WithoutCode(hold func(name string) bool) (rest *Defs, left []string) {
	plain := &Defs{}
	for _, dc := range d.List() {
		if dc.Kind == KindVar {
			dc = &Decl{Kind: KindVar, Cell: dc.Cell, Origin: dc.Origin, Doc: dc.Doc, Names: dc.Names}
		}
		plain.decls = append(plain.decls, dc)
	}
	rest = plain.Filter(func(dc *Decl, key string) bool {
		keep := dc.Kind == KindType || dc.Kind == KindConst || dc.Kind == KindVar && hold(key)
		if !keep && dc.Kind != KindImport {
			left = append(left, key)
		}
		return keep
	})
	slices.Sort(left)
	return rest, slices.Compact(left)
}

// MapTexts returns the definitions with other texts of declarations, for keeping them.
func (d *Defs) MapTexts(to func(string) string) *Defs {
	if d == nil {
		return nil
	}
	out := &Defs{decls: make([]*Decl, len(d.decls))}
	for i, dc := range d.decls {
		if text := to(dc.Text); text != dc.Text {
			other := *dc
			other.Text, dc = text, &other
		}
		out.decls[i] = dc
	}
	return out
}
