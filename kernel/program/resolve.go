package program

import (
	"cmp"
	"context"
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/importpath"
	"github.com/mercer-go/mercer/kernel/program/source"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// resolved is a cell whose package names have import paths, all of them listed: the second stage.
type resolved struct {
	*parsed
	decls []*defs.Decl  // the cell's declarations but for variables
	base  *defs.Defs    // of earlier cells, without what this one no longer declares
	free  defs.Names    // what the statements take from outside
	pkgs  defs.Packages // those of free that are packages
	first *first        // variables that are initialised before the statements, or nil
	// earlier are the definitions of the request, in which names can have got another package; means says which package each
	// name has that could be several.
	earlier *defs.Defs
	means   map[string]meaning
	changed []string // notices about names that have got another package
}

// resolver finds packages. It changes nothing but the view's knowledge of packages.
type resolver struct {
	ctx   context.Context
	view  *toolchain.View
	p     *parsed
	scope *defs.Scope // of everything that the cell can name
	means map[string]meaning
}

// resolve finds a package for every name that the cell selects from and that nothing in the notebook declares, and lists
// the packages of everything that the cell can reach. forced are packages of names that could be several. Errors of the
// cell are cell.Diagnostics.
func resolve(ctx context.Context, view *toolchain.View, p *parsed, forced map[string]string) (*resolved, error) {
	r := &resolver{ctx: ctx, view: view, p: p}
	named, err := r.nameImports()
	if err != nil {
		return nil, err
	}
	out := &resolved{parsed: p, earlier: p.req.Defs, base: p.visible(p.req.Defs, named)}
	r.scope = out.base.Scope().With(named)
	out.free = r.statementNames()
	hidden := map[string]bool{}
	if p.syn.PackageForm {
		hidden = p.again
	}
	if err := r.decide(out, named, hidden, forced); err != nil {
		return nil, err
	}
	for i, d := range named {
		d, err := r.withPackages(d, p.cuts[i].free)
		if err != nil {
			return nil, err
		}
		out.decls = append(out.decls, d)
	}
	if p.req.Mode == Exec {
		if err := r.checkExec(); err != nil {
			return nil, err
		}
	}
	if out.pkgs, err = r.packagesOf(out.free, hidden); err != nil {
		return nil, err
	}
	if err := view.Ensure(ctx, !p.req.NoAutoget, out.needed()...); err != nil {
		return nil, err
	}
	out.first, err = initialisedFirst(view, out)
	return out, err
}

// nameImports lists the packages that the cell imports, and returns the cell's declarations with imports that have keys.
func (r *resolver) nameImports() ([]*defs.Decl, error) {
	if err := r.listImports(); err != nil {
		return nil, err
	}
	named := make([]*defs.Decl, len(r.p.cuts))
	var ds cell.Diagnostics
	for i, c := range r.p.cuts {
		named[i] = c.decl
		if c.decl.Kind != defs.KindImport {
			continue
		}
		path := c.decl.Path
		if err := r.view.Ensure(r.ctx, !r.p.req.NoAutoget, path); err != nil {
			if errors.Is(err, toolchain.ErrChanged) || r.ctx.Err() != nil {
				return nil, err
			}
			ds = append(ds, cell.Diagnostic{File: c.decl.File, Line: c.decl.Line, Col: c.decl.Col, Msg: importMessage(path, err)})
		} else if r.view.PackageName(path) == "main" {
			ds = append(ds, cell.Diagnostic{File: c.decl.File, Line: c.decl.Line, Col: c.decl.Col, Msg: importMessage(path, errProgram)})
		} else if c.decl.Names[0].Key == "" {
			d := *c.decl
			d.Names = slices.Clone(d.Names)
			d.Names[0].Key = cmp.Or(r.view.PackageName(path), importpath.Name(path))
			named[i] = &d
		}
	}
	if len(ds) > 0 {
		return nil, ds.Sorted()
	}
	return named, nil
}

// listImports lists the packages that the cell imports, with those that each program has, by one call of the
// go command, which compiles what is new side by side. What is wrong with one of them is found when it is
// looked at by itself.
func (r *resolver) listImports() error {
	var paths []string
	for _, c := range r.p.cuts {
		if c.decl.Kind == defs.KindImport {
			paths = append(paths, c.decl.Path)
		}
	}
	if len(paths) == 0 {
		return nil
	}
	if !r.p.req.Wasm {
		paths = append(paths, runtimePath, barePath)
	}
	err := r.view.Ensure(r.ctx, !r.p.req.NoAutoget, paths...)
	if errors.Is(err, toolchain.ErrChanged) || r.ctx.Err() != nil {
		return err
	}
	return nil
}

// errProgram says why a package main cannot be imported.
var errProgram = errors.New("it is a program (package main): only other packages can be imported")

// importMessage says what is wrong with an import of path.
func importMessage(path string, err error) string {
	var pe *toolchain.PackageError
	if errors.As(err, &pe) && pe.Path == path {
		return "cannot import \"" + path + "\": " + plainMessage(pe.Msg)
	}
	if pe != nil && strings.HasPrefix(pe.Msg, "does not compile") {
		return "cannot import \"" + path + "\": package " + pe.Path + " " + pe.Msg
	}
	return "cannot import \"" + path + "\": " + err.Error()
}

// plainMessage makes what the go command says about a package fit into a line, unless it shows compile errors.
func plainMessage(msg string) string {
	msg = strings.TrimSpace(msg)
	switch {
	case strings.HasPrefix(msg, "does not compile"):
		return msg
	case toolchain.IsNetError(msg):
		return "no network, or no module proxy that answers"
	}
	line, _, _ := strings.Cut(msg, "\n")
	return line
}

// visible returns the definitions of earlier cells that the cell sees: not those of its own earlier text, but for the
// variables that it declares again.
func (p *parsed) visible(earlier *defs.Defs, decls []*defs.Decl) *defs.Defs {
	own := map[string]bool{}
	for _, d := range decls {
		for _, n := range d.Names {
			own[n.Key] = true
		}
	}
	return earlier.Filter(func(d *defs.Decl, key string) bool {
		if own[key] && !(d.Once() && d.Cell != p.req.CellID) {
			return false
		}
		return p.req.CellID == "" || d.Cell != p.req.CellID || d.Kind == defs.KindVar && p.again[key]
	})
}

// statementNames returns what the program's start takes from outside: the statements, func main, the initialisers of
// variables, and what the mode starts.
func (r *resolver) statementNames() defs.Names {
	p, free := r.p, defs.Names{}
	if p.req.Mode == Exec {
		free.Add(p.req.Func)
	}
	for _, name := range p.tests(r.scope) {
		free.Add(name)
	}
	for _, f := range p.syn.Files()[1:] {
		free.AddAll(defs.OuterOf(f).Free(f))
	}
	if p.main != nil {
		free.AddAll(p.outer.Free(p.main))
	}
	if p.syn.PackageForm {
		for _, d := range p.syn.Decls.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
				free.AddAll(p.outer.Free(g))
			}
		}
	}
	return free
}

