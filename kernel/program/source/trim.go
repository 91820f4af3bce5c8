package source

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
)

// Trim takes the imports that are not used out of the files of cells: the packages of a cell's statements are imported all
// together, and what of the statements becomes code is fewer: "var b bytes.Buffer" is declared elsewhere. lookup returns what
// a package exports under a name, or nil. Blank imports and "C" stay.
func (r *Files) Trim(lookup func(path, name string) types.Object) {
	for name, f := range r.files {
		if strings.HasPrefix(name, cell.FilePrefix) {
			r.trim(f, lookup)
		}
	}
}

// trim takes out of a file what it does not use. One that does not parse stays as it is.
func (r *Files) trim(f *File, lookup func(path, name string) types.Object) {
	dot := func(line string) (path string, ok bool) {
		path, ok = strings.CutPrefix(line, `. "`)
		return strings.TrimSuffix(path, `"`), ok
	}
	if len(f.imports) == 0 && !slices.ContainsFunc(f.always, func(line string) bool { _, ok := dot(line); return ok }) {
		return
	}
	used, keys, err := usedNames(f.body.String())
	if err != nil {
		return
	}
	maps.DeleteFunc(f.imports, func(name, _ string) bool { return len(used[name]) == 0 })
	finds := func(path string, names defs.Names, is func(types.Object) bool) string {
		for _, name := range names.Sorted() {
			if ast.IsExported(name) && !r.taken[name] && is(lookup(path, name)) {
				return name
			}
		}
		return ""
	}
	f.always = slices.DeleteFunc(f.always, func(line string) bool {
		path, ok := dot(line)
		if !ok || finds(path, used, func(o types.Object) bool { return o != nil }) != "" {
			return false
		}
		key := finds(path, keys, canBeKey)
		if key != "" { // it can be a field as well, and then the import is used here alone
			f.Printf("\nvar _ = %s\n", key)
		}
		return key == ""
	})
}

// canBeKey says whether what a package exports can be the key of a composite literal.
func canBeKey(o types.Object) bool {
	switch o.(type) {
	case *types.Const, *types.Var:
		return true
	}
	return false
}

// usedNames returns the names that the text of a file, without its head, takes from outside, but for keys of composite
// literals, which can be fields; and these.
func usedNames(body string) (used, keys defs.Names, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+body, 0)
	if err != nil {
		return nil, nil, err
	}
	outer, isKey := defs.OuterOf(file), defs.Keys(file)
	keys = defs.Names{}
	for id := range isKey {
		if outer(id) {
			keys.Add(id.Name)
		}
	}
	others := defs.Outer(func(id *ast.Ident) bool { return outer(id) && !isKey[id] })
	return others.Free(file), keys, nil
}
