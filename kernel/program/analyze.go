package program

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// Analysis is a cell as far as it can be understood, for completion and inspection: it is made also of text that does
// not parse or check.
type Analysis struct {
	Fset  *token.FileSet
	Files []*ast.File    // the cell's files: declarations, then statements
	Info  *types.Info    // of Files, and of the signatures of the definitions that they reach
	Pkg   *types.Package // with what the cell and the definitions that it reaches declare
	Body  []ast.Stmt     // the cell's top-level statements; what stands after "%%" is in the last of Files
	File  string         // FileKey of the cell
	// Imports are the packages that the cell uses, by name: those imported, and those that would be added.
	Imports map[string]string

	c *composition
}

// Pos returns the position of a place in the cell (1-based line and byte column), or token.NoPos.
func (a *Analysis) Pos(line, col int) token.Pos {
	text := a.c.syn.Text
	at := 0
	for ; line > 1; line-- {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return token.NoPos
		}
		at += i + 1
	}
	return a.c.syn.Pos(a.Fset, min(at+col-1, len(text)))
}

// Scope returns the innermost scope at a position. Variables of the top level are in the scope of the statements and,
// for functions, in that of the package.
func (a *Analysis) Scope(pos token.Pos) *types.Scope {
	if s := a.Pkg.Scope().Innermost(pos); s != nil {
		return s
	}
	return a.Pkg.Scope()
}

// Analyze checks req as Compose does, but keeps going after errors. Imports that are missing are added. It reads
// packages but fetches none.
func (env *Env) Analyze(ctx context.Context, req Request) (*Analysis, error) {
	env.mu.Lock()
	defer env.mu.Unlock()
	env.refresh()
	req.NoAutoget = true
	c, err := env.newComposition(ctx, &req, true)
	if err != nil {
		return nil, err
	}
	_ = c.phase1() // for the types of variables; errors are expected
	files, err := c.phase1Files(c.vars)
	if err != nil {
		return nil, err
	}
	p := env.check(c.fset, files)
	a := &Analysis{Fset: c.fset, Files: c.syn.Files(), Info: p.info, Pkg: p.pkg, Body: c.syn.Body, File: c.key,
		Imports: map[string]string{}, c: c}
	for name, path := range c.bodyPkgs {
		a.Imports[name] = path
	}
	for _, d := range c.decls {
		for name, path := range d.Pkgs {
			a.Imports[name] = path
		}
	}
	return a, nil
}

// PackageInfo names a package that cells can import.
type PackageInfo struct {
	Path string
	Name string
	Dir  string // where its sources are
}

// Packages returns the packages that can be imported by name without fetching anything: the standard library and those
// of the module's requirements, sorted by path.
func (env *Env) Packages() []PackageInfo {
	env.mu.Lock()
	defer env.mu.Unlock()
	env.cat.load(context.Background())
	return env.cat.pkgs
}

// Package returns the type information of the package with the given import path. It fetches no module.
func (env *Env) Package(ctx context.Context, path string) (*types.Package, error) {
	env.mu.Lock()
	defer env.mu.Unlock()
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if err := env.ensure(ctx, false, path); err != nil {
		return nil, err
	}
	return env.loader.Import(path)
}

// ResolveName returns the import path that the package name stands for in a cell that selects sels from it, or "".
func (env *Env) ResolveName(defs *Defs, name string, sels []string) string {
	env.mu.Lock()
	defer env.mu.Unlock()
	if d := defs.Lookup(name); d != nil && d.Kind == KindImport {
		return d.decl.Path
	}
	want := map[string]bool{}
	for _, s := range sels {
		want[s] = true
	}
	ctx := context.Background()
	if path := env.resolve(ctx, name, want, false); path != "" {
		return path
	}
	if all := env.quickCandidates(ctx, name); len(all) > 0 {
		return all[0]
	}
	return ""
}
