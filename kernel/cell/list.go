package cell

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// This file knows the one form of the cell language that Go has no statement for: a last line of several expressions,
// "x, y, name", whose values are to be shown. It is parsed as "_, _, _ = x, y, name".

// insertion is text that stands in a parsed file and not in the cell.
type insertion struct{ at, length int } // in bytes of the file

// listBefore returns what makes an assignment of the last item of text between two offsets, and where it is to be
// inserted, if that item is several expressions; else "".
func (s *Syntax) listBefore(from, to int) (insert string, at int) {
	items, stray := Items(s.Text[from:to])
	if len(items) == 0 || stray >= 0 || items[len(items)-1].Kind != KindStmt {
		return "", 0
	}
	last := items[len(items)-1]
	at = from + last.Start
	n := expressions(s.Text[at : from+last.End])
	if n < 2 {
		return "", 0
	}
	p := position(s.Name, s.Text, at)
	return fmt.Sprintf("%s = /*line %s:%d:%d*/", strings.Repeat("_, ", n-1)+"_", s.Name, p.Line, p.Column), at
}

// expressions counts the expressions of a text that is a list of them; it is 0 for anything else.
func expressions(text string) int {
	x, err := parser.ParseExpr("_(" + text + ")")
	call, ok := x.(*ast.CallExpr)
	if err != nil || !ok || call.Ellipsis.IsValid() {
		return 0
	}
	if _, plain := call.Fun.(*ast.Ident); !plain { // "a)(b, c"
		return 0
	}
	return len(call.Args)
}

// listOf returns the values of the last statement, an assignment that listBefore has made.
func listOf(stmts []ast.Stmt) []ast.Expr {
	if len(stmts) == 0 {
		return nil
	}
	if s, ok := stmts[len(stmts)-1].(*ast.AssignStmt); ok && s.Tok == token.ASSIGN {
		return s.Rhs
	}
	return nil
}

// IsExpression says whether a text is one expression.
func IsExpression(text string) bool { return expressions(text) == 1 }

// builtinValues are the predeclared functions whose values must be used.
var builtinValues = map[string]bool{"append": true, "cap": true, "complex": true, "imag": true, "len": true, "make": true, "max": true,
	"min": true, "new": true, "real": true}

// IsCall says whether a text is a call that is a statement by itself.
func IsCall(text string) bool {
	x, err := parser.ParseExpr(text)
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if err != nil || !ok {
		return false
	}
	id, plain := call.Fun.(*ast.Ident)
	return !plain || !builtinValues[id.Name]
}
