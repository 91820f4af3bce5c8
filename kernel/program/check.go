package program

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// maxErrors is how many errors of a cell are reported.
const maxErrors = 10

// checked is the outcome of a type check.
type checked struct {
	fset  *token.FileSet
	files []*ast.File
	pkg   *types.Package
	info  *types.Info
	errs  []types.Error
}

// check type-checks files as package main and gathers all errors.
func (env *Env) check(fset *token.FileSet, files []*ast.File) *checked {
	c := &checked{fset: fset, files: files, info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
	}}
	conf := types.Config{
		Importer: env.loader, FakeImportC: true, Sizes: types.SizesFor("gc", env.tc.Arch),
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
func parseSources(fset *token.FileSet, sources []Source) ([]*ast.File, error) {
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

// diagnose turns type errors into diagnostics: each place once, in order, at most maxErrors.
func diagnose(fset *token.FileSet, errs []types.Error) Diagnostics {
	var ds Diagnostics
	for i := 0; i < len(errs); i++ {
		p := fset.Position(errs[i].Pos)
		d := Diagnostic{File: p.Filename, Line: p.Line, Col: p.Column, Msg: errs[i].Msg}
		for i+1 < len(errs) && strings.HasPrefix(errs[i+1].Msg, "\t") { // further lines of the same error
			i++
			d.Msg += "\n" + errs[i].Msg
			if other := fset.Position(errs[i].Pos); other.IsValid() {
				d.Msg += " (" + other.String() + ")"
			}
		}
		ds = append(ds, d)
	}
	return ds.sorted()
}

// sorted returns the diagnostics by position, without repetitions.
func (ds Diagnostics) sorted() Diagnostics {
	slices.SortStableFunc(ds, func(a, b Diagnostic) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Col - b.Col
	})
	ds = slices.CompactFunc(ds, func(a, b Diagnostic) bool {
		return a.File == b.File && a.Line == b.Line && (a.Col == b.Col || a.Msg == b.Msg)
	})
	return ds[:min(len(ds), maxErrors)]
}

// syntaxDiagnostics turns the parser's errors into diagnostics.
func syntaxDiagnostics(err error) Diagnostics {
	var list scanner.ErrorList
	if !errors.As(err, &list) {
		return Diagnostics{{Msg: err.Error()}}
	}
	var ds Diagnostics
	lines := map[int]bool{}
	for _, e := range list {
		if !lines[e.Pos.Line] { // after the first error of a line the parser mostly guesses
			ds = append(ds, Diagnostic{File: e.Pos.Filename, Line: e.Pos.Line, Col: e.Pos.Column, Msg: "syntax error: " + e.Msg})
		}
		lines[e.Pos.Line] = true
	}
	return ds.sorted()
}
