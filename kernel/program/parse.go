package program

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/program/check"
	"github.com/mercer-go/mercer/kernel/program/tables"
)

// parsed is a cell's text as declarations and statements: the first stage.
type parsed struct {
	req   Request
	key   string // cell.FileKey of the cell
	fset  *token.FileSet
	syn   *cell.Syntax
	outer defs.Outer // of syn.Decls
	cuts  []cut
	main  *ast.FuncDecl   // func main, or nil
	again map[string]bool // the variables that the top level declares, as far as the syntax tells
	exprs []string        // names of the request's expressions
}

// cut is one declaration of the cell, other than variables, whose package names mean nothing yet.
type cut struct {
	decl *defs.Decl
	free defs.Names
}

// parse parses a cell. Errors are cell.Diagnostics.
func parse(req Request) (*parsed, error) {
	if req.Cell == nil {
		req.Cell = &cell.Cell{}
	}
	p := &parsed{fset: token.NewFileSet()}
	if len(req.Expressions) > 0 {
		req.Cell, p.exprs = expressionCell(req.Expressions)
	}
	p.req, p.key = req, cell.FileKey(req.Cell.Source)
	var err error
	if p.syn, err = cell.Parse(p.fset, p.key, req.Cell); err != nil {
		return nil, cell.SyntaxDiagnostics(err)
	}
	p.outer = defs.OuterOf(p.syn.Decls)
	p.again = declaredVars(p.syn)
	x := extractor{parsed: p}
	x.decls()
	p.cuts, p.main = x.out, x.main
	if p.main != nil && p.syn.MainStart >= 0 {
		at := p.fset.Position(p.main.Name.Pos())
		return nil, cell.Diagnostics{{File: at.Filename, Line: at.Line, Col: at.Column,
			Msg: "func main beside %% or %main: only one of them can be the start"}}
	}
	return p, nil
}

// expressionCell is a cell that consists of expressions, one a line, in the order of the names that it returns.
func expressionCell(exprs map[string]string) (*cell.Cell, []string) {
	order := sortedKeys(exprs)
	lines := make([]string, len(order))
	for i, name := range order {
		lines[i] = "_ = (" + strings.TrimSpace(exprs[name]) + ")"
	}
	text := strings.Join(lines, "\n")
	return &cell.Cell{Source: text, Go: text}, order
}

// offset is where a position stands in the cell's Go text.
func (p *parsed) offset(pos token.Pos) int { return p.syn.Offset(p.fset, pos) }

// origin is where a position stands in the cell.
func (p *parsed) origin(pos token.Pos) defs.Origin {
	at := p.fset.Position(pos)
	return defs.Origin{File: at.Filename, Line: at.Line, Col: at.Column}
}

// text is the cell's Go text between two positions.
func (p *parsed) text(from, to token.Pos) string { return p.syn.Text[p.offset(from):p.offset(to)] }

// value returns what the store knows about a variable.
func (p *parsed) value(name string) (ValueInfo, bool) {
	if p.req.Values == nil {
		return ValueInfo{}, false
	}
	return p.req.Values(name)
}

// needsInit says whether an earlier variable must be initialised, as the store cannot have its value. earlier are the
// definitions that the cell sees.
func (p *parsed) needsInit(earlier *defs.Scope, d *defs.Decl, name string) bool {
	if d.Flag {
		return true
	}
	if d.Self || d.Text == "" || d.Raw {
		return false
	}
	if v, ok := p.value(name); !ok || v.NotCarried != "" || len(v.Unit) > 0 || hidden(earlier, v) {
		return true
	}
	t := d.TypeOf(name)
	return strings.HasPrefix(t, "func(") || strings.HasPrefix(t, "chan ") || strings.HasPrefix(t, "<-chan ")
}

// hidden says whether a value holds types that a notebook cannot name.
func hidden(earlier *defs.Scope, v ValueInfo) bool {
	return slices.ContainsFunc(v.ExtraTypes, func(text string) bool { return tables.ParseExtra(text).Hidden(earlier) })
}

// declaredVars returns the names of variables that a cell's top level declares, as far as the syntax tells.
func declaredVars(syn *cell.Syntax) map[string]bool {
	found := map[string]bool{}
	for _, s := range syn.Body {
		for _, id := range declaredBy(s) {
			found[id.Name] = true
		}
	}
	for _, d := range syn.Decls.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
			for _, id := range check.SpecNames(g) {
				found[id.Name] = true
			}
		}
	}
	delete(found, "_")
	return found
}

// declaredBy returns the identifiers on the left of a top-level := or var.
func declaredBy(s ast.Stmt) []*ast.Ident {
	var ids []*ast.Ident
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
		if g, ok := s.Decl.(*ast.GenDecl); ok {
			ids = check.SpecNames(g)
		}
	}
	return ids
}

// unlabel returns the statement behind its labels.
func unlabel(s ast.Stmt) ast.Stmt {
	for {
		l, ok := s.(*ast.LabeledStmt)
		if !ok {
			return s
		}
		s = l.Stmt
	}
}

// hasLabels says whether control can come back to a top-level statement.
func hasLabels(stmts []ast.Stmt) bool {
	return slices.ContainsFunc(stmts, func(s ast.Stmt) bool { _, ok := s.(*ast.LabeledStmt); return ok })
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
