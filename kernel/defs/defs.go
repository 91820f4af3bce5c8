package defs

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/mercer-go/mercer/kernel/importpath"
)

// Defs are the definitions of a notebook: what its cells declare, by cell. A Defs is immutable: a cell makes a new one.
// The zero value and nil are an empty notebook.
type Defs struct {
	decls []*Decl // in the order of declaration

	// For Scope: the definitions that these begin with, or nil; and how many scopes then lie on one another.
	base  *Defs
	depth int

	scoped  sync.Once
	scope   *Scope
	indexed sync.Once
	index   map[string]place
}

// place is where the name with a key is.
type place struct {
	decl *Decl
	name int // index into decl.Names
}

// Def is one definition.
type Def struct {
	Key  string // "x", "T", "T.Method"; for an import its name, "." + path for dot imports, "_" + path for blank ones
	Kind Kind
	Cell string // id of the cell that declared it
	File string // cell.FileKey of the cell's text
	Line int    // of its name in the cell, 1-based
	Col  int    // of its name, 1-based, in bytes
	Type string // for variables: the type in Go syntax; for imports: the path; for functions: the signature
	Doc  string // the doc comment
}

// List returns the declarations in the order of declaration. They must not be changed.
func (d *Defs) List() []*Decl {
	if d == nil {
		return nil
	}
	return d.decls
}

// Names returns the keys of all definitions, sorted.
func (d *Defs) Names() []string {
	var keys []string
	for _, dc := range d.List() {
		for _, n := range dc.Names {
			keys = append(keys, n.Key)
		}
	}
	slices.Sort(keys)
	return keys
}

// find returns the declaration with the given key and which of its names has it.
func (d *Defs) find(key string) (place, bool) {
	if d == nil {
		return place{}, false
	}
	d.indexed.Do(func() {
		d.index = make(map[string]place, len(d.decls))
		for _, dc := range d.decls {
			for i, n := range dc.Names {
				if _, twice := d.index[n.Key]; !twice {
					d.index[n.Key] = place{dc, i}
				}
			}
		}
	})
	p, ok := d.index[key]
	return p, ok
}

// Lookup returns the definition with the given key, or nil.
func (d *Defs) Lookup(key string) *Def {
	if p, ok := d.find(key); ok {
		return newDef(p.decl, p.decl.Names[p.name])
	}
	return nil
}

// Decl returns the declaration with the given key, or nil.
func (d *Defs) Decl(key string) *Decl {
	p, _ := d.find(key)
	return p.decl
}

func newDef(dc *Decl, n Name) *Def {
	def := &Def{Key: n.Key, Kind: dc.Kind, Cell: dc.Cell, File: dc.File, Line: n.Line, Col: n.Col, Type: n.Type, Doc: n.Doc}
	if dc.Kind == KindVar {
		def.Type = Readable(n.Type)
	}
	return def
}

// All returns all definitions, sorted by kind and key.
func (d *Defs) All() []*Def {
	var all []*Def
	for _, dc := range d.List() {
		for _, n := range dc.Names {
			all = append(all, newDef(dc, n))
		}
	}
	slices.SortStableFunc(all, func(a, b *Def) int {
		if a.Kind != b.Kind {
			return slices.Index(kindOrder, a.Kind) - slices.Index(kindOrder, b.Kind)
		}
		return strings.Compare(a.Key, b.Key)
	})
	return all
}

// SetWith returns the other variables that the initialiser of a variable sets, as in "ctx, cancel := f()".
func (d *Defs) SetWith(key string) []string {
	dc := d.Decl(key)
	if dc == nil || dc.Kind != KindVar || len(dc.Left) < 2 {
		return nil
	}
	return slices.DeleteFunc(dc.Keys(), func(k string) bool { return k == key })
}

// Links says whether a later cell can link a type of the notebook program by its name: it is declared at the top level,
// or inside a function or an initialiser.
func (d *Defs) Links(name string) bool {
	if dc := d.Decl(name); dc != nil && dc.Kind == KindType || len(d.Declaring(name)) > 0 {
		return true
	}
	declared := regexp.MustCompile(`\btype\s+` + regexp.QuoteMeta(name) + `\b`)
	return slices.ContainsFunc(d.List(), func(dc *Decl) bool { return dc.Kind == KindVar && declared.MatchString(dc.Text) })
}

// Declaring returns the keys of functions, and of the types of methods, that declare a type of that name inside.
func (d *Defs) Declaring(name string) []string {
	quoted := regexp.QuoteMeta(name)
	local := regexp.MustCompile(`\btype\s+` + quoted + `\b|(?m)^\s*` + quoted + `\s+(=\s*)?(struct|interface|func|map|\[|\*|\w)`)
	var keys []string
	for _, dc := range d.List() {
		if (dc.Kind == KindFunc || dc.Kind == KindMethod) && local.MatchString(dc.Text) {
			recv, _, _ := strings.Cut(dc.Names[0].Key, ".")
			keys = append(keys, recv)
		}
	}
	return keys
}

