package gosource

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/importpath"
	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/program"
)

// This file finds the names that packages have in the program. A notebook may name a variable like a package that other cells
// use, or even the same one; in a program a name at package level hides the package.

// compose composes the program of a cell.
func (w *writer) compose(ctx context.Context, earlier *defs.Defs, number int, split *cell.Cell) (*program.Program, error) {
	mode := program.Plain
	if split.MainLine > 0 {
		mode = program.Main
	}
	id := fmt.Sprintf("cell-%d", number)
	return program.Compose(ctx, w.env, program.Request{Defs: earlier, CellID: id, Cell: split, Mode: mode})
}

// scan goes through all cells once and collects the names of packages. Cells with errors are left to the pass that writes.
func (w *writer) scan(ctx context.Context, nb *notebook.Notebook) error {
	w.packages = map[string]bool{}
	var known *defs.Defs
	for i, c := range nb.CodeCells() {
		split, err := cell.Split(c.Source)
		if err != nil || split.Script != nil || strings.TrimSpace(split.Go) == "" || c.HasTag("raises-exception") || c.HasTag("skip-execution") {
			continue
		}
		prog, err := w.compose(ctx, known, i+1, split)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			continue
		}
		w.scanCell(known, prog.Defs, split)
		known = prog.Defs
	}
	return nil
}

// scanCell collects the packages of a cell: what it selects from, if nothing of that name is declared, and what the types of
// its variables need.
func (w *writer) scanCell(before, after *defs.Defs, split *cell.Cell) {
	syn, err := cell.Parse(token.NewFileSet(), "cell.go", split)
	if err != nil {
		return
	}
	for _, f := range syn.Files() {
		for name, members := range defs.OuterOf(f).Free(f) {
			declared := before.Lookup(name)
			if f == syn.Decls || after.Lookup(name) == nil { // functions see what the cell declares
				declared = after.Lookup(name)
			}
			if len(members) > 0 && (declared == nil || declared.Kind == defs.KindImport) {
				w.packages[name] = true
			}
		}
	}
	for _, d := range after.List() {
		for _, n := range d.Names {
			for _, path := range defs.TypePackages(n.Type) {
				w.packages[importpath.Name(path)] = true
			}
		}
		for name, path := range d.Pkgs {
			if !strings.HasPrefix(name, ".") && path != "" {
				w.packages[name] = true
			}
		}
	}
}

// selected are the identifiers from which something is selected.
func selected(file *ast.File) map[*ast.Ident]bool {
	found := map[*ast.Ident]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				found[id] = true
			}
		}
		return true
	})
	return found
}
