package program

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// This file leads a cell through its composition:
//
//	parse     the text becomes declarations and statements               (cell.Parse, decl.go)
//	imports   every package name gets a path                             (resolve.go)
//	phase 1   the statements are checked as the body of a function, so that scoping is Go's own; this gives the types
//	          of the variables that they declare                         (phase1.go, vars.go)
//	phase 2   the program is written with these variables at package level, checked again as it will be compiled, and
//	          cut down to what its start really reaches                  (phase2.go, body.go, reach.go)

// composition is the way of one cell to its program.
type composition struct {
	view *toolchain.View
	ctx  context.Context
	req  *Request
	// tolerant: the text may be wrong; whatever can be known of it is wanted.
	tolerant bool

	fset  *token.FileSet
	key   string // FileKey of the cell
	syn   *cell.Syntax
	decls []*decl       // the cell's declarations but for variables
	main  *ast.FuncDecl // func main, or nil
	base  *Defs         // of earlier cells, without what this one no longer declares
	after *Defs         // the definitions after the cell

	bodyFree  names           // what the statements take from outside
	bodyPkgs  packageRefs     // those that are packages
	dots      map[string]bool // dot imports that the statements use
	vars      []*topVar       // that the statements declare, in order
	early     []earlyUse      // uses of a name before the cell declares it anew
	initOrder []*types.Initializer
	p1        *checked
	result    ast.Expr // the last expression, to be shown
	silenced  ast.Expr // the last expression, if it has a value that is not to be shown
	// resultIsError: it is a call that returns an error, which is shown only when there is one.
	resultIsError bool
	resultFunc    string   // the function of display for a call with several results
	silent        bool     // the values of the cell's last line, several expressions, are not to be shown
	exprs         []string // names of the request's expressions
	prog          *Program
}

// Compose checks the cell and composes its program. It runs no code of the user and changes nothing but the caches and the
// notebook's go.mod, so that the program of the next cell can be composed while one runs. An error in the cell is returned
// as cell.Diagnostics, the end of ctx as its error.
func Compose(ctx context.Context, env *toolchain.Env, req Request) (*Program, error) {
	start := time.Now()
	var listing time.Duration
	for {
		view := env.View()
		p, err := composeWith(ctx, view, req)
		listing += view.Listing()
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, toolchain.ErrChanged):
			continue // a module was fetched: everything is looked up in the new go.mod
		case err != nil:
			return nil, err
		}
		p.Phases = Phases{Imports: listing, Compose: time.Since(start) - listing}
		return p, nil
	}
}

// composeWith composes the program of a cell with one state of the notebook's module.
func composeWith(ctx context.Context, view *toolchain.View, req Request) (*Program, error) {
	c, err := newComposition(ctx, view, &req, false)
	if err != nil {
		return nil, err
	}
	if err := c.phase1(); err != nil {
		return nil, err
	}
	if err := c.phase2(); err != nil {
		return nil, err
	}
	return c.prog, nil
}

// newComposition parses the cell and finds its packages.
func newComposition(ctx context.Context, view *toolchain.View, req *Request, tolerant bool) (*composition, error) {
	c := &composition{tolerant: tolerant, view: view, ctx: ctx, req: req, fset: token.NewFileSet(), prog: &Program{Mode: req.Mode}}
	if req.Cell == nil {
		req.Cell = &cell.Cell{}
	}
	if len(req.Expressions) > 0 {
		req.Cell, c.exprs = expressionCell(req.Expressions)
	}
	c.key = cell.FileKey(req.Cell.Source)
	var err error
	if c.syn, err = cell.Parse(c.fset, c.key, req.Cell); err != nil && !c.tolerant {
		return nil, cell.SyntaxDiagnostics(err)
	}
	c.decls, c.main = declsOf(c.fset, c.syn, req.CellID)
	if c.main != nil && c.syn.MainStart >= 0 && !c.tolerant {
		return nil, cell.Diagnostics{c.at(c.main.Name.Pos(), "func main beside %%%% or %%main: only one of them can be the start")}
	}
	if err := c.nameImports(); err != nil && !c.tolerant {
		return nil, err
	}
	c.base = c.visible()
	if err := c.resolveImports(); err != nil && !c.tolerant {
		return nil, err
	}
	return c, nil
}

// at returns a diagnostic for a position in the cell.
func (c *composition) at(pos token.Pos, format string, args ...any) cell.Diagnostic {
	p := c.fset.Position(pos)
	return cell.Diagnostic{File: p.Filename, Line: p.Line, Col: p.Column, Msg: fmt.Sprintf(format, args...)}
}

// visible returns the definitions of earlier cells that the cell sees: not those of its own earlier text, but for the
// variables that it declares again.
func (c *composition) visible() *Defs {
	own := map[string]bool{}
	for _, d := range c.decls {
		for _, k := range d.keys() {
			own[k] = true
		}
	}
	again := c.declaredVars()
	return c.req.Defs.filter(func(d *decl, key string) bool {
		if own[key] {
			return false
		}
		return c.req.CellID == "" || d.Cell != c.req.CellID || d.Kind == KindVar && again[key]
	})
}

// declaredVars returns the names of variables that the cell's top level declares, as far as the syntax tells.
func (c *composition) declaredVars() map[string]bool {
	found := map[string]bool{}
	for _, s := range c.syn.Body {
		for _, id := range declaredBy(s) {
			found[id.Name] = true
		}
	}
	for _, d := range c.syn.Decls.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
			for _, id := range specNames(g) {
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
			ids = specNames(g)
		}
	}
	return ids
}

func specNames(g *ast.GenDecl) []*ast.Ident {
	var ids []*ast.Ident
	for _, spec := range g.Specs {
		if v, ok := spec.(*ast.ValueSpec); ok {
			ids = append(ids, v.Names...)
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

// value returns what the store knows about a variable.
func (c *composition) value(name string) (ValueInfo, bool) {
	if c.req.Values == nil {
		return ValueInfo{}, false
	}
	return c.req.Values(name)
}

// needsInit says whether an earlier variable must be initialised, as the store cannot have its value.
func (c *composition) needsInit(d *decl, name string) bool {
	if d.Flag {
		return true
	}
	if d.Self || d.Text == "" || d.Raw {
		return false
	}
	if v, ok := c.value(name); !ok || v.NotCarried != "" || len(v.Unit) > 0 || c.hidden(v) {
		return true
	}
	t := d.typeOf(name)
	return strings.HasPrefix(t, "func(") || strings.HasPrefix(t, "chan ") || strings.HasPrefix(t, "<-chan ")
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
