// Package source writes the Go files of a program: imports under names that do not clash, declarations of cells, and
// directives by which every word of the user's keeps its line and column (edit.go).
package source

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/importpath"
	"github.com/mercer-go/mercer/kernel/toolchain"
	"github.com/mercer-go/mercer/kernel/toolchain/module"
)

// Prefix begins the names of generated things. A notebook is free to use such names, but is not likely to.
const Prefix = cell.OursPrefix

// Files are the files of a program in the making: one for the declarations of each cell, and generated ones.
type Files struct {
	files map[string]*File
	taken map[string]bool // names at package level, which no import may have
	// preamble is the C text before an import "C".
	preamble string
	hidden   map[string]bool // predeclared types whose names mean something else
}

// File is one of them.
type File struct {
	imports defs.Packages // path by name
	always  []string      // lines of further imports: dot, blank, "C"
	body    strings.Builder
	aliases map[string]string // name in the file by path, for generated code
	last    int               // the last line of a cell at which something begins
}

// New returns no files yet. taken are the names that the program will declare at package level, preamble is the C text
// before an import "C".
func New(taken map[string]bool, preamble string) *Files {
	return &Files{files: map[string]*File{}, taken: taken, preamble: preamble}
}

// File returns the file of that name, which it begins if need be.
func (r *Files) File(name string) *File {
	f := r.files[name]
	if f == nil {
		f = &File{imports: defs.Packages{}, aliases: map[string]string{}}
		r.files[name] = f
	}
	return f
}

// Printf appends to the file.
func (f *File) Printf(format string, args ...any) { fmt.Fprintf(&f.body, format, args...) }

// Write appends a text to the file.
func (f *File) Write(text string) { f.body.WriteString(text) }

// Line writes a directive: what follows stands at the place in the cell.
func (f *File) Line(at defs.Origin) {
	f.last = max(f.last, at.Line)
	f.Printf("\n//line %s:%d:%d\n", at.File, at.Line, at.Col)
}

// ImportBlank makes the file import path for its effects.
func (f *File) ImportBlank(path string) { f.always = append(f.always, fmt.Sprintf("_ %q", path)) }

// Import makes the file import path under a name, which is "." and the path for a dot import, and returns the name it
// really has: another one where the name is taken by a declaration.
func (r *Files) Import(f *File, name, path string) string {
	switch {
	case strings.HasPrefix(name, "."):
		f.always = append(f.always, fmt.Sprintf(". %q", path))
		return name
	case path == "C":
		f.always = append(f.always, cMark+r.preamble)
		return name
	}
	if r.taken[name] || f.imports[name] != "" && f.imports[name] != path {
		name = Prefix + "pkg_" + name
		for f.imports[name] != "" && f.imports[name] != path {
			name += "_"
		}
	}
	f.imports[name] = path
	return name
}

// cMark begins the entry of an import "C", before its preamble.
const cMark = "\x00"

// ImportAll makes the file import packages, and returns those that it knows under other names.
func (r *Files) ImportAll(f *File, pkgs defs.Packages) (renamed map[string]string) {
	for name, path := range pkgs {
		if as := r.Import(f, name, path); as != name {
			renamed = withRename(renamed, name, as)
		}
	}
	return renamed
}

// Qualify returns a function that names packages in generated code of the file.
func (r *Files) Qualify(f *File) func(path string) string {
	return func(path string) string {
		if f.aliases[path] == "" {
			name := Prefix + importpath.Name(path)
			for f.imports[name] != "" {
				name += "_"
			}
			f.imports[name], f.aliases[path] = path, name
		}
		return f.aliases[path]
	}
}

// Decl writes a declaration of a cell, with other names for some of those in it.
func (r *Files) Decl(d *defs.Decl, rename map[string]string) {
	f := r.File(d.File)
	for from, to := range r.ImportAll(f, d.Pkgs) {
		rename = withRename(rename, from, to)
	}
	if d.Kind == defs.KindImport {
		if d.Has("_" + d.Path) {
			f.ImportBlank(d.Path)
		}
		return
	}
	head := ""
	if d.Kind == defs.KindType {
		head = "type "
	}
	for _, lost := range d.Lost {
		rename = withRename(rename, lost, "_")
	}
	text := Rename(head, d.Text, d.Origin, rename)
	if head != "" {
		f.Write("\ntype")
	}
	if (d.Kind == defs.KindFunc || d.Kind == defs.KindMethod) && endlessLoop.MatchString(d.Text) {
		f.Write("\n" + NoInline)
	}
	f.Line(d.Origin)
	f.Write(text)
	f.Write("\n")
}

// Variable declares a variable of the notebook in a file.
func (r *Files) Variable(file, name string, at defs.Origin, typ string) {
	f := r.File(file)
	f.Write("\nvar")
	f.Line(at)
	f.Printf("%s %s\n", name, r.Spell(f, typ))
}

// Hide says that names of predeclared types mean something else in the program.
func (r *Files) Hide(names []string) {
	r.hidden = map[string]bool{}
	for _, name := range names {
		r.hidden[name] = true
	}
}

// BuiltinPath is the package with other names for predeclared types.
const BuiltinPath = module.Path + "/kernel/cellrt/builtin"

