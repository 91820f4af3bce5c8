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
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// resolved is a cell whose package names have import paths, all of them listed: the second stage.
type resolved struct {
	*parsed
	decls []*defs.Decl  // the cell's declarations but for variables
	base  *defs.Defs    // of earlier cells, without what this one no longer declares
	free  defs.Names    // what the statements take from outside
	pkgs  defs.Packages // those of free that are packages
}

// resolver finds packages. It changes nothing but the view's knowledge of packages.
type resolver struct {
	ctx   context.Context
	view  *toolchain.View
	p     *parsed
	scope *defs.Scope // of everything that the cell can name
}

// resolve finds a package for every name that the cell selects from and that nothing in the notebook declares, and lists
// the packages of everything that the cell can reach. Errors of the cell are cell.Diagnostics.
func resolve(ctx context.Context, view *toolchain.View, p *parsed) (*resolved, error) {
	r := &resolver{ctx: ctx, view: view, p: p}
	named, err := r.nameImports()
	if err != nil {
		return nil, err
	}
	out := &resolved{parsed: p, base: p.visible(named)}
	r.scope = out.base.Scope().With(named)
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
	out.free = r.statementNames()
	hidden := map[string]bool{}
	if p.syn.PackageForm {
		hidden = p.again
	}
	if out.pkgs, err = r.packagesOf(out.free, hidden); err != nil {
		return nil, err
	}
	return out, view.Ensure(ctx, !p.req.NoAutoget, out.needed()...)
}

// nameImports lists the packages that the cell imports, and returns the cell's declarations with imports that have keys.
func (r *resolver) nameImports() ([]*defs.Decl, error) {
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

// importMessage says what is wrong with an import of path.
func importMessage(path string, err error) string {
	var pe *toolchain.PackageError
	if errors.As(err, &pe) && pe.Path == path {
		return "cannot import \"" + path + "\": " + plainMessage(pe.Msg)
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
func (p *parsed) visible(decls []*defs.Decl) *defs.Defs {
	own := map[string]bool{}
	for _, d := range decls {
		for _, n := range d.Names {
			own[n.Key] = true
		}
	}
	return p.req.Defs.Filter(func(d *defs.Decl, key string) bool {
		if own[key] {
			return false
		}
		return p.req.CellID == "" || d.Cell != p.req.CellID || d.Kind == defs.KindVar && p.again[key]
	})
}

// withPackages returns a declaration with the packages that it uses.
func (r *resolver) withPackages(d *defs.Decl, free defs.Names) (*defs.Decl, error) {
	pkgs, err := r.packagesOf(free, r.p.again)
	if err != nil || len(pkgs) == 0 {
		return d, err
	}
	with := *d
	with.Pkgs = pkgs
	return &with, nil
}

// packagesOf returns the packages among free names. hidden are names of variables that the cell will declare.
func (r *resolver) packagesOf(free defs.Names, hidden map[string]bool) (defs.Packages, error) {
	refs := defs.Packages{}
	for _, name := range free.Sorted() {
		if r.scope.Find(name) != nil || hidden[name] {
			continue
		}
		if imp := r.scope.Import(name); imp != nil {
			refs[name] = imp.Path
		} else if dot := r.dotImport(name); dot != "" {
			refs["."+dot] = dot
		} else if len(free[name]) > 0 && types.Universe.Lookup(name) == nil {
			path, err := r.view.Lookup(r.ctx, name, free[name], !r.p.req.NoAutoget)
			if err != nil {
				return nil, err
			}
			if path != "" {
				refs[name] = path
			}
		}
	}
	return refs, nil
}

// dotImport returns the path of a dot import that declares the name.
func (r *resolver) dotImport(name string) string {
	if !ast.IsExported(name) {
		return ""
	}
	for _, d := range r.scope.Dots() {
		if r.view.Exports(d.Path, map[string]bool{name: true}) {
			return d.Path
		}
	}
	return ""
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
	maps.DeleteFunc(paths, func(_ string, needed bool) bool { return !needed })
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
	set := scope.Reach(roots, func(name string) bool { return r.needsInit(r.base.Scope(), scope.Find(name), name) })
	for _, d := range set.Order {
		add(d.Pkgs)
		if d.Kind == defs.KindImport {
			paths[d.Path] = true
		}
	}
	for name := range set.Vars {
		d := scope.Find(name)
		add(d.Pkgs)
		for _, path := range defs.TypePackages(d.TypeOf(name)) {
			paths[path] = true
		}
	}
	return sortedKeys(paths)
}
