package program

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// checked is the outcome of a type check.
type checked struct {
	fset  *token.FileSet
	files []*ast.File
	pkg   *types.Package
	info  *types.Info
	errs  []types.Error
}

// check type-checks files as package main and gathers all errors.
func check(view *toolchain.View, fset *token.FileSet, files []*ast.File) *checked {
	c := &checked{fset: fset, files: files, info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
	}}
	conf := types.Config{
		Importer: view, FakeImportC: true, Sizes: view.Sizes(),
		Error: func(err error) {
			var te types.Error
			if errors.As(err, &te) {
				c.errs = append(c.errs, te)
			}
		},
	}
	c.pkg, _ = conf.Check("main", fset, files, c.info)
	return c
}

// parseSources parses composed files.
func parseSources(fset *token.FileSet, sources []toolchain.Source) ([]*ast.File, error) {
	var files []*ast.File
	for _, s := range sources {
		f, err := parser.ParseFile(fset, s.Name, s.Text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// diagnose turns type errors into diagnostics: each place once, in order.
func diagnose(fset *token.FileSet, errs []types.Error) cell.Diagnostics {
	var ds cell.Diagnostics
	for i := 0; i < len(errs); i++ {
		p := fset.Position(errs[i].Pos)
		d := cell.Diagnostic{File: p.Filename, Line: p.Line, Col: p.Column, Msg: errs[i].Msg}
		for i+1 < len(errs) && strings.HasPrefix(errs[i+1].Msg, "\t") { // further lines of the same error
			i++
			d.Msg += "\n" + errs[i].Msg
			if other := fset.Position(errs[i].Pos); other.IsValid() {
				d.Msg += " (" + other.String() + ")"
			}
		}
		ds = append(ds, d)
	}
	return ds.Sorted()
}
