package source

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
)

// Trim takes the imports that are not used out of the files of cells: the packages of a cell's statements are imported all
// together, and what of the statements becomes code is fewer: "var b bytes.Buffer" is declared elsewhere. exports says
// whether a package exports a name. Blank imports and "C" stay.
func (r *Files) Trim(exports func(path, name string) bool) {
	for name, f := range r.files {
		if strings.HasPrefix(name, cell.FilePrefix) {
			r.trim(f, exports)
		}
	}
}

// trim takes out of a file what it does not use. One that does not parse stays as it is.
func (r *Files) trim(f *File, exports func(path, name string) bool) {
	dot := func(line string) (path string, ok bool) {
		path, ok = strings.CutPrefix(line, `. "`)
		return strings.TrimSuffix(path, `"`), ok
	}
	if len(f.imports) == 0 && !slices.ContainsFunc(f.always, func(line string) bool { _, ok := dot(line); return ok }) {
		return
	}
	used, err := usedNames(f.body.String())
	if err != nil {
		return
	}
	maps.DeleteFunc(f.imports, func(name, _ string) bool { return len(used[name]) == 0 })
	f.always = slices.DeleteFunc(f.always, func(line string) bool {
		path, ok := dot(line)
		return ok && !slices.ContainsFunc(used.Sorted(), func(name string) bool {
			return ast.IsExported(name) && !r.taken[name] && exports(path, name)
		})
	})
}

// usedNames returns the names that the text of a file, without its head, takes from outside.
func usedNames(body string) (defs.Names, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+body, 0)
	if err != nil {
		return nil, err
	}
	return defs.OuterOf(file).Free(file), nil
}