// Spell writes a type for a file, see defs.TypeText.
func (r *Files) Spell(f *File, typ string) string {
	text := defs.Spell(typ, r.Qualify(f))
	if len(r.hidden) == 0 {
		return text
	}
	const head = "package p; var _ "
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", head+text, 0)
	if err != nil {
		return text
	}
	var out strings.Builder
	last, outer := 0, defs.OuterOf(file)
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && r.hidden[id.Name] && outer(id) {
			at := fset.File(id.Pos()).Offset(id.Pos()) - len(head)
			out.WriteString(text[last:at] + r.Qualify(f)(BuiltinPath) + "." + strings.ToUpper(id.Name[:1]) + id.Name[1:])
			last = at + len(id.Name)
		}
		return true
	})
	return out.String() + text[last:]
}

// varsFile is where the variables of earlier cells are declared.
const varsFile = Prefix + "vars.go"

// Declare writes declarations of earlier cells: vars by their types alone, without initialisers.
func (r *Files) Declare(decls []*defs.Decl, vars map[string]*defs.Decl) {
	for _, d := range decls {
		r.Decl(d, nil)
	}
	for _, name := range sortedKeys(vars) {
		r.Variable(varsFile, name, vars[name].OriginOf(name), vars[name].TypeOf(name))
	}
}

func withRename(m map[string]string, from, to string) map[string]string {
	c := map[string]string{from: to}
	maps.Copy(c, m)
	return c
}

// Rename renames, in a declaration, what it declares at package level and what it takes from outside. head stands before
// the text when it is parsed, and at is where the text stands.
func Rename(head, text string, at defs.Origin, rename map[string]string) string {
	if len(rename) == 0 {
		return text
	}
	const pkg = "package p\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", pkg+head+text, parser.ParseComments)
	if err != nil {
		return text
	}
	skip := len(pkg) + len(head)
	outer, declared, keys := defs.OuterOf(file), declaredIdents(file), defs.Keys(file)
	var edits []Edit
	ast.Inspect(file, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || rename[id.Name] == "" || !outer(id) && !declared[id] || keys[id] && id.Obj == nil {
			return true // nothing that is renamed can be a key, but for constants of the text itself
		}
		from := fset.File(id.Pos()).Offset(id.Pos()) - skip
		edits = append(edits, Edit{from, from + len(id.Name), rename[id.Name]})
		return true
	})
	return Apply(text, at, edits)
}

// declaredIdents returns the identifiers where the file declares names at package level.
func declaredIdents(file *ast.File) map[*ast.Ident]bool {
	found := map[*ast.Ident]bool{}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			found[d.Name] = d.Recv == nil
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						found[id] = true
					}
				case *ast.TypeSpec:
					found[spec.Name] = true
				}
			}
		}
	}
	return found
}

// Sources returns the finished files, those of cells under names that sort before the generated ones.
func (r *Files) Sources() []toolchain.Source {
	var out []toolchain.Source
	for _, name := range sortedKeys(r.files) {
		f := r.files[name]
		out = append(out, toolchain.Source{Name: FileName(name), Text: f.head() + f.body.String()})
	}
	return out
}

// head returns the package clause and the imports.
func (f *File) head() string {
	var head strings.Builder
	head.WriteString("package main\n" + strings.Repeat("\n", f.last))
	slices.Sort(f.always)
	for _, line := range slices.Compact(f.always) {
		if doc, ok := strings.CutPrefix(line, cMark); ok {
			head.WriteString("\n/*\n" + doc + "*/\nimport \"C\"\n")
			continue
		}
		head.WriteString("import " + line + "\n")
	}
	for _, as := range sortedKeys(f.imports) {
		fmt.Fprintf(&head, "import %s %q\n", as, f.imports[as])
	}
	return head.String()
}

// Paths returns the import paths of all files, and the run-time that every program links, sorted.
func (r *Files) Paths() []string {
	paths := map[string]bool{"runtime": true}
	for _, f := range r.files {
		for _, path := range f.imports {
			paths[path] = true
		}
		for _, line := range f.always {
			if _, path, ok := strings.Cut(line, ` "`); ok && !strings.HasPrefix(line, cMark) {
				paths[strings.TrimSuffix(path, `"`)] = true
			}
		}
	}
	delete(paths, "C")
	return sortedKeys(paths)
}

// PathsBut returns the import paths of the files, sorted, but for the named file, blank imports and the given paths.
func (r *Files) PathsBut(file string, but ...string) []string {
	paths := map[string]bool{}
	for name, f := range r.files {
		for _, path := range f.imports {
			paths[path] = paths[path] || name != file && !slices.Contains(but, path)
		}
		for _, line := range f.always {
			if path, ok := strings.CutPrefix(line, `. "`); ok {
				paths[strings.TrimSuffix(path, `"`)] = true
			}
		}
	}
	maps.DeleteFunc(paths, func(_ string, wanted bool) bool { return !wanted })
	return sortedKeys(paths)
}

// Cgo says whether a file imports "C".
func (r *Files) Cgo() bool {
	for _, f := range r.files {
		if slices.ContainsFunc(f.always, func(line string) bool { return strings.HasPrefix(line, cMark) }) {
			return true
		}
	}
	return false
}

// FileName is the name of a file with a cell's declarations; it differs from the name that positions give.
func FileName(name string) string { return cell.SourcePrefix + name }

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
