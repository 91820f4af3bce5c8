package defs

import (
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strconv"

	"github.com/mercer-go/mercer/kernel/importpath"
)

// The type of a variable is kept as Go syntax in which a package is written as its quoted import path, as in
// *"gonum.org/v1/gonum/mat".Dense; types of the notebook have no qualifier. Such a text means the same in every file.

var quotedPackage = regexp.MustCompile(`"([^"\\\s]+)"\.`)

// TypeText returns t as such a text; ok is false when a notebook cannot name t, as it is built of an unexported type
// of a package.
func TypeText(t types.Type) (text string, ok bool) {
	t = nameable(t)
	if !spellable(t, map[types.Type]bool{}) {
		return "", false
	}
	return types.TypeString(t, quotePath), true
}

func quotePath(p *types.Package) string {
	if p.Path() == "main" {
		return ""
	}
	return strconv.Quote(p.Path())
}

// nameable replaces an alias that cannot be named by what it stands for.
func nameable(t types.Type) types.Type {
	for {
		a, ok := t.(*types.Alias)
		if !ok || visible(a.Obj()) {
			return t
		}
		t = types.Unalias(t)
	}
}

// spellable says whether a notebook can write down t.
func spellable(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return true
	}
	seen[t] = true
	each := func(ts ...types.Type) bool {
		for _, t := range ts {
			if !spellable(t, seen) {
				return false
			}
		}
		return true
	}
	switch t := t.(type) {
	case *types.Basic:
		return t.Kind() != types.Invalid && t.Info()&types.IsUntyped == 0
	case *types.Alias:
		return visible(t.Obj()) && argsSpellable(t.TypeArgs(), each)
	case *types.Named:
		return visible(t.Obj()) && argsSpellable(t.TypeArgs(), each)
	case *types.Pointer:
		return each(t.Elem())
	case *types.Slice:
		return each(t.Elem())
	case *types.Array:
		return each(t.Elem())
	case *types.Chan:
		return each(t.Elem())
	case *types.Map:
		return each(t.Key(), t.Elem())
	case *types.Signature:
		return t.TypeParams().Len() == 0 && each(t.Params(), t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			if !each(v.Type()) {
				return false
			}
		}
		return true
	case *types.Struct:
		for f := range t.Fields() {
			if !memberVisible(f) || !each(f.Type()) {
				return false
			}
		}
		return true
	case *types.Interface:
		for m := range t.Methods() {
			if !memberVisible(m) || !each(m.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

func argsSpellable(args *types.TypeList, each func(...types.Type) bool) bool {
	for t := range args.Types() {
		if !each(t) {
			return false
		}
	}
	return true
}

// visible says whether a notebook can name the type: it is predeclared, declared at the top level of the notebook, or
// exported by a package that can be imported.
func visible(o *types.TypeName) bool {
	pkg := o.Pkg()
	if pkg == nil {
		return true
	}
	if o.Parent() != nil && o.Parent() != pkg.Scope() {
		return false
	}
	return pkg.Path() == "main" || o.Exported() && importpath.Allowed(pkg.Path())
}

func memberVisible(o types.Object) bool {
	return o.Exported() || o.Pkg() != nil && o.Pkg().Path() == "main"
}

// Spell writes a type text for a file: qualify returns the name by which the file knows a package.
func Spell(text string, qualify func(path string) string) string {
	return quotedPackage.ReplaceAllStringFunc(text, func(m string) string {
		return qualify(m[1:len(m)-2]) + "."
	})
}

// Readable writes a type text for people: packages by the last word of their paths.
func Readable(text string) string {
	return Spell(text, importpath.Name)
}

// TypePackages returns the import paths that a type text mentions.
func TypePackages(text string) []string {
	var paths []string
	for _, m := range quotedPackage.FindAllStringSubmatch(text, -1) {
		paths = append(paths, m[1])
	}
	return paths
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
