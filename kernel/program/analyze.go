package program

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"
)

// Analysis is a cell as far as it can be understood, for completion and inspection: it is made also of text that does
// not parse or check.
type Analysis struct {
	Fset  *token.FileSet
	Files []*ast.File    // the cell's files; the cell's statements are the body of the last function of the last one
	Info  *types.Info    // of Files and of the definitions that they reach
	Pkg   *types.Package // with everything that the notebook declares
	Body  *ast.BlockStmt // the cell's statements
	File  string         // FileKey of the cell
}

// Pos returns the position of a place in the cell (1-based line and byte column), or token.NoPos.
func (a *Analysis) Pos(line, col int) token.Pos { return token.NoPos }

// Scope returns the innermost scope at a position.
func (a *Analysis) Scope(pos token.Pos) *types.Scope { return nil }

// Analyze checks req as Compose does, but keeps going after errors. Imports that are missing are added.
func (env *Env) Analyze(ctx context.Context, req Request) (*Analysis, error) { return &Analysis{}, nil }

// PackageInfo names a package that cells can import.
type PackageInfo struct {
	Path string
	Name string
	Dir  string // where its sources are
}

// Packages returns the packages that can be imported by name without fetching anything: the standard library and those
// of the module's requirements, sorted by path.
func (env *Env) Packages() []PackageInfo { return nil }

// Package returns the type information of the package with the given import path.
func (env *Env) Package(ctx context.Context, path string) (*types.Package, error) { return nil, nil }

// ResolveName returns the import path that the package name stands for in a cell that selects sels from it, or "".
func (env *Env) ResolveName(defs *Defs, name string, sels []string) string { return "" }
