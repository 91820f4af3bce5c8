package program

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/mercer-go/mercer/kernel/program/check"
)

// This file decides what becomes of the last line of a cell.

// lastLine is a last line whose values are shown, or thrown away because a semicolon or the request forbids to show them.
type lastLine struct {
	expr   ast.Expr // the only expression, or nil
	list   []ast.Expr
	silent bool
	// show is the function of package display that takes the values; where ifErr is set, only if there is an error.
	show  string
	ifErr bool
}

// Functions of package display that take values of a last line.
const (
	showResult    = "Result"     // shows the only one
	showResults   = "Results"    // shows them
	showUnlessErr = "ResultsErr" // shows those before the last, an error, which fails the cell if there is one
	failOnErr     = "FailErr"    // shows nothing; the last, or the only one, an error, fails the cell
)

// lastLine finds the last line of a checked cell.
func (p *parsed) lastLine(checked *check.Result) lastLine {
	stmts, end := p.syn.Body, len(p.syn.BodyText())
	if p.syn.MainStart >= 0 {
		stmts, end = p.syn.Main, len(p.syn.Text)
	}
	if len(stmts) == 0 || p.req.ownStart() || p.exprs != nil {
		return lastLine{}
	}
	last := stmts[len(stmts)-1]
	silent := p.req.NoResult || p.followedBySemicolon(last.End(), end)
	if p.syn.List != nil {
		return lastLine{list: p.syn.List, silent: silent, show: showResults}
	}
	x, ok := last.(*ast.ExprStmt)
	if !ok {
		return lastLine{}
	}
	tv, ok := checked.Info.Types[x.X]
	if !ok || tv.Type == nil || !tv.IsValue() || tv.Type == types.Typ[types.Invalid] {
		return lastLine{}
	}
	if tuple, ok := tv.Type.(*types.Tuple); ok && tuple.Len() != 1 {
		return severalResults(x.X, tuple, silent)
	}
	call, isCall := ast.Unparen(x.X).(*ast.CallExpr)
	if !isCall || !isError(tv.Type) {
		return lastLine{expr: x.X, silent: silent, show: showResult}
	}
	if makesError(checked, call) {
		return lastLine{expr: x.X, silent: silent, show: showResult, ifErr: true}
	}
	return lastLine{expr: x.X, show: failOnErr}
}

// makesError says whether a call only makes an error, or takes one apart, so that nothing has failed: one of package errors,
// or fmt.Errorf.
func makesError(checked *check.Result, call *ast.CallExpr) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	f, ok := checked.Info.Uses[sel.Sel].(*types.Func)
	return ok && f.Pkg() != nil && (f.Pkg().Path() == "errors" || f.FullName() == "fmt.Errorf")
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// severalResults is a last line that is a call with several results. Functions that print or write are called for what they
// write: nobody asks for the number of bytes. An error must not be lost.
func severalResults(x ast.Expr, results *types.Tuple, silent bool) lastLine {
	call, ok := x.(*ast.CallExpr)
	if !ok || results.Len() == 0 {
		return lastLine{}
	}
	name := strings.TrimPrefix(calledName(call), "F")
	fails := isError(results.At(results.Len() - 1).Type())
	switch {
	case strings.HasPrefix(name, "Print"), strings.HasPrefix(name, "print"), silent && !fails:
		return lastLine{}
	case fails && (silent || strings.HasPrefix(name, "Write")):
		return lastLine{expr: x, show: failOnErr}
	case fails:
		return lastLine{expr: x, show: showUnlessErr}
	}
	return lastLine{expr: x, show: showResults}
}

// calledName is the name of the function or method that is called, "" if it has none.
func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// followedBySemicolon says whether only a semicolon and comments stand between a position and an offset.
func (p *parsed) followedBySemicolon(pos token.Pos, end int) bool {
	from := p.offset(pos)
	for line := range strings.Lines(p.syn.Text[from:max(from, end)]) {
		line, _, _ = strings.Cut(line, "//")
		if strings.HasPrefix(strings.TrimSpace(line), ";") {
			return true
		}
	}
	return false
}
