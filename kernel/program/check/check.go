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

// Files type-checks files as package main and gathers all errors.
func Files(imp Importer, fset *token.FileSet, files []*ast.File) *Result {
	c := &Result{Fset: fset, Files: files, Info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Scopes: map[ast.Node]*types.Scope{},
	}}
	conf := types.Config{
		Importer: imp, FakeImportC: true, Sizes: imp.Sizes(),
		Error: func(err error) {
			var te types.Error
			if errors.As(err, &te) {
				c.Errs = append(c.Errs, te)
			}
		},
	}
	c.Pkg, _ = conf.Check("main", fset, files, c.Info)
	return c
}

// Parse parses composed files.
func Parse(fset *token.FileSet, sources []toolchain.Source) ([]*ast.File, error) {
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

// FileImport is an import in a file.
type FileImport struct{ File, Path string }

// UnusedImports returns the imports that the checker found unused.
func (c *Result) UnusedImports() []FileImport {
	var out []FileImport
	for _, e := range c.Errs {
		if IsUnusedImport(e) {
			_, rest, _ := strings.Cut(e.Msg, `"`)
			path, _, _ := strings.Cut(rest, `"`)
			out = append(out, FileImport{c.Fset.Position(e.Pos).Filename, path})
		}
	}
	return out
}
