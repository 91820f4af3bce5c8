package slips

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// statement adds the slips of a statement.
func (f *finder) statement(n ast.Node) {
	switch n := n.(type) {
	case *ast.IfStmt:
		f.change("negated", n.Cond, "!("+f.text(n.Cond)+")")
		if n.Else == nil && !panics(n.Body.List...) {
			f.changeIn("left-out", n, n.Cond.Pos(), n.Cond.End(), "false && ("+f.text(n.Cond)+")")
		}
	case *ast.ForStmt:
		f.loop(n)
	case *ast.RangeStmt:
		f.ranging(n)
	case *ast.AssignStmt:
		f.assigned(n)
	case *ast.BranchStmt:
		if n.Tok == token.CONTINUE && n.Label == nil {
			f.change("branch", n, "break")
		}
	}
}

// leaveOut adds the slips by which a statement is missing.
func (f *finder) leaveOut(list []ast.Stmt) {
	for _, s := range list {
		if !f.solves(s) {
			continue
		}
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok != token.DEFINE {
				blank := strings.TrimSuffix(strings.Repeat("_, ", len(s.Lhs)), ", ")
				f.changeIn("left-out", s, s.Pos(), s.Rhs[0].Pos(), blank+" = ")
			}
		case *ast.IncDecStmt:
			f.change("left-out", s, "_ = "+f.text(s.X))
		case *ast.ExprStmt, *ast.BranchStmt:
			if !panics(s) {
				f.change("left-out", s, "")
			}
		}
	}
}

// panics reports whether statements are one call of panic: it guards against what does not happen, and is no slip.
func panics(list ...ast.Stmt) bool {
	if len(list) != 1 {
		return false
	}
	s, ok := list[0].(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := s.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	id, ok := call.Fun.(*ast.Ident)
	return ok && id.Name == "panic"
}

// assigned adds the slips of x += y and x -= y, and of sums that start where they should not.
func (f *finder) assigned(n *ast.AssignStmt) {
	if o, ok := others[n.Tok]; ok {
		f.changeIn(o.kind, n, n.TokPos, n.TokPos+token.Pos(len(n.Tok.String())), o.is.String())
	}
	if n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN {
		f.changeIn("overwritten", n, n.TokPos, n.TokPos+token.Pos(len(n.Tok.String())), "=")
	}
}

// loop adds the slips of a loop's bounds: it starts one later or earlier, or ends one earlier.
func (f *finder) loop(n *ast.ForStmt) {
	if init, ok := n.Init.(*ast.AssignStmt); ok && len(init.Rhs) == 1 {
		if lit, ok := init.Rhs[0].(*ast.BasicLit); ok && lit.Kind == token.INT {
			if start, err := strconv.Atoi(lit.Value); err == nil {
				f.changeIn("start", init, lit.Pos(), lit.End(), strconv.Itoa(start+1))
				if start > 0 {
					f.changeIn("start", init, lit.Pos(), lit.End(), strconv.Itoa(start-1))
				}
			}
		}
	}
	if cond, ok := n.Cond.(*ast.BinaryExpr); ok && (cond.Op == token.LSS || cond.Op == token.LEQ) {
		f.changeIn("bound", cond, cond.Y.Pos(), cond.Y.End(), f.text(cond.Y)+"-1")
	}
}

// ranging adds the slips by which a loop passes over the first or the last. What is ranged over is a number or a list:
// of two forms one compiles.
func (f *finder) ranging(n *ast.RangeStmt) {
	over, begin := f.text(n.X), n.Body.Lbrace+1
	head := func(is string) { // shown is the head of the loop
		f.changeIn("bound", &span{n.Pos(), begin}, begin, begin, is)
	}
	key, ok := n.Key.(*ast.Ident)
	switch {
	case n.Key == nil:
		f.change("bound", n.X, over+"-1")
		f.change("bound", n.X, over+"[1:]")
	case ok && key.Name != "_":
		head(" if " + key.Name + " == 0 { continue };")
		head(" if " + key.Name + " == len(" + over + ")-1 { continue };")
		head(" if " + key.Name + " == " + over + "-1 { continue };")
	default:
		f.change("bound", n.X, over+"[1:]")
		f.change("bound", n.X, over+"[:len("+over+")-1]")
	}
}

// span is a place without a node of its own.
type span struct{ from, to token.Pos }

func (s *span) Pos() token.Pos { return s.from }
func (s *span) End() token.Pos { return s.to }
