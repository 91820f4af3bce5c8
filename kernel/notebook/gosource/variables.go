package gosource

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/defs"
)

// variable is a variable of the program. A name that the notebook declares with several types has several. A type or constant
// that has another name in the program than in the notebook is one without a type.
type variable struct {
	name string // in the program
	typ  string // as the file writes it
}

// declareVars makes the variables that the statements declare those of the notebook.
func (g *goCell) declareVars(s *statements) {
	for _, stmt := range s.list {
		for _, id := range declaredBy(stmt) {
			g.declareVar(id.Name)
		}
	}
}

func (g *goCell) declareVar(name string) {
	def := g.after.Lookup(name)
	if name == "_" || def == nil || def.Kind != defs.KindVar {
		return
	}
	old := g.w.known[name]
	typ := g.typeText(def.Type)
	if old != nil && old.typ == typ {
		return
	}
	v := &variable{name: g.w.free(name), typ: typ}
	g.w.vars = append(g.w.vars, v)
	g.w.known[name] = v
}

// free returns a name that the program does not have: the name itself, or with a number.
func (w *writer) free(name string) string {
	as := name
	for n := 2; w.taken(as); n++ {
		as = fmt.Sprintf("%s%d", name, n)
	}
	return as
}

// typeText is a type with the names of the notebook's types as the program has them.
func (g *goCell) typeText(text string) string {
	const head = "package p\nvar _ "
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", head+text, 0)
	if err != nil {
		return text // what the file cannot have either is an error there
	}
	var edits []edit
	for _, id := range file.Unresolved {
		if v := g.w.known[id.Name]; v != nil && v.typ == "" {
			at := fset.File(id.Pos()).Offset(id.Pos()) - len(head)
			edits = append(edits, edit{at, at + len(id.Name), v.name})
		}
	}
	return apply(text, edits)
}

// taken says whether the program has the name at its top level.
func (w *writer) taken(name string) bool {
	_, other := w.others[name]
	return other || w.packages[name] || w.funcs[name] != nil || slices.ContainsFunc(w.vars, func(v *variable) bool { return v.name == name })
}

// declaredBy returns the identifiers on the left of a := or var.
func declaredBy(s ast.Stmt) (ids []*ast.Ident) {
	switch s := unlabel(s).(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			for _, l := range s.Lhs {
				if id, ok := l.(*ast.Ident); ok {
					ids = append(ids, id)
				}
			}
		}
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); ok && d.Tok == token.VAR {
			for _, spec := range d.Specs {
				ids = append(ids, spec.(*ast.ValueSpec).Names...)
			}
		}
	}
	return ids
}

// goName is the name that a variable has after the cell.
func (g *goCell) goName(name string) string {
	if v := g.w.known[name]; v != nil {
		return v.name
	}
	return name
}

// renames are the edits that give the variables of the notebook their names in the program: up to the end of the statement
// that declares it anew a name means the old variable, but where it is declared.
func (g *goCell) renames(s *statements, previous map[string]*variable) []edit {
	top := map[any]bool{} // top-level declarations, to which the parser has resolved names
	if !g.inMain(s) {
		for _, stmt := range s.list {
			switch stmt := unlabel(stmt).(type) {
			case *ast.AssignStmt:
				top[stmt] = true
			case *ast.DeclStmt:
				if d, ok := stmt.Decl.(*ast.GenDecl); ok {
					for _, spec := range d.Specs {
						top[spec] = true
					}
				}
			}
		}
	}
	free := map[*ast.Ident]bool{}
	for _, id := range s.file.Unresolved {
		free[id] = true
	}
	for id := range defs.Keys(s.file) {
		free[id] = free[id] || id.Obj == nil // the parser does not list them
	}
	keys, from := fieldKeys(s.file), selected(s.file)
	var edits []edit
	ast.Inspect(s.file, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || keys[id] {
			return true
		}
		name := id.Name
		switch {
		case free[id] && previous[name] != nil:
			name = previous[name].name
		case free[id] && from[id] && g.w.packages[name]: // before the cell declares a variable of that name
		case free[id] || id.Obj != nil && (id.Obj.Kind == ast.Var && top[id.Obj.Decl] || s.file.Scope.Objects[name] == id.Obj):
			name = g.goName(name)
		}
		if name != id.Name {
			edits = append(edits, edit{s.offset(id.Pos()), s.offset(id.End()), name})
		}
		return true
	})
	return edits
}

// fieldKeys are the keys of composite literals that name fields of structs, as far as the syntax tells: those of literals whose
// type is not written as a map, an array or a slice.
func fieldKeys(file *ast.File) map[*ast.Ident]bool {
	keys := defs.Keys(file)
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.CompositeLit); ok {
			switch lit.Type.(type) {
			case *ast.MapType, *ast.ArrayType:
				for _, e := range lit.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok {
						if id, ok := kv.Key.(*ast.Ident); ok {
							delete(keys, id)
						}
					}
				}
			}
		}
		return true
	})
	return keys
}

// renamed returns a part of the statements with its names as the program has them.
func (g *goCell) renamed(s *statements, from, to int, previous map[string]*variable, more ...edit) string {
	var edits []edit
	for _, e := range append(more, g.renames(s, previous)...) {
		if from <= e.from && e.to <= to {
			edits = append(edits, edit{e.from - from, e.to - from, e.text})
		}
	}
	return apply(s.text[from:to], edits)
}

// apply makes edits. One that lies in another is part of its text already.
func apply(text string, edits []edit) string {
	slices.SortStableFunc(edits, func(a, b edit) int {
		if a.from != b.from {
			return a.from - b.from
		}
		return b.to - a.to
	})
	var out strings.Builder
	at := 0
	for _, e := range edits {
		if e.from < at {
			continue
		}
		out.WriteString(text[at:e.from] + e.text)
		at = e.to
	}
	return out.String() + text[at:]
}
