package program

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
)

// decl is one declaration in the text of a cell, with everything that is needed to compose it again. A group of
// constants is one decl, since iota and omitted expressions tie its lines together. A decl never changes.
type decl struct {
	Kind Kind   `json:"kind"`
	Cell string `json:"cell,omitempty"`
	File string `json:"file"`
	Line int    `json:"line"` // where Text begins in the cell
	Col  int    `json:"col"`
	// Text is a whole declaration with its doc comment, or for a variable its initialiser, which may be empty.
	Text  string      `json:"text,omitempty"`
	Doc   string      `json:"doc,omitempty"`
	Names []declared  `json:"names"`
	Lost  []string    `json:"lost,omitempty"` // names of Text that another cell has declared since
	Path  string      `json:"path,omitempty"` // of an import
	Left  []string    `json:"left,omitempty"` // for a variable: the whole left side of its assignment
	Free  []string    `json:"free,omitempty"` // names that Text takes from outside
	Pkgs  packageRefs `json:"pkgs,omitempty"` // those of Free that are packages
	Flag  bool        `json:"flag,omitempty"` // a variable whose initialiser registers a command-line flag
	Self  bool        `json:"self,omitempty"` // a variable whose initialiser reads what the name meant before
	Raw   bool        `json:"raw,omitempty"`  // a variable that must stay as written: go:embed

	free names // with selectors; only for a decl of the current cell
}

// packageRefs are import paths by the names that a declaration uses for them.
type packageRefs map[string]string

// declared is one name that a decl declares.
type declared struct {
	Key  string `json:"key"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
	Type string `json:"type,omitempty"` // of a variable: see typeText; of a function: its signature
	Doc  string `json:"doc,omitempty"`
}

func (d *decl) keys() []string {
	keys := make([]string, len(d.Names))
	for i, n := range d.Names {
		keys[i] = n.Key
	}
	return keys
}

// without returns d without the given keys, or nil when nothing is left.
func (d *decl) without(drop func(key string) bool) *decl {
	if !slices.ContainsFunc(d.keys(), drop) {
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

// typeOf returns the type text of a variable of d.
func (d *decl) typeOf(name string) string {
	for _, n := range d.Names {
		if n.Key == name {
			return n.Type
		}
	}
	return ""
}

// extractor makes decls of a cell's syntax.
type extractor struct {
	fset *token.FileSet
	syn  *cell.Syntax
	cell string
	out  []*decl
	main *ast.FuncDecl
}

// declsOf returns the declarations of a cell other than variables, and its func main if it has one.
func declsOf(fset *token.FileSet, syn *cell.Syntax, cellID string) ([]*decl, *ast.FuncDecl) {
	x := &extractor{fset: fset, syn: syn, cell: cellID}
	for _, d := range syn.Decls.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			x.funcDecl(d)
		case *ast.GenDecl:
			x.genDecl(d)
		}
	}
	return x.out, x.main
}

func (x *extractor) genDecl(d *ast.GenDecl) {
	switch d.Tok {
	case token.CONST:
		x.constDecl(d)
	case token.IMPORT, token.TYPE:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.ImportSpec:
				x.importSpec(d, spec)
			case *ast.TypeSpec:
				x.typeSpec(d, spec)
			}
		}
	}
}

// add appends a decl for the text of [from, to).
func (x *extractor) add(kind Kind, from, to token.Pos, doc *ast.CommentGroup, free names) *decl {
	start := x.syn.Offset(x.fset, from)
	p := x.fset.Position(from)
	d := &decl{Kind: kind, Cell: x.cell, File: x.syn.Name, Line: p.Line, Col: p.Column,
		Text: x.syn.Text[start:x.syn.Offset(x.fset, to)], Doc: doc.Text(), free: free, Free: free.sorted()}
	x.out = append(x.out, d)
	return d
}

func (x *extractor) name(d *decl, key string, at token.Pos, typ string) {
	p := x.fset.Position(at)
	d.Names = append(d.Names, declared{Key: key, Line: p.Line, Col: p.Column, Type: typ, Doc: d.Doc})
}

func (x *extractor) importSpec(d *ast.GenDecl, spec *ast.ImportSpec) {
	path := strings.Trim(spec.Path.Value, "\"`")
	imp := x.add(KindImport, spec.Pos(), spec.End(), spec.Doc, names{})
	imp.Path = path
	if path == "C" {
		imp.Text = d.Doc.Text()
	}
	key := ""
	if spec.Name != nil {
		if key = spec.Name.Name; key == "." || key == "_" {
			key += path
		}
	}
	x.name(imp, key, spec.Pos(), path) // an empty key is filled in when the package's name is known
}

func (x *extractor) typeSpec(d *ast.GenDecl, spec *ast.TypeSpec) {
	doc := spec.Doc
	if doc == nil && !d.Lparen.IsValid() {
		doc = d.Doc
	}
	t := x.add(KindType, spec.Pos(), spec.End(), doc, freeNames(x.syn.Decls, spec))
	delete(t.free, spec.Name.Name)
	t.Free = t.free.sorted()
	x.name(t, spec.Name.Name, spec.Name.Pos(), "")
}

func (x *extractor) constDecl(d *ast.GenDecl) {
	c := x.add(KindConst, d.Pos(), d.End(), d.Doc, freeNames(x.syn.Decls, d))
	for _, spec := range d.Specs {
		for _, id := range spec.(*ast.ValueSpec).Names {
			if id.Name != "_" {
				x.name(c, id.Name, id.Pos(), "")
			}
		}
	}
}

func (x *extractor) funcDecl(d *ast.FuncDecl) {
	if d.Recv == nil && d.Name.Name == "main" {
		x.main = d
		return
	}
	from := d.Pos()
	if d.Doc != nil && hasDirective(d.Doc) {
		from = d.Doc.Pos()
	}
	kind, key := KindFunc, d.Name.Name
	if (key == "init" || strings.HasPrefix(key, "init_")) && d.Recv == nil {
		kind = KindInit
	}
	if d.Recv != nil {
		kind, key = KindMethod, receiver(d)+"."+key
	}
	f := x.add(kind, from, d.End(), d.Doc, freeNames(x.syn.Decls, d))
	sig := x.syn.Text[x.syn.Offset(x.fset, d.Pos()):x.syn.Offset(x.fset, d.Type.End())]
	x.name(f, key, d.Name.Pos(), strings.Join(strings.Fields(sig), " "))
}

// receiver returns the name of the type that a method belongs to.
func receiver(d *ast.FuncDecl) string {
	if len(d.Recv.List) == 0 {
		return "_"
	}
	t := d.Recv.List[0].Type
	for {
		switch e := t.(type) {
		case *ast.StarExpr:
			t = e.X
		case *ast.ParenExpr:
			t = e.X
		case *ast.IndexExpr:
			t = e.X
		case *ast.IndexListExpr:
			t = e.X
		case *ast.Ident:
			return e.Name
		default:
			return "_"
		}
	}
}

// hasDirective says whether a doc comment holds a directive for the compiler, such as //go:noinline.
func hasDirective(doc *ast.CommentGroup) bool {
	return slices.ContainsFunc(doc.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, "//go:") || strings.HasPrefix(c.Text, "//export ")
	})
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
