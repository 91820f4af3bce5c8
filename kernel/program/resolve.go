package program

import (
	"cmp"
	"errors"
	"go/ast"
	"go/types"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// nameImports lists the packages that the cell imports and gives each import its key.
func (c *composition) nameImports() error {
	var ds cell.Diagnostics
	for _, d := range c.decls {
		if d.Kind != KindImport {
			continue
		}
		if err := c.view.Ensure(c.ctx, !c.req.NoAutoget, d.Path); err != nil {
			if errors.Is(err, toolchain.ErrChanged) || c.ctx.Err() != nil {
				return err
			}
			ds = append(ds, cell.Diagnostic{File: d.File, Line: d.Line, Col: d.Col, Msg: importMessage(d.Path, err)})
			continue
		}
		if d.Names[0].Key == "" {
			d.Names[0].Key = cmp.Or(c.view.PackageName(d.Path), toolchain.LastWord(d.Path))
		}
	}
	if len(ds) > 0 {
		return ds.Sorted()
	}
	return nil
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

// resolveImports finds a package for every name that the cell selects from and that nothing in the notebook declares,
// and lists the packages of everything that the cell can reach.
func (c *composition) resolveImports() error {
	s := newScope(c.base.list(), c.decls)
	vars := c.declaredVars()
	for _, d := range c.decls {
		if err := c.resolveDecl(s, d, vars); err != nil {
			return err
		}
	}
	c.bodyFree = names{}
	if c.req.Mode == Exec {
		if err := c.checkExec(s); err != nil {
			return err
		}
		c.bodyFree.add(c.req.Func)
	}
	for _, name := range c.tests(s) {
		c.bodyFree.add(name)
	}
	files := c.syn.Files()
	for _, f := range files[1:] {
		c.bodyFree.addAll(freeNames(f, f))
	}
	if c.main != nil {
		c.bodyFree.addAll(freeNames(c.syn.Decls, c.main))
	}
	if c.syn.PackageForm {
		for _, d := range c.syn.Decls.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok.String() == "var" {
				c.bodyFree.addAll(freeNames(c.syn.Decls, g))
			}
		}
	}
	own := map[string]bool{}
	if c.syn.PackageForm {
		own = vars
	}
	var err error
	if c.bodyPkgs, err = c.packagesOf(s, c.bodyFree, own); err != nil {
		return err
	}
	return c.listNeeded(s)
}

// checkExec says, at the line of the %exec command, when its function is not there.
func (c *composition) checkExec(s *scope) error {
	d := cell.Diagnostic{File: c.key, Line: 1, Col: 1, Msg: "%exec " + c.req.Func + ": no function of that name"}
	switch f := s.byName[c.req.Func]; {
	case f == nil || f.Kind != KindFunc && f.Kind != KindInit && f.Kind != KindVar:
	case f.Kind == KindVar || strings.HasPrefix(f.Names[0].Type, "func "+c.req.Func+"()"):
		return nil
	default:
		d.Msg = "%exec " + c.req.Func + ": the function takes arguments"
	}
	for _, cmd := range c.req.Cell.Commands {
		if cmd.Name == "exec" {
			d.Line = cmd.Line
		}
	}
	return cell.Diagnostics{d}
}

// resolveDecl fills in d.Pkgs, if d is of this cell.
func (c *composition) resolveDecl(s *scope, d *decl, hidden map[string]bool) (err error) {
	if d.Pkgs, err = c.packagesOf(s, d.free, hidden); len(d.Pkgs) == 0 {
		d.Pkgs = nil
	}
	return err
}

// packagesOf returns the packages among free names. hidden are names of variables that the cell will declare.
func (c *composition) packagesOf(s *scope, free names, hidden map[string]bool) (packageRefs, error) {
	refs := packageRefs{}
	for _, name := range free.sorted() {
		if s.byName[name] != nil || hidden[name] {
			continue
		}
		if imp := s.imports[name]; imp != nil {
			refs[name] = imp.Path
		} else if dot := c.dotImport(s, name); dot != "" {
			refs["."+dot] = dot
		} else if len(free[name]) > 0 && types.Universe.Lookup(name) == nil {
			path, err := c.view.Lookup(c.ctx, name, free[name], !c.req.NoAutoget)
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
func (c *composition) dotImport(s *scope, name string) string {
	for _, d := range s.dots {
		if ast.IsExported(name) && c.view.Exports(d.Path, map[string]bool{name: true}) {
			return d.Path
		}
	}
	return ""
}

// listNeeded lists all packages that the check will import.
func (c *composition) listNeeded(s *scope) error {
	paths := map[string]bool{"runtime": true, runtimePath: true, barePath: true}
	roots := c.bodyFree.sorted()
	for _, d := range c.decls {
		roots = append(roots, d.Free...)
		for _, p := range d.Pkgs {
			paths[p] = true
		}
	}
	for _, p := range c.bodyPkgs {
		paths[p] = true
	}
	set := s.reach(roots, func(name string) bool { return c.needsInit(s.byName[name], name) })
	for _, d := range set.order {
		for _, p := range d.Pkgs {
			paths[p] = true
		}
		if d.Kind == KindImport {
			paths[d.Path] = true
		}
	}
	for name := range set.vars {
		for _, p := range typePackages(s.byName[name].typeOf(name)) {
			paths[p] = true
		}
		for _, p := range s.byName[name].Pkgs {
			paths[p] = true
		}
	}
	return c.view.Ensure(c.ctx, !c.req.NoAutoget, sortedKeys(paths)...)
}
