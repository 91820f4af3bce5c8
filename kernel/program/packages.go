package program

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/program/check"
	"github.com/mercer-go/mercer/kernel/program/source"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// This file finds the package of a name that no cell imports. A name means one package in a notebook, the one that has all
// that is selected from it: math/rand as soon as a cell says rand.NewSource, in earlier cells too. Where no package has all,
// that is an error which names two.

// meaning is the package of a name that no cell imports.
type meaning struct {
	path    string
	selects map[string]bool // what the cell selects from it
	bound   []string        // what the name means in earlier cells, the latest first
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
			if path := r.means[name].path; path != "" {
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

// decide decides which package each name of a cell means, and gives it to earlier cells where they had another. named are
// the cell's declarations, hidden the names of variables that the statements do not see as packages.
func (r *resolver) decide(out *resolved, named []*defs.Decl, hidden map[string]bool, forced map[string]string) error {
	uses := defs.Names{}
	add := func(free defs.Names, hidden map[string]bool) {
		for name, selects := range free {
			if len(selects) > 0 && !hidden[name] && r.scope.Find(name) == nil && r.scope.Import(name) == nil &&
				types.Universe.Lookup(name) == nil && r.dotImport(name) == "" {
				uses.Add(name)
				maps.Copy(uses[name], selects)
			}
		}
	}
	add(out.free, hidden)
	for _, c := range r.p.cuts {
		add(c.free, r.p.again)
	}
	r.means = map[string]meaning{}
	for _, name := range uses.Sorted() {
		m := meaning{selects: uses[name]}
		if r.view.Ambiguous(name) {
			m.bound = boundTo(out.base, name)
		}
		var err error
		if m.path, err = r.meaning(out, name, m, forced[name]); err != nil {
			return err
		}
		r.means[name] = m
		if m.path != "" && len(m.bound) > 0 && !slices.Contains(m.bound, m.path) {
			earlier := out.earlier.Rebind(name, m.bound, m.path)
			base := r.p.visible(earlier, named)
			was, err := r.errorsOf(out.base, name, m.bound...)
			if err != nil {
				return err
			}
			if is, err := r.errorsOf(base, name, m.path); err != nil || is > was {
				return cmp.Or(err, r.apart(name, m.path, m))
			}
			out.earlier, out.base = earlier, base
			r.scope = base.Scope().With(named)
			out.changed = append(out.changed, fmt.Sprintf("%s means %s now, in earlier cells too: %s does not have all that is used.",
				name, m.path, m.bound[0]))
		}
	}
	out.means = r.means
	return nil
}

// errorsOf counts the errors in the declarations in which a name means one of the packages. Names that the cell itself
// declares are missing.
func (r *resolver) errorsOf(base *defs.Defs, name string, paths ...string) (int, error) {
	var roots []string
	for _, d := range base.List() {
		if slices.Contains(paths, d.Means(name)) {
			for _, key := range d.Keys() {
				key, _, _ = strings.Cut(key, ".")
				roots = append(roots, key)
			}
		}
	}
	out := source.New(map[string]bool{}, "")
	set := base.Scope().Reach(roots, func(string) bool { return false })
	vars := map[string]*defs.Decl{}
	for name := range set.Vars {
		vars[name] = base.Scope().Find(name)
	}
	out.Declare(set.Order, vars)
	if err := r.view.Ensure(r.ctx, !r.p.req.NoAutoget, out.Paths()...); err != nil {
		return 0, err
	}
	fset := token.NewFileSet()
	files, err := check.Parse(fset, out.Sources())
	if err != nil {
		return 0, internal(err)
	}
	return len(slices.DeleteFunc(check.Files(r.view, fset, files).Errs, check.IsUnusedImport)), nil
}

// boundTo returns the packages that a name means in the declarations of earlier cells, the latest first.
func boundTo(base *defs.Defs, name string) []string {
	var paths []string
	for _, d := range slices.Backward(base.List()) {
		if path := d.Means(name); path != "" && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	return paths
}

// meaning returns the package of a name: the one that it has in earlier cells, if that has what the cell selects, or else one
// that has what they select as well.
func (r *resolver) meaning(out *resolved, name string, m meaning, forced string) (string, error) {
	if forced != "" && (len(m.bound) == 0 || slices.Contains(m.bound, forced)) {
		return forced, nil
	}
	autoget := !r.p.req.NoAutoget
	for _, path := range m.bound {
		if forced == "" && r.view.Exports(path, m.selects) {
			return path, nil
		}
	}
	path, err := r.view.Lookup(r.ctx, name, m.selects, autoget)
	if err != nil || !r.view.Ambiguous(name) {
		return path, err
	}
	if forced == "" && (path == "" || !r.view.Exports(path, m.selects)) {
		path = cmp.Or(slices.Concat(m.bound, []string{path})...) // whose lack the type checker reports
		if path == "" {
			return "", nil
		}
		return path, r.torn(name, path, m.selects)
	}
	if len(m.bound) == 0 {
		return path, nil
	}
	all := maps.Clone(m.selects)
	for _, d := range out.base.List() {
		if d.Kind == defs.KindVar && d.Text != "" && slices.ContainsFunc(m.bound, func(path string) bool { return holds(d, path) }) {
			return "", r.apart(name, path, m) // its value is of the other package
		}
		maps.Copy(all, d.Selects(name, m.bound))
	}
	if forced == "" {
		if forced, err = r.view.Lookup(r.ctx, name, all, autoget); err != nil {
			return "", err
		}
	}
	if r.view.Exports(forced, all) {
		return forced, nil
	}
	return "", r.apart(name, path, m)
}

// holds says whether a variable has a type of a package.
func holds(d *defs.Decl, path string) bool {
	return slices.ContainsFunc(d.Names, func(n defs.Name) bool { return slices.Contains(defs.TypePackages(n.Type), path) })
}

// torn returns an error if each member that the cell selects from a name is in a package of that name, but not all are in
// one. path is the package that has most.
func (r *resolver) torn(name, path string, selects map[string]bool) error {
	for _, missing := range sortedKeys(selects) {
		if r.view.Exports(path, map[string]bool{missing: true}) {
			continue
		}
		other, err := r.view.Lookup(r.ctx, name, map[string]bool{missing: true}, false)
		if err != nil {
			return err
		}
		if other == path || !r.view.Exports(other, map[string]bool{missing: true}) {
			return nil // no package has it, which the type checker reports
		}
		for _, has := range sortedKeys(selects) {
			if !r.view.Exports(other, map[string]bool{has: true}) && r.view.Exports(path, map[string]bool{has: true}) {
				return r.at(name, missing, fmt.Sprintf("%[1]s.%[2]s is in %[3]s, but %[1]s.%[4]s in %[5]s: import both, one under another name",
					name, missing, other, has, path))
			}
		}
	}
	return nil
}

// apart is the error that a name means another package in earlier cells, which need it.
func (r *resolver) apart(name, path string, m meaning) error {
	member := sortedKeys(m.selects)[0]
	for _, missing := range sortedKeys(m.selects) {
		if !r.view.Exports(m.bound[0], map[string]bool{missing: true}) {
			member = missing
			break
		}
	}
	return r.at(name, member, fmt.Sprintf("%[1]s.%[2]s is in %[3]s, but in earlier cells %[1]s is %[4]s: import one of them under another name",
		name, member, path, m.bound[0]))
}

// at is an error at the place where the cell selects a member from a name.
func (r *resolver) at(name, member, msg string) error {
	d := cell.Diagnostic{File: r.p.key, Line: 1, Col: 1, Msg: msg}
	for _, f := range r.p.syn.Files() {
		ast.Inspect(f, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == member {
				if x, ok := sel.X.(*ast.Ident); ok && x.Name == name {
					at := r.p.origin(x.Pos())
					d.Line, d.Col = at.Line, at.Col
				}
			}
			return true
		})
	}
	return cell.Diagnostics{d}
}

// otherMeanings returns, for a cell with errors, packages that a name could mean as well: a parameter of type *rand.Rand has
// methods Intn or IntN.
func (r *resolved) otherMeanings(ctx context.Context, view *toolchain.View) []map[string]string {
	var out []map[string]string
	for _, name := range sortedKeys(r.means) {
		if !view.Ambiguous(name) {
			continue
		}
		for _, path := range view.Candidates(ctx, name, r.means[name].selects) {
			if path != r.means[name].path {
				out = append(out, map[string]string{name: path})
			}
		}
	}
	return out
}