// checkExec says, at the line that names it, when the function to run is not there.
func (r *resolver) checkExec() error {
	fn := r.p.req.Func
	d := cell.Diagnostic{File: r.p.key, Line: max(r.p.req.Line, 1), Col: 1, Msg: fn + ": no function of that name"}
	switch f := r.scope.Find(fn); {
	case f == nil || f.Kind != defs.KindFunc && f.Kind != defs.KindInit && f.Kind != defs.KindVar:
	case f.Kind == defs.KindVar || strings.HasPrefix(f.Names[0].Type, "func "+fn+"()"):
		return nil
	default:
		d.Msg = fn + ": the function takes arguments"
	}
	return cell.Diagnostics{d}
}

// needed returns the packages that the check will import.
func (r *resolved) needed() []string {
	scope := r.base.Scope().With(r.decls)
	paths := map[string]bool{"runtime": true, runtimePath: !r.req.Wasm, barePath: !r.req.Wasm}
	add := func(pkgs defs.Packages) {
		for path := range maps.Values(pkgs) {
			paths[path] = true
		}
	}
	roots := r.free.Sorted()
	for _, d := range r.decls {
		roots = append(roots, d.Free...)
		add(d.Pkgs)
	}
	add(r.pkgs)
	set := scope.Reach(roots, func(name string) bool { return r.needsInit(r.base.Scope(), scope.Find(name), name) }, scope.Inits()...)
	for _, d := range set.Order {
		add(d.Pkgs)
		if d.Kind == defs.KindImport {
			paths[d.Path] = true
		}
	}
	taken := maps.Clone(r.again)
	for name := range set.Vars {
		taken[name] = true
		d := scope.Find(name)
		add(d.Pkgs)
		for _, path := range defs.TypePackages(d.TypeOf(name)) {
			paths[path] = true
		}
	}
	for _, d := range set.Order {
		for _, key := range d.Keys() {
			taken[key] = true
		}
	}
	paths[source.BuiltinPath] = slices.ContainsFunc(sortedKeys(taken), func(name string) bool { return types.Universe.Lookup(name) != nil })
	maps.DeleteFunc(paths, func(_ string, needed bool) bool { return !needed })
	return sortedKeys(paths)
}
