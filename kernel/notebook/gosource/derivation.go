package gosource

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/mathcell"
	"github.com/mercer-go/mercer/kernel/notebook"
)

// derivation adds a %%derive cell: a call of derive.Prove with the text of the derivation as it stands. A program without the
// kernel judges it itself, and fails where it fails in the notebook.
func (w *writer) derivation(ctx context.Context, c *notebook.Cell, split *cell.Cell) error {
	text, err := mathcell.Translate(c.Source, split.Script, mathcell.Types(w.defs.All()))
	if err != nil {
		return fmt.Errorf("cell [%d] does not compile: %w", w.count, err)
	}
	return w.goCell(ctx, c, &cell.Cell{Source: c.Source, Go: readable(text)}, "")
}

// readable writes the derivation in a call of derive.Prove, its second argument, in back quotes, so that it has its lines and
// its backslashes as the notebook has them. Where that cannot be, the call stays as it is.
func readable(text string) string {
	x, err := parser.ParseExpr(text)
	if err != nil {
		return text
	}
	call, ok := x.(*ast.CallExpr)
	if !ok || len(call.Args) < 2 {
		return text
	}
	lit, ok := call.Args[1].(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return text
	}
	derivation, err := strconv.Unquote(lit.Value)
	if err != nil || strings.ContainsAny(derivation, "`\r\ufeff") {
		return text
	}
	from, to := int(lit.Pos())-1, int(lit.End())-1
	return text[:from] + "`" + derivation + "`" + text[to:]
}
