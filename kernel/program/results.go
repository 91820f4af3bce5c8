package program

import (
	"go/ast"
	"go/types"
	"strings"
)

// This file is about a last expression that is a call with several results.

// Functions of package display that take the results of such a call.
const (
	showResults   = "Results"    // shows them
	showUnlessErr = "ResultsErr" // shows those before the last, an error, which fails the cell if there is one
	failOnErr     = "FailErr"    // shows nothing; the last, an error, fails the cell
)

// findResults sets c.result and c.resultFunc for a call whose results are to be shown, or whose error must not be lost.
// Functions that print or write are called for what they write: nobody asks for the number of bytes.
func (c *composition) findResults(x ast.Expr, results *types.Tuple, silent bool) {
	call, ok := x.(*ast.CallExpr)
	if !ok || results.Len() == 0 {
		return
	}
	name := strings.TrimPrefix(calledName(call), "F")
	fails := types.Identical(results.At(results.Len()-1).Type(), types.Universe.Lookup("error").Type())
	switch {
	case strings.HasPrefix(name, "Print"), strings.HasPrefix(name, "print"), silent && !fails:
		return
	case fails && (silent || strings.HasPrefix(name, "Write")):
		c.resultFunc = failOnErr
	case fails:
		c.resultFunc = showUnlessErr
	default:
		c.resultFunc = showResults
	}
	c.result = x
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
