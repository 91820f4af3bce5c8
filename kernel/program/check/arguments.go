package check

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
)

// This file adds to errors of calls how the parameters are called: types alone do not say which of three numbers is missing.

// wrongCount matches the error of a call with too few or too many arguments, up to the types that are wanted.
var wrongCount = regexp.MustCompile(`(?s)^((?:not enough|too many) arguments in call to .*\n\twant )\(.*\)$`)

// nameParameters has the errors of calls name the parameters that are wanted.
func (c *Result) nameParameters() {
	for i, e := range c.Errs {
		found := wrongCount.FindStringSubmatch(e.Msg)
		if found == nil {
			continue
		}
		if params := c.parameters(e.Pos); params != "" {
			c.Errs[i].Msg = found[1] + params
		}
	}
}

// parameters returns the parameters of the function that is called at a place, or "" where they have no names.
func (c *Result) parameters(pos token.Pos) string {
	call := c.callAt(pos)
	if call == nil {
		return ""
	}
	sig, ok := c.Info.TypeOf(call.Fun).(*types.Signature)
	if !ok || sig.Params().Len() == 0 || sig.Params().At(0).Name() == "" {
		return ""
	}
	var b bytes.Buffer
	types.WriteSignature(&b, types.NewSignatureType(nil, nil, nil, sig.Params(), nil, sig.Variadic()), func(p *types.Package) string {
		if p == c.Pkg {
			return ""
		}
		return p.Name()
	})
	return b.String()
}

// callAt returns the innermost call whose arguments a place stands among.
func (c *Result) callAt(pos token.Pos) (call *ast.CallExpr) {
	for _, f := range c.Files {
		if pos < f.FileStart || pos > f.FileEnd {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if x, ok := n.(*ast.CallExpr); ok && x.Lparen < pos && pos <= x.Rparen {
				call = x
			}
			return n == nil || n.Pos() <= pos && pos <= n.End()
		})
	}
	return call
}
