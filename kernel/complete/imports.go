package complete

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/kernel/complete/hole"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/importpath"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// imported is an import that the cell can use.
type imported struct {
	name string // as used in code; "." for dot imports
	path string
}

func (im imported) spec() *ast.ImportSpec {
	return &ast.ImportSpec{Name: ast.NewIdent(im.name), Path: &ast.BasicLit{Kind: token.STRING, Value: strconv.Quote(im.path)}}
}

// imports returns what the cell imports and what earlier cells did, the cell's first.
func (q *query) imports(p *hole.Cell) []imported {
	var list []imported
	seen := map[string]bool{}
	add := func(name, path string) {
		if name != "_" && path != "C" && !hidden(path) && (name == "." || !seen[name]) {
			seen[name] = true
			list = append(list, imported{name, path})
		}
	}
	for _, spec := range p.ImportSpecs() {
		if path, err := strconv.Unquote(spec.Path.Value); err == nil {
			add(q.importName(spec, path), path)
		}
	}
	for _, d := range q.defs {
		if d.Kind == defs.KindImport {
			add(defImportName(d), d.Type)
		}
	}
	for _, d := range q.all.List() { // packages that earlier cells use without importing them
		for _, name := range slices.Sorted(maps.Keys(d.Pkgs)) {
			if !strings.HasPrefix(name, ".") {
				add(name, d.Pkgs[name])
			}
		}
		for _, n := range d.Names {
			for _, path := range typePackages(d, n) {
				add(importpath.Name(path), path)
			}
		}
	}
	return list
}

// typePackages returns the packages in the type of a variable.
func typePackages(d *defs.Decl, n defs.Name) []string {
	if d.Kind != defs.KindVar {
		return nil
	}
	return defs.TypePackages(n.Type)
}

// defImportName is the name of an import of an earlier cell.
func defImportName(d *defs.Def) string {
	if strings.HasPrefix(d.Key, ".") || strings.HasPrefix(d.Key, "_") && strings.Contains(d.Key, d.Type) {
		return d.Key[:1]
	}
	return d.Key
}

func (q *query) importName(spec *ast.ImportSpec, path string) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	if info := q.packageInfo(path); info != nil {
		return info.Name
	}
	return importpath.Name(path)
}

func (q *query) packageInfo(path string) *toolchain.PackageInfo {
	for _, info := range q.packages() {
		if info.Path == path {
			return &info
		}
	}
	return nil
}

// addMissing appends imports for names that are used as packages and are neither imported nor declared.
func (q *query) addMissing(list []imported, used map[string][]string, declared map[string]bool) []imported {
	names := make([]string, 0, len(used))
	for name := range used {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		has := slices.ContainsFunc(list, func(im imported) bool { return im.name == name })
		if has || declared[name] {
			continue
		}
		if path := q.resolve(name, used[name]); path != "" {
			list = append(list, imported{name, path})
		}
	}
	return list
}

// usedNames returns the names from which something is selected in the declarations, with what is selected.
func usedNames(decls []ast.Decl, used map[string][]string) {
	for _, d := range decls {
		ast.Inspect(d, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				noteSelector(sel, used)
			}
			return true
		})
	}
}

func noteSelector(sel *ast.SelectorExpr, used map[string][]string) {
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return
	}
	if sel.Sel.Name == hole.Name || sel.Sel.Name == "_" {
		used[id.Name] = append(used[id.Name], []string{}...)
		return
	}
	used[id.Name] = append(used[id.Name], sel.Sel.Name)
}

// importable returns the packages that a cell could import, without commands and internal ones.
func (q *query) importable() []toolchain.PackageInfo {
	return slices.DeleteFunc(slices.Clone(q.packages()), func(info toolchain.PackageInfo) bool {
		return info.Name == "main" || info.Name == "" || hidden(info.Path)
	})
}

func hidden(path string) bool {
	for part := range strings.SplitSeq(path, "/") {
		if part == "internal" || part == "vendor" || part == "builtin" {
			return true
		}
	}
	return false
}
