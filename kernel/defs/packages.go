package defs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/kernel/importpath"
)

// This file gives names of packages another package, in all declarations that use them.

// Means returns the package that a name means in a declaration, or "". The type of a variable without an initialiser was
// written by the user, too.
func (d *Decl) Means(name string) string {
	if d.Kind == KindImport {
		return ""
	}
	if path := d.Pkgs[name]; path != "" || d.Kind != KindVar || d.Text != "" {
		return path
	}
	for _, n := range d.Names {
		for _, path := range TypePackages(n.Type) {
			if importpath.Name(path) == name {
				return path
			}
		}
	}
	return ""
}

// Selects returns what a declaration selects from a name that means one of the packages.
func (d *Decl) Selects(name string, paths []string) map[string]bool {
	out := map[string]bool{}
	if !slices.Contains(paths, d.Means(name)) {
		return out
	}
	head := map[Kind]string{KindType: "type ", KindVar: "var _ = "}[d.Kind]
	if d.Kind == KindVar && !d.Raw && len(d.Left) > 1 {
		head = "var " + strings.Repeat("_, ", len(d.Left)-1) + "_ = "
	}
	if d.Text != "" {
		if file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+head+d.Text, 0); err == nil {
			maps.Copy(out, OuterOf(file).Free(file)[name])
		}
	}
	if d.Kind != KindVar {
		return out
	}
	for _, n := range d.Names {
		maps.Copy(out, typeSelects(n.Type, paths))
	}
	return out
}

// typeSelects returns the names of types in a type text that are of one of the packages.
func typeSelects(text string, paths []string) map[string]bool {
	out := map[string]bool{}
	x, err := parser.ParseExpr(Spell(text, func(path string) string {
		if slices.Contains(paths, path) {
			return "mercer_of"
		}
		return "mercer_other"
	}))
	if err != nil {
		return out
	}
	ast.Inspect(x, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && id.Name == "mercer_of" {
				out[sel.Sel.Name] = true
			}
		}
		return true
	})
	return out
}

// Rebind returns the definitions with another package for a name, in those declarations where it means one of from.
func (d *Defs) Rebind(name string, from []string, to string) *Defs {
	out := &Defs{decls: slices.Clone(d.List())}
	for i, dc := range out.decls {
		if path := dc.Means(name); path != to && slices.Contains(from, path) {
			out.decls[i] = dc.rebound(name, path, to)
		}
	}
	return out
}

func (d *Decl) rebound(name, from, to string) *Decl {
	c := *d
	if c.Pkgs = maps.Clone(d.Pkgs); c.Pkgs[name] != "" {
		c.Pkgs[name] = to
	}
	if c.Kind == KindVar {
		c.Names = slices.Clone(d.Names)
		for i := range c.Names {
			c.Names[i].Type = strings.ReplaceAll(c.Names[i].Type, strconv.Quote(from)+".", strconv.Quote(to)+".")
		}
	}
	return &c
}
