package program

// Defs are the definitions of a notebook: what its cells declare, by cell. A Defs is immutable: a cell makes a new one.
// The zero value and nil are an empty notebook.
type Defs struct {
	defs []*Def // in the order of declaration
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
	KindInit   Kind = "init" // a function init_name, called before each cell
)

// Def is one definition.
type Def struct {
	Key  string // "x", "T", "T.Method"; for an import its name, "." + path for dot imports, "_" + path for blank ones
	Kind Kind
	Cell string // id of the cell that declared it
	File string // FileKey of the cell's text
	Line int    // of its name in the cell, 1-based
	Type string // for variables: the type in Go syntax; for imports: the path; for functions: the signature
	Doc  string // the doc comment

	text string
}

// Names returns the keys of all definitions, sorted.
func (d *Defs) Names() []string { return nil }

// Lookup returns the definition with the given key, or nil.
func (d *Defs) Lookup(key string) *Def { return nil }

// All returns all definitions, sorted by kind and key.
func (d *Defs) All() []*Def { return nil }

// ByCell returns the keys that the cell with the given id declares, sorted.
func (d *Defs) ByCell(id string) []string { return nil }

// Source returns the Go text of the definition with the given key, or "".
func (d *Defs) Source(key string) string { return "" }

// Remove returns the definitions without the given keys (a type takes its methods with it), and the keys that were
// not there.
func (d *Defs) Remove(keys ...string) (rest *Defs, missing []string) { return d, nil }

// MarshalJSON encodes the definitions for the session's own data.
func (d *Defs) MarshalJSON() ([]byte, error) { return nil, nil }

// UnmarshalJSON decodes what MarshalJSON made.
func (d *Defs) UnmarshalJSON(data []byte) error { return nil }
