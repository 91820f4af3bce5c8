// Package check type-checks the files of a program, and says which of its declarations use which (graph.go).
package check

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

// Result is the outcome of a type check. Its errors are kept, however many there are.
type Result struct {
	Fset  *token.FileSet
	Files []*ast.File
	Pkg   *types.Package
	Info  *types.Info
	Errs  []types.Error
}

// Importer gives the types of imported packages, and the sizes of types. *toolchain.View implements it.
type Importer interface {
	types.Importer
	Sizes() types.Sizes
}

// Files type-checks files as package main, which declares vars besides, and gathers all errors.
func Files(imp Importer, fset *token.FileSet, files []*ast.File, vars ...*types.Var) *Result {
	c := &Result{Fset: fset, Files: files, Pkg: types.NewPackage("main", "main"), Info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
	}}
	for _, v := range vars {
		c.Pkg.Scope().Insert(types.NewVar(token.NoPos, c.Pkg, v.Name(), v.Type()))
	}
	conf := types.Config{
		Importer: imp, FakeImportC: true, Sizes: imp.Sizes(),
		Error: func(err error) {
			var te types.Error
			if errors.As(err, &te) {
				c.Errs = append(c.Errs, te)
			}
		},
	}
	_ = types.NewChecker(&conf, fset, c.Pkg, c.Info).Files(files) // Error has the errors
	c.nameParameters()
	return c
}

// Parse parses composed files. With an error it returns what could be parsed.
func Parse(fset *token.FileSet, sources []toolchain.Source) (files []*ast.File, err error) {
	for _, s := range sources {
		f, e := parser.ParseFile(fset, s.Name, s.Text, parser.SkipObjectResolution)
		err = errors.Join(err, e)
		if f != nil {
			files = append(files, f)
		}
	}
	return files, err
}

// Signatures parses composed files and leaves out what their functions do.
func Signatures(fset *token.FileSet, sources []toolchain.Source) ([]*ast.File, error) {
	files, err := Parse(fset, sources)
	for _, f := range files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				fn.Body = Endless(fn.Body)
			}
		}
	}
	return files, err
}

// Endless returns an endless loop, which satisfies the signature of any function, in the place of a body.
func Endless(b *ast.BlockStmt) *ast.BlockStmt {
	loop := &ast.ForStmt{For: b.Lbrace, Body: &ast.BlockStmt{Lbrace: b.Lbrace, Rbrace: b.Lbrace}}
	return &ast.BlockStmt{Lbrace: b.Lbrace, List: []ast.Stmt{loop}, Rbrace: b.Rbrace}
}

// Diagnose turns type errors into diagnostics: each place once, in order.
func Diagnose(fset *token.FileSet, errs []types.Error) cell.Diagnostics {
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

// IsUnusedImport says whether an error is that an import is not used.
func IsUnusedImport(e types.Error) bool {
	return strings.HasSuffix(e.Msg, "and not used") && strings.Contains(e.Msg, "imported")
}
