package defs

import (
	"fmt"
	"slices"
	"strings"
)

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
	KindInit   Kind = "init" // a function init, which runs with its cell, or init_name, which runs with each cell
)

var kindOrder = []Kind{KindImport, KindConst, KindType, KindVar, KindFunc, KindMethod, KindInit}

// Decl is one declaration in the text of a cell, with everything that is needed to compose it again. A group of
// constants is one Decl, since iota and omitted expressions tie its lines together. A Decl never changes once it is in Defs.
type Decl struct {
	Kind Kind   `json:"kind"`
	Cell string `json:"cell,omitempty"`
	Origin
	// Text is a whole declaration with its doc comment, or for a variable its initialiser, which may be empty.
	Text  string   `json:"text,omitempty"`
	Doc   string   `json:"doc,omitempty"`
	Names []Name   `json:"names"`
	Lost  []string `json:"lost,omitempty"` // names of Text that another cell has declared since
	Path  string   `json:"path,omitempty"` // of an import
	Uses
	Init
}

// Origin is where a text stands in a cell.
type Origin struct {
	File string `json:"file"` // cell.FileKey of the cell's text
	Line int    `json:"line"` // 1-based
	Col  int    `json:"col"`  // 1-based, in bytes
}

// Uses are what a declaration takes from outside.
type Uses struct {
	Free []string `json:"free,omitempty"` // names, sorted
	Pkgs Packages `json:"pkgs,omitempty"` // those of Free that are packages
}

// Packages are import paths by the names that a piece of Go uses for them. A dot import is entered as "." and its path.
type Packages map[string]string

// Init says how a variable comes by its value.
type Init struct {
	Left []string `json:"left,omitempty"` // the whole left side of the assignment
	Flag bool     `json:"flag,omitempty"` // the initialiser registers a command-line flag
	Self bool     `json:"self,omitempty"` // the initialiser reads what the name meant before
	More bool     `json:"more,omitempty"` // the cell that declares the variable sets it elsewhere, too
	Raw  bool     `json:"raw,omitempty"`  // the declaration must stay as written: go:embed
	// Copies: the initialiser is a variable, a field or a method value, so that it depends on the values of that moment.
	Copies bool `json:"copies,omitempty"`
}

// Name is one name that a Decl declares.
type Name struct {
	Key  string `json:"key"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
	Type string `json:"type,omitempty"` // of a variable: see TypeText; of a function: its signature
	Doc  string `json:"doc,omitempty"`
}

// Keys returns the keys of the names.
func (d *Decl) Keys() []string {
	keys := make([]string, len(d.Names))
	for i, n := range d.Names {
		keys[i] = n.Key
	}
	return keys
}

// Once says whether d is a function init: it runs with its cell, and does not take the place of another cell's.
func (d *Decl) Once() bool { return d.Kind == KindInit && d.Names[0].Key == "init" }

// Has says whether one of the names has the key.
func (d *Decl) Has(key string) bool {
	return slices.ContainsFunc(d.Names, func(n Name) bool { return n.Key == key })
}

// TypeOf returns the type text of a variable of d.
func (d *Decl) TypeOf(name string) string {
	for _, n := range d.Names {
		if n.Key == name {
			return n.Type
		}
	}
	return ""
}

// OriginOf returns where a name of d stands.
func (d *Decl) OriginOf(name string) Origin {
	for _, n := range d.Names {
		if n.Key == name {
			return Origin{d.File, n.Line, n.Col}
		}
	}
	return Origin{d.File, d.Line, max(d.Col, 1)}
}

// without returns d without the keys that drop accepts, or nil when nothing is left.
func (d *Decl) without(drop func(key string) bool) *Decl {
	if !slices.ContainsFunc(d.Names, func(n Name) bool { return drop(n.Key) }) {
		return d
	}
	c := *d
	c.Names, c.Lost = nil, slices.Clone(d.Lost)
	for _, n := range d.Names {
		if drop(n.Key) {
			c.Lost = append(c.Lost, n.Key)
		} else {
			c.Names = append(c.Names, n)
		}
	}
	if len(c.Names) == 0 {
		return nil
	}
	return &c
}

// After returns the place behind a text that begins at the origin.
func (o Origin) After(head string) Origin {
	if i := strings.LastIndexByte(head, '\n'); i >= 0 {
		return Origin{o.File, o.Line + strings.Count(head, "\n"), len(head) - i}
	}
	return Origin{o.File, o.Line, o.Col + len(head)}
}

// Directive returns the comment that tells the compiler the place behind head.
func (o Origin) Directive(head string) string {
	p := o.After(head)
	return fmt.Sprintf("/*line %s:%d:%d*/", p.File, p.Line, p.Col)
}