// Source returns the Go text of the definition with the given key, or "".
func (d *Defs) Source(key string) string {
	dc := d.Decl(key)
	if dc == nil {
		return ""
	}
	switch dc.Kind {
	case KindImport:
		return "import " + strings.TrimSpace(importName(key, dc.Path)+" "+fmt.Sprintf("%q", dc.Path))
	case KindType:
		return "type " + dc.Text
	case KindVar:
		return varSource(dc, key)
	default:
		return dc.Text
	}
}

func varSource(dc *Decl, key string) string {
	typ := Readable(dc.TypeOf(key))
	switch {
	case dc.Raw:
		return dc.Text
	case dc.Text == "":
		return "var " + key + " " + typ
	case len(dc.Left) > 1:
		return "var " + strings.Join(dc.Left, ", ") + " = " + dc.Text
	}
	return "var " + key + " " + typ + " = " + dc.Text
}

// importName is what stands before the path of an import with the given key.
func importName(key, path string) string {
	switch {
	case key == "."+path:
		return "."
	case key == "_"+path:
		return "_"
	case key == importpath.Name(path):
		return ""
	}
	return key
}

// Remove returns the definitions without the given keys (a type takes its methods with it), and the keys that were
// not there.
func (d *Defs) Remove(keys ...string) (rest *Defs, missing []string) {
	for _, k := range keys {
		if d.Lookup(k) == nil {
			missing = append(missing, k)
		}
	}
	return d.Filter(func(_ *Decl, key string) bool {
		recv, _, isMethod := strings.Cut(key, ".")
		return !slices.Contains(keys, key) && !(isMethod && recv != "" && slices.Contains(keys, recv))
	}), missing
}

// Filter returns the definitions that keep accepts; d itself when these are all.
func (d *Defs) Filter(keep func(dc *Decl, key string) bool) *Defs {
	all := d.List()
	kept := make([]*Decl, 0, len(all))
	same := true
	for _, dc := range all {
		rest := dc.without(func(key string) bool { return !keep(dc, key) })
		same = same && rest == dc
		if rest != nil {
			kept = append(kept, rest)
		}
	}
	if same && d != nil {
		return d
	}
	return &Defs{decls: kept}
}

// Replace returns the definitions after a cell, without what its earlier text declared and with the new ones, whose
// names move to the cell, and the keys that vanish, sorted. A cell without an id replaces nothing.
func (d *Defs) Replace(cellID string, decls []*Decl) (after *Defs, removed []string) {
	taken := map[string]bool{}
	for _, dc := range decls {
		for _, n := range dc.Names {
			taken[n.Key] = true
		}
	}
	rest := d.Filter(func(dc *Decl, key string) bool {
		vanishes := cellID != "" && dc.Cell == cellID
		if vanishes && !taken[key] {
			removed = append(removed, key)
		}
		return (!taken[key] || cellID != "" && dc.Once()) && !vanishes
	})
	slices.Sort(removed)
	return rest.with(decls), slices.Compact(removed)
}

// with returns the definitions with further ones.
func (d *Defs) with(decls []*Decl) *Defs {
	if len(decls) == 0 {
		return d
	}
	all := &Defs{decls: slices.Concat(d.decls, decls)}
	if d.depth < maxDepth {
		all.base, all.depth = d, d.depth+1
	}
	return all
}

// MarshalJSON encodes the definitions for the session's own data.
func (d *Defs) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Decls []*Decl `json:"decls"`
	}{d.List()})
}

// UnmarshalJSON decodes what MarshalJSON made.
func (d *Defs) UnmarshalJSON(data []byte) error {
	var v struct {
		Decls []*Decl `json:"decls"`
	}
	if err := json.Unmarshal(data, &v); err != nil {
		return fmt.Errorf("definitions: %w", err)
	}
	if err := check(v.Decls); err != nil {
		return err
	}
	*d = Defs{decls: v.Decls}
	return nil
}

// New returns the definitions with these declarations. One without names is an error.
func New(decls []*Decl) (*Defs, error) {
	if err := check(decls); err != nil {
		return nil, err
	}
	return &Defs{decls: decls}, nil
}

func check(decls []*Decl) error {
	for i, dc := range decls {
		if dc == nil || len(dc.Names) == 0 {
			return fmt.Errorf("definitions: entry %d declares nothing", i)
		}
	}
	return nil
}
