package program

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/toolchain"
)

// Defs are the definitions of a notebook: what its cells declare, by cell. A Defs is immutable: a cell makes a new one.
// The zero value and nil are an empty notebook.
type Defs struct {
	decls []*decl // in the order of declaration
}

// Kind says what a definition declares.
type Kind string

// The kinds of definitions.
const (
	KindImport Kind = "import"
	KindConst  Kind = "const"
	KindType   Kind = "type"
	KindFunc   Kind = "func"
	KindMethod Kind = "method"
	KindVar    Kind = "var"
	KindInit   Kind = "init" // a function init or init_name, called before each cell
)

var kindOrder = []Kind{KindImport, KindConst, KindType, KindVar, KindFunc, KindMethod, KindInit}

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

	decl *decl
}

func (d *Defs) list() []*decl {
	if d == nil {
		return nil
	}
	return d.decls
}

// Names returns the keys of all definitions, sorted.
func (d *Defs) Names() []string {
	var keys []string
	for _, dc := range d.list() {
		keys = append(keys, dc.keys()...)
	}
	slices.Sort(keys)
	return keys
}

// Lookup returns the definition with the given key, or nil.
func (d *Defs) Lookup(key string) *Def {
	for _, dc := range d.list() {
		for _, n := range dc.Names {
			if n.Key == key {
				return newDef(dc, n)
			}
		}
	}
	return nil
}

func newDef(dc *decl, n declared) *Def {
	return &Def{Key: n.Key, Kind: dc.Kind, Cell: dc.Cell, File: dc.File, Line: n.Line, Col: n.Col,
		Type: readableType(dc.Kind, n.Type), Doc: n.Doc, decl: dc}
}

func readableType(k Kind, text string) string {
	if k == KindVar {
		return readable(text)
	}
	return text
}

// All returns all definitions, sorted by kind and key.
func (d *Defs) All() []*Def {
	var all []*Def
	for _, dc := range d.list() {
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
	def := d.Lookup(key)
	if def == nil || def.Kind != KindVar || len(def.decl.Left) < 2 {
		return nil
	}
	return slices.DeleteFunc(def.decl.keys(), func(k string) bool { return k == key })
}

// Source returns the Go text of the definition with the given key, or "".
func (d *Defs) Source(key string) string {
	def := d.Lookup(key)
	if def == nil {
		return ""
	}
	switch dc := def.decl; dc.Kind {
	case KindImport:
		return "import " + strings.TrimSpace(importName(def.Key, dc.Path)+" "+fmt.Sprintf("%q", dc.Path))
	case KindType:
		return "type " + dc.Text
	case KindVar:
		return varSource(dc, def)
	default:
		return dc.Text
	}
}

func varSource(dc *decl, def *Def) string {
	switch {
	case dc.Raw:
		return dc.Text
	case dc.Text == "":
		return "var " + def.Key + " " + def.Type
	case len(dc.Left) > 1:
		return "var " + strings.Join(dc.Left, ", ") + " = " + dc.Text
	}
	return "var " + def.Key + " " + def.Type + " = " + dc.Text
}

// importName is what stands before the path of an import with the given key.
func importName(key, path string) string {
	switch {
	case key == "."+path:
		return "."
	case key == "_"+path:
		return "_"
	case key == toolchain.LastWord(path):
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
	return d.filter(func(_ *decl, key string) bool {
		recv, _, isMethod := strings.Cut(key, ".")
		return !slices.Contains(keys, key) && !(isMethod && recv != "" && slices.Contains(keys, recv))
	}), missing
}

// filter returns the definitions that keep accepts.
func (d *Defs) filter(keep func(dc *decl, key string) bool) *Defs {
	out := &Defs{}
	for _, dc := range d.list() {
		if dc = dc.without(func(key string) bool { return !keep(dc, key) }); dc != nil {
			out.decls = append(out.decls, dc)
		}
	}
	return out
}

// replace returns the definitions after a cell: without what its earlier text declared, and with the new decls, whose
// names move to the cell.
func (d *Defs) replace(cellID string, decls []*decl) *Defs {
	taken := map[string]bool{}
	for _, dc := range decls {
		for _, k := range dc.keys() {
			taken[k] = true
		}
	}
	out := d.filter(func(dc *decl, key string) bool {
		return !taken[key] && (cellID == "" || dc.Cell != cellID)
	})
	out.decls = append(out.decls, decls...)
	return out
}

// MarshalJSON encodes the definitions for the session's own data.
func (d *Defs) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Decls []*decl `json:"decls"`
	}{d.list()})
}

// UnmarshalJSON decodes what MarshalJSON made.
func (d *Defs) UnmarshalJSON(data []byte) error {
	var v struct {
		Decls []*decl `json:"decls"`
	}
	if err := json.Unmarshal(data, &v); err != nil {
		return fmt.Errorf("program: definitions: %w", err)
	}
	for i, dc := range v.Decls {
		if dc == nil || len(dc.Names) == 0 {
			return fmt.Errorf("program: definitions: entry %d declares nothing", i)
		}
	}
	d.decls = v.Decls
	return nil
}
