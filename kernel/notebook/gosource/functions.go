package gosource

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/kernel/program/check"
)

// function is a function of the notebook, as the cells have declared it one after the other.
type function struct {
	name     string
	versions []version
}

// topLevel is a declaration of the program: a text, or a function.
type topLevel struct {
	text string
	fn   *function
}

// version is one declaration of a function.
type version struct {
	cell      int
	doc       string // its comment, with the slashes
	signature string // from "func" on, with the name
	literal   string // as the value of a variable
	text      string
	generic   bool
}

// declare adds a declaration that is no variable: an import, a type, constants, a function or a method.
func (g *goCell) declare(text string) error {
	const head = "package p\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", head+text, parser.ParseComments)
	if err != nil {
		return err
	}
	offset := func(p token.Pos) int { return fset.File(p).Offset(p) - len(head) }
	s := &statements{text: text, file: file, offset: offset}
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return err
		}
		if err := g.w.importAs(spec, path); err != nil {
			return err
		}
	}
	if len(file.Imports) > 0 || len(file.Decls) == 0 {
		return nil
	}
	switch d := file.Decls[0].(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return g.function(d, s)
		}
		text = apply(text, g.renames(s, g.w.known))
		return g.w.method(g.goName(check.Receiver(d))+"."+d.Name.Name, text)
	case *ast.GenDecl:
		text = apply(text, append(g.renames(s, g.w.known), g.ownNames(d, s)...))
		known := false
		for _, key := range names(d) {
			_, known = g.w.others[g.goName(key)]
			g.w.others[g.goName(key)] = declared{text, g.w.count}
		}
		if !known {
			g.w.decls = append(g.w.decls, topLevel{text: text})
		}
	}
	return nil
}

// name gives the types and constants of a declaration other names where the program has these names for something else.
func (g *goCell) name(text string) error {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || len(file.Decls) == 0 {
		return err
	}
	if fn, ok := file.Decls[0].(*ast.FuncDecl); ok {
		g.nameFunction(fn)
		return nil
	}
	d, ok := file.Decls[0].(*ast.GenDecl)
	if !ok {
		return nil
	}
	for _, key := range names(d) {
		if old, ok := g.w.others[g.goName(key)]; ok && old.text == text || !g.w.taken(g.goName(key)) {
			continue
		}
		g.w.known[key] = &variable{name: g.w.free(key)}
		g.named = append(g.named, key)
	}
	return nil
}

// nameFunction gives a function another name where the program has its name for something else.
func (g *goCell) nameFunction(d *ast.FuncDecl) {
	key := d.Name.Name
	switch {
	case d.Recv != nil, key == "main", key == "init", g.w.funcs[g.goName(key)] != nil, !g.w.taken(g.goName(key)):
		return
	}
	g.w.known[key] = &variable{name: g.w.free(key)}
	g.named = append(g.named, key)
}

// ownNames are the edits of the names that a declaration declares.
func (g *goCell) ownNames(d *ast.GenDecl, s *statements) (edits []edit) {
	for _, spec := range d.Specs {
		for _, id := range check.Declared(spec) {
			if name := g.goName(id.Name); name != id.Name {
				edits = append(edits, edit{s.offset(id.Pos()), s.offset(id.End()), name})
			}
		}
	}
	return edits
}

// importAs remembers an import of a cell.
func (w *writer) importAs(spec *ast.ImportSpec, path string) error {
	if spec.Name != nil && (spec.Name.Name == "." || spec.Name.Name == "_") || path == "C" {
		return fmt.Errorf("import of %q: imports by \".\", by \"_\" and of C have no place in the program", path)
	}
	name := w.env.View().PackageName(path)
	if spec.Name != nil {
		name = spec.Name.Name
	}
	if old, ok := w.imports[name]; ok && old != path {
		return fmt.Errorf("%s is the package %q here and %q in an earlier cell: give one of them another name", name, path, old)
	}
	w.imports[name] = path
	return nil
}

// method adds a method under its key.
func (w *writer) method(key, text string) error {
	if d, ok := w.others[key]; ok {
		if d.text == text {
			return nil
		}
		return fmt.Errorf("method %s is declared anew, after cell [%d]: a program has one of a name", key, d.cell)
	}
	w.others[key] = declared{text, w.count}
	w.decls = append(w.decls, topLevel{text: text})
	return nil
}

// names are those that a declaration of types or constants declares.
func names(d *ast.GenDecl) (keys []string) {
	for _, spec := range d.Specs {
		for _, id := range check.Declared(spec) {
			if id.Name != "_" {
				keys = append(keys, id.Name)
			}
		}
	}
	return keys
}

// function adds a function: func main as a part of the program, any other as a declaration of its own, or a new version of one.
func (g *goCell) function(d *ast.FuncDecl, s *statements) error {
	if d.Body == nil {
		return fmt.Errorf("%s has no body", d.Name.Name)
	}
	from, to := s.offset(d.Pos()), s.offset(d.End())
	name := g.goName(d.Name.Name)
	if d.Name.Name == "init" { // each has a name of its own
		name = g.w.free("initialise")
		g.inits = append(g.inits, name)
	}
	text := g.renamed(s, from, to, g.w.known, edit{s.offset(d.Name.Pos()), s.offset(d.Name.End()), name})
	if d.Name.Name == "main" {
		body := g.renamed(s, s.offset(d.Body.Pos()), to, g.w.known)
		g.w.parts = append(g.w.parts, &part{cell: g.w.count, text: "func() " + body + "()"})
		return nil
	}
	v := version{cell: g.w.count, text: text, doc: strings.TrimSpace(s.text[:from]), generic: d.Type.TypeParams != nil}
	v.signature = strings.Join(strings.Fields(s.text[s.offset(d.Type.Params.Pos()):s.offset(d.Body.Pos())]), " ")
	v.literal = "func" + g.renamed(s, s.offset(d.Type.Params.Pos()), to, g.w.known)
	f := g.w.funcs[name]
	if f == nil {
		f = &function{name: name}
		g.w.funcs[f.name] = f
		g.w.decls = append(g.w.decls, topLevel{fn: f})
		if strings.HasPrefix(f.name, "init_") {
			g.w.inits = append(g.w.inits, f.name)
		}
	} else if old := f.versions[len(f.versions)-1]; old.text == v.text {
		return nil
	} else if old.generic || v.generic || old.signature != v.signature {
		return fmt.Errorf("%s is declared anew with another signature, after cell [%d]: a program has one of a name", f.name, old.cell)
	}
	f.versions = append(f.versions, v)
	g.w.parts = append(g.w.parts, &part{cell: g.w.count, fn: f, version: len(f.versions) - 1})
	return nil
}
